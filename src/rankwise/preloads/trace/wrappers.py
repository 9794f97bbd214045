"""The wrappers of the trace library. Those of a call for C and for Fortran are made from the same row of `MEANINGS`."""

from __future__ import annotations

import re
from pathlib import Path

from rankwise.preloads.calls import Call, Offers, calls
from rankwise.preloads.library import MpiPreload
from rankwise.preloads.trace.layout import header
from rankwise.preloads.trace.meanings import MEANINGS, ONE_SIDED, Meaning

_C = """\
EXPORTED int {symbol}({typed}) {{
    static int (*kept)({typed});
    int (*const next)({typed}) = KEPT(kept, next_of("{symbol}"));
    if (!{enter}()) return next({passed});
    {before}
    inside(CALL_{name});
    const uint64_t since = {clock}();
    const int ended = next({passed});
    const uint64_t took = {clock}() - since;
    {after}
    at_site(CALL_{name}, took, CALLER);
    leave(since + took);
    return ended;
}}
"""
_FORTRAN = """\
static void {own}(void (*next)({pointers}), const void* caller, {typed}) {{
    if (!{enter}()) {{
        next({passed});
        return;
    }}
    {before}
    inside(CALL_{name});
    const uint64_t since = {clock}();
    next({passed});
    const uint64_t took = {clock}() - since;
    {after}
    at_site(CALL_{name}, took, caller);
    leave(since + took);
}}
"""
_FORTRAN_NAME = """\
EXPORTED void {exported}({typed}) {{
    static void (*kept)({pointers});
    {own}(KEPT(kept, next_of("{exported}")), CALLER, {passed});
}}
"""
_ALIAS = 'EXPORTED void {alias}({pointers}) __attribute__((alias("{exported}")));\n'
_FORMS = {False: ("_", "_f08_", "_f08ts_"), True: ("_f08_large_", "_f08ts_large_", "_c_f08_", "_c_f08ts_")}
_TYPES = ("datatype", "sendtype", "recvtype", "origin_datatype", "target_datatype")
_WITH_REQUESTS = "hold|hold_one|posted|prepared|prepared_collective|started|forget_request|sends_on|collects_on"
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


def written(offers: Offers) -> dict[str, str]:
    """The wrapper of every call that an MPI offers, and the numbers and names of these calls."""
    offered = [call for call in calls() if offers(call.symbol)]
    text = "".join([*map(_c, offered), *(_fortran(call, offers) for call in calls() if call.fortran)])
    names = list(dict.fromkeys(call.name for call in calls() if f"CALL_{call.name})" in text))
    numbers = "".join(f"    CALL_{name},\n" for name in names)
    spelled = "".join(f'    "{name}",\n' for name in names)
    head = "".join(f'#include "{name}.h"\n' for name in ("calls", "held", "messages", "sizes"))
    return {
        "layout.h": header(),
        "calls.h": f"#pragma once\n\nenum {{\n{numbers}    CALLS\n}};\n\nextern const char* const call_names[];\n",
        "calls.c": f"{head}\nconst char* const call_names[] = {{\n{spelled}}};\n\n{text}",
    }


def _c(call: Call) -> str:
    known = {argument: argument for argument in call.arguments}
    values = {"symbol": call.symbol, "typed": call.typed, "passed": call.passed}
    return _C.format(**values, **_around(call, known, fortran=False))


def _fortran(call: Call, offers: Offers) -> str:
    """One function, and a wrapper for every name that libraries export: those of `mpif.h` and `mpi`, of `mpi_f08`, and
    of `mpi_f08` with descriptors of buffers (`f08ts`), which the trace does not look into. Large counts have names of
    their own in MPICH (`large`) and Intel MPI (`c`)."""
    low = f"mpi_{call.name.lower()}"
    names = [name for form in _FORMS[call.large] if offers(name := f"{low}{form}")]
    if not names:
        return ""
    arguments = [*(argument.lower() for argument in call.arguments), "ierror"]
    values = {
        "own": f"fortran_{call.symbol.removeprefix('MPI_')}",
        "typed": ", ".join(f"void* {argument}" for argument in arguments),
        "passed": ", ".join(arguments),
        "pointers": ", ".join("void*" for _ in arguments),
    }
    counts = {
        argument.lower() for argument, text in zip(call.arguments, call.parameters, strict=True) if "MPI_Count" in text
    }
    known = {argument: _from_fortran(argument, "MPI_Count" if argument in counts else "int") for argument in arguments}
    aliases = [(alias, f"{low}_") for alias in (low, f"{low}__", low.upper()) if f"{low}_" in names]
    return "".join(
        [
            _FORTRAN.format(**values, **_around(call, known, fortran=True)),
            *(_FORTRAN_NAME.format(exported=exported, **values) for exported in names),
            *(_ALIAS.format(alias=alias, exported=exported, **values) for alias, exported in aliases),
        ]
    )


def _from_fortran(argument: str, count: str) -> str:
    return _IN_FORTRAN.get(argument, "*({count}*){argument}").format(argument=argument, count=count)


def _around(call: Call, known: dict[str, str], *, fortran: bool) -> dict[str, str]:
    """What a wrapper does before and after the library's call. `known`: the arguments as C has them."""
    meaning = MEANINGS.get(call.name, Meaning())
    ends = re.search(r"\bhold\(|\bforget_", meaning.before)
    error = "*(int*)ierror" if fortran else "ended"
    values = {**known, "call": f"CALL_{call.name}", "error": error, "FORTRAN": "1" if fortran else "0"}
    before = [_filled(meaning.before, values)] if meaning.before else []
    if meaning.status:
        before.append(_room(meaning.status, meaning.before, fortran=fortran))
    after = _filled(meaning.after, values)
    if "other(" not in meaning.after:
        after = f"timed(since, took);\n    {_unless_failed(after, values)}"
        if fortran:  # mpi_f08 may leave it out
            before.append("int own_error = MPI_SUCCESS; if (!ierror) ierror = &own_error;")
    texts = {"before": "\n    ".join(before), "after": after}
    enter, clock = ("enter_to_end", "now_or_pause") if ends else ("enter", "now")
    made = {where: _for_fortran(text) if fortran else text for where, text in texts.items()}
    return {**made, "name": call.name, "enter": enter, "clock": clock}


def _filled(text: str, values: dict[str, str]) -> str:
    text = re.sub(r"\*\{(\w+)\}", lambda match: f"*({values[match[1]]})", text)
    return re.sub(r"\{(\w+)\}", lambda match: values[match[1]], text)


def _unless_failed(after: str, values: dict[str, str]) -> str:
    """A call that failed moved nothing and made no request. Calls that end requests look at the error themselves, and
    what was too long for its room has come all the same."""
    if after.startswith("finish("):
        return after
    error = values["error"]
    came = f"has_come({error})" if after.startswith(("received(", "sent_and_received(")) else f"{error} == MPI_SUCCESS"
    return f"if ({came}) {{ {after} }} else other({values['call']}, took);"


def _for_fortran(text: str) -> str:
    text = text.replace("*(FORTRAN_MESSAGE)", "MESSAGE_F(*(int*)message)")
    if "FORTRAN_REQUESTS" in text:
        text = re.sub(rf"\b({_WITH_REQUESTS})\(", r"\1_f(", text)
        text = re.sub(r"FORTRAN_REQUESTS\((\w+)\)", r"(const int*)\1", text)
    return text.replace("SUM_W(", "SUM_W_F(")


def _room(status: str, before: str, *, fortran: bool) -> str:
    """A place for statuses that the program ignores: a trace wants them."""
    if "held" in before:
        return f"{status} = {'room_for_f' if fortran else 'room_for'}(&held, {status});"
    ignored = f"!status_f({status})" if fortran else f"{status} == MPI_STATUS_IGNORE"
    return f"MPI_Status own_status; if ({ignored}) {status} = &own_status;"


def coverage() -> str:
    """The page that says what becomes of each call."""
    kinds: dict[str, list[str]] = {
        kind: [] for kind in ("messages", "one-sided", "collectives", "requests", "by name and time alone")
    }
    plain = [call for call in calls() if not call.large]
    with_large = {call.name for call in calls() if call.large}
    for call in plain:
        marks = ("c" if call.name in with_large else "") + ("" if call.fortran else "C")
        kinds[_kind(call.name)].append(f"`{call.name}`" + (f" ({marks})" if marks else ""))
    lines = ["# The calls that a trace counts", "", f"{len(plain)} calls of MPI, from the standard's own description. "
             "`(c)`: also with large counts, `MPI_X_c`.", "`(C)`: in C alone, because a Fortran wrapper would have to "
             "pass text or functions.", "What is not here is passed by and not counted.", ""]  # fmt: skip
    for kind, names in kinds.items():
        lines += [f"## Counted: {kind}" if kind[:2] != "by" else f"## Counted {kind}", "", ", ".join(names), ""]
    return "\n".join(lines)


def _kind(name: str) -> str:
    after = MEANINGS[name].after if name in MEANINGS else ""
    if "collective" in after:
        return "collectives"
    if name in ONE_SIDED:
        return "one-sided"
    if after.startswith(("sent", "received", "posted", "prepared(")):
        return "messages"
    if after.startswith(("finish", "started")) or name == "Request_free":
        return "requests"
    return "by name and time alone"


TRACE = MpiPreload("trace", Path(__file__).parent, written)
