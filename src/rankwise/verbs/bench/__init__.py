"""`bench`: the kernels that a user names, over sizes, each until its interval is narrow enough or the time is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

from rankwise.core import settings
from rankwise.core.errors import UsageError
from rankwise.core.options import (
    Argument,
    Device,
    DeviceBuffers,
    DeviceList,
    From,
    MpiNames,
    Option,
    Out,
    Places,
    Ranks,
    Seed,
    Unpack,
    budget,
    cell_parameters,
    separate_words,
    share,
    sizes_of,
)
from rankwise.core.units import parse_duration, parse_sizes

if TYPE_CHECKING:
    from rankwise.core.records import KernelFacts, Run, Visit
    from rankwise.measure.records import Marks
    from rankwise.measure.watcher import Watcher

PROGRESS = ("default", "async", "both")
SIZES = parse_sizes("0:4MiB")


def bench(
    kernels: Annotated[
        Sequence[str],
        Argument(
            "Kernels by name, as --list shows, or with commas.",
            read=separate_words,
            repeated=True,
            complete="rankwise.cli.completion:kernels",
        ),
    ] = (),
    sizes: Annotated[Sequence[int], sizes_of("0:4MiB")] = SIZES,
    *,
    ranks: Ranks = 0,
    mpi: MpiNames = None,
    communicator: Annotated[
        str, Option("world, duplicate, halves, quarters, world-1, layers:P, bisections:K or ranks: 0,1;2,3", "--comm")
    ] = "world",
    parameters: Annotated[Mapping[str, object] | None, From(cell_parameters)] = None,
    load: Annotated[str, Option("Measure again while all other ranks run this kernel, e.g. alltoall:64KiB.")] = "",
    progress: Annotated[str, Option("Asynchronous progress thread: default, async or both.")] = "default",
    device: Device = "gpu",
    devices: DeviceList = "auto",
    device_buffers: DeviceBuffers = False,
    precision: Annotated[
        float, Option("Stop when each interval has this half width, e.g. 2%.", read=share("precision"), words="2%")
    ] = 0.02,
    budget_s: Annotated[float, budget("60s")] = 60.0,
    launches: Annotated[int, Option("Number of launches. With 1, intervals describe that launch only.", least=1)] = 3,
    out: Out = None,
    seed: Seed = 1,
    watcher: Watcher | None = None,
    **where: Unpack[Places],
) -> Run:
    """Measure kernels by name: median, interval, slowest rank, and what IMB and OMB would print.

    Sizes are in bytes. `parameters` are as `{"window": (1, 64), "datatype": "double"}`, by the columns of `cell_table`;
    several values in a tuple are measured one by one. Raises UsageError and EnvironmentProblem before anything is
    measured, MeasurementFailed when nothing could be.
    """
    from rankwise.core.records import Plan
    from rankwise.maps.reach import gone_ranks
    from rankwise.measure.campaign import Campaign
    from rankwise.measure.groups import members
    from rankwise.measure.lost_ranks import Absent
    from rankwise.measure.provenance import measured, new_run
    from rankwise.measure.watcher import Watcher
    from rankwise.mpis.catalog import choose_mpis
    from rankwise.placement.devices import Devices
    from rankwise.placement.sides import make_sides, with_progress
    from rankwise.store import Store, recorded
    from rankwise.verbs.bench.cells import AskedCells, on_devices, threaded, with_impacts
    from rankwise.verbs.where import where_of

    if not kernels:
        raise UsageError("no-kernel", "no kernel was named", "e.g. `rankwise bench pingpong`; --list shows all")
    watcher = watcher or Watcher()
    asked = AskedCells(tuple(kernels), tuple(sizes), parameters or {}, communicator, load)
    if progress not in PROGRESS:
        raise UsageError("bad-progress", f"unknown progress '{progress}'", f"use {', '.join(PROGRESS)}")
    loaded = settings.load({"mpi": mpi})
    ranks_at = where_of(ranks=ranks, **where)
    with Store.of(settings.folder(out)) as store, ExitStack() as stack:
        if not ranks_at.here:
            watcher.phase("looking at the endpoints")
        placement = stack.enter_context(ranks_at.placement())
        members(communicator, len(placement.endpoints))  # raises before an engine is built
        mpis, left_out = choose_mpis(loaded["mpi"].value)
        sides, unbuilt = make_sides(mpis, placement, watcher.phase)
        sides, without = with_progress(sides, progress)
        facts, sides, refused = on_devices(asked, Devices(device, devices, device_buffers), sides, watcher)
        sides = [threaded(side) if any(kernel.threaded for kernel in facts[side.name]) else side for side in sides]
        plan = Plan(
            name="bench",
            endpoints=placement.endpoints,
            cells=tuple(cell for side in sides for kernel in facts[side.name] for cell in asked.cells(side, kernel)),
            seed=seed,
            precision=precision,
            budget_s=budget_s,
            launches=launches,
        )
        told = (*placement.warnings, *left_out, *unbuilt, *without, *refused)
        run = new_run("bench", plan, {side.name: side.mpi for side in sides}, ranks_at.kept(), told)
        recording = stack.enter_context(recorded(store, run))
        store.put(run.id, "inventory", placement.inventory)
        watcher.begin(run, budget_s)

        def keep(visits: list[Visit]) -> None:
            recording.add(visits)
            store.flush()

        campaign = Campaign(
            run.plan,
            sides,
            sink=keep,
            progress=watcher.progress,
            watchdog_s=parse_duration(loaded["watchdog"].value),
            absent=Absent(lambda: gone_ranks(sides[0].mpi, placement)),
        )
        run = measured(run, campaign, campaign.run())
        return recording.keep(with_impacts(run, store.visits(run.id)) if load else run)


def described(mpi: str | None = None, launcher: str | None = None) -> dict[str, KernelFacts]:
    """Every kernel that the engine of the chosen MPI has, by name."""
    from rankwise.mpis.catalog import choose_mpis
    from rankwise.placement.sides import kernels_of, make_sides
    from rankwise.placement.where import Where

    with Where(ranks=1).placement(launcher=launcher or "") as placement:
        sides, _ = make_sides(choose_mpis(settings.value("mpi", mpi))[0], placement, lambda _text: None)
        return kernels_of(sides[0])


def marks_of() -> Marks:
    """What became of each kernel when it was tried."""
    from rankwise.measure import marks

    return marks.load()
