"""The map of endpoints for whoever needs one: of the store where its paths answer as they did, else measured now."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path

from rankwise.core.records import Endpoint, Mpi
from rankwise.core.units import plural
from rankwise.maps.read import stored_maps
from rankwise.maps.run import MapOptions, measure_map
from rankwise.maps.spot_check import differing
from rankwise.measure.watcher import Watcher
from rankwise.model.records import Map
from rankwise.placement.placement import Placement
from rankwise.store.runs import Store

_QUICK_S = 20.0


def known_map(
    mpi: Mpi,
    placing: Callable[[], Placement],
    out: Path,
    tell: Callable[[str], None],
    seed: int,
    *,
    most_s: float = math.inf,
) -> tuple[Map, str]:
    """The map of the endpoints of a placement in their order, and words that say which it is. `placing` makes the
    placement anew for each look at it. Of a map that would take longer than `most_s`, each pair is visited once.

    Raises EnvironmentProblem and MeasurementFailed as `measure_map` does.
    """
    end_s = time.monotonic() + most_s
    placement = placing()
    count = len(placement.endpoints)
    if (known := _stored(out, mpi, [_name(endpoint) for endpoint in placement.endpoints])) is not None:
        run_id, day, machine = known
        tell("whether paths of the stored map answer as they did")
        looked, differ = differing(machine, mpi, placement, seed)
        if looked and not differ:
            return machine, f"of {day} (run {run_id}), {plural(looked, 'path')} measured again: unchanged"
        tell(f"the stored map is of no use: {differ or 'no path answers'}")
    tell(f"a map of {count} endpoints")
    mapped = measure_map(
        MapOptions(
            mpi=mpi, placement=placing(), quick=True, transports=False, budget_s=_QUICK_S, out=out, seed=seed,
            most_s=max(0.0, end_s - time.monotonic()),
        ),
        Watcher(phase=tell),
    )  # fmt: skip
    if mapped.run.status == "interrupted":
        raise KeyboardInterrupt
    paths = sum(path.reachable for path in mapped.map.paths)
    classes = plural(len(mapped.map.classes), "class")
    return mapped.map, f"measured now (run {mapped.run.id}), {plural(paths, 'path')} in {classes}"


def _name(endpoint: Endpoint) -> str:
    return endpoint.address or endpoint.id


def _stored(out: Path, mpi: Mpi, wanted: list[str]) -> tuple[str, str, Map] | None:
    """The latest map of these endpoints with this MPI: its run, its day and itself."""
    with Store.of(out) as store:
        for run, machine in stored_maps(store):
            own = next(iter(run.mpis.values()))
            names = [_name(endpoint) for endpoint in machine.endpoints]
            if (own.name, own.version) == (mpi.name, mpi.version) and names == wanted:
                return run.id, run.provenance.started_at[:10], machine
    return None
