"""Jobs that are to be improved, as candidates see them."""

from __future__ import annotations

import time
from pathlib import Path

from builders.runs import mpi
from builders.traces import a_trace, sent
from rankwise.core.records import ProbedRank
from rankwise.measure.watcher import Watcher
from rankwise.tuning.carrier import Carrier
from rankwise.verbs.compare.program import ProgramOptions
from rankwise.verbs.improve.case import Case, ImproveOptions
from rankwise.verbs.tune.jury import Jury


def case(
    folder: Path,
    hosts: tuple[str, ...],
    line: str = "mpiexec -n 2 ./app",
    *,
    traced: bool = True,
    cpus: tuple[int, ...] = (),
    threads: int = 0,
) -> Case:
    """A job of these hosts, a rank on each; with nothing measured."""
    argv = tuple(line.split())
    jury = Jury(Carrier(mpi("mpich"), folder), ProgramOptions(sides=(), argv=argv, out=folder), Watcher(), 1.0)
    ranks = tuple(
        ProbedRank(number=number, world=len(hosts), host=host, boot_id="", pid=number, cpus=cpus, threads=threads)
        for number, host in enumerate(hosts)
    )
    trace = a_trace({0: (sent("Send", 8, 1, 1),), 1: ()}, world=2) if traced else None
    return Case(ImproveOptions(argv=argv), mpi("mpich"), jury, ranks, trace, 0.5, time.monotonic() + 10.0)
