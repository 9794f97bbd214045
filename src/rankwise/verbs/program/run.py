"""`program run`: a program with one MPI or several, stored with its phases."""

from __future__ import annotations

import os
import socket
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem, MeasurementFailed, UsageError
from rankwise.core.records import Cell, CellResult, Endpoint, Launch, Mpi, Plan, Stop, Visit
from rankwise.maps.read import stored_maps
from rankwise.measure.build import program_for
from rankwise.measure.mpi_preload import device_buffers
from rankwise.measure.outcome import CellState
from rankwise.measure.provenance import new_run
from rankwise.measure.software_device import device_settings
from rankwise.measure.watcher import Watcher
from rankwise.model.records import Map, PathClass
from rankwise.model.transfer import Transfer
from rankwise.mpis import catalog
from rankwise.mpis.catalog import choose_mpis
from rankwise.placement.where import HERE, Where
from rankwise.programs.bounds import OneWay, bound
from rankwise.programs.job import Ended, ended, launch_of, started
from rankwise.programs.records import Programmed, ProgramResult, ProgramShown
from rankwise.programs.table import PROGRAMS, Row, find
from rankwise.programs.text import Told, planned_in, so_far_in, told_in
from rankwise.store import Store, recorded

_WRONG: Final = 4
_USAGE: Final = 2
_LACKING: Final = 3
_LIMIT_S: Final = 3600.0


@dataclass(frozen=True)
class ProgramOptions:
    """What a user may ask: a program by its name, its arguments, MPIs by name or `all`, and where ranks run. On this
    machine the MPI places them by itself; there is one for each core where no number is given. `repeat`: times that it
    runs with each MPI. `buffers` is where messages lie, H or D; `device` empty for the driver's, or
    `software[:OPTIONS]`."""

    program: str
    arguments: tuple[str, ...] = ()
    mpi: str = ""
    where: Where = HERE
    threads: int = 1
    repeat: int = 1
    buffers: str = "H"
    device: str = ""
    out: Path = Path("rankwise-results")

    @property
    def words(self) -> tuple[str, ...]:
        """All arguments of the program."""
        threads = ("--threads", str(self.threads)) if self.threads > 1 else ()
        buffers = ("--buffers", self.buffers) if self.buffers != "H" else ()
        return (*self.arguments, *threads, *buffers)


@dataclass
class _Runs:
    """What the runs of all MPIs brought."""

    results: list[ProgramResult] = field(default_factory=list)
    planned: list[str] = field(default_factory=list)
    lacking: str = ""  # what a run said that this machine lacks
    cells: dict[str, Cell] = field(default_factory=dict)
    visits: list[Visit] = field(default_factory=list)
    interrupted: bool = False


def programs() -> tuple[Row, ...]:
    """All programs."""
    return tuple(PROGRAMS.values())


def program_shown(name: str) -> ProgramShown:
    """What a program computes, and its options. Raises UsageError for an unknown name."""
    row = find(name)
    return ProgramShown(
        name=row.name,
        computes=row.computes,
        talks=row.talks,
        promise=row.promise,
        checked=row.checked,
        published=row.published,
        options=tuple(row.options()),
    )


def program_path(name: str, mpi: str = "") -> Path:
    """The executable of a program for an MPI, built where there is none. Raises UsageError for an unknown name,
    EnvironmentProblem where it cannot be built."""
    row, found_mpi = find(name), catalog.find(mpi) if mpi else choose_mpis("")[0][0]
    return program_for(found_mpi, row.source, row.links(found_mpi))


@process.guarded()
def run_program(options: ProgramOptions, watcher: Watcher | None = None) -> Programmed:
    """Runs a program with each MPI that is named, and stores the run, kind `program`. Ctrl-C keeps the results of the
    MPIs before, and what the last one had done.

    Raises UsageError for an unknown program and for what the program itself refuses, EnvironmentProblem where it cannot
    be built or lacks a device, MeasurementFailed where it ended well with no MPI.
    """
    watcher = watcher or Watcher()
    row = find(options.program)
    mpis, left_out = choose_mpis(options.mpi)
    plan = Plan(name=f"program {row.name}", endpoints=(), cells=())
    told = {"program": " ".join([row.name, *options.words]), **options.where.kept()}
    run = new_run("program", plan, {mpi.name: mpi for mpi in mpis}, told, left_out)
    runs = _Runs()
    with Store.of(options.out) as store, recorded(store, run) as recording:
        try:
            for mpi in mpis:
                _with_mpi(mpi, options, store, watcher, runs)
        except KeyboardInterrupt:
            runs.interrupted = True
        _check_any(row, runs)
        states = {cell.id: CellState(cell) for cell in runs.cells.values()}
        for visit in runs.visits:
            states[visit.cell].add(visit)
        stop: Stop = "interrupted" if runs.interrupted else "single"
        recording.note(
            plan=replace(plan, cells=tuple(runs.cells.values())),
            results=tuple(CellResult(cell=name, estimate=state.estimate(stop)) for name, state in states.items()),
        )
        recording.add(runs.visits)
        right = all(result.right for result in runs.results)
        return recording.keep(
            Programmed(
                run=recording.ended(interrupted=runs.interrupted, failed=not right),
                program=row.name,
                arguments=options.words,
                results=tuple(runs.results),
                planned=tuple(runs.planned),
            )
        )


def _check_any(row: Row, runs: _Runs) -> None:
    """Raises where there is nothing to keep."""
    if runs.planned or any(result.check or result.so_far for result in runs.results):
        return
    if runs.interrupted:
        raise KeyboardInterrupt
    if runs.lacking:
        raise EnvironmentProblem("program-cannot-run", runs.lacking, f"`rankwise program show {row.name}` says more")
    raise MeasurementFailed(
        "program-failed", f"{row.name}: {runs.results[0].error}", "start it by hand: `rankwise program path` has it"
    )


def _with_mpi(mpi: Mpi, options: ProgramOptions, store: Store, watcher: Watcher, runs: _Runs) -> None:
    """Runs it with one MPI as often as was asked, and keeps the middle one."""
    row = find(options.program)
    watcher.phase(f"building {row.name} for {mpi.name}")
    several: list[Told] = []
    failed: ProgramResult | None = None
    with _launch(row, mpi, options) as (launch, endpoints):
        for number in range(options.repeat):
            watcher.phase(f"{row.name} with {mpi.name}, {number + 1} of {options.repeat}")
            begin_s = time.monotonic()
            done = ended(launch, _LIMIT_S)
            took_s = time.monotonic() - begin_s
            told = _read(row, mpi, done, took_s, runs)
            if told is not None:
                several.append(told)
                _keep_phases(row, told.result, number, begin_s, runs)
            elif not runs.planned:
                failed = _failed(row, mpi, done, took_s)
            if done.interrupted:
                runs.interrupted = True
            if told is None or done.interrupted or not told.result.right:
                break
        if several:
            runs.results.append(_bounded(_middle(several), options, mpi, store, endpoints))
        if failed is not None:
            runs.results.append(failed)
    if runs.interrupted:
        raise KeyboardInterrupt


@contextmanager
def _launch(row: Row, mpi: Mpi, options: ProgramOptions) -> Iterator[tuple[Launch, Sequence[Endpoint]]]:
    """How it starts, and its endpoints in rank order where each rank has one of its own."""
    words = (*options.words, "--partial", "1")
    settings = device_settings(options.device)
    if options.buffers == "D":
        settings |= device_buffers(mpi)
    if options.where.here:
        ranks = options.where.ranks or max(row.least_ranks, len(os.sched_getaffinity(0)))
        yield launch_of(row, mpi, ranks, words, settings, unbound=options.threads > 1), ()
        return
    with (
        options.where.placement() as placement,
        started(row, mpi, placement, words, settings) as launch,
    ):
        yield launch, placement.endpoints


def _read(row: Row, mpi: Mpi, done: Ended, took_s: float, runs: _Runs) -> Told | None:
    """What a run told; its plan, and what it lacks, go to `runs`. Raises UsageError for what the program refuses."""
    if planned := planned_in(done.stdout):
        runs.planned.append(f"{mpi.name}: {planned}")
        return None
    told = told_in(done.stdout, mpi.name, took_s)
    if told is not None and done.status in (0, _WRONG):
        return told
    refused = _refused(row, done)
    if refused and done.status == _USAGE:
        raise UsageError("bad-arguments", refused, f"`rankwise program show {row.name}` lists what it takes")
    if done.status == _LACKING:
        runs.lacking = runs.lacking or refused
    return None


def _refused(row: Row, done: Ended) -> str:
    return next((line for line in done.stderr.splitlines() if line.startswith(f"{row.name}: ")), "")


def _failed(row: Row, mpi: Mpi, done: Ended, took_s: float) -> ProgramResult:
    """Why there is no figure: in the program's own words where it has some, else in the last that were printed."""
    own = _refused(row, done).removeprefix(f"{row.name}: ")
    how = done.dead or ("it did not end in an hour" if done.status is None else f"it ended with status {done.status}")
    lines = done.stderr.replace("\0", "").strip().splitlines()[-12:]
    words = "" if done.dead else own or "\n".join(lines)
    told = "it was interrupted" if done.interrupted else f"{how}: {words}" if words else how
    return ProgramResult(mpi=mpi.name, ranks=0, took_s=took_s, error=told, so_far=so_far_in(done.stdout))


def _middle(several: Sequence[Told]) -> Told:
    """The run whose figure is the middle one, with the figures of all."""
    wrong = [told for told in several if told.result.figure is None]
    if wrong:
        return wrong[0]
    figures = tuple(told.result.figure or 0.0 for told in several)
    middle = statistics.median_low(figures)
    told = several[figures.index(middle)]
    return Told(replace(told.result, figures=figures), told.sent)


def _bounded(
    told: Told, options: ProgramOptions, mpi: Mpi, store: Store, endpoints: Sequence[Endpoint]
) -> ProgramResult:
    """The result with what the machine would allow, where a map tells."""
    paths = _one_way(store, mpi, endpoints)
    if paths is None or told.result.figure is None:
        return told.result
    words = options.words
    ahead = int(words[words.index("--ahead") + 1]) if "--ahead" in words[:-1] else 1
    allowed = bound(find(options.program).pattern, told.result, told.sent, paths[0], ahead)
    if allowed is None:
        return told.result
    why = f"{allowed.why}, by {paths[1]}"
    return replace(told.result, allowed=allowed.figure, why=why, short=allowed.phase)


def _keep_phases(row: Row, result: ProgramResult, number: int, at_s: float, runs: _Runs) -> None:
    """A cell for each phase of each MPI: its time is that of the slowest rank. So stored runs can be compared."""
    if not result.right:
        return
    for phase in result.phases:
        if phase.slowest_s <= 0.0:
            continue
        name = f"{result.mpi}/{row.name} {phase.name}"
        group = tuple(range(result.ranks))
        cell = Cell(id=name, side=result.mpi, kernel=f"{row.name} {phase.name}", size_bytes=0, groups=(group,))
        runs.cells.setdefault(name, cell)
        runs.visits.append(
            Visit(
                cell=name,
                launch=number,
                round=0,
                group=0,
                at_s=at_s,
                calls_per_sample=1,
                samples_s=(phase.slowest_s,),
            )
        )


def _one_way(store: Store, mpi: Mpi, endpoints: Sequence[Endpoint]) -> tuple[OneWay, str] | None:
    """The time of a message from rank to rank, and words that say which map tells it. `endpoints` in rank order; empty
    for ranks that are anywhere on this machine, which may take the fastest path. None where there is no map.

    A map of the same MPI is taken before those of others.
    """
    stored = ((next(iter(run.mpis.values())).name, machine) for run, machine in stored_maps(store))
    maps = [(name, machine) for name, machine in stored if _covers(machine, endpoints)]
    if not maps:
        return None
    name, machine = next(((name, machine) for name, machine in maps if name == mpi.name), maps[0])
    classes = {pair: path_class for path_class in machine.classes for pair in path_class.paths}
    ids = [endpoint.id for endpoint in endpoints]
    words = "the map" if name == mpi.name else f"the map of {name}"

    def time_s(source: int, target: int, size: float) -> float | None:
        if not ids:
            return min((_path_time_s(path_class, size) for path_class in machine.classes), default=None)
        path_class = classes.get((ids[source], ids[target]))
        return _path_time_s(path_class, size) if path_class else None

    return time_s, words


def _path_time_s(path_class: PathClass, size: float) -> float:
    return Transfer(path_class.latency_s, path_class.bandwidth_bytes_per_s, path_class.curve).time_s(round(size))


def _covers(machine: Map, endpoints: Sequence[Endpoint]) -> bool:
    if endpoints:
        return {endpoint.id for endpoint in endpoints} <= {endpoint.id for endpoint in machine.endpoints}
    return {endpoint.node for endpoint in machine.endpoints} == {socket.gethostname()}
