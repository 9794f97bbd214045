"""`fabrics`: every transport of an MPI between two endpoints, tried, counted, and raced with the default."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from rankwise.core import settings
from rankwise.core.errors import UsageError
from rankwise.core.options import (
    Device,
    DeviceBuffers,
    DeviceList,
    MpiNames,
    Option,
    Out,
    Places,
    Seed,
    Unpack,
)
from rankwise.core.units import parse_budget, parse_sizes, parse_words
from rankwise.experiment.fabrics import SIZES

if TYPE_CHECKING:
    from rankwise.experiment.records import FabricSurvey
    from rankwise.measure.watcher import Watcher

_RACE_S = 40.0


def _pair(text: str) -> tuple[str, str]:
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or len(set(names)) < 2:
        raise UsageError("bad-pair", f"'{text}' is not a pair of endpoints", "write --pair A,B")
    return names[0], names[1]


def fabrics(
    mpi: MpiNames = None,
    *,
    pair: Annotated[
        tuple[str, str] | None,
        Option("Measure between these two endpoints: A,B. Default: one pair of each relation.", read=_pair),
    ] = None,
    only: Annotated[
        Sequence[str],
        Option("Try only transports whose names contain one of these words, e.g. tcp,shm.", read=parse_words),
    ] = (),
    sizes: Annotated[Sequence[int], Option("Message sizes to measure, e.g. 8,64KiB.", read=parse_sizes)] = SIZES,
    buffers: Annotated[
        str, Option("Try messages on devices instead: D,D, or D,H by side (D device, P pinned, M managed).")
    ] = "",
    device: Device = "gpu",
    devices: DeviceList = "auto",
    device_buffers: DeviceBuffers = False,
    budget_s: Annotated[
        float,
        Option(
            "Time limit besides building engines, e.g. 90s. Default: 40s for each race.",
            "--budget",
            read=parse_budget,
        ),
    ] = 0.0,
    out: Out = None,
    seed: Seed = 1,
    watcher: Watcher | None = None,
    **where: Unpack[Places],
) -> FabricSurvey:
    """Try every transport of an MPI between endpoints: which ones work, how fast they are, which one is the default.

    Between two cores of this machine, or endpoints that are named. `budget_s` 0 gives each race 40 s and each trial the
    time that it takes. Raises MeasurementFailed when nothing works.
    """
    from rankwise.core.deadline import NEVER, Deadline
    from rankwise.experiment.fabrics.path import FabricOptions
    from rankwise.experiment.fabrics.survey import measure_fabrics
    from rankwise.mpis.catalog import choose_mpis
    from rankwise.verbs.fabrics.devices import AskedDevices, try_devices
    from rankwise.verbs.where import where_of

    deadline = Deadline.after(budget_s) if budget_s else NEVER
    asked = settings.load({"mpi": mpi, "agent": where.get("agent"), "launcher": where.get("launcher"), "out": out})
    at, (mpis, _) = where_of(**where), choose_mpis(asked["mpi"].value)
    folder = settings.folder(out)
    if buffers:
        what = AskedDevices(mpis, buffers, at, device, devices, device_buffers, folder, asked, deadline)
        return try_devices(what, watcher)
    options = FabricOptions(
        mpis=mpis,
        placement=at.placement(partial=True),
        pair=pair,
        only=tuple(only),
        sizes=tuple(sizes) or SIZES,
        budget_s=budget_s or _RACE_S,
        deadline=deadline,
        out=folder,
        seed=seed,
        settings=asked,
    )
    return measure_fabrics(options, watcher)
