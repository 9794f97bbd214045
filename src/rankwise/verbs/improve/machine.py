"""The map of the hosts that a job runs on: one of the store where its paths answer as they did, else measured now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rankwise.core.records import Map, Mpi
from rankwise.placement.where import Where
from rankwise.store.runs import Store
from rankwise.verbs.improve.spot_check import differing
from rankwise.verbs.map.run import Options, Watcher, measure_map

_QUICK_S = 20.0


def endpoints_for(hosts: Sequence[str]) -> tuple[str, ...]:
    """Endpoints to map for ranks on these hosts: each host once, and again where it holds several ranks, for the path
    between ranks of one host. Hosts are unlike each other; ranks of a host are taken to be alike."""
    once = tuple(dict.fromkeys(hosts))
    return (*once, *(host for host in once if hosts.count(host) > 1))


def map_of(mpi: Mpi, hosts: Sequence[str], out: Path, tell: Callable[[str], None], seed: int) -> tuple[Map, str]:
    """The map whose endpoints are `endpoints_for(hosts)` in this order, and words that say which it is.

    Raises EnvironmentProblem and MeasurementFailed as `measure_map` does.
    """
    wanted = endpoints_for(hosts)
    where = Where(hosts=wanted)
    placement = where.placement(partial=True)
    if (known := _stored(out, mpi, wanted)) is not None:
        run_id, day, machine = known
        tell("whether paths of the stored map answer as they did")
        count, differ = differing(machine, mpi, placement, seed)
        if count and not differ:
            return machine, f"of {day} (run {run_id}), {count} paths measured again: unchanged"
        tell(f"the stored map is of no use: {differ or 'no path answers'}")
    tell(f"a map of {len(wanted)} endpoints")
    mapped = measure_map(
        Options(
            mpi=mpi, placement=where.placement(partial=True), quick=True, budget_s=_QUICK_S, out=out, seed=seed,
        ),
        Watcher(phase=tell),
    )  # fmt: skip
    if mapped.run.status == "interrupted":
        raise KeyboardInterrupt
    count = sum(path.reachable for path in mapped.map.paths)
    return mapped.map, f"measured now (run {mapped.run.id}), {count} paths in {len(mapped.map.classes)} classes"


def _stored(out: Path, mpi: Mpi, wanted: Sequence[str]) -> tuple[str, str, Map] | None:
    """The latest finished map of these endpoints with this MPI: its run, its day and itself."""
    with Store.open(out / "rankwise.db") as store:
        for summary in reversed(store.runs()):
            if summary.kind != "map" or summary.status != "finished":
                continue
            run = store.load(summary.id)
            machine = store.get(run.id, "map", Map)
            own = next(iter(run.mpis.values()), None)
            if machine is None or own is None or (own.name, own.version) != (mpi.name, mpi.version):
                continue
            if tuple(endpoint.address for endpoint in machine.endpoints) == tuple(wanted):
                return run.id, run.provenance.started_at[:10], machine
    return None
