"""Simulations of kernels, of programs and of traces on machines, with an estimate of each."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from rankwise.cluster.machine import best_rule, positions
from rankwise.cluster.machine_map import MOST_ENDPOINTS, to_map
from rankwise.cluster.records import Machine
from rankwise.cluster.reference import is_machine_name, machine_named
from rankwise.core import files, settings
from rankwise.core.errors import EnvironmentProblem, MeasurementFailed, UsageError
from rankwise.core.records import Cell, KernelFacts, Plan
from rankwise.maps.read import read_map
from rankwise.measure.cells import cell
from rankwise.measure.kernels import chosen
from rankwise.measure.provenance import new_run
from rankwise.measure.watcher import Watcher
from rankwise.model.machine import CostModel as Places
from rankwise.model.machine import machine_of
from rankwise.model.records import Map
from rankwise.model.resources import timed
from rankwise.optimise.traffic import Traffic
from rankwise.programs.shipped import shipped
from rankwise.programs.text import told_in
from rankwise.simulate import smpi
from rankwise.simulate.platform import Platform, of_machine, of_map
from rankwise.simulate.records import Simulated, SimulatedCell, SimulatedTime
from rankwise.simulate.rounds import ROUNDS, estimate
from rankwise.store import Store, recorded
from rankwise.tracing.traffic import traffic_of
from rankwise.verbs.simulate import unmeasured

Key = tuple[str, int]
"""A kernel and a size; or a program, or a trace, without one."""
_CELL_BYTES: Final = 8 << 30


@dataclass(frozen=True)
class Options:
    """What is simulated, with which ranks, by which `algorithms` of collectives."""

    kernels: tuple[str, ...]
    sizes: tuple[int, ...]
    ranks: int
    placement: Path | None
    endpoints: str
    fabric: str
    program: str
    trace: str
    like: str
    strict: bool
    estimate_only: bool
    timeout_s: float
    out: str | Path | None

    @property
    def algorithms(self) -> dict[str, str]:
        """What SMPI is told of them."""
        return {"coll-selector": smpi.LIKE[self.like]} if self.like else {}


def simulated(machines: Sequence[str], options: Options, watcher: Watcher | None = None) -> Simulated:
    """What was simulated on each machine. Raises as `simulate_machine`."""
    watcher = watcher or Watcher()
    if options.like and options.like not in smpi.LIKE:
        raise UsageError("bad-like", f"unknown MPI '{options.like}'", f"use {', '.join(smpi.LIKE)}")
    stages = [_Stage.of(name, options) for name in machines]
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
    jobs, missing = _jobs(options, ranks.pop())
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
                notes=tuple(f"{stage.name}: {note}" for stage in stages for note in stage.notes),
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


def _all_done(
    jobs: Sequence[_Kernel | _Traffic | _Program], stages: Sequence[_Stage], watcher: Watcher, *, simulated: bool
) -> bool:
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


@dataclass
class _Stage:
    """One machine with its ranks: its platform for SimGrid, its places for estimates, what its cells took."""

    name: str
    platform: Platform
    places: Places | None
    notes: list[str]
    times: dict[Key, SimulatedTime] = field(default_factory=dict)
    errors: dict[Key, str] = field(default_factory=dict)

    @staticmethod
    def of(name: str, options: Options) -> _Stage:
        """The machine of a name as options want it."""
        if is_machine_name(name):
            return _of_machine(machine_named(name), options)
        return _of_map(read_map(name, options.out), options)

    def keep(self, key: Key, estimated: tuple[float, str] | None, simulated_s: float | None = None) -> None:
        """What a call takes here."""
        estimated_s, busiest = estimated if estimated is not None and math.isfinite(estimated[0]) else (None, "")
        self.times[key] = SimulatedTime(simulated_s=simulated_s, estimated_s=estimated_s, busiest=busiest)


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

    def times(self, stage: _Stage, *, simulated: bool) -> None:
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
    """What a trace or a pattern sends, as one step: all messages at once."""

    label: str
    traffic: Traffic
    options: Options

    @property
    def keys(self) -> list[Key]:
        """What its time is of."""
        return [("trace", 0)]

    def times(self, stage: _Stage, *, simulated: bool) -> None:
        """Puts its time on a machine."""
        import numpy as np

        known = None
        if stage.places is not None:
            done = timed(self.traffic.sends, stage.places, np.array(stage.platform.ranks, dtype=np.int64))
            known = done.time_s, done.busiest
        took_s = None
        if simulated:
            took_s = smpi.send_once(stage.platform, self.traffic.sends, timeout_s=self.options.timeout_s)
        stage.keep(self.keys[0], known, took_s)


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

    def times(self, stage: _Stage, *, simulated: bool) -> None:
        """Puts its time on a machine. Raises MeasurementFailed where it does not end well."""
        if not simulated:
            stage.keep(self.keys[0], None)
            return
        done = smpi.run_program(stage.platform, self.main, self.arguments, timeout_s=self.options.timeout_s)
        told = told_in(done.stdout, "simulated", 0.0)
        if not done.ok or told is None or not told.result.figure:
            raise MeasurementFailed("simulation-failed", done.describe(), "fewer ranks, or another program")
        stage.keep(self.keys[0], None, told.result.work / told.result.figure)


def _jobs(options: Options, ranks: int) -> tuple[list[_Kernel | _Traffic | _Program], str]:
    """What is to be simulated, and why nothing can be, empty where it can."""
    program = shipped(options.program)
    missing, facts = _engine(options)
    if program is not None:
        if missing:
            raise EnvironmentProblem("no-simgrid", missing, "a program cannot be estimated")
        program.row.links(smpi.find())  # raises for a library that is of other MPIs only
        return [_Program(program.row.name, program.row.source, program.arguments, options)], ""
    if options.trace:
        traffic = traffic_of(options.trace, ranks, options.ranks, out=options.out)
        if traffic.ranks != ranks:
            raise UsageError(
                "bad-trace", f"{options.trace} is of {traffic.ranks} ranks", f"use --ranks {traffic.ranks}"
            )
        return [_Traffic(options.trace, traffic, options)], missing
    cells: dict[str, list[Cell]] = {}
    for each in _cells(options, facts, ranks):
        cells.setdefault(each.kernel, []).append(each)
    return [_Kernel(name, tuple(listed), options) for name, listed in cells.items()], missing


def _of_machine(machine: Machine, options: Options) -> _Stage:
    names = of_machine(machine, options.fabric, ()).names
    places = _places(names, _together(machine, options.fabric), options)
    platform = of_machine(machine, options.fabric, places)
    notes = []
    if any(rule.latency_s is None and not rule.times_s for rule in machine.rules):
        notes.append("no latency was published of some paths; they take none, and have no estimate")
    if len(names) > MOST_ENDPOINTS:
        notes.append(f"no estimate, because it has more than {MOST_ENDPOINTS} endpoints")
        return _Stage(machine.name, platform, None, notes)
    return _Stage(machine.name, platform, machine_of(to_map(machine), options.fabric), notes)


def _of_map(machine: Map, options: Options) -> _Stage:
    from msgspec.structs import replace

    names = [endpoint.id for endpoint in machine.endpoints]
    places = _places(names, range(len(names)), options)
    chosen_ends = tuple(machine.endpoints[place] for place in places)
    known = replace(machine, endpoints=chosen_ends)
    known, pairs = unmeasured.filled(known, options.fabric)
    if pairs and options.strict:
        raise UsageError(
            "unmeasured-pairs", f"{machine.name}: {unmeasured.in_words(pairs)}", "map all pairs, or leave --strict out"
        )
    platform = of_map(known, options.fabric, shares_adapters=None)
    notes = [f"{unmeasured.in_words(pairs)}. They take the figures of their class."] if pairs else []
    return _Stage(machine.name, platform, machine_of(known, options.fabric), notes)


def _together(machine: Machine, fabric: str) -> range:
    """The endpoints that ranks may have, node by node; the first of each node where those of a node have no paths."""
    here = positions(machine)
    count = len(here)
    if count > 1 and best_rule(machine, fabric, here[0], here[1]) is None:
        return range(0, machine.nodes * count, count)
    return range(machine.nodes * count)


def _places(names: Sequence[str], allowed: Sequence[int], options: Options) -> tuple[int, ...]:
    """The endpoints of the ranks, by number."""
    if options.placement is not None:
        listed = files.read(options.placement, "no-placement", "name a file with an endpoint on each line").split()
        unknown = [name for name in listed if name not in names]
        if unknown or not listed:
            known = ", ".join(names[:12])
            raise UsageError(
                "bad-placement", f"{options.placement}: no endpoint '{', '.join(unknown)}'", f"it has {known}"
            )
        return tuple(names.index(name) for name in listed)
    fitting = [
        place
        for place in allowed
        if not options.endpoints or any(fnmatchcase(names[place], word) for word in options.endpoints.split(","))
    ]
    if not fitting:
        raise UsageError("no-endpoint", f"no endpoint matches '{options.endpoints}'", f"it has {', '.join(names[:12])}")
    if options.ranks > len(fitting):
        raise UsageError(
            "too-many-ranks",
            f"{options.ranks} ranks are more than {len(fitting)} places",
            "ask for fewer, or name a --place file in which endpoints stand several times",
        )
    return tuple(fitting[: options.ranks or len(fitting)])


def _engine(options: Options) -> tuple[str, dict[str, KernelFacts]]:
    """Why nothing can be simulated, empty where it can; and what the engine has."""
    if options.estimate_only:
        return "--estimate: not simulated", {}
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
    for kernel in chosen(facts, list(options.kernels), ranks):
        group = kernel.group(ranks)
        for size in options.sizes if kernel.sized else (0,):
            needed = size * len(group) ** 2
            if needed > _CELL_BYTES:
                raise UsageError(
                    "no-memory",
                    f"{kernel.name} of {size} bytes among {len(group)} ranks needs up to {needed >> 30} GiB here",
                    "ask for smaller --sizes or fewer --ranks",
                )
            yield cell("simulated", kernel.name, size, group, windowed=bool(kernel.windowed))


def _answer(key: Key, stages: Sequence[_Stage]) -> SimulatedCell:
    times = tuple(stage.times.get(key, SimulatedTime()) for stage in stages)
    both = [time.simulated_s if time.simulated_s is not None else time.estimated_s for time in times]
    ratio = both[0] / both[1] if len(both) > 1 and both[0] is not None and both[1] else None
    errors = "; ".join(stage.errors[key] for stage in stages if key in stage.errors)
    return SimulatedCell(kernel=key[0], size_bytes=key[1], times=times, ratio=ratio, error=errors)
