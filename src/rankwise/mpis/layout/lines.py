"""A job as launch lines of each launcher, to be tried until one gives the same seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, product

from rankwise.mpis.layout.request import Seat

Words = list[str]

_LEVELS = ("core", "hwthread", "numa", "package")


def openmpi(seats: Sequence[Seat], programs: Sequence[Words]) -> Iterator[Words]:
    """Lines of Open MPI, the plainest first."""
    wide = [[], ["--map-by", f"slot:PE={_wide(seats)}"]] if _wide(seats) > 1 else [[]]
    ways = [["--map-by", by] for by in ("slot", "node", *_LEVELS)]
    binds = [[], *(["--bind-to", level] for level in ("none", *_LEVELS))]
    for there, by, bind in product(_places(seats, "--host"), [*wide, *ways], binds):
        yield ["mpirun", *there, *by, *bind, *_parts(seats, programs)]
    if all(seat.cpus is None for seat in seats):
        for there in _places(seats, "--host"):
            yield ["mpirun", *there, "--oversubscribe", *_parts(seats, programs)]


def hydra(seats: Sequence[Seat], programs: Sequence[Words]) -> Iterator[Words]:
    """Lines of MPICH."""
    wide = [f"core:{_wide(seats)}"] if _wide(seats) > 1 else []
    binds = [[], *(["-bind-to", level] for level in ("core", "hwthread", "numa", "socket", *wide))]
    ways = [[], *(["-map-by", level] for level in ("numa", "socket", "core"))]
    for there, bind, by in product(_places(seats, "-hosts"), binds, ways):
        if bind or not by:
            yield ["mpiexec", *there, *bind, *by, *_parts(seats, programs)]
    if len({seat.host for seat in seats}) == 1 and all(seat.cpus for seat in seats):
        listed = ",".join("+".join(map(str, seat.cpus or ())) for seat in seats)
        yield ["mpiexec", "-bind-to", f"user:{listed}", *_parts(seats, programs)]


def impi(seats: Sequence[Seat], programs: Sequence[Words]) -> Iterator[Words]:
    """Lines of Intel MPI. Blocks on hosts of their own have a part each."""
    domains = ("", "0", "core", "socket", "numa", "1", *([str(_wide(seats))] if _wide(seats) > 1 else []))
    one_host = len({seat.host for seat in seats}) == 1
    for domain in domains:
        pinned = ["-genv", "I_MPI_PIN", "0"] if domain == "0" else ["-genv", "I_MPI_PIN_DOMAIN", domain]
        words = ["mpiexec", *(pinned if domain else [])]
        if one_host:
            yield [*words, *_parts(seats, programs)]
        for at, ((host, part), block) in enumerate(groupby(seats, key=lambda seat: (seat.host, seat.part))):
            words += [*([":"] if at else []), "-host", host, "-n", str(len(list(block))), *programs[part]]
        yield words
    if one_host and all(seat.cpus and len(seat.cpus) == 1 for seat in seats):
        listed = ",".join(str((seat.cpus or (0,))[0]) for seat in seats)
        yield ["mpiexec", "-genv", "I_MPI_PIN_PROCESSOR_LIST", listed, *_parts(seats, programs)]


def srun(seats: Sequence[Seat], programs: Sequence[Words]) -> Iterator[Words]:
    """Lines of Slurm for one program; with several it takes a file."""
    if len(programs) > 1:
        return
    hosts = list(dict.fromkeys(seat.host for seat in seats))
    head = ["srun", "-N", str(len(hosts)), "-n", str(len(seats))]
    head += ["-w", ",".join(hosts)] if len(hosts) > 1 else []
    per = ["--ntasks-per-node", str(max(Counter(seat.host for seat in seats).values()))]
    wide = ["-c", str(_wide(seats))] if _wide(seats) > 1 else []
    kinds = ("none", "cores", "threads", "sockets", "ldoms") if any(seat.cpus for seat in seats) else ("none",)
    for spread, kind in product(([], ["-m", "cyclic"]), kinds):
        yield [*head, *per, *wide, *spread, f"--cpu-bind={kind}", *programs[0]]


def _places(seats: Sequence[Seat], option: str) -> list[Words]:
    """No word for hosts, where one will do, and `a:2,b:3`."""
    counts = Counter(seat.host for seat in seats)
    named = [option, ",".join(f"{host}:{count}" for host, count in counts.items())]
    return [named] if len(counts) > 1 else [[], named]


def _parts(seats: Sequence[Seat], programs: Sequence[Words]) -> Words:
    counts = Counter(seat.part for seat in seats)
    words: Words = []
    for at, program in enumerate(programs):
        words += [*([":"] if at else []), "-n", str(counts[at]), *program]
    return words


def _wide(seats: Sequence[Seat]) -> int:
    """Cores of each rank, roughly; the search decides."""
    return max((len(seat.cpus or ()) for seat in seats), default=0)
