"""The wrappers of the library for device buffers, written from the MPI standard's own description.

`BUFFERS` says of each call which of its buffers it reads and writes, as C that puts host memory in their place. A call
that is not there and takes a buffer refuses device memory and names itself.
"""

from __future__ import annotations

import re

from device_call_buffers import BUFFERS
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
NO_DESCRIPTION = {
    "Init": "int MPI_Init(int* argc, char*** argv)",
    "Init_thread": "int MPI_Init_thread(int* argc, char*** argv, int required, int* provided)",
    "Finalize": "int MPI_Finalize(void)",
    "Request_get_status_any": "int MPI_Request_get_status_any(int count, REQUEST_READ array_of_requests[], "
    "int* indx, int* flag, MPI_Status* status)",
    "Request_get_status_some": "int MPI_Request_get_status_some(int incount, REQUEST_READ array_of_requests[], "
    "int* outcount, int array_of_indices[], MPI_Status array_of_statuses[])",
    "Request_get_status_all": "int MPI_Request_get_status_all(int count, REQUEST_READ array_of_requests[], "
    "int* flag, MPI_Status array_of_statuses[])",
}  # what `calls` leaves to others

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


def _under_way(name: str, count: str, requests: str, arguments: list[str]) -> str:
    """What a completing call does about messages that are announced, before the library's own call."""
    if name in ("Wait", "Waitall"):
        return f"    await_large({count}, {requests});\n"
    asked = f"    if (!all_may_complete({count}, {requests}))"
    if name in ("Test", "Testall"):
        return f"{asked} {{\n        *flag = 0;\n        return MPI_SUCCESS;\n    }}\n"
    asked = f"{asked[:-1]} || persistent_here({count}, {requests}) >= 0)"
    waits = int(name.startswith("Wait"))
    if "outcount" in arguments:
        found = f"outcount, array_of_indices, NULL, {arguments[-1]}"
        return f"{asked} return some_of({waits}, {count}, {requests}, {found});\n"
    index = "indx" if "indx" in arguments else "index"
    found = "flag" if "flag" in arguments else "&(int){0}"
    return f"{asked} return some_of({waits}, {count}, {requests}, NULL, {index}, {found}, status);\n"


def _large(name: str, symbol: str) -> str:
    """What a call does before all else where its message may be, or is to be, announced."""
    values = {"name": f'"{symbol}"', "c": "_c" if symbol.endswith("_c") else ""}
    plain = name.removesuffix("_c")
    if plain in LARGE_SENDS:
        body = LARGE_SENDS[plain].format(**values)
        return f"    if (announces(buf, count, datatype, dest, comm)) {body}\n"
    if plain not in LARGE_RECEIVES:
        return ""
    counts = "recvcount, recvtype" if plain.endswith("endrecv") else "count, datatype"
    test = f"watches_for({counts}, {'0' if plain.endswith('mrecv') or plain == 'Mrecv' else 'source'})"
    if plain.endswith("replace"):
        test += " && can_pack(count, datatype)"
    if plain == "Sendrecv":
        test += " || announces(sendbuf, sendcount, sendtype, dest, comm)"
    body = LARGE_RECEIVES[plain].format(**values)
    own = "        MPI_Request own;\n" if "&own" in body else ""
    return f"    if ({test}) {{\n{own}        {body}\n    }}\n"


def _body(name: str, symbol: str, parameters: list[str], arguments: list[str]) -> str:
    passed = ", ".join(arguments)
    if name in OTHERS:
        return OTHERS[name].replace("{passed}", passed)
    if name in WAITS:
        count, requests, statuses, number, indices = (
            re.sub(r"\bindx\b", "indx" if "indx" in arguments else "index", text) for text in WAITS[name]
        )
        single = int(statuses == "status")
        # After an error, those of all requests that became null are over.
        at = indices if indices == "NULL" else f"ended_well ? {indices} : NULL"
        return f"""    if (!any_outstanding()) return next({passed});
{_under_way(name, count, requests, arguments)}    Held held;
    hold(&held, {count}, {requests});
    {statuses} = statuses_for(&held, {statuses});
    const int ended = next({passed});
    const int ended_well = ended == MPI_SUCCESS || ended == MPI_ERR_IN_STATUS;
    return completed(&held, ended, ended_well ? {number} : {count}, {at}, {requests}, {statuses}, {single});"""
    refusals = "".join(
        f'    if (is_device({buffer})) return refused("{symbol}", "{buffer}", "{_reason(name)}");\n'
        for buffer in _buffers(parameters)
    )
    if kind_of(name, parameters) == "refused":
        return f"    if (!device_possible()) return next({passed});\n{refusals}    return next({passed});"
    uses = BUFFERS[base(name)]
    sized = SIZED.match(base(name))
    by = f", .sized = {SIZED_BY.get(sized[0], 'BY_MESSAGE')}" if sized else ""
    lines = [
        f"{_large(name, symbol)}    if (!device_possible()) return next({passed});",
        f'    Stage stage = {{.call = "{symbol}"{by}}};',
    ]
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
    for name, procedure in [*calls(), *((name, None) for name in NO_DESCRIPTION)]:
        for prototype in c_prototypes(procedure) if procedure else [NO_DESCRIPTION[name]]:
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
