"""The wrappers of the library for device buffers, written from the MPI standard's own description.

`BUFFERS` says of each call which of its buffers it reads and writes, as C that puts host memory in their place. A call
that is not there and takes a buffer refuses device memory and names itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mpi_calls import c_prototypes, calls, parsed

HEAD = """/* Written by tools/device_calls.py from the MPI standard's description. Do not edit: run `make schema`. */
/* clang-format off */
"""
WINDOWS = "what another rank does to a window cannot be copied unseen"
REASONS = {
    "Win_": WINDOWS,
    "Accumulate": WINDOWS, "Compare_and_swap": WINDOWS, "Fetch_and_op": WINDOWS, "Get": WINDOWS,
    "Get_accumulate": WINDOWS, "Put": WINDOWS, "Raccumulate": WINDOWS, "Rget": WINDOWS, "Rget_accumulate": WINDOWS,
    "Rput": WINDOWS,
    "Psend_init": "partitions are not staged", "Precv_init": "partitions are not staged",
    "File_": "split collective calls on files are not staged",
    "": "the library itself reads and writes this buffer",
}  # fmt: skip
BUFFER = re.compile(r"void ?\* ?(\w+)$")
BUFFERS_OF_CALLS = ("buf", "buffer", "base", "sendbuf", "recvbuf", "inbuf", "outbuf", "inoutbuf",
                    "origin_addr", "compare_addr", "result_addr")  # fmt: skip
NO_BUFFERS = ("Free_mem", "Win_detach")


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
    one = "count, datatype"
    rows: dict[str, tuple[Use, ...]] = {}
    for name in ("Send", "Ssend", "Rsend", "Bsend"):
        rows[name] = (Use("buf", "IN", one),)
    for name in ("Recv", "Mrecv"):
        rows[name] = (Use("buf", "OUT", one),)
    send, recv = "sendcount, sendtype", "recvcount, recvtype"
    rows["Sendrecv"] = (Use("sendbuf", "IN", send), Use("recvbuf", "OUT", recv))
    rows["Sendrecv_replace"] = (Use("buf", "INOUT", one),)
    for how in ("", "_all", "_at", "_at_all", "_shared", "_ordered"):
        rows[f"File_read{how}"] = (Use("buf", "OUT", one),)
        rows[f"File_write{how}"] = (Use("buf", "IN", one),)
    rows["Pack"] = rows["Pack_external"] = (
        Use("inbuf", "IN", "incount, datatype"),
        Use("outbuf", "INOUT", "outsize, MPI_BYTE"),
    )
    rows["Unpack"] = rows["Unpack_external"] = (
        Use("inbuf", "IN", "insize, MPI_BYTE"),
        Use("outbuf", "OUT", "outcount, datatype"),
    )
    rows["Reduce_local"] = (Use("inbuf", "IN", one), Use("inoutbuf", "INOUT", one))
    return rows | _collectives()


def _collectives() -> dict[str, tuple[Use, ...]]:
    one, leaf, all_leaf = "count, datatype", "leaf_way(root, comm)", "IN"
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
        "Bcast": (Use("buffer", "bcast_way(root, comm)", one),),
        "Reduce": (Use("sendbuf", leaf, one), Use("recvbuf", root_place, one)),
        "Allreduce": (Use("sendbuf", all_leaf, one), Use("recvbuf", place, one)),
        "Scan": (Use("sendbuf", all_leaf, one), Use("recvbuf", place, one)),
        "Exscan": (Use("sendbuf", all_leaf, one), Use("recvbuf", "INOUT", one)),
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
SIZED = re.compile(r"Recv|Mrecv|Sendrecv|File_read")  # what came may be less than what was asked for: the status tells
# Completing calls: how many requests, which array, which status, how many are done, at which indices.
WAITS = {
    "Wait": ("1", "request", "status", "1", "NULL"),
    "Test": ("1", "request", "status", "*flag ? 1 : 0", "NULL"),
    "Waitall": ("count", "array_of_requests", "array_of_statuses", "count", "NULL"),
    "Testall": ("count", "array_of_requests", "array_of_statuses", "*flag ? count : 0", "NULL"),
    "Waitany": ("count", "array_of_requests", "status", "*indx == MPI_UNDEFINED ? 0 : 1", "indx"),
    "Testany": ("count", "array_of_requests", "status", "*flag && *indx != MPI_UNDEFINED ? 1 : 0", "indx"),
    "Waitsome": ("incount", "array_of_requests", "array_of_statuses", "*outcount == MPI_UNDEFINED ? 0 : *outcount",
                 "array_of_indices"),
    "Testsome": ("incount", "array_of_requests", "array_of_statuses", "*outcount == MPI_UNDEFINED ? 0 : *outcount",
                 "array_of_indices"),
}  # fmt: skip
OTHERS = {
    "Start": "    starting(1, request);\n    return next({passed});",
    "Startall": "    starting(count, array_of_requests);\n    return next({passed});",
    "Request_free": "    return abandons(request) ? MPI_SUCCESS : next({passed});",
    "Request_get_status": """    if (!any_outstanding()) return next({passed});
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    const int ended = next({passed});
    if (ended == MPI_SUCCESS && *flag) looked(request, status);
    return ended;""",
    "Type_free": "    if (driver_loaded) forget_shape(*datatype);\n    return next({passed});",
    "Finalize": "    if (any_outstanding()) end_abandoned(1);\n    return next({passed});",
}


def base(name: str) -> str:
    """The blocking call that a nonblocking or persistent one is like."""
    plain = re.sub(r"^File_i", "File_", name).removesuffix("_init")
    return plain[1:].capitalize() if re.match(r"I[a-z]", plain) and plain[1:].capitalize() in BUFFERS else plain


def _buffers(parameters: list[str]) -> list[str]:
    names = [match[1] for part in parameters if (match := BUFFER.search(part))]
    return [name for name in names if name in BUFFERS_OF_CALLS]


def _reason(name: str) -> str:
    return next(reason for start, reason in REASONS.items() if name == start or (
        start.endswith("_") and name.startswith(start)) or not start)  # fmt: skip


def kind_of(name: str, parameters: list[str]) -> str:
    """`staged`, `completes`, `refused`, or empty for a call that device memory does not concern."""
    if name in WAITS or name in OTHERS:
        return "completes"
    if not _buffers(parameters) or name in NO_BUFFERS:
        return ""
    return "staged" if base(name) in BUFFERS else "refused"


def _body(name: str, symbol: str, parameters: list[str], arguments: list[str]) -> str:
    passed = ", ".join(arguments)
    if name in OTHERS:
        return OTHERS[name].format(passed=passed)
    if name in WAITS:
        count, requests, statuses, number, indices = (
            re.sub(r"\bindx\b", "indx" if "indx" in arguments else "index", text) for text in WAITS[name]
        )
        # After an error, those of all requests that became null are over.
        at = indices if indices == "NULL" else f"ended_well ? {indices} : NULL"
        return f"""    if (!any_outstanding()) return next({passed});
    Held held;
    hold(&held, {count}, {requests});
    {statuses} = statuses_for(&held, {statuses});
    const int ended = next({passed});
    const int ended_well = ended == MPI_SUCCESS || ended == MPI_ERR_IN_STATUS;
    completed(&held, ended, ended_well ? {number} : {count}, {at}, {requests}, {statuses});
    return ended;"""
    refusals = "".join(
        f'    if (is_device({buffer})) return refused("{symbol}", "{buffer}", "{_reason(name)}");\n'
        for buffer in _buffers(parameters)
    )
    if kind_of(name, parameters) == "refused":
        return f"    if (!device_possible()) return next({passed});\n{refusals}    return next({passed});"
    uses = BUFFERS[base(name)]
    sized = ", .sized = 1" if SIZED.match(base(name)) else ""
    lines = [f"    if (!device_possible()) return next({passed});", f'    Stage stage = {{.call = "{symbol}"{sized}}};']
    lines += [f"    {use.code()}" for use in uses]
    lines += ["    if (abandoned) end_abandoned(0);", f"    if (!stage.parts) return next({passed});"]
    if name.endswith("_init"):
        return "\n".join([*lines, f"    return made(&stage, next({passed}), request, 1);"])
    lines.append("    fetch(&stage);")
    if "request" in arguments:
        return "\n".join([*lines, f"    return made(&stage, next({passed}), request, 0);"])
    if "status" in arguments:
        lines += ["    MPI_Status own;", "    if (status == MPI_STATUS_IGNORE) status = &own;"]
    return "\n".join(
        [*lines, f"    return done(&stage, next({passed}), {'status' if 'status' in arguments else 'NULL'});"]
    )


def written() -> str:
    """The generated C."""
    lines = [HEAD]
    for name, procedure in [*calls(), ("Finalize", None)]:
        for prototype in c_prototypes(procedure) if procedure else ["int MPI_Finalize(void)"]:
            symbol, parameters, arguments = parsed(prototype)
            if not kind_of(name, parameters):
                continue
            inside, types = ", ".join(parameters) or "void", ", ".join(parameters) or "void"
            run = f"run_{symbol}"
            lines += [
                f"#ifdef HAVE_{symbol}",
                f"static int {run}(int (*next)({types}){''.join(f', {part}' for part in parameters)}) {{",
                _body(name, symbol, parameters, arguments),
                "}",
            ]
            for entry in (symbol, f"P{symbol}"):
                lines += [
                    f"int {entry}({inside}) {{",
                    f"    static int (*next)({types});",
                    f'    if (!next) *(void**)&next = next_of("{entry}");',
                    f"    return {run}({', '.join(['next', *arguments])});",
                    "}",
                ]
            lines += ["#endif", ""]
    return "\n".join(lines)


def coverage() -> str:
    """The page that says what each call does with a device pointer."""
    kinds: dict[str, list[str]] = {"staged": [], "completes": [], "refused": []}
    for name, procedure in calls():
        _, parameters, _ = parsed(c_prototypes(procedure)[0])
        if kind := kind_of(name, parameters):
            large = " (c)" if len(c_prototypes(procedure)) > 1 else ""
            kinds[kind].append(f"`{name}`{large}" if kind != "refused" else f"| `{name}`{large} | {_reason(name)} |")
    return "\n".join(
        [
            "# Calls that take device pointers",
            "",
            "What `rankwise run --device-buffers` does with each call of MPI that has a buffer "
            "([guide](device-buffers.md)). `(c)`: also with large counts, `MPI_X_c`. Calls that are not listed have "
            "no buffer.",
            "",
            f"## Staged: {len(kinds['staged'])} calls",
            "",
            ", ".join(kinds["staged"]),
            "",
            "## Followed, because they start, complete or free what is staged",
            "",
            ", ".join(kinds["completes"]),
            "",
            "## Refused, by an error that names the call",
            "",
            "| call | reason |",
            "|---|---|",
            *kinds["refused"],
            "",
        ]
    )
