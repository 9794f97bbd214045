"""A program of its own, started as the ranks of a small job: says what the library in it does.

`effect_probe.py LIBRARY ABI QUESTIONS`: QUESTIONS is JSON with `calls` (collective, bytes as the kernels count them),
`variables` (names for MPI_T, or of Intel's manual) and `folder`. Every rank writes lines [what, value] into a file
there that is called like its number: for each call 0 when the right bytes came back, `wrong` when others did, else the
error code; values of the variables; the files that are mapped; bytes of an array that lie in huge pages; its
number and the CPUs that it may run on. It imports nothing of rankwise.
"""

from __future__ import annotations

import ctypes as c
import json
import os
import sys
from typing import Any

# Handles are integers in MPICH's ABI and addresses of objects in Open MPI's.
_MPICH = {"world": 0x44000000, "byte": 0x4C00010D, "int": 0x4C000405, "sum": 0x58000003, "return": 0x54000001}
_OPENMPI = {
    "world": "ompi_mpi_comm_world",
    "byte": "ompi_mpi_byte",
    "int": "ompi_mpi_int",
    "sum": "ompi_mpi_op_sum",
    "return": "ompi_mpi_errors_return",
}
_INT = 4
_ARRAY_BYTES = 16 << 20


class TrialLaunch:
    """The library, its handles, this rank."""

    def __init__(self, library: str, abi: str) -> None:
        self.mpi = c.CDLL(library, mode=c.RTLD_GLOBAL)
        self.openmpi = abi == "openmpi"
        self.rank = self.ranks = 0

    def begin(self) -> None:
        """MPI_Init; errors come back as codes."""
        self.mpi.MPI_Init(None, None)
        rank, ranks = c.c_int(), c.c_int()
        self.mpi.MPI_Comm_set_errhandler(self.handle("world"), self.handle("return"))
        self.mpi.MPI_Comm_rank(self.handle("world"), c.byref(rank))
        self.mpi.MPI_Comm_size(self.handle("world"), c.byref(ranks))
        self.rank, self.ranks = rank.value, ranks.value

    def handle(self, name: str) -> Any:
        """A predefined handle as the library's functions take it."""
        if self.openmpi:
            return c.c_void_p(c.addressof(c.c_char.in_dll(self.mpi, _OPENMPI[name])))
        return c.c_int(_MPICH[name])

    def call(self, collective: str, size: int) -> int | str:
        """What became of one collective."""
        call = _CALLS[collective]
        code, expected, got = call(self, size)
        if code:
            return int(code)
        return 0 if got == expected else "wrong"

    def variables(self, names: list[str]) -> dict[str, str | None]:
        """What MPI_T, or a library of rankwise's own, says that variables are now; None for one that is not known."""
        provided = c.c_int()
        if not names or self.mpi.MPI_T_init_thread(0, c.byref(provided)):
            return {name: _of_device_buffers(name) for name in names}
        places = {name: self._place(name) for name in names}
        if None in places.values():
            places = {**places, **self._aliases([name for name, place in places.items() if place is None])}
        return {
            name: _of_device_buffers(name) if place is None else self._value(place) for name, place in places.items()
        }

    def _place(self, name: str) -> int | None:
        index = c.c_int()
        return None if self.mpi.MPI_T_cvar_get_index(name.encode(), c.byref(index)) else index.value

    def _aliases(self, names: list[str]) -> dict[str, int]:
        """Intel MPI keeps the names of its manual in the descriptions."""
        count = c.c_int()
        self.mpi.MPI_T_cvar_get_num(c.byref(count))
        values = {index: self._info(index)[1] for index in range(count.value)}
        aliases = {
            words.partition("@Alias:#")[2].split()[0]: index for index, words in values.items() if "@Alias:#" in words
        }
        return {name: aliases[name] for name in names if name in aliases}

    def _info(self, index: int) -> tuple[int, str]:
        """The datatype's handle, and the description."""
        level, bind, scope, kind, choices = c.c_int(), c.c_int(), c.c_int(), c.c_longlong(), c.c_longlong()
        name, words = c.create_string_buffer(4096), c.create_string_buffer(65536)
        lengths = c.c_int(4096), c.c_int(65536)
        numbers = map(c.byref, (level, kind, choices))
        rest = map(c.byref, (lengths[1], bind, scope))
        given = (index, name, c.byref(lengths[0]), *numbers, words, *rest)
        failed = self.mpi.MPI_T_cvar_get_info(*given)
        return (0, "") if failed else (kind.value, words.value.decode(errors="replace"))

    def _value(self, index: int) -> str | None:
        kind, _ = self._info(index)
        handle, items = c.c_void_p(), c.c_int()
        if not kind or self.mpi.MPI_T_cvar_handle_alloc(index, None, c.byref(handle), c.byref(items)):
            return None
        room = c.create_string_buffer(max(items.value, 8) * 8)
        if self.mpi.MPI_T_cvar_read(handle, room):
            return None
        return self._text(kind, room, items.value)

    def _text(self, kind: int, room: Any, items: int) -> str:
        if items > 1:
            return str(room.value.decode(errors="replace"))
        size = c.c_int()
        datatype = c.c_void_p(kind) if self.openmpi else c.c_int(kind & 0xFFFFFFFF)
        self.mpi.MPI_Type_size(datatype, c.byref(size))
        if size.value == 1:
            return str(room.value.decode(errors="replace"))
        return str(int.from_bytes(room.raw[: size.value], sys.byteorder, signed=True))


def _of_device_buffers(name: str) -> str | None:
    """What the library for device buffers uses, where it is preloaded and has the setting."""
    try:
        ask = c.CDLL(None).rankwise_device_buffers_setting
    except AttributeError:
        return None
    ask.restype = c.c_int64
    answer = ask(name.encode())
    return None if answer < 0 else str(answer)


def _pattern(rank: int, size: int) -> bytes:
    return bytes((rank * 7 + at) % 251 for at in range(min(size, 251))) * (size // 251 + 1)


def _of(rank: int, size: int) -> bytes:
    return _pattern(rank, size)[:size]


def _bcast(w: TrialLaunch, size: int) -> tuple[int, bytes, bytes]:
    buffer = c.create_string_buffer(_of(0, size) if w.rank == 0 else b"\xff" * size, size or 1)
    code = w.mpi.MPI_Bcast(buffer, size, w.handle("byte"), 0, w.handle("world"))
    return code, _of(0, size), buffer.raw[:size]


def _barrier(w: TrialLaunch, _size: int) -> tuple[int, bytes, bytes]:
    # A barrier that does nothing cannot be told from one that does, but for its code.
    return w.mpi.MPI_Barrier(w.handle("world")), b"", b""


def _gathered(w: TrialLaunch, size: int, name: str) -> tuple[int, bytes, bytes]:
    send = c.create_string_buffer(_of(w.rank, size), size or 1)
    every = c.create_string_buffer(b"\xff" * (size * w.ranks), size * w.ranks or 1)
    expected = b"".join(_of(rank, size) for rank in range(w.ranks))
    byte, world = w.handle("byte"), w.handle("world")
    counts = (c.c_int * w.ranks)(*[size] * w.ranks)
    offsets = (c.c_int * w.ranks)(*[rank * size for rank in range(w.ranks)])
    if name == "allgather":
        code = w.mpi.MPI_Allgather(send, size, byte, every, size, byte, world)
    elif name == "allgatherv":
        code = w.mpi.MPI_Allgatherv(send, size, byte, every, counts, offsets, byte, world)
    elif name == "gather":
        code = w.mpi.MPI_Gather(send, size, byte, every, size, byte, 0, world)
    else:
        code = w.mpi.MPI_Gatherv(send, size, byte, every, counts, offsets, byte, 0, world)
    at_all = name.startswith("all") or w.rank == 0
    return code, expected if at_all else b"", every.raw[: size * w.ranks] if at_all else b""


def _scattered(w: TrialLaunch, size: int, name: str) -> tuple[int, bytes, bytes]:
    parts = b"".join(_of(w.rank * 3 + part, size) for part in range(w.ranks))
    send = c.create_string_buffer(parts, size * w.ranks or 1)
    room = size * (w.ranks if name.startswith("all") else 1)
    received = c.create_string_buffer(b"\xff" * room, room or 1)
    byte, world = w.handle("byte"), w.handle("world")
    counts = (c.c_int * w.ranks)(*[size] * w.ranks)
    offsets = (c.c_int * w.ranks)(*[rank * size for rank in range(w.ranks)])
    if name == "alltoall":
        code = w.mpi.MPI_Alltoall(send, size, byte, received, size, byte, world)
    elif name == "alltoallv":
        code = w.mpi.MPI_Alltoallv(send, counts, offsets, byte, received, counts, offsets, byte, world)
    elif name == "scatter":
        code = w.mpi.MPI_Scatter(send, size, byte, received, size, byte, 0, world)
    else:
        code = w.mpi.MPI_Scatterv(send, counts, offsets, byte, received, size, byte, 0, world)
    sources = range(w.ranks) if name.startswith("all") else [0]
    return code, b"".join(_of(rank * 3 + w.rank, size) for rank in sources), received.raw[:room]


def _reduced(w: TrialLaunch, size: int, name: str) -> tuple[int, bytes, bytes]:
    count = max(size // _INT, 1)
    total = count * (w.ranks if name == "reduce_scatter_block" else 1)
    send = (c.c_int * total)(*[at + w.rank for at in range(total)])
    received = (c.c_int * total)(*[-1] * total)
    world, kind, plus = w.handle("world"), w.handle("int"), w.handle("sum")
    first, kept, ranks = 0, count, range(w.ranks)
    if name == "reduce_scatter":
        shares = [count // w.ranks + (rank < count % w.ranks) for rank in range(w.ranks)]
        first, kept = sum(shares[: w.rank]), shares[w.rank]
        code = w.mpi.MPI_Reduce_scatter(send, received, (c.c_int * w.ranks)(*shares), kind, plus, world)
    elif name == "reduce_scatter_block":
        first = count * w.rank
        code = w.mpi.MPI_Reduce_scatter_block(send, received, count, kind, plus, world)
    elif name == "reduce":
        kept = count if w.rank == 0 else 0
        code = w.mpi.MPI_Reduce(send, received, count, kind, plus, 0, world)
    elif name == "allreduce":
        code = w.mpi.MPI_Allreduce(send, received, count, kind, plus, world)
    else:
        inclusive = name == "scan"
        ranks = range(w.rank + inclusive)
        kept = count if inclusive or w.rank else 0
        function = w.mpi.MPI_Scan if inclusive else w.mpi.MPI_Exscan
        code = function(send, received, count, kind, plus, world)
    expected = (c.c_int * kept)(*[sum(first + at + rank for rank in ranks) for at in range(kept)])
    return code, bytes(expected), bytes(received)[: kept * _INT]


_CALLS: dict[str, Any] = {
    "bcast": _bcast,
    "barrier": _barrier,
    **{
        name: lambda w, size, name=name: _gathered(w, size, name)
        for name in ("allgather", "allgatherv", "gather", "gatherv")
    },
    **{
        name: lambda w, size, name=name: _scattered(w, size, name)
        for name in ("alltoall", "alltoallv", "scatter", "scatterv")
    },
    **{
        name: lambda w, size, name=name: _reduced(w, size, name)
        for name in ("allreduce", "reduce", "reduce_scatter", "reduce_scatter_block", "scan", "exscan")
    },
}


def _in_huge_pages() -> int:
    """Bytes of a new array of _ARRAY_BYTES that lie in huge pages; 0 as well where the kernel does not say."""
    libc = c.CDLL(None)
    libc.malloc.restype = c.c_void_p
    before = _huge_bytes()
    array = c.c_void_p(libc.malloc(c.c_size_t(_ARRAY_BYTES)))
    c.memset(array, 1, _ARRAY_BYTES)
    gained = _huge_bytes() - before
    libc.free(array)
    return gained


def _huge_bytes() -> int:
    try:
        with open("/proc/self/smaps_rollup") as rollup:
            return sum(int(line.split()[1]) << 10 for line in rollup if line.startswith("AnonHugePages:"))
    except OSError:
        return 0


def main(library: str, abi: str, questions: str) -> None:
    """Asks all questions; a call that aborts ends the job, and what was answered before has been printed."""
    asked = json.loads(questions)
    trial_launch = TrialLaunch(library, abi)
    trial_launch.begin()

    # A file of each rank's own: a launcher loses the last words of a job that aborts.
    answers = open(f"{asked['folder']}/{trial_launch.rank}", "a", encoding="utf-8")  # noqa: SIM115

    def say(what: str, value: Any) -> None:
        answers.write(json.dumps([what, value]) + "\n")
        answers.flush()

    with open("/proc/self/maps") as maps:
        files = sorted({line.split(None, 5)[5].strip() for line in maps if ".so" in line or "/dev/shm/" in line})
    say("files", files)
    say("huge", _in_huge_pages())
    say("cpus", [trial_launch.rank, sorted(os.sched_getaffinity(0))])
    say("variables", trial_launch.variables(asked.get("variables", [])))
    for collective, size in asked.get("calls", []):
        say(f"{collective} {size}", trial_launch.call(collective, size))
        if collective != "barrier":  # a rank that goes on may end the job while another is still at this call
            trial_launch.mpi.MPI_Barrier(trial_launch.handle("world"))
    trial_launch.mpi.MPI_Finalize()
    say("end", True)


if __name__ == "__main__":
    main(*sys.argv[1:])
