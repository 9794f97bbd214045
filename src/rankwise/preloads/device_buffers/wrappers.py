"""The wrappers of the library for device buffers. A call that takes a buffer and is not in `BUFFERS` refuses device
memory and names itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rankwise.preloads.calls import Call, Offers, calls
from rankwise.preloads.device_buffers.buffers import BUFFERS
from rankwise.preloads.library import MpiPreload

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
SIZED = re.compile(r"Recv|Mrecv|Sendrecv|File_read")  # what came may be less than what was asked for: the status tells
SIZED_BY = {"File_read": "BY_FILE"}
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
    "Start": "    int ended;\n    return starting(1, request, &ended) || ended ? ended : next({passed});",
    "Startall": """    int ended;
    return starting(count, array_of_requests, &ended) || ended ? ended : next({passed});""",
    "Request_free": "    return abandons(request) ? MPI_SUCCESS : next({passed});",
    "Request_get_status": """    if (!any_outstanding()) return next({passed});
    MPI_Status own;
    if (status == MPI_STATUS_IGNORE) status = &own;
    progress(0);
    *flag = 0;
    const int ended = may_complete(request, 0) ? next({passed}) : MPI_SUCCESS;
    if (ended == MPI_SUCCESS && *flag) looked(request, status);
    return ended;""",
    "Request_get_status_any": """    if (!any_outstanding()) return next({passed});
    MPI_Status own;
    int under_way;
    if (status == MPI_STATUS_IGNORE) status = &own;
    MPI_Request* seen = without_those_under_way(count, array_of_requests, &under_way);
    const int ended = next(count, seen, indx, flag, status);
    if (ended == MPI_SUCCESS && *flag && *indx != MPI_UNDEFINED) looked(seen[*indx], status);
    else if (under_way) *flag = 0;
    free(seen);
    return ended;""",
    "Request_get_status_some": """    if (!any_outstanding()) return next({passed});
    Held held = {.count = incount};
    int under_way;
    array_of_statuses = statuses_for(&held, array_of_statuses);
    MPI_Request* seen = without_those_under_way(incount, array_of_requests, &under_way);
    const int ended = next(incount, seen, outcount, array_of_indices, array_of_statuses);
    if (ended == MPI_SUCCESS && *outcount == MPI_UNDEFINED && under_way) *outcount = 0;
    for (int at = 0; ended == MPI_SUCCESS && at < *outcount; ++at)
        looked(seen[array_of_indices[at]], &array_of_statuses[at]);
    free(seen);
    free(held.own_statuses);
    return ended;""",
    "Request_get_status_all": """    if (!any_outstanding()) return next({passed});
    Held held = {.count = count};
    *flag = 0;
    if (!all_may_complete(count, array_of_requests)) return MPI_SUCCESS;
    array_of_statuses = statuses_for(&held, array_of_statuses);
    const int ended = next({passed});
    for (int at = 0; ended == MPI_SUCCESS && *flag && at < count; ++at)
        looked(array_of_requests[at], &array_of_statuses[at]);
    free(held.own_statuses);
    return ended;""",
    "Probe": """    if (!job.announces) return next({passed});
    OWN(Iprobe, (int, int, MPI_Comm, int*, MPI_Status*));
    int flag = 0;
    return probed(own, 1, source, tag, comm, &flag, status);""",
    "Iprobe": """    if (!job.announces) return next({passed});
    return probed(next, 0, source, tag, comm, flag, status);""",
    "Mprobe": """    if (!job.announces) return next({passed});
    OWN(Improbe, (int, int, MPI_Comm, int*, MPI_Message*, MPI_Status*));
    int flag = 0;
    return mprobed(own, 1, source, tag, comm, &flag, message, status);""",
    "Improbe": """    if (!job.announces) return next({passed});
    return mprobed(next, 0, source, tag, comm, flag, message, status);""",
    "Init": """    const int ended = next({passed});
    if (ended == MPI_SUCCESS) agree();
    return ended;""",
    "Init_thread": """    const int ended = next({passed});
    if (ended == MPI_SUCCESS) agree();
    return ended;""",
    "Type_free": "    forget_shape(*datatype);\n    return next({passed});",
    "Finalize": """    mpi_was_called = 1;
    if (any_outstanding()) end_abandoned(1);
    if (job.announces) end_pieces();
    return next({passed});""",
}
_LOOKED_AT = "REQUEST_READ array_of_requests[]"
_MORE = (  # calls that the table leaves to others
    Call("MPI_Init", ("int* argc", "char*** argv"), fortran=False),
    Call("MPI_Init_thread", ("int* argc", "char*** argv", "int required", "int* provided"), fortran=False),
    Call("MPI_Finalize", (), fortran=False),
    Call(
        "MPI_Request_get_status_any",
        ("int count", _LOOKED_AT, "int* indx", "int* flag", "MPI_Status* status"),
        fortran=False,
    ),
    Call(
        "MPI_Request_get_status_some",
        ("int incount", _LOOKED_AT, "int* outcount", "int array_of_indices[]", "MPI_Status array_of_statuses[]"),
        fortran=False,
    ),
    Call(
        "MPI_Request_get_status_all",
        ("int count", _LOOKED_AT, "int* flag", "MPI_Status array_of_statuses[]"),
        fortran=False,
    ),
)

# Sends that may be announced, and receives that an announced message may match: what comes before the usual wrapper.
_RECEIVE = "buf, count, datatype, source, tag, comm"
LARGE_SENDS = {
    "Send": "return announced_send({name}, buf, count, datatype, dest, tag, comm);",
    "Isend": "return announced_isend({name}, buf, count, datatype, dest, tag, comm, request);",
    "Send_init": "return announced_send_init({name}, buf, count, datatype, dest, tag, comm, request);",
}
LARGE_RECEIVES = {
    "Recv": f"return waited(watched_irecv({{name}}, {_RECEIVE}, &own), &own, status);",
    "Irecv": f"return watched_irecv({{name}}, {_RECEIVE}, request);",
    "Recv_init": f"return watched_recv_init({{name}}, {_RECEIVE}, request);",
    "Mrecv": "return waited(watched_imrecv({name}, buf, count, datatype, message, &own), &own, status);",
    "Imrecv": "return watched_imrecv({name}, buf, count, datatype, message, request);",
    "Sendrecv": """int ended = watched_irecv({name}, recvbuf, recvcount, recvtype, source, recvtag, comm, &own);
        if (ended == MPI_SUCCESS) ended = MPI_Send{c}(sendbuf, sendcount, sendtype, dest, sendtag, comm);
        return waited(ended, &own, status);""",
    "Isendrecv": """const int ended = send_copy(sendbuf, sendcount, sendtype, dest, sendtag, comm);
        if (ended != MPI_SUCCESS) return ended;
        return watched_irecv({name}, recvbuf, recvcount, recvtype, source, recvtag, comm, request);""",
    "Sendrecv_replace": """int ended = send_copy(buf, count, datatype, dest, sendtag, comm);
        if (ended == MPI_SUCCESS) ended = watched_irecv({name}, buf, count, datatype, source, recvtag, comm, &own);
        return waited(ended, &own, status);""",
    "Isendrecv_replace": """const int ended = send_copy(buf, count, datatype, dest, sendtag, comm);
        if (ended != MPI_SUCCESS) return ended;
        return watched_irecv({name}, buf, count, datatype, source, recvtag, comm, request);""",
}


_UNITS = ("announce", "early", "large", "node", "pending", "progress", "ways")
_WRAPPER = """\
static int run_{symbol}(int (*next)({typed}){more}) {{
{body}
}}
{entries}
"""
_ENTRY = """\
EXPORTED int {entry}({typed}) {{
    static int (*kept)({typed});
    return run_{symbol}(KEPT(kept, next_of("{entry}")){passed});
}}
"""


def written(offers: Offers) -> dict[str, str]:
    """The wrappers of every call that an MPI offers, under MPI_ and PMPI_ names."""
    offered = [call for call in (*calls(), *_MORE) if offers(call.symbol) and kind_of(call)]
    head = "".join(f'#include "{name}.h"\n' for name in _UNITS)
    return {"calls.c": f"{head}\n{''.join(map(_wrapper, offered))}"}


def _wrapper(call: Call) -> str:
    more, passed = (", ".join(["", *parts]) for parts in (call.parameters, call.arguments))
    values = {"symbol": call.symbol, "typed": call.typed}
    entries = "".join(_ENTRY.format(entry=f"{p}{call.symbol}", passed=passed, **values) for p in ("", "P"))
    return _WRAPPER.format(more=more, body=_body(call), entries=entries, **values)


def base(name: str) -> str:
    """The blocking call that a nonblocking or persistent one is like."""
    plain = re.sub(r"^File_i", "File_", name).removesuffix("_init")
    return plain[1:].capitalize() if re.match(r"I[a-z]", plain) and plain[1:].capitalize() in BUFFERS else plain


def kind_of(call: Call) -> str:
    """`staged`, `completes`, `refused`, or empty for a call that device memory does not concern."""
    if call.name in WAITS or call.name in OTHERS:
        return "completes"
    if not _buffers(call) or call.name in NO_BUFFERS:
        return ""
    return "staged" if base(call.name) in BUFFERS else "refused"


def _buffers(call: Call) -> list[str]:
    names = [match[1] for part in call.parameters if (match := BUFFER.search(part))]
    return [name for name in names if name in BUFFERS_OF_CALLS]


def _reason(name: str) -> str:
    return next(reason for start, reason in REASONS.items() if name == start or (
        start.endswith("_") and name.startswith(start)) or not start)  # fmt: skip


def _body(call: Call) -> str:
    if call.name in OTHERS:
        return OTHERS[call.name].replace("{passed}", call.passed)
    if call.name in WAITS:
        return _completes(call)
    lines = _staged(call) if kind_of(call) == "staged" else _refused(call)
    return "\n".join(f"    {line}" for line in lines)


def _refused(call: Call) -> Iterator[str]:
    yield f"if (!device_possible()) return next({call.passed});"
    for buffer in _buffers(call):
        yield f'if (is_device({buffer})) return refused("{call.symbol}", "{buffer}", "{_reason(call.name)}");'
    yield f"return next({call.passed});"


def _staged(call: Call) -> Iterator[str]:
    sized = SIZED.match(base(call.name))
    by = f", .sized = {SIZED_BY.get(sized[0], 'BY_MESSAGE')}" if sized else ""
    yield from _large(call)
    yield f"if (!device_possible()) return next({call.passed});"
    yield f'Stage stage = {{.call = "{call.symbol}"{by}}};'
    for use in BUFFERS[base(call.name)]:
        yield use.code()
    yield "if (abandoned) end_abandoned(0);"
    yield f"if (!stage.parts) return next({call.passed});"
    if call.name.endswith("_init"):
        yield f"return made(&stage, next({call.passed}), request, 1);"
        return
    yield "fetch(&stage);"
    if "request" in call.arguments:
        yield f"return made(&stage, next({call.passed}), request, 0);"
        return
    if "status" in call.arguments:
        yield "MPI_Status own;"
        yield "if (status == MPI_STATUS_IGNORE) status = &own;"
    yield f"return done(&stage, next({call.passed}), {'status' if 'status' in call.arguments else 'NULL'});"


def _large(call: Call) -> Iterator[str]:
    """What a call does before all else where its message may be, or is to be, announced."""
    name = call.name
    values = {"name": f'"{call.symbol}"', "c": "_c" if call.large else ""}
    if name in LARGE_SENDS:
        yield f"if (announces(buf, count, datatype, dest, comm)) {LARGE_SENDS[name].format(**values)}"
    if name not in LARGE_RECEIVES:
        return
    counts = "recvcount, recvtype" if name.endswith("endrecv") else "count, datatype"
    test = f"watches_for({counts}, {'0' if name.endswith('mrecv') or name == 'Mrecv' else 'source'})"
    if name.endswith("replace"):
        test += " && can_pack(count, datatype)"
    if name == "Sendrecv":
        test += " || announces(sendbuf, sendcount, sendtype, dest, comm)"
    body = LARGE_RECEIVES[name].format(**values)
    own = "    MPI_Request own;\n    " if "&own" in body else ""
    yield f"if ({test}) {{\n    {own}    {body}\n    }}"


def _completes(call: Call) -> str:
    index = "indx" if "indx" in call.arguments else "index"
    count, requests, statuses, number, indices = (re.sub(r"\bindx\b", index, text) for text in WAITS[call.name])
    # After an error, those of all requests that became null are over.
    at = indices if indices == "NULL" else f"ended_well ? {indices} : NULL"
    completed = f"{at}, {requests}, {statuses}, {int(statuses == 'status')}"
    return f"""    if (!any_outstanding()) return next({call.passed});
{_under_way(call, count, requests, index)}    Held held;
    hold(&held, {count}, {requests});
    {statuses} = statuses_for(&held, {statuses});
    const int ended = next({call.passed});
    const int ended_well = ended == MPI_SUCCESS || ended == MPI_ERR_IN_STATUS;
    return completed(&held, ended, ended_well ? {number} : {count}, {completed});"""


def _under_way(call: Call, count: str, requests: str, index: str) -> str:
    """What a completing call does about messages that are announced, before the library's own call."""
    if call.name in ("Wait", "Waitall"):
        return f"    await_large({count}, {requests});\n"
    asked = f"    if (!all_may_complete({count}, {requests}))"
    if call.name in ("Test", "Testall"):
        return f"{asked} {{\n        *flag = 0;\n        return MPI_SUCCESS;\n    }}\n"
    asked = f"{asked[:-1]} || persistent_here({count}, {requests}) >= 0)"
    waits = int(call.name.startswith("Wait"))
    if "outcount" in call.arguments:
        places = f"outcount, array_of_indices, NULL, {call.arguments[-1]}"
        return f"{asked} return some_of({waits}, {count}, {requests}, {places});\n"
    flag = "flag" if "flag" in call.arguments else "&(int){0}"
    return f"{asked} return some_of({waits}, {count}, {requests}, NULL, {index}, {flag}, status);\n"


def coverage() -> str:
    """The page that says what each call does with a device pointer."""
    kinds: dict[str, list[str]] = {"staged": [], "completes": [], "refused": []}
    with_large = {call.name for call in calls() if call.large}
    for call in calls():
        if not call.large and (kind := kind_of(call)):
            name = f"`{call.name}`" + (" (c)" if call.name in with_large else "")
            kinds[kind].append(name if kind != "refused" else f"| {name} | {_reason(call.name)} |")
    return "\n".join(
        [
            "# Calls that take device pointers",
            "",
            "What `rankwise run --device-buffers` does with each call of MPI that has a buffer "
            "([guide](../../docs/gpu.md)). `(c)`: also with large counts, `MPI_X_c`. Calls that are not listed have "
            "no buffer.",
            "",
            f"## Staged: {len(kinds['staged'])} calls",
            "",
            ", ".join(kinds["staged"]),
            "",
            "## Followed, because they find, start, complete or free what is staged",
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


DEVICE_BUFFERS = MpiPreload("device buffers", Path(__file__).parent, written)
