"""The map of the hosts that a job runs on: one of the store where its paths answer as they did, else measured now."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from rankwise.core.records import Map, Mpi
from rankwise.placement.where import Where
from rankwise.store.runs import Store
from rankwise.verbs.improve.case import Case
from rankwise.verbs.improve.spot_check import differing
from rankwise.verbs.map.run import Options, Watcher, measure_map

_QUICK_S = 20.0


def endpoints_for(hosts: Sequence[str]) -> tuple[str, ...]:
    """Endpoints to map for ranks on these hosts: each host once, and again where it holds several ranks, for the path
    between ranks of one host. Hosts are unlike each other; ranks of a host are taken to be alike."""
    once = tuple(dict.fromkeys(hosts))
    return (*once, *(host for host in once if hosts.count(host) > 1))


def map_for(case: Case) -> Map:
    """The map whose endpoints are `endpoints_for` the job's hosts in this order, and behind them the other relays that
    the user names. It is found once, and `map_words` of the case say which it is.

    Raises EnvironmentProblem and MeasurementFailed as `measure_map` does.
    """
    if case.machine is None:
        case.machine, case.map_words = _found(case)
    return case.machine


def one_for_each_host(machine: Map) -> Map:
    """The map without the second endpoints of hosts; each that is left is called as the launch agent calls its host."""
    names: dict[str, str] = {}
    for endpoint in machine.endpoints:
        names.setdefault(endpoint.address or endpoint.id, endpoint.id)
    hosts = {identity: host for host, identity in names.items()}
    return replace(
        machine,
        endpoints=tuple(replace(one, id=hosts[one.id]) for one in machine.endpoints if one.id in hosts),
        paths=tuple(
            replace(path, source=hosts[path.source], target=hosts[path.target])
            for path in machine.paths
            if path.source in hosts and path.target in hosts
        ),
        classes=(),
    )


def _found(case: Case) -> tuple[Map, str]:
    mpi, out, seed, tell = case.mpi, case.options.out, case.options.seed, case.jury.watcher.phase
    hosts = case.hosts
    wanted = (*endpoints_for(hosts), *(host for host in dict.fromkeys(case.options.relays) if host not in hosts))
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
            mpi=mpi, placement=where.placement(partial=True), quick=True, transports=False, budget_s=_QUICK_S, out=out,
            seed=seed,
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
