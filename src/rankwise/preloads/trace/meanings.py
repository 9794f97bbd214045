"""What each call means for a trace, as C: who gets how many bytes, which request it makes. A call that is not here is
counted by name, with its time."""

from __future__ import annotations

from dataclasses import dataclass

PAIR = "bytes_of({count}, {datatype})"
SENT = "bytes_to({dest}, {count}, {datatype})"
SENDS = "sent({call}, took, {comm}, {dest}, {tag}, %s, {how});"
GATHERED = "rooted({root}, {comm}, {recvcount}, {recvtype}, {sendcount}, {sendtype})"
SCATTERED = "rooted({root}, {comm}, {sendcount}, {sendtype}, {recvcount}, {recvtype})"
GATHERED_V = "rooted_v({root}, {comm}, {recvcounts}, {recvtype}, {sendcount}, {sendtype})"
SCATTERED_V = "rooted_v({root}, {comm}, {sendcounts}, {sendtype}, {recvcount}, {recvtype})"
EACH = "bytes_of({recvcount}, {recvtype})"
SUM = "SUM({recvcounts}, {comm}) * size_of({recvtype})"
COLLECTIVES = {
    "Barrier": "0",
    "Bcast": PAIR,
    "Allreduce": PAIR,
    "Reduce": PAIR,
    "Scan": PAIR,
    "Exscan": PAIR,
    "Reduce_scatter_block": "bytes_of({recvcount}, {datatype})",
    "Reduce_scatter": "SUM_OWN({recvcounts}, {comm}) * size_of({datatype})",
    "Gather": GATHERED,
    "Scatter": SCATTERED,
    "Gatherv": GATHERED_V,
    "Scatterv": SCATTERED_V,
    "Allgather": EACH,
    "Alltoall": EACH,
    "Allgatherv": f"{SUM} / peers_of({{comm}})",
    "Alltoallv": f"{SUM} / peers_of({{comm}})",
    "Alltoallw": "SUM_W({recvcounts}, {recvtypes}, {comm}) / peers_of({comm})",
    "Neighbor_allgather": "bytes_of({sendcount}, {sendtype})",
    "Neighbor_alltoall": "bytes_of({sendcount}, {sendtype})",
    "Neighbor_allgatherv": "bytes_of({sendcount}, {sendtype})",
    "Neighbor_alltoallv": "neighbours_v({comm}, {sendcounts}, {sendtype})",
}
ORIGIN = "bytes_of({origin_count}, {origin_datatype})"
TARGET = "bytes_of({target_count}, {target_datatype})"
ELEMENT = "size_of({datatype})"
ONE_SIDED = {  # bytes to the target, and back from it; of MPI_NO_OP the origin's arguments mean nothing
    "Put": (ORIGIN, "NOTHING"),
    "Rput": (ORIGIN, "NOTHING"),
    "Get": ("NOTHING", ORIGIN),
    "Rget": ("NOTHING", ORIGIN),
    "Accumulate": (ORIGIN, "NOTHING"),
    "Raccumulate": (ORIGIN, "NOTHING"),
    "Get_accumulate": (f"unless_no_op({{op}}, {TARGET})", TARGET),
    "Rget_accumulate": (f"unless_no_op({{op}}, {TARGET})", TARGET),
    "Fetch_and_op": (f"unless_no_op({{op}}, {ELEMENT})", ELEMENT),
    "Compare_and_swap": (f"2 * {ELEMENT}", ELEMENT),
}


@dataclass(frozen=True)
class Meaning:
    """C before and after the call; `{name}` is the argument of that name as C has it, `{call}` the number of the call,
    `{error}` what it returned. `status`: the argument for which the wrapper has room where the program wants none."""

    after: str = "other({call}, took);"
    before: str = ""
    status: str = ""


def _meanings() -> dict[str, Meaning]:
    rows: dict[str, Meaning] = {}
    for letter in ("", "S", "R", "B"):
        name = f"{letter}send"
        rows[name.capitalize()] = Meaning((SENDS % SENT).replace("{how}", "BLOCKING"))
        rows[f"I{name.lower()}"] = Meaning((SENDS % SENT).replace("{how}", "PENDING") + " sends_on({request});")
        rows[f"{name.capitalize()}_init"] = Meaning(
            "prepared({call}, took, {request}, {comm}, {dest}, {tag}, bytes_of({count}, {datatype}), 1);"
        )
    rows["Recv"] = Meaning("received({call}, took, {comm}, {source}, {tag}, {status});", status="status")
    rows["Mprobe"] = Meaning("found({call}, took, 1, {comm}, *{message});")
    rows["Improbe"] = Meaning("found({call}, took, *{flag}, {comm}, *{message});")
    came = "const MPI_Comm came = comm_of(*{message});"
    rows["Mrecv"] = Meaning("received({call}, took, came, MPI_ANY_SOURCE, 0, {status});", came, "status")
    rows["Imrecv"] = Meaning(
        "posted({call}, took, {request}, came, MPI_ANY_SOURCE, MPI_ANY_TAG, bytes_of({count}, {datatype}));", came
    )
    parts = "{partitions} * bytes_of({count}, {datatype})"
    for name, peer, sends in (("Psend_init", "dest", 1), ("Precv_init", "source", 0)):
        rows[name] = Meaning(f"prepared({{call}}, took, {{request}}, {{comm}}, {{{peer}}}, {{tag}}, {parts}, {sends});")
    rows["Irecv"] = Meaning("posted({call}, took, {request}, {comm}, {source}, {tag}, bytes_of({count}, {datatype}));")
    rows["Recv_init"] = Meaning(
        "prepared({call}, took, {request}, {comm}, {source}, {tag}, bytes_of({count}, {datatype}), 0);"
    )
    both = "sent_and_received({call}, took, {comm}, {dest}, {sendtag}, %s, {source}, {recvtag}, {status});"
    rows["Sendrecv"] = Meaning(both % "bytes_to({dest}, {sendcount}, {sendtype})", status="status")
    rows["Sendrecv_replace"] = Meaning(both % SENT, status="status")
    pending = (
        "sent({call}, took, {comm}, {dest}, {sendtag}, %s, PENDING); "
        "posted({call}, 0, {request}, {comm}, {source}, {recvtag}, %s);"
    )
    rows["Isendrecv"] = Meaning(
        pending % ("bytes_to({dest}, {sendcount}, {sendtype})", "bytes_of({recvcount}, {recvtype})")
    )
    rows["Isendrecv_replace"] = Meaning(pending % (SENT, PAIR))
    rows["Type_free"] = Meaning(before="forget_types();")
    rows["Start"] = Meaning("started({call}, took, 1, {request});")
    rows["Startall"] = Meaning("started({call}, took, {count}, {array_of_requests});")
    waits = {
        "Wait": ("1", "request", "status", "1", "NULL"),
        "Test": ("1", "request", "status", "*{flag} ? 1 : 0", "NULL"),
        "Waitall": ("{count}", "array_of_requests", "array_of_statuses", "{count}", "NULL"),
        "Testall": ("{count}", "array_of_requests", "array_of_statuses", "*{flag} ? {count} : 0", "NULL"),
        "Waitany": ("{count}", "array_of_requests", "status", "*{index} == MPI_UNDEFINED ? 0 : 1", "{index}"),
        "Testany": ("{count}", "array_of_requests", "status",
                    "*{flag} && *{index} != MPI_UNDEFINED ? 1 : 0", "{index}"),
        "Waitsome": ("{incount}", "array_of_requests", "array_of_statuses",
                     "*{outcount} == MPI_UNDEFINED ? 0 : *{outcount}", "{array_of_indices}"),
        "Testsome": ("{incount}", "array_of_requests", "array_of_statuses",
                     "*{outcount} == MPI_UNDEFINED ? 0 : *{outcount}", "{array_of_indices}"),
    }  # fmt: skip
    for name, (count, requests, statuses, done, indices) in waits.items():
        told = f"{'of_several' if name.endswith(('all', 'some')) else 'of_one'}({{error}}, {done})"
        rows[name] = Meaning(
            f"finish({{call}}, took, &held, {{error}}, {told}, {indices}, {{{statuses}}}, {{FORTRAN}});",
            f"Held held; hold(&held, {count}, {{{requests}}});",
            statuses,
        )
    rows["Request_get_status"] = Meaning(  # the program may free the request after this
        "finish({call}, took, &held, {error}, of_one({error}, *{flag} ? 1 : 0), NULL, {status}, {FORTRAN});",
        "Held held; hold_one(&held, {request});",
        "status",
    )
    rows["Request_free"] = Meaning("other({call}, took);", "forget_request({request});")
    for name in ("Comm_free", "Comm_disconnect"):
        rows[name] = Meaning("other({call}, took);", "forget_comm({comm}); forget_messages({comm});")
    rows["Win_free"] = Meaning("other({call}, took);", "forget_win({win});")
    for name, (to_target, back) in ONE_SIDED.items():
        rows[name] = Meaning(f"one_sided({{call}}, took, {{win}}, {{target_rank}}, {to_target}, {back});")
    for name, size in COLLECTIVES.items():
        rows[name] = Meaning(f"collective({{call}}, took, {{comm}}, {size});")
        rows[f"I{name.lower()}"] = Meaning(f"{rows[name].after} collects_on({{request}});")
        rows[f"{name}_init"] = Meaning(f"prepared_collective({{call}}, took, {{request}}, {{comm}}, {size});")
    return rows


MEANINGS = _meanings()
