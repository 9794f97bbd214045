"""`program`: the small real programs that ship with rankwise, built for an MPI and run with one or several."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rankwise.core import process
from rankwise.core.errors import MeasurementFailed, UsageError
from rankwise.core.records import Launch, LaunchSpec, Mpi, Place, Plan, Programmed, ProgramResult
from rankwise.measure.build import program_for
from rankwise.measure.provenance import new_run
from rankwise.measure.watcher import Watcher
from rankwise.mpis import catalog
from rankwise.placement.making import choose_mpis
from rankwise.placement.where import HERE
from rankwise.programs.table import PROGRAMS, Row, find
from rankwise.programs.text import result_of
from rankwise.store import Store, recorded

_WRONG: Final = 4
_USAGE: Final = 2
_LIMIT_S: Final = 3600.0


@dataclass(frozen=True)
class ProgramOptions:
    """What a user may ask: a program by its name, its arguments, MPIs by name or `all`, and a number of ranks (0: one
    for each core)."""

    program: str
    arguments: tuple[str, ...] = ()
    mpi: str = ""
    ranks: int = 0
    out: Path = Path("rankwise-results")
    settings: dict[str, str] = field(default_factory=dict)


def programs() -> tuple[Row, ...]:
    """All programs."""
    return tuple(PROGRAMS.values())


def program_path(name: str, mpi: str = "") -> Path:
    """The executable of a program for an MPI, built where there is none. Raises UsageError for an unknown name,
    EnvironmentProblem where it cannot be built."""
    return program_for(catalog.find(mpi) if mpi else choose_mpis("")[0][0], find(name).source)


@process.guarded()
def run_program(options: ProgramOptions, watcher: Watcher | None = None) -> Programmed:
    """Runs a program with each MPI that is named, and stores the run, kind `program`. Ctrl-C keeps the results of the
    MPIs before.

    Raises UsageError for an unknown program and for what the program itself refuses, EnvironmentProblem where it cannot
    be built, MeasurementFailed where it ended well with no MPI.
    """
    watcher = watcher or Watcher()
    row = find(options.program)
    mpis, left_out = choose_mpis(options.mpi)
    ranks = options.ranks or max(row.least_ranks, len(HERE.placement().endpoints))
    plan = Plan(name=f"program {row.name}", endpoints=(), cells=())
    run = new_run(
        "program", plan, {mpi.name: mpi for mpi in mpis}, {"program": " ".join([row.name, *options.arguments])}
    )
    results: list[ProgramResult] = []
    interrupted = False
    with Store.of(options.out) as store, recorded(store, run) as recording:
        recording.note(warnings=tuple(left_out))
        try:
            for mpi in mpis:
                watcher.phase(f"building {row.name} for {mpi.name}")
                program_for(mpi, row.source)
                watcher.phase(f"{row.name} on {ranks} ranks of {mpi.name}")
                results.append(_once(row, mpi, ranks, options.arguments))
        except KeyboardInterrupt:
            interrupted = True
        if not any(result.figure is not None for result in results):
            if interrupted:
                raise KeyboardInterrupt
            if not any(result.check for result in results):
                raise MeasurementFailed("program-failed", f"{row.name}: {results[0].error}", "its words are above")
        ended = recording.ended(interrupted=interrupted, failed=not all(result.right for result in results))
        return recording.keep(
            Programmed(run=ended, program=row.name, arguments=options.arguments, results=tuple(results))
        )


def launch_of(name: str, mpi: Mpi, ranks: int, arguments: Sequence[str] = ()) -> Launch:
    """How an MPI starts a program on this machine, ranks placed as it does by itself; the program is built where it is
    not there."""
    place = Place(host=None, program=str(program_for(mpi, find(name).source)), args=tuple(arguments))
    return catalog.launcher_for(mpi).command(mpi, LaunchSpec(places=(place,) * ranks, bind=False))


def _once(row: Row, mpi: Mpi, ranks: int, arguments: Sequence[str]) -> ProgramResult:
    launch = launch_of(row.name, mpi, ranks, arguments)
    begin_s = time.monotonic()
    done = process.run(launch.argv, timeout_s=_LIMIT_S, env=launch.env)
    took_s = time.monotonic() - begin_s
    result = result_of(done.stdout, mpi.name, took_s)
    if result is not None and done.returncode in (0, _WRONG):
        return result
    refused = [line for line in done.stderr.splitlines() if line.startswith(f"{row.name}: ")]
    if refused and done.returncode == _USAGE:
        raise UsageError("bad-arguments", refused[0], f"`rankwise program show {row.name}` lists what it takes")
    return ProgramResult(mpi=mpi.name, ranks=ranks, took_s=took_s, error=refused[0] if refused else done.describe())
