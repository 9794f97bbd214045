"""The wrappers of the trace library, written from the MPI standard's own description (pympistandard).

What a call means for the trace (who gets how many bytes, which request it makes) is a row of `MEANINGS`; every other
call is counted by name, with its time. The C and the Fortran wrapper of a call are made from the same row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mpi_calls import c_prototypes, calls, parsed

HEAD = """/* Written by tools/trace_calls.py from the MPI standard's description. Do not edit: run `make schema`. */
/* clang-format off */
"""
PAIR = "bytes_of({count}, {datatype})"
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
    "Reduce_scatter": "SUM({recvcounts}, {comm}) * size_of({datatype})",
    "Gather": GATHERED,
    "Scatter": SCATTERED,
    "Gatherv": GATHERED_V,
    "Scatterv": SCATTERED_V,
    "Allgather": EACH,
    "Alltoall": EACH,
    "Allgatherv": f"{SUM} / ranks_of({{comm}})",
    "Alltoallv": f"{SUM} / ranks_of({{comm}})",
    "Alltoallw": "SUM_W({recvcounts}, {recvtypes}, {comm}) / ranks_of({comm})",
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
    """C before and after the call; `{name}` is the argument of that name as C has it, `{call}` the number of the call.
    `status`: the argument for which the wrapper has room where the program wants none."""

    after: str = "other({call}, took);"
    before: str = ""
    status: str = ""


def _meanings() -> dict[str, Meaning]:
    rows: dict[str, Meaning] = {}
    for letter in ("", "S", "R", "B"):
        name = f"{letter}send"
        rows[name.capitalize()] = Meaning((SENDS % PAIR).replace("{how}", "BLOCKING"))
        rows[f"I{name.lower()}"] = Meaning((SENDS % PAIR).replace("{how}", "PENDING") + " sends_on({request});")
        rows[f"{name.capitalize()}_init"] = Meaning(
            "prepared({call}, took, {request}, {comm}, {dest}, {tag}, bytes_of({count}, {datatype}), 1);"
        )
    rows["Recv"] = Meaning("received({call}, took, {comm}, {source}, {tag}, {status});", status="status")
    rows["Mprobe"] = Meaning("found({call}, took, 1, {comm}, *{message});")
    rows["Improbe"] = Meaning("found({call}, took, *{flag}, {comm}, *{message});")
    came = "const MPI_Comm came = comm_of(*{message});"
    rows["Mrecv"] = Meaning("received({call}, took, came, MPI_ANY_SOURCE, 0, {status});", came, "status")
    rows["Imrecv"] = Meaning(
        "posted({call}, took, {request}, came, MPI_ANY_SOURCE, 0, bytes_of({count}, {datatype}));", came
    )
    parts = "{partitions} * bytes_of({count}, {datatype})"
    for name, peer, sends in (("Psend_init", "dest", 1), ("Precv_init", "source", 0)):
        rows[name] = Meaning(f"prepared({{call}}, took, {{request}}, {{comm}}, {{{peer}}}, {{tag}}, {parts}, {sends});")
    rows["Irecv"] = Meaning("posted({call}, took, {request}, {comm}, {source}, {tag}, bytes_of({count}, {datatype}));")
    rows["Recv_init"] = Meaning(
        "prepared({call}, took, {request}, {comm}, {source}, {tag}, bytes_of({count}, {datatype}), 0);"
    )
    both = (
        "sent({call}, took, {comm}, {dest}, {sendtag}, %s, BLOCKING); "
        "received_too({call}, {comm}, {source}, {recvtag}, {status});"
    )
    rows["Sendrecv"] = Meaning(both % "bytes_of({sendcount}, {sendtype})", status="status")
    rows["Sendrecv_replace"] = Meaning(both % PAIR, status="status")
    pending = (
        "sent({call}, took, {comm}, {dest}, {sendtag}, %s, PENDING); "
        "posted({call}, 0, {request}, {comm}, {source}, {recvtag}, %s);"
    )
    rows["Isendrecv"] = Meaning(pending % ("bytes_of({sendcount}, {sendtype})", "bytes_of({recvcount}, {recvtype})"))
    rows["Isendrecv_replace"] = Meaning(pending % (PAIR, PAIR))
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
        rows[name] = Meaning(
            f"finish({{call}}, took, &held, {done}, {indices}, {{{statuses}}}, {{FORTRAN}});",
            f"Held held; hold(&held, {count}, {{{requests}}});",
            statuses,
        )
    rows["Request_free"] = Meaning("other({call}, took);", "forget_request({request});")
    for name in ("Comm_free", "Comm_disconnect"):
        rows[name] = Meaning("other({call}, took);", "forget_comm({comm});")
    rows["Win_free"] = Meaning("other({call}, took);", "forget_win({win});")
    for name, (to_target, back) in ONE_SIDED.items():
        rows[name] = Meaning(f"one_sided({{call}}, took, {{win}}, {{target_rank}}, {to_target}, {back});")
    for name, size in COLLECTIVES.items():
        rows[name] = Meaning(f"collective({{call}}, took, {{comm}}, {size});")
        rows[f"I{name.lower()}"] = Meaning(f"{rows[name].after} collects_on({{request}});")
        rows[f"{name}_init"] = Meaning(f"prepared_collective({{call}}, took, {{request}}, {{comm}}, {size});")
    return rows


MEANINGS = _meanings()
_TYPES = ("datatype", "sendtype", "recvtype", "origin_datatype", "target_datatype")
_WITH_REQUESTS = "hold|posted|prepared|prepared_collective|started|forget_request|sends_on|collects_on"
_IN_FORTRAN = {  # arguments as C has them; `count` is the type of counts
    "comm": "COMM_F({argument})",
    "win": "WIN_F({argument})",
    "op": "OP_F({argument})",
    "message": "FORTRAN_MESSAGE",
    **dict.fromkeys(_TYPES, "TYPE_F({argument})"),
    **dict.fromkeys(("request", "array_of_requests"), "FORTRAN_REQUESTS({argument})"),
    **dict.fromkeys(("status", "array_of_statuses"), "status_f({argument})"),
    **dict.fromkeys(("recvcounts", "sendcounts", "recvtypes"), "(const {count}*){argument}"),
    **dict.fromkeys(("flag", "index", "outcount", "array_of_indices"), "(int*){argument}"),
}


def written() -> str:
    """The generated C."""
    found = calls()
    names = [name for name, _ in found]
    lines = [HEAD, "enum {", *(f"    CALL_{name}," for name in names), "    CALLS", "};", ""]
    lines += ["static const char* const call_names[] = {", *(f'    "{name}",' for name in names), "};", ""]
    for name, procedure in found:
        express = procedure.express  # type: ignore[attr-defined]
        for prototype in c_prototypes(procedure):
            lines += _c(name, prototype)
            if express.f90 is not None:
                lines += _fortran(name, str(express.f90), prototype)
    return "\n".join(lines) + "\n"


def _c(name: str, prototype: str) -> list[str]:
    symbol, parameters, arguments = parsed(prototype)
    known = {argument: argument for argument in arguments}
    return [
        f"#ifdef HAVE_{symbol}",
        f"int {symbol}({', '.join(parameters) or 'void'}) {{",
        f"    static int (*kept)({', '.join(parameters) or 'void'});",
        f'    int (*const next)({", ".join(parameters) or "void"}) = KEPT(kept, next_of("{symbol}"));',
        *_body(name, known, arguments, fortran=False),
        "    return ended;",
        "}",
        "#endif",
        "",
    ]


def _fortran(name: str, prototype: str, in_c: str) -> list[str]:
    """One function, and in front of it every name that libraries export: those of `mpif.h` and `mpi`, of `mpi_f08`, and
    of `mpi_f08` with descriptors of buffers (`f08ts`), which the trace does not look into. Large counts have names of
    their own in MPICH (`large`) and Intel MPI (`c`)."""
    arguments = _fortran_arguments(prototype)
    if not arguments:
        return []
    symbol, parameters, in_order = parsed(in_c)
    large = symbol.endswith("_c")
    counts = {argument for argument, text in zip(in_order, parameters, strict=True) if "MPI_Count" in text}
    known = {argument: _from_fortran(argument, "MPI_Count" if argument in counts else "int") for argument in arguments}
    low, own = f"mpi_{name.lower()}", f"fortran_{symbol.removeprefix('MPI_')}"
    names = [f"{low}_", f"{low}_f08_", f"{low}_f08ts_"]
    if large:
        names = [f"{low}_f08_large_", f"{low}_f08ts_large_", f"{low}_c_f08_", f"{low}_c_f08ts_"]
    typed, passed = (", ".join(f"{word}{one}" for one in arguments) for word in ("void* ", ""))
    pointers = ", ".join("void*" for _ in arguments)
    lines = [
        f"static inline void {own}(void (*next)({pointers}), const void* caller, {typed}) {{",
        *_body(name, known, arguments, fortran=True),
        "}",
    ]
    for exported in names:
        lines += [
            f"#ifdef HAVE_F_{exported}",
            f"void {exported}({typed}) {{",
            f"    static void (*kept)({pointers});",
            f'    {own}(KEPT(kept, next_of("{exported}")), CALLER, {passed});',
            "}",
            *(
                f'void {alias}({pointers}) __attribute__((alias("{exported}")));'
                for alias in (low, f"{low}__", low.upper())
                if exported == f"{low}_"
            ),
            "#endif",
        ]
    return [*lines, ""]


def _fortran_arguments(prototype: str) -> list[str]:
    """The arguments of a call in Fortran; none where a wrapper would need hidden lengths, or functions to call back."""
    flat = " ".join(prototype.split())
    match = re.match(r"(MPI_\w+)\(([^)]*)\) (.*)", flat)
    if not match or re.search(r"CHARACTER|EXTERNAL|C_PTR", flat):
        return []
    arguments = [word.strip().lower() for word in match[2].split(",")]
    return arguments if arguments[-1] == "ierror" else []


def _from_fortran(argument: str, count: str) -> str:
    return _IN_FORTRAN.get(argument, "*({count}*){argument}").format(argument=argument, count=count)


def _room(status: str, before: str, *, fortran: bool) -> str:
    """A place for statuses that the program ignores: a trace wants them."""
    if "held" in before:
        return f"{status} = {'room_for_f' if fortran else 'room_for'}(&held, {status});"
    ignored = f"!status_f({status})" if fortran else f"{status} == MPI_STATUS_IGNORE"
    return f"MPI_Status own_status; if ({ignored}) {status} = &own_status;"


def _body(name: str, known: dict[str, str], arguments: list[str], *, fortran: bool) -> Iterator[str]:
    meaning = MEANINGS.get(name, Meaning())
    wanted = {**known, "call": f"CALL_{name}", "FORTRAN": "1" if fortran else "0"}

    def filled(text: str) -> str:
        text = re.sub(r"\*\{(\w+)\}", lambda match: f"*({wanted[match[1]]})", text)
        text = re.sub(r"\{(\w+)\}", lambda match: wanted[match[1]], text)
        if not fortran:
            return text
        text = text.replace("*(FORTRAN_MESSAGE)", "MESSAGE_F(*(int*)message)")
        if "FORTRAN_REQUESTS" in text:
            text = re.sub(rf"\b({_WITH_REQUESTS})\(", r"\1_f(", text)
            text = re.sub(r"FORTRAN_REQUESTS\((\w+)\)", r"(const int*)\1", text)
        return text.replace("SUM_W(", "SUM_W_F(")

    passed = ", ".join(arguments)
    call = f"next({passed});"
    ends = re.search(r"\bhold\(|\bforget_", meaning.before)
    enter, clock = ("enter_to_end", "now_or_pause") if ends else ("enter", "now")
    yield f"    if (!{enter}()) {{"
    yield f"        {call if fortran else 'const int ended = ' + call}"
    yield "        --depth;"
    yield "        return;" if fortran else "        return ended;"
    yield "    }"
    if meaning.before:
        yield f"    {filled(meaning.before)}"
    if meaning.status:
        yield f"    {_room(meaning.status, meaning.before, fortran=fortran)}"
    yield f"    inside(CALL_{name});"
    yield f"    const uint64_t since = {clock}();"
    yield f"    {call if fortran else 'const int ended = ' + call}"
    yield f"    const uint64_t took = {clock}() - since;"
    if "other(" not in meaning.after:
        yield "    timed(since, took);"
    yield f"    {filled(meaning.after)}"
    yield f"    at_site(CALL_{name}, took, {'caller' if fortran else 'CALLER'});"
    yield "    leave(since + took);"


def coverage() -> str:
    """The page that says what becomes of each call."""
    found = calls()
    kinds = {"messages": [], "one-sided": [], "collectives": [], "requests": [], "by name and time alone": []}  # type: dict[str, list[str]]
    for name, procedure in found:
        meaning = MEANINGS.get(name)
        after = meaning.after if meaning else ""
        if "collective" in after:
            kind = "collectives"
        elif name in ONE_SIDED:
            kind = "one-sided"
        elif after.startswith(("sent", "received", "posted", "prepared(")):
            kind = "messages"
        elif after.startswith(("finish", "started")) or name == "Request_free":
            kind = "requests"
        else:
            kind = "by name and time alone"
        large = len(c_prototypes(procedure)) > 1
        f90 = procedure.express.f90  # type: ignore[attr-defined]
        fortran = f90 is not None and _fortran_arguments(str(f90))
        marks = ("c" if large else "") + ("" if fortran else "C")
        kinds[kind].append(f"`{name}`" + (f" ({marks})" if marks else ""))
    lines = ["# The calls that a trace counts", "", f"{len(found)} calls of MPI, from the standard's own description. "
             "`(c)`: also with large counts, `MPI_X_c`.", "`(C)`: in C alone, because a Fortran wrapper would have to "
             "pass text or functions.", "What is not here is passed by and not counted.", ""]  # fmt: skip
    for kind, names in kinds.items():
        lines += [f"## Counted: {kind}" if kind[:2] != "by" else f"## Counted {kind}", "", ", ".join(names), ""]
    return "\n".join(lines)
