"""Simulations of kernels, of programs and of traces on machines, with an estimate of each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rankwise.core import settings
from rankwise.core.cell_options import cell_bytes
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.grouped import grouped
from rankwise.core.records import Cell, KernelFacts, Plan
from rankwise.core.scarce import available_bytes
from rankwise.core.units import format_amount, format_seconds
from rankwise.measure.cells import cell
from rankwise.measure.kernels import check_names, chosen
from rankwise.measure.provenance import new_run
from rankwise.measure.watcher import Watcher
from rankwise.model.resources import timed
from rankwise.optimise.traffic import Traffic
from rankwise.programs.shipped import shipped
from rankwise.programs.text import told_in
from rankwise.simulate import smpi
from rankwise.simulate.records import Simulated, SimulatedCell, SimulatedTime
from rankwise.simulate.rounds import ROUNDS, estimate
from rankwise.store import Store, recorded
from rankwise.tracing.records import TraceOrder
from rankwise.tracing.traffic import order_of_run, traffic_of
from rankwise.verbs.simulate.stage import Key, Options, Stage

_CELL_BYTES: Final = 8 << 30
"""What a simulation may take of the memory, where so much is left."""
_OF_EVERY_RANK: Final = re.compile("gather|scatter|alltoall|fan_|to_all|from_all|aggregate")
_OF_NEIGHBOURS: Final = re.compile("halo|neighbo|random")
_WINDOW: Final = 64
_FEW: Final = 4
_APART: Final = 0.02
"""Of a trace that is done again: the share of its time in calls that are left out which is told."""


_Jobs = Sequence["_Kernel | _Traffic | _Replay | _Program"]


def simulated(machines: Sequence[str], options: Options, watcher: Watcher | None = None) -> Simulated:
    """What was simulated on each machine. Raises as `simulate_machine`."""
    watcher = watcher or Watcher()
    if options.like and options.like not in smpi.LIKE:
        raise UsageError("bad-like", f"unknown MPI '{options.like}'", f"use {', '.join(smpi.LIKE)}")
    if options.program and options.trace:
        raise UsageError("two-loads", "--program and --trace both say what is simulated", "leave one of them away")
    check_names(options.kernels)
    stages = [Stage.of(name, options) for name in machines]
    names = _told_apart([stage.name for stage in stages], machines)
    for stage, name in zip(stages, names, strict=True):
        stage.name = name
    ranks = {len(stage.platform.ranks) for stage in stages}
    if len(ranks) > 1:
        raise UsageError(
            "unequal-machines",
            f"{' and '.join(f'{stage.name} has {len(stage.platform.ranks)} places' for stage in stages)} for ranks",
            "name a number with --ranks",
        )
    jobs, missing, notes = _jobs(options, ranks.pop(), estimated=all(stage.places is not None for stage in stages))
    plan = Plan(name=f"simulate {' '.join(names)}", endpoints=(), cells=())
    run = new_run("simulate", plan, {}, {"machines": ", ".join(names)})
    with Store.of(settings.folder(options.out)) as store, recorded(store, run) as recording:
        interrupted = _all_done(jobs, stages, watcher, simulated=not missing)
        return recording.keep(
            Simulated(
                run=recording.ended(interrupted=interrupted),
                machines=names,
                fabric=options.fabric,
                places=tuple(stages[0].platform.names[place] for place in stages[0].platform.ranks),
                cells=tuple(_answer(key, stages) for job in jobs for key in job.keys if key in stages[-1].times),
                notes=(*notes, *(f"{stage.name}: {note}" for stage in stages for note in stage.notes)),
                missing=missing,
                interrupted=interrupted,
            )
        )


def _told_apart(names: Sequence[str], given: Sequence[str]) -> tuple[str, ...]:
    """The names of the machines, or what the user wrote where they have one name: a copy that was changed keeps it.
    Raises UsageError where one is given twice."""
    if len(set(given)) < len(given):
        change = f"`rankwise machine export {names[0]} --to mine.toml` makes one to change"
        raise UsageError("same-machine", f"{given[0]} is one machine", f"name another one; {change}")
    return tuple(names if len(set(names)) == len(names) else given)


def _all_done(jobs: _Jobs, stages: Sequence[Stage], watcher: Watcher, *, simulated: bool) -> bool:
    """Puts the times of all jobs on all machines; whether the user interrupted, and something was finished by then."""
    try:
        for each in jobs:
            for stage in stages:
                watcher.phase(f"{stage.name}: {each.label}")
                each.times(stage, simulated=simulated)
    except KeyboardInterrupt:
        if not stages[0].times:
            raise
        return True
    return False


@dataclass(frozen=True)
class _Kernel:
    """A kernel of the engine at all sizes, in a simulation of its own."""

    label: str
    cells: tuple[Cell, ...]
    options: Options

    @property
    def keys(self) -> list[Key]:
        """What each of its times is of."""
        return [(each.kernel, each.size_bytes) for each in self.cells]

    def times(self, stage: Stage, *, simulated: bool) -> None:
        """Puts its times on a machine."""
        seconds: dict[str, float] = {}
        if simulated:
            options = self.options
            done = smpi.run_cells(
                stage.platform, self.cells, algorithms=options.algorithms, timeout_s=options.timeout_s
            )
            seconds = {visit.cell: visit.samples_s[0] for visit in done.visits}
            by_id = {each.id: key for each, key in zip(self.cells, self.keys, strict=True)}
            stage.errors |= {by_id[id_]: why for id_, why in done.errors.items()}
        for each, key in zip(self.cells, self.keys, strict=True):
            order = [stage.platform.ranks[rank] for rank in each.groups[0]]
            known = None if stage.places is None else estimate(each.kernel, each.size_bytes, stage.places, order)
            stage.keep(key, known, seconds.get(each.id))


@dataclass(frozen=True)
class _Traffic:
    """What a trace or a pattern sends, as one step: all messages at once. `lacking`: why calls of a trace have no
    order."""

    label: str
    traffic: Traffic
    options: Options
    lacking: str = ""

    @property
    def keys(self) -> list[Key]:
        """What its time is of."""
        return [("one-step", 0)]

    def times(self, stage: Stage, *, simulated: bool) -> None:
        """Puts its time on a machine."""
        import numpy as np

        known = None
        if stage.places is not None:
            done = timed(self.traffic.sends, stage.places, np.array(stage.platform.ranks, dtype=np.int64))
            known = done.time_s, done.busiest
        took_s = None
        if simulated:
            took_s = self._sent_at_once(stage)
        stage.keep(self.keys[0], known, took_s)

    def _sent_at_once(self, stage: Stage) -> float:
        try:
            return smpi.send_once(stage.platform, self.traffic.sends, timeout_s=self.options.timeout_s)
        except UsageError as error:
            if not self.lacking:
                raise
            message = f"{error.message}; they cannot be sent call by call either: {self.lacking}"
            raise UsageError(error.code, message, error.hint) from error


@dataclass(frozen=True)
class _Replay:
    """What the ranks of a trace did, call by call."""

    label: str
    order: TraceOrder
    options: Options

    @property
    def keys(self) -> list[Key]:
        """What its time is of."""
        return [("trace", 0)]

    def times(self, stage: Stage, *, simulated: bool) -> None:
        """Puts its time on a machine; there is no estimate of it."""
        assert simulated, "without SimGrid a step of its traffic is estimated"
        options = self.options
        took_s = smpi.replay(
            stage.platform, self.order, timeout_s=options.timeout_s, algorithms=options.algorithms
        )  # fmt: skip
        stage.keep(self.keys[0], None, took_s)


@dataclass(frozen=True)
class _Program:
    """A small program that ships with rankwise: the simulated seconds of its ranks, in which computing takes none."""

    label: str
    main: Path
    arguments: tuple[str, ...]
    options: Options

    @property
    def keys(self) -> list[Key]:
        """What its time is of."""
        return [(self.label, 0)]

    def times(self, stage: Stage, *, simulated: bool) -> None:
        """Puts its time on a machine. Raises MeasurementFailed where it does not end well."""
        if not simulated:
            stage.keep(self.keys[0], None)
            return
        done = smpi.run_program(stage.platform, self.main, self.arguments, timeout_s=self.options.timeout_s)
        told = told_in(done.stdout, "simulated", 0.0)
        if not done.ok or told is None or not told.result.figure:
            raise smpi.failed(done)
        stage.keep(self.keys[0], None, told.result.work / told.result.figure)


def _jobs(options: Options, ranks: int, *, estimated: bool) -> tuple[_Jobs, str, Sequence[str]]:
    """What is to be simulated; why nothing can be, empty where it can; and what is to know of it. What would not end
    in time is not begun where all machines have estimates (`estimated`)."""
    program = shipped(options.program)
    missing, facts = _engine(options)
    if program is not None:
        if options.estimate_only:
            raise UsageError("no-estimate", "--estimate: a program cannot be estimated", "leave --estimate out")
        if missing:
            raise EnvironmentProblem("no-simgrid", missing, "a program cannot be estimated")
        program.row.links(smpi.find())  # raises for a library that is of other MPIs only
        return [_Program(program.row.name, program.row.source, program.arguments, options)], "", ()
    if options.trace:
        order = None if missing else order_of_run(options.trace, options.out)
        if order is not None and order.ranks:
            _check_world(options.trace, len(order.ranks), ranks)
            return [_Replay(options.trace, order, options)], "", [*_of_order(order)]
        traffic = traffic_of(options.trace, ranks, options.ranks, out=options.out)
        _check_world(options.trace, traffic.ranks, ranks)
        lacking = order.lacking if order else ""
        notes = [f"one step of all messages at once, for calls have no order: {lacking}"] if lacking else []
        if not missing and estimated and smpi.least_s(traffic.sends) > options.timeout_s:
            longer = f"SimGrid takes longer than --budget {format_seconds(options.timeout_s)} for so many messages"
            missing = f"{longer}. The estimate has a latency for each, and may be many times too long"
        return [_Traffic(options.trace, traffic, options, lacking)], missing, notes
    cells = grouped((each.kernel, each) for each in _cells(options, facts, ranks))
    return [_Kernel(name, tuple(listed), options) for name, listed in cells.items()], missing, ()


def _of_order(order: TraceOrder) -> Iterator[str]:
    """How to read the time of a trace that is done again."""
    took, computing = format_seconds(order.took_s), format_seconds(order.computing_s)
    yield f"the calls of the trace in their order; it took {took} where it was traced"
    yield f"a rank computes for {computing} between its calls on each machine, as it did there"
    if order.apart_s > _APART * order.took_s:
        apart = format_seconds(order.apart_s)
        yield f"for up to {apart} of that it was in calls of MPI that are not done again, most in MPI_{order.apart}"
    if order.rooted:
        yield "roots of collectives are not kept: the first rank of each communicator stands for them"


def _check_world(name: str, world: int, ranks: int) -> None:
    if world != ranks:
        raise UsageError("bad-trace", f"{name} is of {world} ranks", f"use --ranks {world}")


def _engine(options: Options) -> tuple[str, dict[str, KernelFacts]]:
    """Why nothing can be simulated, empty where it can; and what the engine has."""
    if options.estimate_only:
        return "as --estimate asks", {}
    try:
        return "", smpi.kernels()
    except EnvironmentProblem as error:
        return f"{error.message}: {error.hint}", {}


def _cells(options: Options, facts: dict[str, KernelFacts], ranks: int) -> Iterator[Cell]:
    if not facts:
        unknown = [name for name in options.kernels if name not in ROUNDS]
        if unknown:
            raise UsageError(
                "no-estimate",
                f"without SimGrid {', '.join(unknown)} cannot be estimated",
                f"known: {', '.join(ROUNDS)}",
            )
        for name in options.kernels:
            group = tuple(range(min(2, ranks) if name in ("pingpong", "oneway", "pingping") else ranks))
            yield from (cell("simulated", name, size, group) for size in options.sizes)
        return
    available = available_bytes()
    room = _CELL_BYTES if available is None else min(_CELL_BYTES, available * 9 // 10)
    for kernel in chosen(facts, list(options.kernels), ranks):
        group = kernel.group(ranks)
        for size in dict.fromkeys(cell_bytes(kernel, size) for size in options.sizes):
            needed = size * len(group) * _messages_of_rank(kernel, len(group))
            if needed > room:
                raise UsageError(
                    "no-memory",
                    f"{kernel.name} of {size} bytes among {len(group)} ranks needs up to {format_amount(needed)} here, "
                    f"and there is room for {format_amount(room)}",
                    "ask for smaller --sizes or fewer --ranks",
                )
            yield cell("simulated", kernel.name, size, group, windowed=bool(kernel.windowed))


def _messages_of_rank(kernel: KernelFacts, ranks: int) -> int:
    """How many messages of its size a rank holds at most, sent, received and expected."""
    if not _OF_NEIGHBOURS.search(kernel.name):
        if _OF_EVERY_RANK.search(kernel.name):
            return ranks
        if not kernel.windowed:
            return _FEW
    return _WINDOW


def _answer(key: Key, stages: Sequence[Stage]) -> SimulatedCell:
    times = tuple(stage.times.get(key, SimulatedTime()) for stage in stages)
    simulated = _ratio([time.simulated_s for time in times])
    ratio = _ratio([time.estimated_s for time in times]) if simulated is None else simulated
    errors = "; ".join(stage.errors[key] for stage in stages if key in stage.errors)
    return SimulatedCell(
        kernel=key[0], size_bytes=key[1], times=times, ratio=ratio, error=errors,
        estimated=ratio is not None and simulated is None,
    )  # fmt: skip


def _ratio(seconds: Sequence[float | None]) -> float | None:
    """The first over the second, where there are both: a simulation and an estimate are never compared."""
    if len(seconds) < 2 or seconds[0] is None or not seconds[1]:
        return None
    return seconds[0] / seconds[1]
