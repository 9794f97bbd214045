"""`bench`: the kernels that a user names, over sizes, each until its interval is narrow enough or the time is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from dataclasses import replace as replace_side
from itertools import product
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from rankwise.core.cell_parameters import CELL_OPTIONS, default_of
from rankwise.core.errors import MeasurementFailed, UsageError
from rankwise.core.records import Cell, KernelFacts, Marks, Plan, Run, Visit
from rankwise.measure import device_trial, marks
from rankwise.measure.absent import Absent
from rankwise.measure.campaign import Campaign
from rankwise.measure.cells import cell
from rankwise.measure.described import chosen
from rankwise.measure.groups import members
from rankwise.measure.provenance import measured, new_run
from rankwise.measure.side import Side
from rankwise.measure.watcher import Watcher
from rankwise.placement.devices import Devices, with_devices
from rankwise.placement.making import choose_mpis, kernels_of, make_sides, with_progress
from rankwise.placement.where import HERE, Where
from rankwise.store import Store, recorded
from rankwise.verbs.map.reach import gone_ranks

PROGRESS = ("default", "async", "both")


@dataclass(frozen=True)
class BenchOptions:
    """What a user may ask. `where` ranks run; on all cores by default.
    `parameters` are by the names of `core.cell_options`, in its words or as values; several in a tuple are measured
    one by one. `communicator` is a name of `measure.groups`. `load` is the kernel that the ranks outside the
    communicator call meanwhile; each cell is then measured without it too. `device` and `devices` are what
    `placement.devices` takes. With one of `launches`, intervals are for that launch alone."""

    kernels: tuple[str, ...]
    sizes: tuple[int, ...]
    mpi: str = ""
    where: Where = HERE
    parameters: Mapping[str, object] = field(default_factory=dict)
    communicator: str = "world"
    load: str = ""
    load_size_bytes: int = 1 << 16
    progress: str = "default"
    device: str = "gpu"
    devices: str = "auto"
    device_buffers: bool = False
    budget_s: float = 60.0
    precision: float = 0.02
    launches: int = 3
    out: Path = Path("rankwise-results")
    launcher: str = ""
    agent: str = ""
    watchdog_s: float = 20.0
    seed: int = 1


def marks_of() -> Marks:
    """What became of each kernel when it was tried."""
    return marks.load()


def bench(options: BenchOptions, watcher: Watcher | None = None) -> Run:
    """Measures the kernels on this machine, or on endpoints or hosts, with one MPI or several, and stores the run, kind
    `bench`.

    Raises UsageError and EnvironmentProblem before anything is measured, MeasurementFailed when nothing could be.
    """
    watcher = watcher or Watcher()
    _check_parameters(options)
    devices = Devices(options.device, options.devices, options.device_buffers)
    if options.progress not in PROGRESS:
        raise UsageError("bad-progress", f"unknown progress '{options.progress}'", f"use {', '.join(PROGRESS)}")
    with Store.of(options.out) as store, ExitStack() as stack:
        if not options.where.here:
            watcher.phase("looking at the endpoints")
        placement = stack.enter_context(options.where.placement(launcher=options.launcher, agent=options.agent))
        mpis, left_out = choose_mpis(options.mpi)
        sides, unbuilt = make_sides(mpis, placement, watcher.phase)
        sides, without = with_progress(sides, options.progress)
        found, sides, on_devices = _on_devices(options, devices, sides, watcher)
        sides = [_threaded(side) if any(one.threaded for one in found[side.name]) else side for side in sides]
        plan = Plan(
            name="bench",
            endpoints=placement.endpoints,
            cells=tuple(
                one for side in sides for kernel in found[side.name] for one in cells_of(options, side, kernel)
            ),
            seed=options.seed,
            precision=options.precision,
            budget_s=options.budget_s,
            launches=options.launches,
        )
        run = new_run("bench", plan, {side.name: side.mpi for side in sides}, options.where.kept())
        run = replace(run, warnings=(*placement.warnings, *left_out, *unbuilt, *without, *on_devices))
        recording = stack.enter_context(recorded(store, run))
        store.put(run.id, "inventory", placement.inventory)
        watcher.begin(run, options.budget_s)

        def keep(visits: list[Visit]) -> None:
            store.add_visits(run.id, visits)
            store.flush()

        campaign = Campaign(
            run.plan,
            sides,
            sink=keep,
            progress=watcher.progress,
            watchdog_s=options.watchdog_s,
            absent=Absent(lambda: gone_ranks(sides[0].mpi, placement)),
        )
        return recording.keep(measured(run, campaign, campaign.run()))


def described(options: BenchOptions) -> dict[str, KernelFacts]:
    """Every kernel that the engine of the chosen MPI has, by name."""
    with Where(ranks=1).placement(launcher=options.launcher) as placement:
        sides, _ = make_sides(choose_mpis(options.mpi)[0], placement, lambda _text: None)
        return kernels_of(sides[0])


def _on_devices(
    options: BenchOptions, devices: Devices, sides: Sequence[Side], watcher: Watcher
) -> tuple[dict[str, list[KernelFacts]], list[Side], list[str]]:
    """The kernels of each side, the sides with devices where these are asked for, and warnings. An MPI that crashes on
    device pointers is left out; raises MeasurementFailed when no other is left."""
    known = {side.name: kernels_of(side) for side in sides}
    asked = _values(options, "buffers")
    plain = not any(asked)
    copies = any(facts.name in options.kernels and facts.on_device for facts in known[sides[0].name].values())
    if plain and not copies:
        return {side.name: _chosen(options, side, known[side.name]) for side in sides}, list(sides), []
    ready, warnings = with_devices(sides, devices)
    found = {side.name: _chosen(options, side, kernels_of(side)) for side in ready}
    kept: list[Side] = []
    problem: MeasurementFailed | None = None
    for side in ready:
        sends = [one for one in found[side.name] if one.mirrored and not one.on_device]
        for buffers in [kinds for kinds in asked if set(kinds) & {"D", "M"} and sends and side.ranks > 1]:
            watcher.phase(f"{side.name}: trying buffers {buffers}")
            if why := device_trial.refusal(side, buffers):
                problem = device_trial.not_aware(f"{side.mpi.name} {side.mpi.version}", why)
                warnings.append(f"{problem.message} (left out)")
                break
        else:
            kept.append(side)
    if problem and not kept:
        raise problem
    return found, kept, warnings


def _chosen(options: BenchOptions, side: Side, known: dict[str, KernelFacts]) -> list[KernelFacts]:
    names = list(dict.fromkeys((*options.kernels, *([options.load] if options.load else []))))
    found = chosen(known, names, side.ranks)
    return [one for one in found if one.name in options.kernels]


def cells_of(options: BenchOptions, side: Side, kernel: KernelFacts) -> Iterator[Cell]:
    """Every cell that the options ask of one kernel, in order of size. What does not concern a kernel is not asked of
    it where others are measured with it; raises UsageError when it is the only one."""
    _check_forms(options, kernel)
    for asked in members(options.communicator, side.ranks):
        groups = tuple(kernel.part(group) for group in asked.groups)
        for root in _values(options, "root") if kernel.rotates else ():
            last = min(map(len, groups)) - 1
            if root > last:
                raise UsageError("bad-root", f"--root {root}: ranks are 0 to {last}", "name one of them")
        for size_bytes in options.sizes if kernel.sized else (0,):
            for parameters in _parameters(options, kernel):
                for load in _loads(options, side.ranks, groups):
                    yield cell(
                        side.name,
                        kernel.name,
                        size_bytes,
                        *groups,
                        windowed=bool(kernel.windowed),
                        communicator="duplicate" if asked.duplicate else "",
                        **parameters,
                        **load,
                    )


def _check_parameters(options: BenchOptions) -> None:
    """Raises UsageError for a name or a value that is none."""
    if unknown := set(options.parameters) - set(CELL_OPTIONS):
        raise UsageError(
            "bad-parameter", f"unknown parameter '{min(unknown)}'", f"use one of {', '.join(CELL_OPTIONS)}"
        )
    for name in options.parameters:
        _values(options, name)


def _values(options: BenchOptions, name: str) -> tuple[Any, ...]:
    option = CELL_OPTIONS[name]
    return option.values(options.parameters.get(name, option.default))


def _parameters(options: BenchOptions, kernel: KernelFacts) -> Iterator[dict[str, Any]]:
    """Every combination of what was asked; what a kernel has not stays at its default."""
    values = (
        dict.fromkeys(option.value(value, kernel) for value in _values(options, name))
        if option.form(kernel)
        else (default_of(name),)
        for name, option in CELL_OPTIONS.items()
    )
    return (dict(zip(CELL_OPTIONS, chosen, strict=True)) for chosen in product(*values))


def _loads(options: BenchOptions, ranks: int, groups: tuple[tuple[int, ...], ...]) -> list[dict[str, Any]]:
    """Without load, and with it on all ranks that no group holds."""
    if not options.load:
        return [{}]
    rest = tuple(sorted(set(range(ranks)) - {rank for group in groups for rank in group}))
    if len(rest) < 2:
        raise UsageError(
            "too-few-ranks", f"{len(rest)} ranks are left to load the machine", "measure fewer: e.g. `--comm 0,1`"
        )
    return [{}, {"load": options.load, "load_size_bytes": options.load_size_bytes, "load_groups": (rest,)}]


def _check_forms(options: BenchOptions, kernel: KernelFacts) -> None:
    """Raises UsageError when the only kernel has no form that was asked for."""
    missing = [
        option.asked(value)
        for name, option in CELL_OPTIONS.items()
        for value in _values(options, name)
        if option.lacks(value, kernel)
    ]
    if missing and len(options.kernels) == 1:
        raise UsageError(
            "no-such-form", f"{kernel.name} has no form for {', '.join(missing)}", "`rankwise bench --list` shows which"
        )


def _threaded(side: Side) -> Side:
    return replace_side(side, threads=True)
