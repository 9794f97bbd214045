"""The cells that a command line of `bench` asks for, and the sides that can measure them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from msgspec import structs

from rankwise.core.cell_options import cell_bytes
from rankwise.core.cell_parameters import CELL_OPTIONS, default_of
from rankwise.core.errors import MeasurementFailed, UsageError
from rankwise.core.records import Cell, Impact, KernelFacts, Run, Visit
from rankwise.core.units import few, parse_size
from rankwise.experiment.paired import Moment, paired, series
from rankwise.measure import device_trial
from rankwise.measure.cells import cell
from rankwise.measure.groups import members
from rankwise.measure.kernels import check_names, chosen
from rankwise.measure.side import Side
from rankwise.measure.watcher import Watcher
from rankwise.model.ratio import ratio
from rankwise.placement.devices import Devices, with_devices
from rankwise.placement.sides import kernels_of


def with_impacts(run: Run, visits: Iterable[Visit]) -> Run:
    """The run with what a load does to each cell that was measured under one: of several groups, to the slowest."""
    times: dict[str, dict[Moment, float]] = defaultdict(dict)
    for visit in visits:
        for moment, time_s in series([visit]).items():
            times[visit.cell][moment] = max(time_s, times[visit.cell].get(moment, 0.0))
    cells = {known.id: known for known in run.plan.cells}
    alone = {known.without_load: id_ for id_, known in cells.items() if not known.load}

    def impact(id_: str) -> Impact | None:
        known = cells[id_]
        if not known.load or not (pairs := paired(times[id_], times[alone.get(known.without_load, "")])):
            return None
        over = ratio(pairs)
        return Impact(ratio=over.ratio, low=over.low, high=over.high)

    return structs.replace(
        run, results=tuple(structs.replace(result, impact=impact(result.cell)) for result in run.results)
    )


@dataclass(frozen=True)
class AskedCells:
    """What a user asks of kernels. `parameters` are by the names of `core.cell_options`, in its words or as values.
    `communicator` is a name of `measure.groups`. `load`: the kernel that the ranks outside of it call meanwhile, with
    its size after a colon."""

    kernels: tuple[str, ...]
    sizes: tuple[int, ...]
    parameters: Mapping[str, object]
    communicator: str
    load: str

    def chosen(self, side: Side, known: dict[str, KernelFacts]) -> list[KernelFacts]:
        """The kernels that are asked for. Raises UsageError where none of them has what is asked of them."""
        names = list(dict.fromkeys((*self.kernels, *([self._load()[0]] if self.load else []))))
        kernels = [kernel for kernel in chosen(known, names, side.ranks) if kernel.name in self.kernels]
        self._check_forms(kernels)
        return kernels

    def cells(self, side: Side, kernel: KernelFacts) -> Iterator[Cell]:
        """Every cell that is asked of one kernel, in order of size. What does not concern a kernel is not asked of it;
        a reduction has the size of the whole numbers that it sends."""
        return iter({made.id: made for made in self._cells(side, kernel)}.values())

    def _cells(self, side: Side, kernel: KernelFacts) -> Iterator[Cell]:
        for asked in members(self.communicator, side.ranks):
            groups = tuple(kernel.part(group) for group in asked.groups)
            for root in self.values("root") if kernel.rotates else ():
                last = min(map(len, groups)) - 1
                if root > last:
                    raise UsageError("bad-root", f"--root {root}: ranks are 0 to {last}", "name one of them")
            for size_bytes in self.sizes if kernel.sized else (0,):
                for parameters in self._parameters(kernel):
                    for load in self._loads(side.ranks, groups):
                        yield cell(
                            side.name,
                            kernel.name,
                            cell_bytes(kernel, size_bytes, parameters["datatype"]),
                            *groups,
                            windowed=bool(kernel.windowed),
                            communicator="duplicate" if asked.duplicate else "",
                            **parameters,
                            **load,
                        )

    def __post_init__(self) -> None:
        """Raises UsageError for a name or a value that is none."""
        check_names((*self.kernels, *([self._load()[0]] if self.load else [])))
        if unknown := set(self.parameters) - set(CELL_OPTIONS):
            raise UsageError(
                "bad-parameter", f"unknown parameter '{min(unknown)}'", f"use one of {', '.join(CELL_OPTIONS)}"
            )
        for name in self.parameters:
            self.values(name)

    def values(self, name: str) -> tuple[Any, ...]:
        option = CELL_OPTIONS[name]
        return option.values(self.parameters.get(name, option.default))

    def _parameters(self, kernel: KernelFacts) -> Iterator[dict[str, Any]]:
        """Every combination of what was asked; what a kernel has not stays at its default."""
        values = (
            dict.fromkeys(option.value(value, kernel) for value in self.values(name))
            if option.form(kernel)
            else (default_of(name),)
            for name, option in CELL_OPTIONS.items()
        )
        return (dict(zip(CELL_OPTIONS, chosen, strict=True)) for chosen in product(*values))

    def _loads(self, ranks: int, groups: tuple[tuple[int, ...], ...]) -> list[dict[str, Any]]:
        """Without load, and with it on all ranks that no group holds."""
        if not self.load:
            return [{}]
        rest = tuple(sorted(set(range(ranks)) - {rank for group in groups for rank in group}))
        if len(rest) < 2:
            raise UsageError(
                "too-few-ranks", f"{len(rest)} ranks are left to load the machine", "measure fewer: e.g. `--comm 0,1`"
            )
        kernel, size_bytes = self._load()
        return [{}, {"load": kernel, "load_size_bytes": size_bytes, "load_groups": (rest,)}]

    def _load(self) -> tuple[str, int]:
        """The kernel and the size of its messages."""
        kernel, _, size = self.load.partition(":")
        return kernel, parse_size(size or "64KiB")

    def _check_forms(self, kernels: Sequence[KernelFacts]) -> None:
        """Raises UsageError where no kernel has a form that was asked for."""
        missing = [
            option.asked(value)
            for name, option in CELL_OPTIONS.items()
            for value in self.values(name)
            if kernels and all(option.lacks(value, kernel) for kernel in kernels)
        ]
        if missing:
            have = "has" if len(kernels) == 1 else "have"
            what = f"{few([kernel.name for kernel in kernels])} {have} no form for {', '.join(missing)}"
            raise UsageError("no-such-form", what, "`rankwise bench --list` shows which")


def on_devices(
    asked: AskedCells, devices: Devices, sides: Sequence[Side], watcher: Watcher
) -> tuple[dict[str, list[KernelFacts]], list[Side], list[str]]:
    """The kernels of each side, the sides with devices where these are asked for, and warnings. An MPI that crashes on
    device pointers is left out; raises MeasurementFailed when no other is left."""
    known = {side.name: kernels_of(side) for side in sides}
    kinds_asked = asked.values("buffers")
    plain = not any(kinds_asked)
    copies = any(facts.name in asked.kernels and facts.on_device for facts in known[sides[0].name].values())
    if plain and not copies:
        return {side.name: asked.chosen(side, known[side.name]) for side in sides}, list(sides), []
    ready, warnings = with_devices(sides, devices)
    chosen = {side.name: asked.chosen(side, kernels_of(side)) for side in ready}
    kept: list[Side] = []
    problem: MeasurementFailed | None = None
    for side in ready:
        sends = [kernel for kernel in chosen[side.name] if kernel.mirrored and not kernel.on_device]
        for buffers in [kinds for kinds in kinds_asked if set(kinds) & {"D", "M"} and sends and side.ranks > 1]:
            watcher.phase(f"{side.name}: trying buffers {buffers}")
            try:
                device_trial.check(side, buffers)
            except MeasurementFailed as error:
                problem = error
                warnings.append(f"{problem.message} (left out)")
                break
        else:
            kept.append(side)
    if problem and not kept:
        raise problem
    return chosen, kept, warnings


def threaded(side: Side) -> Side:
    return replace(side, threads=True)
