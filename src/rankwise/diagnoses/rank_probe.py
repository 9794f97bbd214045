"""A program of its own, started as the ranks of a job in the place of the user's: says what a rank really gets.

`rank_probe.py VARIABLES [LIBRARY ABI]` writes lines to standard output, each a mark and JSON: before MPI_Init, after
it, and after a second of messages. VARIABLES, with commas, are those that may state the rank. Without a library it
writes what can be known without MPI. It imports nothing of rankwise.

The messages are calls of the MPI library through ctypes, which adds about a microsecond to each. So these times are no
benchmark: findings compare them with each other alone, and ask for a factor of two and tens of microseconds.
"""

from __future__ import annotations

import contextlib
import ctypes as c
import json
import os
import re
import resource
import socket
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

MARK = "RANKWISE-RANK "
_VISIBLE = ("CUDA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "ZE_AFFINITY_MASK")
_TEMPORARY = ("OMPI_MCA_orte_tmpdir_base", "PRTE_MCA_prte_tmpdir_base", "PMIX_MCA_pmix_tmpdir_base", "TMPDIR")
# World, byte, int, sum, and the status that is not wanted: MPICH's ABI and the standard one.
_HANDLES: dict[str, tuple[Any, ...]] = {
    "mpich": (c.c_int(0x44000000), c.c_int(0x4C00010D), c.c_int(0x4C000405), c.c_int(0x58000003), c.c_void_p(1)),
    "standard": (c.c_void_p(0x101), c.c_void_p(0x247), c.c_void_p(0x209), c.c_void_p(0x21), c.c_void_p(None)),
}
_SIZES = (8, *(1 << power for power in range(6, 23)))
_LARGE = 1 << 20
_ONCE_S, _BUDGET_S, _ROUNDS, _PASSES = 2.0, 0.5, 4, 8
_MOST_PEERS, _MOST_ENDS = 64, 128


def _handles(mpi: c.CDLL, abi: str) -> tuple[Any, ...]:
    if abi in _HANDLES:
        return _HANDLES[abi]
    names = ("ompi_mpi_comm_world", "ompi_mpi_byte", "ompi_mpi_int", "ompi_mpi_op_sum")
    objects = [c.c_void_p(c.addressof(c.c_char.in_dll(mpi, name))) for name in names]
    return (*objects, c.c_void_p(None))


def _tell(facts: dict[str, Any]) -> None:
    # One write for each line: lines of ranks that share a pipe stay whole.
    os.write(1, (MARK + json.dumps(facts) + "\n").encode())


def _read(path: str | Path) -> str:
    try:
        return Path(path).read_text()
    except (OSError, ValueError):
        return ""


def _here(variables: list[str]) -> dict[str, Any]:
    threads = os.environ.get("OMP_NUM_THREADS", "").split(",")[0]
    memlock = resource.getrlimit(resource.RLIMIT_MEMLOCK)[0]
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    namespaces = {}
    for name in ("ipc", "user", "net", "pid", "mnt"):
        with contextlib.suppress(OSError):
            namespaces[name] = str(Path(f"/proc/self/ns/{name}").readlink())
    told = next((os.environ[name] for name in variables if os.environ.get(name, "").isdecimal()), "-1")
    temporary = next((os.environ[name] for name in _TEMPORARY if os.environ.get(name)), "/tmp")
    return {
        "number": int(told),
        "world": -1,
        "host": socket.gethostname(),
        "boot_id": _read("/proc/sys/kernel/random/boot_id").strip(),
        "pid": os.getpid(),
        "cpus": sorted(os.sched_getaffinity(0)),
        "threads": int(threads) if threads.isdecimal() else 0,
        "memlock_bytes": None if memlock == resource.RLIM_INFINITY else memlock,
        "open_files": None if files == resource.RLIM_INFINITY else files,
        "namespaces": namespaces,
        "visible_devices": next((f"{name}={os.environ[name]}" for name in _VISIBLE if name in os.environ), ""),
        "devices": _devices(),
        "temporary": [temporary, _file_system(temporary)],
        "resident_bytes": [_resident()],
    }


def _devices() -> int | None:
    """How many devices the driver of NVIDIA's GPUs gives to this process; None without a driver."""
    count = c.c_int()
    try:
        cuda = c.CDLL("libcuda.so.1")
        if cuda.cuInit(0) or cuda.cuDeviceGetCount(c.byref(count)):
            return 0
    except (OSError, AttributeError):
        return None
    return count.value


def _file_system(folder: str) -> str:
    """The kind of file system that a folder lies on, by the longest mount point above it."""
    real, best, kind = os.path.realpath(folder), "", ""
    for line in _read("/proc/self/mounts").splitlines():
        words = line.split()
        point = words[1].replace("\\040", " ") if len(words) > 2 else ""
        above = point in ("/", real) or real.startswith(point + "/")
        if point and above and len(point) >= len(best):
            best, kind = point, words[2]
    return kind


def _resident() -> int:
    match = re.search(r"^VmRSS:\s+(\d+) kB", _read("/proc/self/status"), re.MULTILINE)
    return int(match[1]) * 1024 if match else 0


def _sockets() -> dict[str, str]:
    """The TCP connections that this process has open: this end, and the other."""
    inodes = {link[8:-1] for link in _links() if link.startswith("socket:[")}
    sockets = {}
    for table in ("tcp", "tcp6"):
        for line in _read(f"/proc/self/net/{table}").splitlines()[1:]:
            words = line.split()
            if len(words) > 9 and words[3] == "01" and words[9] in inodes:  # 01: established
                sockets[_end(words[1])] = _end(words[2])
    return sockets


def _end(text: str) -> str:
    address, _, port = text.partition(":")
    return f"{_address(address)} {int(port, 16)}"


def _links() -> Iterator[str]:
    for entry in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            yield str(entry.readlink())


def _address(text: str) -> str:
    """An address as the kernel prints it: words of 32 bits in the machine's order."""
    words = bytes.fromhex(text)
    raw = b"".join(words[at : at + 4][:: -1 if sys.byteorder == "little" else 1] for at in range(0, len(words), 4))
    if len(raw) == 4:
        return socket.inet_ntop(socket.AF_INET, raw)
    name = socket.inet_ntop(socket.AF_INET6, raw)
    return name.removeprefix("::ffff:")


def _transports(others: set[int]) -> list[str]:
    """What this process has open to move bytes: TCP whose other end is one of `others`, memory that it shares,
    devices."""
    transports = {f"TCP {near.split()[0]}" for near, far in _sockets().items() if zlib.crc32(far.encode()) in others}
    for line in _read("/proc/self/maps").splitlines():
        words = line.split(None, 5)
        if len(words) > 5 and words[1].endswith("s") and "w" in words[1] and not words[5].startswith("/dev/inf"):
            transports.add("shared memory")
    for link in _links():
        for folder, kind in (("/dev/infiniband/uverbs", "verbs"), ("/dev/cxi", "cxi"), ("/dev/xpmem", "xpmem")):
            if link.startswith(folder):
                transports.add(kind)
    return sorted(transports)


def _sent_by_device() -> dict[str, int]:
    """Bytes that each network interface and adapter port of this place has sent since it is up."""
    sent = {}
    for file in Path("/sys/class/net").glob("*/statistics/tx_bytes"):
        sent[file.parents[1].name] = int(_read(file) or 0)
    for file in Path("/sys/class/infiniband").glob("*/ports/*/counters/port_xmit_data"):
        sent[file.parents[3].name] = 4 * int(_read(file) or 0)  # counted in words of four bytes
    return sent


class _Calls:
    """The calls of an MPI library that a rank makes here, with handles filled in."""

    def __init__(self, mpi: c.CDLL, abi: str) -> None:
        self.mpi = mpi
        self.world, self.byte, self.int, self.sum, self.no_status = _handles(mpi, abi)
        self.out, self.into = c.create_string_buffer(_SIZES[-1]), c.create_string_buffer(_SIZES[-1])
        number, size = c.c_int(), c.c_int()
        mpi.MPI_Comm_rank(self.world, c.byref(number))
        mpi.MPI_Comm_size(self.world, c.byref(size))
        self.rank, self.size = number.value, size.value

    def send(self, to: int, size: int) -> None:
        self.mpi.MPI_Send(self.out, size, self.byte, to, 7, self.world)

    def receive(self, source: int, size: int) -> None:
        self.mpi.MPI_Recv(self.into, size, self.byte, source, 7, self.world, self.no_status)

    def exchange(self, to: int, source: int) -> None:
        self.mpi.MPI_Sendrecv(
            self.out, 1, self.byte, to, 8, self.into, 1, self.byte, source, 8, self.world, self.no_status
        )

    def barrier(self) -> None:
        self.mpi.MPI_Barrier(self.world)

    def places(self) -> list[int]:
        """What stands for the machine of each rank."""
        own = zlib.crc32((_read("/proc/sys/kernel/random/boot_id") + socket.gethostname()).encode())
        mine, everyone = c.c_uint(own), (c.c_uint * self.size)()
        self.mpi.MPI_Allgather(c.byref(mine), 4, self.byte, everyone, 4, self.byte, self.world)
        return list(everyone)

    def ends(self) -> set[int]:
        """What stands for the ends of TCP connections of all ranks, of each at most so many."""
        own = [zlib.crc32(near.encode()) for near in _sockets()][:_MOST_ENDS]
        mine, everyone = (c.c_uint * _MOST_ENDS)(*own), (c.c_uint * (_MOST_ENDS * self.size))()
        size = 4 * _MOST_ENDS
        self.mpi.MPI_Allgather(mine, size, self.byte, everyone, size, self.byte, self.world)
        return set(everyone) - {0}

    def collectives(self, size: int) -> dict[str, Callable[[], object]]:
        """Calls of which one must not take longer than others together. Sizes are of what each rank gives."""
        mpi, count, world = self.mpi, max(1, size // 4), self.world
        share = size // self.size
        return {
            "allreduce": lambda: mpi.MPI_Allreduce(self.out, self.into, count, self.int, self.sum, world),
            "reduce": lambda: mpi.MPI_Reduce(self.out, self.into, count, self.int, self.sum, 0, world),
            "bcast": lambda: mpi.MPI_Bcast(self.out, size, self.byte, 0, world),
            "allgather": lambda: mpi.MPI_Allgather(self.out, share, self.byte, self.into, share, self.byte, world),
            "gather": lambda: mpi.MPI_Gather(self.out, share, self.byte, self.into, share, self.byte, 0, world),
            "barrier": self.barrier,
        }


def _curve(calls: _Calls, first: int, second: int) -> dict[str, Any]:
    """Half round trips between two ranks, the shortest of some for each size, by the first of them; and what devices
    have sent meanwhile. Sizes are visited in turn, again and again, so that no busy moment decides for one of them. The
    first says before each visit how many round trips; none is the end."""
    me, best, sent = calls.rank, dict.fromkeys(_SIZES, float("inf")), 0
    other = second if me == first else first
    begin, before = time.monotonic(), _sent_by_device()
    for turn, size in enumerate(_SIZES * _PASSES + (0,)):
        limit_s = _ONCE_S if turn < len(_SIZES) else _BUDGET_S  # every size once, also on a busy machine
        told = c.c_int(_ROUNDS if size and time.monotonic() - begin < limit_s else 0)
        if me == first:
            calls.mpi.MPI_Send(c.byref(told), 4, calls.byte, other, 6, calls.world)
        else:
            calls.mpi.MPI_Recv(c.byref(told), 4, calls.byte, other, 6, calls.world, calls.no_status)
        if told.value == 0:
            break
        for _ in range(told.value):
            start = time.perf_counter()
            if me == first:
                calls.send(other, size)
                calls.receive(other, size)
            else:
                calls.receive(other, size)
                calls.send(other, size)
            best[size] = min(best[size], time.perf_counter() - start)
        sent += 2 * told.value * size
    after = _sent_by_device()
    moved = {name: after[name] - count for name, count in before.items() if name in after and after[name] > count}
    times = [[size, time_s / 2] for size, time_s in best.items() if time_s < float("inf")]
    return {"other": other, "curve": times, "sent_bytes": sent, "moved": moved}


def _copy_s() -> float:
    """How long a copy of `_LARGE` bytes takes in this process."""
    source, target, best = c.create_string_buffer(_LARGE), c.create_string_buffer(_LARGE), float("inf")
    for _ in range(3 * _ROUNDS):
        start = time.perf_counter()
        c.memmove(target, source, _LARGE)
        best = min(best, time.perf_counter() - start)
    return best


def _measured(calls: _Calls) -> dict[str, Any]:
    """What a second of messages shows to this rank."""
    start = time.perf_counter()
    calls.barrier()
    facts: dict[str, Any] = {"first_collective_s": time.perf_counter() - start}
    start = time.perf_counter()
    peers = min(calls.size - 1, _MOST_PEERS)
    for step in range(1, peers + 1):
        calls.exchange((calls.rank + step) % calls.size, (calls.rank - step) % calls.size)
    facts["peers"] = peers
    facts["first_messages_s"] = time.perf_counter() - start
    facts["resident_bytes"] = _resident()
    places = calls.places()
    inside = next((rank for rank in range(1, calls.size) if places[rank] == places[0]), 0)
    across = next((rank for rank in range(1, calls.size) if places[rank] != places[0]), 0)
    pairs = {}
    for kind, second in (("inside", inside), ("across", across)):
        if second and calls.rank in (0, second):
            pairs[kind] = _curve(calls, 0, second)
        calls.barrier()
    if calls.rank == 0:
        facts["pairs"] = pairs
        facts["copy_s"] = _copy_s()
    facts["transports"] = _transports(calls.ends())
    facts["collectives"] = _collectives(calls)
    return facts


def _collectives(calls: _Calls) -> dict[str, float]:
    """The shortest time of some calls of each, at rank 0's clock, the ranks together again before each; by name and
    size. Rank 0 says whether there is time for one more."""
    begin = time.monotonic()
    times: dict[str, float] = {}
    go_on = c.c_int(1)
    for size in (8, 4096, 65536):
        for name, call in calls.collectives(size).items():
            go_on.value = int(time.monotonic() - begin < _ONCE_S)
            calls.mpi.MPI_Bcast(c.byref(go_on), 4, calls.byte, 0, calls.world)
            if not go_on.value:
                return times
            best = float("inf")
            for _ in range(_ROUNDS):
                calls.barrier()
                start = time.perf_counter()
                call()
                calls.barrier()
                best = min(best, time.perf_counter() - start)
            times[f"{name} {size}"] = best
    return times


def main() -> None:
    facts = _here(sys.argv[1].split(","))
    _tell(facts)
    if len(sys.argv) < 4:
        return
    begin = time.monotonic()
    c.CDLL(sys.argv[2], mode=c.RTLD_GLOBAL)
    mpi = c.CDLL(None)  # as a program finds its calls: in what was preloaded first
    mpi.MPI_Init(None, None)
    facts["init_s"] = time.monotonic() - begin
    facts["cpus"] = sorted(os.sched_getaffinity(0))  # some libraries bind in MPI_Init
    facts["resident_bytes"].append(_resident())
    calls, length = _Calls(mpi, sys.argv[3]), c.c_int()
    words = c.create_string_buffer(1 << 16)
    mpi.MPI_Get_library_version(words, c.byref(length))
    library = words.value.decode(errors="replace").splitlines()
    facts.update(number=calls.rank, world=calls.size, library=library[0][:120] if library else "")
    _tell(facts)
    if calls.size > 1:
        measured = _measured(calls)
        facts["resident_bytes"].append(measured.pop("resident_bytes"))
        _tell({**facts, **measured})
    mpi.MPI_Finalize()


if __name__ == "__main__":
    main()
