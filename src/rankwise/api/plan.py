"""Functions that decide by a map: which rank runs where, which way a message takes, what a collective sends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from rankwise.api.arguments import out_folder, text
from rankwise.core import settings
from rankwise.core.records import Map, Placed, Routed, Scheduled, Shared
from rankwise.core.units import parse_duration


def read_map(machine: str | Path, out: str | Path | None = None, *, endpoints: str = "") -> Map:
    """The map of a file, of a cluster plan (.toml), or of a stored run (its id, or `last`); of the `endpoints` with
    such names alone (`c*-mic*`). Raises UsageError where there is none."""
    from rankwise.verbs.map import read

    return read.read_map(str(machine), text(out), endpoints)


def place_ranks(
    machine: Map,
    pattern: str | Path,
    *,
    size_bytes: int = 1 << 20,
    ranks: int = 0,
    objective: Literal["makespan", "bottleneck", "total"] = "makespan",
    pins: Mapping[int, str] | None = None,
    fabric: str = "",
    file: str | Path | None = None,
    mpi: str | None = None,
    out: str | Path | None = None,
) -> Placed:
    """The order of ranks that takes the least modelled time, as `rankwise place` finds it.

    `pattern` is `ring`, `alltoall`, `halo:PxQxR`, a matrix in CSV or a trace; `ranks` 0 follows it. `pins` keeps ranks
    on endpoints. The order is written into `file` as a tuning for `mpi`, where one is named. Raises UsageError for what
    the map cannot hold.
    """
    from rankwise.verbs import place as verb

    traffic = verb.traffic_of(str(pattern), len(machine.endpoints), ranks, size_bytes, text(out))
    placed = verb.place_ranks(machine, traffic, objective=objective, pins=pins or {}, fabric=fabric)
    return verb.with_tuning(placed, settings.value("mpi", mpi), Path(file)) if file else placed


def share_work(
    machine: Map,
    speeds: Mapping[str, float],
    *,
    work: float = 1.0,
    unit_bytes: int = 0,
    result_bytes: int = 0,
    exchange_bytes: int = 0,
    fabric: str = "",
) -> Shared:
    """Work for each endpoint so that all end at the same time, as `rankwise share` divides it. `speeds` are units of
    work per second by endpoint, kind or architecture. Raises UsageError for an endpoint without a speed."""
    from rankwise.verbs import share as verb

    return verb.share_work(
        machine,
        speeds,
        work=work,
        unit_bytes=unit_bytes,
        result_bytes=result_bytes,
        exchange_bytes=exchange_bytes,
        fabric=fabric,
    )


def find_route(machine: Map, source: str, target: str, size_bytes: int = 4 << 20) -> Routed:
    """The direct path of a message and the fastest one through other endpoints, as `rankwise route` finds them. Raises
    UsageError for endpoints that nothing connects."""
    from rankwise.verbs import route as verb

    return verb.route(machine, source, target, size_bytes)


def make_schedule(
    machine: Map,
    collective: str,
    sizes: Sequence[int] = (1 << 10, 1 << 16, 1 << 20),
    *,
    reductions: Literal["fixed", "library", "any"] = "fixed",
    measure: bool = False,
    budget_s: float = 60.0,
    endpoints: str | Path | None = None,
    fabric: str = "",
    file: str | Path | None = None,
    mpi: str | None = None,
    launcher: str | None = None,
    out: str | Path | None = None,
) -> Scheduled:
    """Schedules of a collective made for a map, with their predicted times, as `rankwise schedule` makes them; sizes in
    bytes. With `measure` the best ones are raced beside the library's own, and `file` gets those that win. Raises
    UsageError for an unknown collective."""
    from rankwise.verbs import schedule as verb

    return verb.schedule(
        machine,
        verb.ScheduleOptions(
            collective=collective,
            sizes=tuple(sizes),
            reductions=reductions,
            fabric=fabric,
            endpoints=Path(endpoints) if endpoints else None,
            mpi=settings.value("mpi", mpi),
            file=Path(file) if file else None,
            attempt=measure,
            budget_s=budget_s,
            launcher=settings.value("launcher", launcher),
            out=out_folder(out),
            watchdog_s=parse_duration(settings.value("watchdog")),
        ),
    )
