"""`compare`: sides that live at the same time, alternated until each ratio is decided or the budget ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rankwise.apply.file import read
from rankwise.core.cell_options import cell_bytes
from rankwise.core.errors import RankwiseError
from rankwise.core.records import Cell, DeviceMemory, Plan, Visit
from rankwise.experiment.cells import CellAnswers
from rankwise.experiment.compare import summary
from rankwise.experiment.records import Comparison
from rankwise.maps.reach import gone_ranks, node_gone
from rankwise.measure.campaign import Campaign
from rankwise.measure.cells import cell, on_side
from rankwise.measure.kernels import check_names, chosen
from rankwise.measure.lost_ranks import Absent
from rankwise.measure.provenance import measured, new_run
from rankwise.measure.side import Side
from rankwise.measure.stopping import Stopping
from rankwise.measure.watcher import Watcher
from rankwise.placement.choice import Choice
from rankwise.placement.devices import on_device_memory
from rankwise.placement.placement import Placement
from rankwise.placement.preparation import allowed_words, mpis_of, prepared_sides
from rankwise.placement.sides import kernels_of
from rankwise.store import Store, recorded

POINT_SIZES: Final = (8, 1 << 10, 1 << 12, 1 << 16, 1 << 20, 4 << 20)
COLLECTIVE_SIZES: Final = (8, 1 << 16)
DEFAULT_CELLS: Final = (
    ("pingpong", POINT_SIZES),
    *((kernel, COLLECTIVE_SIZES) for kernel in ("allreduce", "bcast", "alltoall")),
    ("barrier", (0,)),
)
_SIZELESS = ("barrier",)
_LAUNCHES, _ROUNDS = 6, 5  # a launch takes a sixth of the budget at most: fewer launches decide little


@dataclass(frozen=True)
class CompareOptions:
    """What a user may ask: two sides or more, of which the first is the baseline. `kernels` and `sizes` empty: the
    default cells. `precision` is the half width of each ratio's interval that is asked for, `margin` how near to 1 is
    the same, both as shares. `memory`: messages lie on devices; None: where the first tuning among the sides has them,
    else on the host."""

    sides: tuple[Choice, ...]
    kernels: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    ranks: int = 0
    mpi: str = ""
    launcher: str = ""
    budget_s: float = 60.0
    precision: float = 0.05
    margin: float = 0.02
    out: Path = Path("rankwise-results")
    watchdog_s: float = 20.0
    seed: int = 1
    memory: DeviceMemory | None = None


def compare_sides(options: CompareOptions, watcher: Watcher | None = None) -> Comparison:
    """Compares the sides on this machine and stores the run, kind `compare`.

    Raises UsageError and EnvironmentProblem before anything is measured; what a side that cannot be launched said,
    when fewer than two are left or it was the baseline.
    """
    watcher = watcher or Watcher()
    check_names(options.kernels)
    with Store.of(options.out) as store, ExitStack() as stack:
        sides, placements, warnings = prepared_sides(
            options.sides, stack, ranks=options.ranks, mpi=options.mpi, launcher=options.launcher, tell=watcher.phase
        )
        names = [choice.name for choice in options.sides]
        if memory := options.memory or _tuned_memory(options.sides):
            sides = on_device_memory(sides, memory)
        points = _points(options, sides[0], memory.buffers if memory else "")
        plan = Plan(
            name="compare",
            endpoints=placements[0].endpoints,
            cells=tuple(on_side(point, side.name) for point in points for side in sides),
            seed=options.seed,
            precision=options.precision,
            budget_s=options.budget_s,
            launches=_LAUNCHES,
            min_rounds=_ROUNDS,
        )
        told = {"margin": str(options.margin), **allowed_words(options.sides[0].allow)}
        run = new_run("compare", plan, mpis_of(sides), told, warnings)
        recording = stack.enter_context(recorded(store, run))
        store.put(run.id, "inventory", placements[0].inventory)
        watcher.begin(run, options.budget_s)
        answers = CellAnswers(points, names, options.margin)

        def keep(visits: list[Visit]) -> None:
            answers.add(visits)
            recording.add(visits)

        campaign = Campaign(
            plan,
            sides,
            sink=keep,
            progress=watcher.progress,
            watchdog_s=options.watchdog_s,
            absent=Absent(lambda: _nobody_gone(sides, placements)),
            stopping=Stopping(decided=lambda outcome: answers.settled(outcome, options.precision)),
        )
        outcome = campaign.run()
        recording.run = run = measured(run, campaign, outcome)
        alive = sides_left(names, outcome.lost_sides)
        cells = answers.compared(outcome)
        sentences = (*summary(cells, alive, outcome.lost_sides), *answers.not_reached(outcome))
        return recording.keep(Comparison(run=run, sides=tuple(alive), cells=cells, summary=sentences))


def sides_left(names: Sequence[str], lost: Mapping[str, RankwiseError]) -> list[str]:
    """The sides that can be compared, without those that are `lost`, each with its error. Raises the first error where
    the baseline, which is the first name, is among them, or where fewer than two sides are left."""
    alive = [name for name in names if name not in lost]
    if len(alive) < 2 or alive[0] != names[0]:
        first = next(name for name in names if name in lost)
        error = lost[first]
        raise type(error)(error.code, f"side {first}: {error.message}", error.hint) from error
    return alive


def _nobody_gone(sides: Sequence[Side], placements: Sequence[Placement]) -> dict[int, str]:
    """No rank: sides of fewer ranks are no answer. Raises MeasurementFailed where a node no longer answers."""
    for side, placement in zip(sides, placements, strict=False):  # the control is where the first side is
        if gone := gone_ranks(side.mpi, placement):
            raise node_gone(gone.values())
    return {}


def _tuned_memory(choices: Sequence[Choice]) -> DeviceMemory | None:
    tunings = [read(choice.tuning, choice.allow) for choice in choices if choice.tuning is not None]
    return next((tuning.memory for tuning in tunings if tuning.memory is not None), None)


def _points(options: CompareOptions, side: Side, buffers: str) -> list[Cell]:
    """The cells of the baseline, each call once: pairs for kernels of two ranks, everyone for the rest. `buffers` are
    of kernels that can send from a device."""
    wanted = _wanted(options)
    facts = {kernel_facts.name: kernel_facts for kernel_facts in chosen(kernels_of(side), list(wanted), side.ranks)}
    made = (
        cell(
            side.name,
            kernel,
            cell_bytes(facts[kernel], size),
            facts[kernel].group(side.ranks),
            windowed=bool(facts[kernel].windowed),
            buffers=buffers if facts[kernel].mirrored else "",
        )
        for kernel, sizes in wanted.items()
        for size in sizes
    )
    return list({each.id: each for each in made}.values())


def _wanted(options: CompareOptions) -> dict[str, tuple[int, ...]]:
    if not options.kernels:
        return {
            kernel: (options.sizes if options.sizes and kernel not in _SIZELESS else sizes)
            for kernel, sizes in DEFAULT_CELLS
        }
    usual = dict(DEFAULT_CELLS)
    return {
        kernel: (0,) if kernel in _SIZELESS else options.sizes or usual.get(kernel, POINT_SIZES)
        for kernel in options.kernels
    }
