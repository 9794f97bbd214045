"""`simulate`: what kernels take on a machine that is not here, or on two that differ, by SimGrid and by an estimate."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from rankwise.cluster.machine import best_rule, positions
from rankwise.cluster.machine_map import MOST_ENDPOINTS, to_map
from rankwise.cluster.shipped import is_machine_name, machine_named
from rankwise.core import files
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import Cell, KernelFacts, Machine, Map, Simulated, SimulatedCell, SimulatedTime
from rankwise.core.units import parse_sizes
from rankwise.decide.rounds import ROUNDS, estimate
from rankwise.measure.cells import cell
from rankwise.measure.described import chosen
from rankwise.measure.watcher import Watcher
from rankwise.model.machine import Machine as Places
from rankwise.model.machine import machine_of
from rankwise.simulate import smpi
from rankwise.simulate.platform import Platform, of_machine, of_map
from rankwise.verbs.map.read import read_map

KERNELS: Final = ("pingpong", "sendrecv", "exchange", "alltoall", "bcast", "allreduce")
SIZES: Final = parse_sizes("8,1KiB,64KiB,1MiB")
_FEW: Final = 64
_CELL_BYTES: Final = 8 << 30


@dataclass(frozen=True)
class Options:
    """What a user may ask. `machines` are one, or two to be compared; `ranks` 0: as many as there are endpoints, on a
    large machine as there are nodes. `placement` names a file with an endpoint for each rank, a line each; `endpoints`
    is a pattern of names. `like` names the MPI whose algorithms are followed."""

    machines: tuple[str, ...]
    kernels: tuple[str, ...] = KERNELS
    sizes: tuple[int, ...] = SIZES
    ranks: int = 0
    placement: Path | None = None
    endpoints: str = ""
    fabric: str = ""
    program: str = ""
    trace: str = ""
    like: str = ""
    estimate_only: bool = False
    timeout_s: float = 600.0
    out: str | None = None

    @property
    def algorithms(self) -> dict[str, str]:
        """What SMPI is told of them."""
        return {"coll-selector": smpi.LIKE[self.like]} if self.like else {}


def simulate(options: Options, watcher: Watcher | None = None) -> Simulated:
    """Each kernel at each size on each machine. Without SimGrid estimates alone, and why.

    A machine of its own simulation each: what was finished is kept when the user interrupts. Raises UsageError for what
    cannot be simulated, before anything is.
    """
    watcher = watcher or Watcher()
    if options.like and options.like not in smpi.LIKE:
        raise UsageError("bad-like", f"unknown MPI '{options.like}'", f"use {', '.join(smpi.LIKE)}")
    stages = [_Stage.of(name, options) for name in options.machines]
    ranks = {len(stage.platform.ranks) for stage in stages}
    if len(ranks) > 1:
        raise UsageError(
            "unequal-machines",
            f"{' and '.join(f'{stage.name} has {len(stage.platform.ranks)} places' for stage in stages)} for ranks",
            "name a number with --ranks",
        )
    missing, facts = _engine(options)
    cells = list(_cells(options, facts, ranks.pop()))
    for stage in stages:
        watcher.phase(f"{stage.name}: {len(stage.platform.ranks)} ranks, {len(cells)} cells")
        stage.estimate(cells)
        if not missing:
            stage.simulate(cells, options)
    return Simulated(
        machines=tuple(stage.name for stage in stages),
        fabric=options.fabric,
        places=tuple(stages[0].platform.names[place] for place in stages[0].platform.ranks),
        cells=tuple(_answer(cell, [stage.times[cell.id] for stage in stages], stages) for cell in cells),
        notes=tuple(dict.fromkeys(note for stage in stages for note in stage.notes)),
        missing=missing,
    )


@dataclass
class _Stage:
    """One machine with its ranks: its platform for SimGrid, its places for estimates, what its cells took."""

    name: str
    platform: Platform
    places: Places | None
    notes: list[str]
    times: dict[str, SimulatedTime] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    @staticmethod
    def of(name: str, options: Options) -> _Stage:
        """The machine of a name as options want it."""
        if is_machine_name(name):
            return _of_machine(machine_named(name), options)
        return _of_map(read_map(name, options.out), options)

    def estimate(self, cells: Sequence[Cell]) -> None:
        """Times by shared resources, where the messages of a kernel are known."""
        for each in cells:
            known = None
            if self.places is not None:
                order = [self.platform.ranks[rank] for rank in each.groups[0]]
                known = estimate(each.kernel, each.size_bytes, self.places, order)
            if known is None or not math.isfinite(known[0]):
                self.times[each.id] = SimulatedTime()
            else:
                self.times[each.id] = SimulatedTime(estimated_s=known[0], busiest=known[1])

    def simulate(self, cells: Sequence[Cell], options: Options) -> None:
        """Times by SimGrid beside the estimates."""
        from msgspec.structs import replace

        done = smpi.run_cells(self.platform, cells, algorithms=options.algorithms, timeout_s=options.timeout_s)
        self.errors = done.errors
        for visit in done.visits:
            self.times[visit.cell] = replace(self.times[visit.cell], simulated_s=visit.samples_s[0])


def _of_machine(machine: Machine, options: Options) -> _Stage:
    names = of_machine(machine, options.fabric, ()).names
    places = _places(names, _together(machine, options.fabric), options)
    platform = of_machine(machine, options.fabric, places)
    notes = []
    if any(rule.latency_s is None and not rule.times_s for rule in machine.rules):
        notes.append(f"{machine.name}: no latency was published of some paths; they take none")
    if len(names) > MOST_ENDPOINTS:
        notes.append(f"{machine.name}: no estimate, because it has more than {MOST_ENDPOINTS} endpoints")
        return _Stage(machine.name, platform, None, notes)
    return _Stage(machine.name, platform, machine_of(to_map(machine), options.fabric), notes)


def _of_map(machine: Map, options: Options) -> _Stage:
    from msgspec.structs import replace

    names = [endpoint.id for endpoint in machine.endpoints]
    places = _places(names, range(len(names)), options)
    chosen_ends = tuple(machine.endpoints[place] for place in places)
    known = replace(machine, endpoints=chosen_ends)
    platform = of_map(known, options.fabric, shares_adapters=None)
    return _Stage(machine.name, platform, machine_of(known, options.fabric), [])


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


def _answer(each: Cell, times: list[SimulatedTime], stages: Sequence[_Stage]) -> SimulatedCell:
    errors = "; ".join(stage.errors[each.id] for stage in stages if each.id in stage.errors)
    both = [time.simulated_s if time.simulated_s is not None else time.estimated_s for time in times]
    ratio = both[0] / both[1] if len(both) > 1 and both[0] is not None and both[1] else None
    return SimulatedCell(kernel=each.kernel, size_bytes=each.size_bytes, times=tuple(times), ratio=ratio, error=errors)
