"""Which buffers each call of MPI has, and where their data lies."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Use:
    """A buffer of a call: `way` is IN, OUT, INOUT or an expression for one; `pieces`: the arguments that say where its
    data lies."""

    buffer: str
    way: str
    pieces: str
    kind: str = "part"

    def code(self) -> str:
        """The statement that puts host memory in its place."""
        return f"{self.buffer} = {self.kind}(&stage, {self.way}, {self.buffer}, {self.pieces});"


def _uses() -> dict[str, tuple[Use, ...]]:
    block = "count, datatype"
    rows: dict[str, tuple[Use, ...]] = {}
    for name in ("Send", "Ssend", "Rsend", "Bsend"):
        rows[name] = (Use("buf", "IN", block),)
    for name in ("Recv", "Mrecv"):
        rows[name] = (Use("buf", "OUT", block),)
    send, recv = "sendcount, sendtype", "recvcount, recvtype"
    rows["Sendrecv"] = (Use("sendbuf", "IN", send), Use("recvbuf", "OUT", recv))
    rows["Sendrecv_replace"] = (Use("buf", "INOUT", block),)
    for how in ("", "_all", "_at", "_at_all", "_shared", "_ordered"):
        rows[f"File_read{how}"] = (Use("buf", "OUT", block),)
        rows[f"File_write{how}"] = (Use("buf", "IN", block),)
    rows["Pack"] = rows["Pack_external"] = (
        Use("inbuf", "IN", "incount, datatype"),
        Use("outbuf", "INOUT", "outsize, MPI_BYTE"),
    )
    rows["Unpack"] = rows["Unpack_external"] = (
        Use("inbuf", "IN", "insize, MPI_BYTE"),
        Use("outbuf", "OUT", "outcount, datatype"),
    )
    rows["Reduce_local"] = (Use("inbuf", "IN", block), Use("inoutbuf", "INOUT", block))
    return rows | _collectives()


def _collectives() -> dict[str, tuple[Use, ...]]:
    block, leaf, all_leaf = "count, datatype", "leaf_way(root, comm)", "IN"
    place, root_place = "written(sendbuf)", "root_way(root, comm, written(sendbuf))"
    ranks = "peers_of(comm)"
    send, recv = "sendcount, sendtype", "recvcount, recvtype"
    many_send, many_recv = f"(int64_t)sendcount * {ranks}, sendtype", f"(int64_t)recvcount * {ranks}, recvtype"
    send_v = "NUMBERS(sendcounts), NUMBERS(sdispls), sendtype"
    recv_v = "NUMBERS(recvcounts), NUMBERS({}), recvtype"
    send_w = "NUMBERS(sendcounts), NUMBERS(sdispls), sendtypes"
    recv_w = "NUMBERS(recvcounts), NUMBERS(rdispls), recvtypes"
    rooted_v = "NUMBERS(sendcounts), NUMBERS(displs), sendtype"
    rows = {
        "Bcast": (Use("buffer", "bcast_way(root, comm)", block),),
        "Reduce": (Use("sendbuf", leaf, block), Use("recvbuf", root_place, block)),
        "Allreduce": (Use("sendbuf", all_leaf, block), Use("recvbuf", place, block)),
        "Scan": (Use("sendbuf", all_leaf, block), Use("recvbuf", place, block)),
        "Exscan": (Use("sendbuf", all_leaf, block), Use("recvbuf", "INOUT", block)),
        "Reduce_scatter_block": (
            Use("sendbuf", all_leaf, "(int64_t)recvcount * ranks_of(comm), datatype"),
            Use("recvbuf", place, "(int64_t)recvcount * (sendbuf == MPI_IN_PLACE ? ranks_of(comm) : 1), datatype"),
        ),
        "Reduce_scatter": (
            Use("sendbuf", all_leaf, "sum_of(NUMBERS(recvcounts), comm), datatype"),
            Use("recvbuf", place, "sendbuf == MPI_IN_PLACE ? sum_of(NUMBERS(recvcounts), comm) : "
                "number(NUMBERS(recvcounts), rank_in(comm)), datatype"),
        ),
        "Gather": (Use("sendbuf", leaf, send), Use("recvbuf", root_place, many_recv)),
        "Gatherv": (
            Use("sendbuf", leaf, send),
            Use("recvbuf", root_place, f"{ranks}, {recv_v.format('displs')}", "part_v"),
        ),
        "Scatter": (Use("sendbuf", "root_way(root, comm, IN)", many_send), Use("recvbuf", "scattered_way(root)", recv)),
        "Scatterv": (
            Use("sendbuf", "root_way(root, comm, IN)", f"{ranks}, {rooted_v}", "part_v"),
            Use("recvbuf", "scattered_way(root)", recv),
        ),
        "Allgather": (Use("sendbuf", all_leaf, send), Use("recvbuf", place, many_recv)),
        "Allgatherv": (
            Use("sendbuf", all_leaf, send),
            Use("recvbuf", place, f"{ranks}, {recv_v.format('displs')}", "part_v"),
        ),
        "Alltoall": (Use("sendbuf", all_leaf, many_send), Use("recvbuf", place, many_recv)),
        "Alltoallv": (
            Use("sendbuf", all_leaf, f"{ranks}, {send_v}", "part_v"),
            Use("recvbuf", place, f"{ranks}, {recv_v.format('rdispls')}", "part_v"),
        ),
        "Alltoallw": (
            Use("sendbuf", all_leaf, f"{ranks}, {send_w}", "part_w"),
            Use("recvbuf", place, f"{ranks}, {recv_w}", "part_w"),
        ),
    }  # fmt: skip
    # A neighbour that is MPI_PROC_NULL writes nothing, so what is there before stays.
    to, of = "neighbours_of(comm, 1)", "neighbours_of(comm, 0)"
    return rows | {
        "Neighbor_allgather": (
            Use("sendbuf", "IN", send), Use("recvbuf", "INOUT", f"(int64_t)recvcount * {of}, recvtype"),
        ),
        "Neighbor_allgatherv": (
            Use("sendbuf", "IN", send),
            Use("recvbuf", "INOUT", f"{of}, {recv_v.format('displs')}", "part_v"),
        ),
        "Neighbor_alltoall": (
            Use("sendbuf", "IN", f"(int64_t)sendcount * {to}, sendtype"),
            Use("recvbuf", "INOUT", f"(int64_t)recvcount * {of}, recvtype"),
        ),
        "Neighbor_alltoallv": (
            Use("sendbuf", "IN", f"{to}, {send_v}", "part_v"),
            Use("recvbuf", "INOUT", f"{of}, {recv_v.format('rdispls')}", "part_v"),
        ),
        "Neighbor_alltoallw": (
            Use("sendbuf", "IN", f"{to}, {send_w}", "part_w"),
            Use("recvbuf", "INOUT", f"{of}, {recv_w}", "part_w"),
        ),
    }  # fmt: skip


BUFFERS = _uses()
