"""`schedule`: collectives made for a map, proven, ordered by the model, and tried beside the library's own."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

from msgspec.structs import replace

from rankwise.apply import file as tuning_file
from rankwise.apply.builds import tuned_build
from rankwise.apply.carry import beside
from rankwise.core.deadline import Deadline
from rankwise.core.errors import UsageError
from rankwise.core.files import make, put
from rankwise.core.nearest import did_you_mean
from rankwise.core.records import Run, RunStatus
from rankwise.experiment.records import ComparedCell
from rankwise.experiment.sides import CompareOptions, compare_sides
from rankwise.measure.endpoints import read as read_endpoints
from rankwise.measure.watcher import Watcher
from rankwise.model.machine import sharing
from rankwise.model.records import Map
from rankwise.mpis import catalog
from rankwise.optimise.records import Scheduled, ScheduledSize, ScheduleWay
from rankwise.optimise.schedules.bounds import bound_s
from rankwise.optimise.schedules.network import ScheduleNetwork, host_of, network_of
from rankwise.optimise.schedules.steps import COLLECTIVES, ROOTED, Collective, Schedule
from rankwise.optimise.schedules.table import Reductions, for_all_roots, ranked, schedules
from rankwise.optimise.schedules.text import File, Ranged, name_of, to_text
from rankwise.placement.choice import parse_all
from rankwise.tuning.records import Gain, Tuning, TuningLine

_TRIED = 3
"""Schedules that are tried: with the baseline and its control five launches live at once."""
_LEAST_S = 1.0  # for a trial, whatever making the schedules has left of the budget


@dataclass(frozen=True)
class ScheduleOptions:
    """What a user may ask. `endpoints` is a file with the ranks' endpoints in order (None: all of the map); `shared`
    says whether ranks of a node share its adapter (None: as the map shows); `file` is the tuning to write, for `mpi`.
    With `attempt` the best schedules are measured beside the library, for `budget_s`."""

    collective: str
    sizes: tuple[int, ...]
    reductions: str = "fixed"
    fabric: str = ""
    shared: bool | None = None
    endpoints: Path | None = None
    scratch_bytes: int = 64 << 20
    mpi: str = ""
    file: Path | None = None
    attempt: bool = False
    budget_s: float = 60.0
    launcher: str = ""
    out: Path = Path("rankwise-results")
    watchdog_s: float = 20.0


def schedule(machine: Map, options: ScheduleOptions, watcher: Watcher | None = None) -> Scheduled:
    """The schedules of a collective by their predicted times, and what a trial showed; writes the tuning.

    Raises UsageError for a collective, size or endpoint that there is not, and as `compare` where they are tried.
    """
    watcher, deadline = watcher or Watcher(), Deadline.after(options.budget_s)
    if options.collective not in COLLECTIVES:
        hint = did_you_mean(options.collective, COLLECTIVES)
        raise UsageError("no-collective", f"no schedules for '{options.collective}'", hint)
    if options.reductions not in get_args(Reductions):
        raise UsageError("bad-reductions", f"unknown rule for sums '{options.reductions}'", "use fixed, library or any")
    if not options.sizes or min(options.sizes) < 1:
        raise UsageError("bad-size", "schedules are for messages with bytes", "e.g. --sizes 1KiB,64KiB,1MiB")
    names = [entry.id for entry in read_endpoints(options.endpoints).endpoint] if options.endpoints else []
    network = network_of(machine, names, options.fabric, options.shared)
    watcher.phase(f"making schedules of {options.collective} for {network.ranks} ranks")
    made = _Made(network, tuple(host_of(machine, name) for name in network.names), options)
    sizes = [_predicted(made, size) for size in sorted(options.sizes)]
    run = ""
    status: RunStatus = "finished"
    if options.attempt:
        with TemporaryDirectory(prefix=".schedules-", dir=make(options.out).absolute()) as folder:
            sizes, trial = _tried(made, sizes, Path(folder), watcher, deadline)
            run, status = trial.id, trial.status
    sizes = [replace(each, chosen=_choice(each, options.attempt)) for each in sizes]
    if options.file is not None and any(each.chosen for each in sizes):
        _write(options.file, made, sizes)
    return Scheduled(
        machine=machine.name,
        collective=options.collective,
        ranks=network.ranks,
        root=made.root,
        reductions=options.reductions,
        sizes=tuple(sizes),
        run=run,
        status=status,
        sharing=sharing(machine, network.machine),
        file=str(options.file) if options.file and any(each.chosen for each in sizes) else "",
    )


class _Made:
    """Schedules of one collective, of its first root until others are asked for."""

    def __init__(self, network: ScheduleNetwork, hosts: tuple[str, ...], options: ScheduleOptions) -> None:
        self.network, self.hosts, self.options = network, hosts, options
        self.collective: Collective = options.collective  # type: ignore[assignment]
        self.reductions: Reductions = options.reductions  # type: ignore[assignment]
        self.root = 0 if self.collective in ROOTED else -1
        self.first = schedules(network, self.collective, self.root, self.reductions)

    def of_all_roots(self, name: str) -> list[Schedule]:
        """The schedule of that name for each root."""
        return for_all_roots(self.network, self.collective, self.reductions, name)


def _predicted(made: _Made, size: int) -> ScheduledSize:
    ways = ranked(made.network, size, made.first)
    return ScheduledSize(
        size_bytes=size,
        bound_s=bound_s(made.network, made.collective, made.root, size),
        ways=tuple(
            ScheduleWay(
                name=way.schedule.name,
                order=way.schedule.order,
                messages=sum(step.kind == "send" for steps in way.schedule.ranks for step in steps),
                predicted_s=way.predicted_s,
            )
            for way in ways
        ),
    )


def _tried(
    made: _Made, sizes: Sequence[ScheduledSize], folder: Path, watcher: Watcher, deadline: Deadline
) -> tuple[list[ScheduledSize], Run]:
    """The sizes with what was measured: each of the best schedules as a tuning of its own, beside the default."""
    options, mpi = made.options, catalog.find(made.options.mpi)
    best = sorted({(place, each.ways[place].name) for each in sizes for place in range(min(_TRIED, len(each.ways)))})
    chosen = list(dict.fromkeys(name for _, name in best))[:_TRIED]
    where = f"+endpoints={options.endpoints}" if options.endpoints else ""
    sides = {f"mpi={mpi.name}{where}": ""}
    for name in chosen:
        file = folder / f"{name}.toml"
        everywhere = [Ranged(each, 0, 1 << 40) for each in made.of_all_roots(name)]
        _put(file, made, name, everywhere)
        sides[f"tuning={file}{where}"] = name
    compared = compare_sides(
        CompareOptions(
            sides=tuple(parse_all(tuple(sides))),
            kernels=(made.collective,),
            sizes=tuple(each.size_bytes for each in sizes),
            ranks=0 if options.endpoints else made.network.ranks,
            mpi=mpi.name,
            launcher=options.launcher,
            budget_s=max(_LEAST_S, deadline.left_s),
            out=options.out,
            watchdog_s=options.watchdog_s,
        ),
        watcher,
    )
    cells = {cell.size_bytes: cell for cell in compared.cells}
    by_name = {name: side for side, name in sides.items() if name}
    return [_measured(each, cells.get(each.size_bytes), compared.sides[0], by_name) for each in sizes], compared.run


def _measured(size: ScheduledSize, cell: ComparedCell | None, baseline: str, sides: dict[str, str]) -> ScheduledSize:
    if cell is None:
        return size
    ways = tuple(
        replace(way, time_s=cell.times_s.get(side), ratio=cell.ratios.get(side), failed=cell.failed.get(side, ""))
        for way in size.ways
        for side in [sides.get(way.name, "")]
    )
    return replace(size, ways=ways, default_s=cell.times_s.get(baseline))


def _choice(size: ScheduledSize, tried: bool) -> str:
    """The measured winner, where it is surely faster than the library; without a trial the one with the least
    predicted time."""
    if not tried:
        return size.ways[0].name if size.ways else ""
    won = [way for way in size.ways if way.ratio is not None and way.ratio.answer == "faster"]
    return max(won, key=lambda way: way.ratio.ratio if way.ratio else 0.0).name if won else ""


def _write(file: Path, made: _Made, sizes: Sequence[ScheduledSize]) -> None:
    """One line for all sizes. Between two sizes the threshold is their geometric mean; below the first and above the
    last the library decides."""
    edges = [sizes[0].size_bytes]
    for size, other in pairwise(sizes):
        edges.append(math.isqrt(size.size_bytes * other.size_bytes) + 1)
    edges.append(sizes[-1].size_bytes + 1)
    ranged: list[Ranged] = []
    gains: list[Gain] = []
    roots: dict[str, list[Schedule]] = {}
    for number, size in enumerate(sizes):
        if not size.chosen:
            continue
        known = roots.setdefault(size.chosen, [])
        known += [] if known else made.of_all_roots(size.chosen)
        ranged += [Ranged(item, edges[number], edges[number + 1] - 1) for item in known]
        way = next(way for way in size.ways if way.name == size.chosen)
        if way.ratio is not None and way.time_s is not None and size.default_s is not None:
            gains.append(
                Gain(
                    kernel=made.collective,
                    size_bytes=size.size_bytes,
                    ranks=made.network.ranks,
                    before_s=size.default_s,
                    after_s=way.time_s,
                    ratio=way.ratio,
                )
            )
    names = ", ".join(dict.fromkeys(size.chosen for size in sizes if size.chosen))
    _put(file, made, names, ranged, tuple(gains))


def _put(file: Path, made: _Made, names: str, ranged: Sequence[Ranged], gains: tuple[Gain, ...] = ()) -> None:
    options, collective = made.options, made.collective
    text = to_text(File(made.hosts, made.reductions, options.scratch_bytes, tuple(ranged)))
    name = name_of(text)
    put(beside(file) / name, text)
    line = TuningLine(
        id=f"schedules-{collective}",
        why=f"{collective} follows schedules that were made for the map: {names}",
        undo="take this line out",
        schedules=(name.removesuffix(".schedules"),),
        gains=gains,
    )
    tuning_file.write(
        Tuning(
            name=f"schedules-{collective}",
            build=tuned_build(catalog.find(options.mpi)),
            machine=", ".join(dict.fromkeys(made.hosts))[:200],
            ranks=made.network.ranks,
            lines=(line,),
            goal="collectives",
            created_at=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            sizes_bytes=(min(options.sizes), max(options.sizes)),
        ),
        file,
    )
