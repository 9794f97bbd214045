"""The map of the hosts that a job runs on, and of those that its messages may go through."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from rankwise.core import settings
from rankwise.maps.known import known_map
from rankwise.measure.relays import forwarding_of
from rankwise.model.records import Map
from rankwise.placement.where import Where
from rankwise.verbs.improve.case import Case

_MAP_SHARE = 0.2
"""Of the time that candidates have left: a new map may take it before it visits pairs only once."""


def endpoints_for(hosts: Sequence[str]) -> tuple[str, ...]:
    """Endpoints to map for ranks on these hosts: each host once, and again where it holds several ranks, for the path
    between ranks of one host. Hosts are unlike each other; ranks of a host are taken to be alike."""
    once = tuple(dict.fromkeys(hosts))
    return (*once, *(host for host in once if hosts.count(host) > 1))


def map_for(case: Case) -> Map:
    """The map whose endpoints are `endpoints_for` the job's hosts in this order, and behind them the other relays that
    the user names. It is found once, and `map_words` of the case say which it is.

    Raises EnvironmentProblem and MeasurementFailed as `known_map` does.
    """
    if case.machine is None:
        hosts, options = case.hosts, case.options
        relays = [host for host in dict.fromkeys(options.relays) if host not in hosts]
        where = Where(hosts=(*endpoints_for(hosts), *relays))
        placing = partial(where.placement, partial=True)
        tell = case.judge.watcher.phase
        machine, case.map_words = known_map(
            case.mpi, placing, options.out, tell, options.seed, most_s=_MAP_SHARE * case.left_s
        )
        if not machine.forwarding and len({*hosts, *relays}) > 2:
            tell("asking what forwarding costs each host")
            costs = forwarding_of([*dict.fromkeys(hosts), *relays], settings.value("agent"))
            machine = replace(machine, forwarding=costs)
        case.machine = machine
    return case.machine


def one_for_each_host(machine: Map) -> Map:
    """The map without the second endpoints of hosts; each that is left is called as the launch agent calls its host."""
    names: dict[str, str] = {}
    for endpoint in machine.endpoints:
        names.setdefault(endpoint.address or endpoint.id, endpoint.id)
    hosts = {identity: host for host, identity in names.items()}
    return replace(
        machine,
        endpoints=tuple(replace(each, id=hosts[each.id]) for each in machine.endpoints if each.id in hosts),
        paths=tuple(
            replace(path, source=hosts[path.source], target=hosts[path.target])
            for path in machine.paths
            if path.source in hosts and path.target in hosts
        ),
        classes=(),
    )
