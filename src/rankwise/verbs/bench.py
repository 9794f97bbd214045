"""`bench`: the kernels that a user names, over sizes, each until its interval is narrow enough or the time is over."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from msgspec.structs import replace

from rankwise.core.errors import UsageError
from rankwise.core.records import Cell, Plan, Run, Visit
from rankwise.core.settings import value
from rankwise.measure.build import engine_for
from rankwise.measure.campaign import Campaign
from rankwise.measure.cells import cell
from rankwise.measure.described import KernelFacts, chosen, kernels
from rankwise.measure.outcome import Outcome, startup
from rankwise.measure.side import Side
from rankwise.store.runs import Store
from rankwise.verbs.ground import from_file, this_machine
from rankwise.verbs.provenance import new_run
from rankwise.verbs.sides import choose_mpis, make_sides
from rankwise.verbs.watcher import Watcher

OPERATIONS = ("sum", "max", "min", "prod")
TYPES = ("int", "float", "double")
_LAUNCHES = 3


@dataclass(frozen=True)
class BenchOptions:
    """What a user may ask. `ranks` 0: one for each core; `endpoints`: a file of them instead. `window` 0: as long as
    memory allows."""

    kernels: tuple[str, ...]
    sizes: tuple[int, ...]
    mpi: str = ""
    ranks: int = 0
    datatype: str = "float"
    operation: str = "sum"
    window: int = 0
    budget_s: float = 60.0
    precision: float = 0.02
    out: Path = Path("rankwise-results")
    launcher: str = ""
    watchdog_s: float = 20.0
    seed: int = 1
    endpoints: Path | None = None


def bench(options: BenchOptions, watcher: Watcher | None = None) -> Run:
    """Measures the kernels on this machine, or on the endpoints of a file, with one MPI or several, and stores the run,
    kind `bench`.

    Raises UsageError and EnvironmentProblem before anything is measured, MeasurementFailed when nothing could be.
    """
    watcher = watcher or Watcher()
    if options.operation not in OPERATIONS:
        raise UsageError("bad-operation", f"no operation '{options.operation}'", f"use {', '.join(OPERATIONS)}")
    if options.datatype not in TYPES:
        raise UsageError("bad-type", f"no datatype '{options.datatype}'", f"use {', '.join(TYPES)}")
    with Store.open(options.out / "rankwise.db") as store, ExitStack() as stack:
        if options.endpoints is None:
            ground = this_machine(stack, options.ranks)
        else:
            watcher.phase("looking at the endpoints")
            ground = from_file(stack, options.endpoints)
        mpis, left_out = choose_mpis(options.mpi)
        sides, unbuilt = make_sides(mpis, ground, watcher.phase, options.launcher)
        plan = Plan(
            name="bench",
            endpoints=ground.endpoints,
            cells=tuple(one for side in sides for one in _cells(options, side)),
            seed=options.seed,
            precision=options.precision,
            budget_s=options.budget_s,
            launches=_LAUNCHES,
        )
        settings = {"endpoints": str(options.endpoints.absolute())} if options.endpoints else {}
        run = new_run("bench", plan, {side.name: side.mpi for side in sides}, settings)
        run = replace(run, warnings=(*left_out, *unbuilt))
        store.begin(run)
        store.put(run.id, "inventory", ground.inventory)
        watcher.begin(run, options.budget_s)
        return _measured(options, watcher, store, sides, run)


def described(options: BenchOptions) -> dict[str, KernelFacts]:
    """Every kernel that the engine of the chosen MPI has, by name."""
    with ExitStack() as stack:
        ground = this_machine(stack, 1)
        sides, _ = make_sides(choose_mpis(options.mpi)[0], ground, lambda _text: None, options.launcher)
        return _kernels(sides[0])


def _measured(options: BenchOptions, watcher: Watcher, store: Store, sides: Sequence[Side], run: Run) -> Run:
    def keep(visits: list[Visit]) -> None:
        store.add_visits(run.id, visits)
        store.flush()

    campaign = Campaign(run.plan, sides, sink=keep, progress=watcher.progress, watchdog_s=options.watchdog_s)
    try:
        outcome = campaign.run()
    except BaseException:
        store.update(replace(run, status="failed"))
        raise
    finished = _finished(run, campaign, outcome)
    store.update(finished)
    return finished


def _kernels(side: Side) -> dict[str, KernelFacts]:
    """Asked of an engine here: those of other endpoints are built from the same source."""
    place = side.spec.places[0]
    program = place.program if place.host is None else str(engine_for(side.mpi, compiler=value("compiler")))
    return kernels(side.mpi, side.launcher, program)


def _cells(options: BenchOptions, side: Side) -> list[Cell]:
    return [
        cell(
            side.name,
            kernel.name,
            size_bytes,
            kernel.group(side.ranks),
            window=options.window,
            windowed=bool(kernel.windowed),
            datatype=options.datatype if kernel.reduces else "byte",
            operation=options.operation if kernel.reduces else "",
        )
        for kernel in chosen(_kernels(side), list(dict.fromkeys(options.kernels)), side.ranks)
        for size_bytes in (options.sizes if kernel.sized else (0,))
    ]


def _finished(run: Run, campaign: Campaign, outcome: Outcome) -> Run:
    finished_at = datetime.now(timezone.utc).isoformat(timespec="seconds")
    return replace(
        run,
        provenance=replace(run.provenance, measuring_s=outcome.measuring_s, finished_at=finished_at),
        launches=tuple(outcome.launches),
        results=campaign.results(),
        startup=startup(outcome),
        status="interrupted" if outcome.interrupted else "finished",
        warnings=tuple(dict.fromkeys((*run.warnings, *outcome.warnings))),
    )
