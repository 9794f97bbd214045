"""Jobs that are to be improved, as candidates see them."""

from __future__ import annotations

import time
from dataclasses import replace as replace_options
from pathlib import Path

from msgspec.structs import replace

from builders.runs import mpi
from builders.traces import a_trace, sent
from rankwise.cluster.plan import read_plan
from rankwise.cluster.plan_map import to_map
from rankwise.diagnoses.records import ProbedRank
from rankwise.experiment.programs import RunOptions
from rankwise.measure.watcher import Watcher
from rankwise.model.records import Map
from rankwise.tracing.records import Trace
from rankwise.tuning.changes import ChangeMaker
from rankwise.tuning.program_judge import ProgramJudge
from rankwise.verbs.improve.case import Case, ImproveOptions

PHI = Path(__file__).parents[2] / "examples/phi-cluster.toml"


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
    judge = ProgramJudge(ChangeMaker(mpi("mpich"), folder), RunOptions(argv=argv, out=folder), Watcher(), 1.0)
    ranks = tuple(
        ProbedRank(number=number, world=len(hosts), host=host, boot_id="", pid=number, cpus=cpus, threads=threads)
        for number, host in enumerate(hosts)
    )
    trace = a_trace({0: (sent("Send", 8, 1, 1),), 1: ()}, world=2) if traced else None
    return Case(ImproveOptions(argv=argv), mpi("mpich"), judge, ranks, trace, 0.5, time.monotonic() + 10.0)


def phi(*names: str) -> Map:
    """The declared map as `improve` measures it: endpoints on these hosts, a second one of a host under another id."""
    whole = to_map(read_plan(PHI))
    known = {endpoint.id: replace(endpoint, address=endpoint.id) for endpoint in whole.endpoints}
    once = tuple(dict.fromkeys(names))
    again = tuple(replace(known[name], id=f"{name}#1") for name in once if names.count(name) > 1)
    return replace(whole, endpoints=(*(known[name] for name in once), *again), paths=tuple(
        path for path in whole.paths if path.source in once and path.target in once
    ))  # fmt: skip


def on_phi(folder: Path, hosts: tuple[str, ...], trace: Trace, relays: tuple[str, ...] = ()) -> Case:
    """A traced job on endpoints of the published cluster, whose map is known."""
    found = case(folder, hosts)
    found.options = replace_options(found.options, relays=relays, out=folder)
    found.trace, found.share, found.machine = trace, 1.0, phi(*hosts, *relays)
    return found
