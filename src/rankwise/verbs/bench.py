"""`bench`: the kernels that a user names, over sizes, each until its interval is narrow enough or the time is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from dataclasses import replace as replace_options
from dataclasses import replace as replace_side
from pathlib import Path

from msgspec.structs import replace

from rankwise.core.errors import MeasurementFailed, UsageError
from rankwise.core.records import Cell, KernelFacts, Marks, Plan, Run, Visit
from rankwise.measure import device_trial, marks
from rankwise.measure.campaign import Campaign
from rankwise.measure.cells import CellParameters, Load, cell
from rankwise.measure.described import chosen
from rankwise.measure.groups import Members, members
from rankwise.measure.provenance import new_run
from rankwise.measure.side import Side
from rankwise.measure.watcher import Watcher
from rankwise.placement.devices import Devices, checked_buffers, with_devices
from rankwise.placement.making import choose_mpis, kernels_of, make_sides, with_progress
from rankwise.placement.where import HERE, Where
from rankwise.store.runs import Store
from rankwise.verbs.stored import carried_out

OPERATIONS = ("sum", "prod", "max", "min", "land", "lor", "lxor", "band", "bor", "bxor")
_INTEGERS = ("int8", "uint8", "int16", "uint16", "int", "uint32", "int64", "uint64")
NUMBERS = (*_INTEGERS, "float", "double", "complex", "double_complex")
LAYOUTS = ("vector", "resized")
WINDOW_KINDS = ("allocate", "create", "dynamic", "shared")
PROGRESS = ("default", "async", "both")


@dataclass(frozen=True)
class BenchOptions:
    """What a user may ask. `where` ranks run; on all cores by default. `windows` 0: as long as memory
    allows. `datatype` "" is float for reductions and bytes for all else; `root` -1 rotates.
    `communicator` is a name of `measure.groups`. `load` is the kernel that the ranks outside the communicator call
    meanwhile; each cell is then measured without it too. `buffers` are kinds of memory as `Cell.buffers` names them,
    `device` and `devices` what `placement.devices` takes. Of one of `launches` intervals are for that launch alone."""

    kernels: tuple[str, ...]
    sizes: tuple[int, ...]
    mpi: str = ""
    where: Where = HERE
    datatype: str = ""
    operation: str = "sum"
    windows: tuple[int, ...] = (0,)
    communicator: str = "world"
    root: int = 0
    in_place: bool = False
    one_place: bool = False
    window_kind: str = ""
    threads: int = 2
    compute_shares: tuple[float, ...] = (1.0,)
    cold: bool = False
    load: str = ""
    load_size_bytes: int = 1 << 16
    progress: str = "default"
    buffers: tuple[str, ...] = ("H",)
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
    options = replace_options(options, buffers=tuple(dict.fromkeys(map(checked_buffers, options.buffers))))
    devices = Devices(options.device, options.devices, options.device_buffers)
    _check("operation", options.operation, OPERATIONS)
    _check("datatype", options.datatype or "byte", ("byte", *NUMBERS, *LAYOUTS))
    _check("window-kind", options.window_kind or "allocate", WINDOW_KINDS)
    _check("progress", options.progress, PROGRESS)
    with Store.open(options.out / "rankwise.db") as store, ExitStack() as stack:
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
        store.begin(run)
        store.put(run.id, "inventory", placement.inventory)
        watcher.begin(run, options.budget_s)
        return _measured(options, watcher, store, sides, run)


def described(options: BenchOptions) -> dict[str, KernelFacts]:
    """Every kernel that the engine of the chosen MPI has, by name."""
    with Where(ranks=1).placement(launcher=options.launcher) as placement:
        sides, _ = make_sides(choose_mpis(options.mpi)[0], placement, lambda _text: None)
        return kernels_of(sides[0])


def _measured(options: BenchOptions, watcher: Watcher, store: Store, sides: Sequence[Side], run: Run) -> Run:
    def keep(visits: list[Visit]) -> None:
        store.add_visits(run.id, visits)
        store.flush()

    campaign = Campaign(run.plan, sides, sink=keep, progress=watcher.progress, watchdog_s=options.watchdog_s)
    return carried_out(store, run, campaign)[0]


def _on_devices(
    options: BenchOptions, devices: Devices, sides: Sequence[Side], watcher: Watcher
) -> tuple[dict[str, list[KernelFacts]], list[Side], list[str]]:
    """The kernels of each side, the sides with devices where these are asked for, and warnings. An MPI that crashes on
    device pointers is left out; raises MeasurementFailed when no other is left."""
    known = {side.name: kernels_of(side) for side in sides}
    plain = all(buffers == "" for buffers in options.buffers)
    copies = any(facts.name in options.kernels and facts.on_device for facts in known[sides[0].name].values())
    if plain and not copies:
        return {side.name: _chosen(options, side, known[side.name]) for side in sides}, list(sides), []
    ready, warnings = with_devices(sides, devices)
    found = {side.name: _chosen(options, side, kernels_of(side)) for side in ready}
    kept: list[Side] = []
    problem: MeasurementFailed | None = None
    for side in ready:
        sends = [one for one in found[side.name] if one.mirrored and not one.on_device]
        for buffers in [kinds for kinds in options.buffers if set(kinds) & {"D", "M"} and sends and side.ranks > 1]:
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
        if kernel.rotates and options.root >= min(map(len, groups)):
            last = min(map(len, groups)) - 1
            raise UsageError("bad-root", f"--root {options.root}: ranks are 0 to {last}", "name one of them")
        for size_bytes in options.sizes if kernel.sized else (0,):
            for window in options.windows if kernel.windowed else (1,):
                for share in options.compute_shares if kernel.overlaps else (1.0,):
                    for buffers in options.buffers if kernel.mirrored and not kernel.on_device else ("",):
                        for load in _loads(options, side.ranks, groups):
                            yield cell(
                                side.name,
                                kernel.name,
                                size_bytes,
                                *groups,
                                window=window,
                                windowed=bool(kernel.windowed),
                                **_parameters(options, kernel, asked, share, buffers),
                                **load,
                            )


def _parameters(
    options: BenchOptions, kernel: KernelFacts, asked: Members, share: float, buffers: str
) -> CellParameters:
    return {
        "datatype": _datatype(options, kernel),
        "operation": options.operation if kernel.reduces else "",
        "root": options.root if options.root >= 0 or kernel.rotates else 0,
        "communicator": "duplicate" if asked.duplicate else "",
        "in_place": options.in_place and bool(kernel.in_place),
        "one_place": options.one_place and _shares_place(kernel),
        "window_kind": options.window_kind if kernel.window_kinds else "",
        "threads": options.threads if kernel.threaded else 1,
        "compute_share": share,
        "cold_cache": options.cold,
        "buffers": buffers,
    }


def _shares_place(kernel: KernelFacts) -> bool:
    """Whether the messages of a window may go to one place: numbers that add up there may not."""
    return bool(kernel.windowed and kernel.sized and not kernel.reduces)


def _loads(options: BenchOptions, ranks: int, groups: tuple[tuple[int, ...], ...]) -> list[Load]:
    """Without load, and with it on all ranks that no group holds."""
    if not options.load:
        return [{}]
    rest = tuple(sorted(set(range(ranks)) - {rank for group in groups for rank in group}))
    if len(rest) < 2:
        raise UsageError(
            "too-few-ranks", f"{len(rest)} ranks are left to load the machine", "measure fewer: e.g. `--comm 0,1`"
        )
    return [{}, {"load": options.load, "load_size_bytes": options.load_size_bytes, "load_groups": (rest,)}]


def _datatype(options: BenchOptions, kernel: KernelFacts) -> str:
    if kernel.reduces:
        return options.datatype if options.datatype in NUMBERS else "float"
    return options.datatype if kernel.typed and options.datatype else "byte"


def _check_forms(options: BenchOptions, kernel: KernelFacts) -> None:
    """Raises UsageError when the only kernel has no form that was asked for."""
    asked = {
        "--in-place": options.in_place and not kernel.in_place,
        "--root rotate": options.root < 0 and not kernel.rotates,
        "--one-place": options.one_place and not _shares_place(kernel),
        "--window-kind": bool(options.window_kind) and not kernel.window_kinds,
        "--buffers": options.buffers != ("",) and (not kernel.mirrored or kernel.on_device),
        "--compute": options.compute_shares != (1.0,) and not kernel.overlaps,
        f"--type {options.datatype}": (options.datatype in LAYOUTS and not kernel.typed)
        or (bool(options.datatype) and not kernel.typed and not kernel.reduces),
    }
    missing = [name for name, lacks in asked.items() if lacks]
    if missing and len(options.kernels) == 1:
        raise UsageError(
            "no-such-form", f"{kernel.name} has no form for {', '.join(missing)}", "`rankwise bench --list` shows which"
        )


def _check(what: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise UsageError(f"bad-{what}", f"no {what.replace('-', ' ')} '{value}'", f"use {', '.join(known)}")


def _threaded(side: Side) -> Side:
    return replace_side(side, threads=True)
