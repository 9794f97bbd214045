"""`map`: a launch for each network, its pairs in rounds or a sample of them, curves, and what carries the bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from rankwise.core import settings
from rankwise.core.options import (
    Device,
    DeviceBuffers,
    DeviceList,
    MpiName,
    Option,
    Out,
    Seed,
    Switched,
    Unpack,
    budget,
)
from rankwise.maps.read import read_map

if TYPE_CHECKING:
    from rankwise.maps.records import Mapped
    from rankwise.measure.watcher import Watcher

__all__ = ["measure_map", "read_map"]


def measure_map(
    mpi: MpiName = None,
    *,
    fabrics: Annotated[
        str | None, Option("Networks of the plan, or interfaces of the hosts, e.g. ib0,eth0. Default: all.")
    ] = None,
    buffers: Annotated[str, Option("Map the GPUs of each node: messages from D (device) or M (managed) memory.")] = "",
    device: Device = "gpu",
    devices: DeviceList = "auto",
    device_buffers: DeviceBuffers = False,
    loaded: Annotated[bool, Option("Also measure all pairs of a round at once.", "--loaded")] = False,
    quick: Annotated[bool, Option("Spend less time on suspicious paths and on size curves.", "--quick")] = False,
    sampled: Annotated[
        bool | None,
        Option("Measure random pairs instead of all. Default: above 64 endpoints.", "--sampled/--all-pairs"),
    ] = None,
    budget_s: Annotated[float, budget()] = 0.0,
    out: Out = None,
    seed: Seed = 1,
    watcher: Watcher | None = None,
    **where: Unpack[Switched],
) -> Mapped:
    """Measure which endpoints reach each other, how fast, and over which transport.

    Each pair is measured in both directions: latency, bandwidth and transport. Unreachable pairs are named. With
    `buffers` the endpoints are the GPUs of each node. `budget_s` 0 chooses by `quick`. Raises EnvironmentProblem before
    anything is measured, MeasurementFailed when no pair could be.
    """
    from rankwise.core.cell_options import device_memory
    from rankwise.maps import run
    from rankwise.mpis import catalog
    from rankwise.verbs.where import where_of

    asked = settings.load({"mpi": mpi, "agent": where.get("agent"), "launcher": where.get("launcher"), "out": out})
    at, mpi_in_use, gpus = where_of(fabrics=fabrics, **where), catalog.find(asked["mpi"].value), None
    if device_memory(buffers, device, devices, device_buffers):
        placement, gpus = run.gpus_of(at, buffers, mpi_in_use, device, devices, device_buffers=device_buffers)
    else:
        placement = at.placement(partial=True)
    options = run.MapOptions(
        mpi=mpi_in_use,
        placement=placement,
        gpus=gpus,
        loaded=loaded,
        quick=quick,
        sampled=sampled,
        budget_s=budget_s,
        strict=budget_s > 0.0,
        out=settings.folder(out),
        seed=seed,
        settings=asked,
    )
    return run.measure_map(options, watcher)
