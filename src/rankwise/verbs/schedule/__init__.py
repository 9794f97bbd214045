"""`schedule`: collectives made for a map, proven, ordered by the model, and tried beside the library's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

from rankwise.core import files, settings
from rankwise.core.errors import UsageError
from rankwise.core.options import (
    Argument,
    Fabric,
    From,
    Launcher,
    MpiName,
    Option,
    Out,
    Reductions,
    budget,
    sizes_of,
)
from rankwise.core.units import parse_duration, parse_size
from rankwise.maps.read import Source, read_map

if TYPE_CHECKING:
    from rankwise.measure.watcher import Watcher
    from rankwise.model.records import Map
    from rankwise.optimise.records import Scheduled

_SHARED: Final[dict[str, bool | None]] = {"map": None, "shared": True, "own": False}


def _whole_map(machine: Source, out: Out = None) -> Map:
    return read_map(machine, out)


def make_schedule(
    machine: Annotated[Map, From(_whole_map)],
    collective: Annotated[str, Argument("bcast, allreduce, alltoall ...", metavar="COLLECTIVE")],
    sizes: Annotated[Sequence[int], sizes_of("1KiB,64KiB,1MiB")] = (1 << 10, 1 << 16, 1 << 20),
    *,
    measure: Annotated[bool, Option("Measure the best ones beside the library.", "--try")] = False,
    file: Annotated[
        str | Path | None, Option("Write the chosen schedules as a tuning to this file.", "--file", metavar="FILE")
    ] = None,
    reductions: Reductions = "fixed",
    adapters: Annotated[
        Literal["map", "shared", "own"],
        Option("Adapters of a node: shared by its ranks, one for each (own), or as in the map."),
    ] = "map",
    scratch_bytes: Annotated[
        int, Option("Memory of a rank for chunks that it forwards.", "--scratch", read=parse_size, words="64MiB")
    ] = 64 << 20,
    fabric: Fabric = "",
    endpoints: Annotated[
        str | Path | None,
        Option("Endpoints of the map by names ('c*-mic*'), or a TOML file of them.", metavar="NAMES|FILE"),
    ] = None,
    budget_s: Annotated[float, budget("60s")] = 60.0,
    mpi: MpiName = None,
    launcher: Launcher = None,
    out: Out = None,
    watcher: Watcher | None = None,
) -> Scheduled:
    """Make a schedule of a collective for the network of a map: its messages, its predicted time, the lower bound.

    Sizes are in bytes. With `measure` the best ones are raced beside the library's own, and `file` gets those that win;
    without it, those of the least predicted time. Raises UsageError for an unknown collective.
    """
    from rankwise.model.machine import subset
    from rankwise.verbs.schedule import run

    of_file = Path(endpoints) if endpoints and Path(endpoints).suffix == ".toml" else None
    if endpoints and not of_file:
        if measure:
            hint = "name a file: --endpoints FILE.toml"
            raise UsageError("needs-file", f"--try cannot start ranks by '{endpoints}'", hint)
        machine = subset(machine, str(endpoints))
    loaded = settings.load({"mpi": mpi, "launcher": launcher})
    options = run.ScheduleOptions(
        collective=collective,
        sizes=tuple(sizes),
        reductions=reductions,
        fabric=fabric,
        shared=_SHARED[adapters],
        endpoints=of_file,
        scratch_bytes=scratch_bytes,
        mpi=loaded["mpi"].value,
        file=files.writable(Path(file)) if file else None,
        attempt=measure,
        budget_s=budget_s,
        launcher=loaded["launcher"].value,
        out=settings.folder(out),
        watchdog_s=parse_duration(loaded["watchdog"].value),
    )
    return run.schedule(machine, options, watcher)
