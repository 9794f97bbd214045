"""Endpoints from the parts of each node of a placement: one for each socket, core, adapter ..., bound there."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Mapping
from dataclasses import replace

from rankwise.core.errors import UsageError
from rankwise.core.records import Endpoint
from rankwise.inventory.records import Nic
from rankwise.measure.endpoints import Entry
from rankwise.model.endpoints_of import EndpointChoice, Per, endpoints_of
from rankwise.placement.nets import Net
from rankwise.placement.placement import Placement

MOST_RANKS = 64


def each_part(placement: Placement, per: Per) -> Placement:
    """An endpoint for each part of every node, each on a CPU there. Adapters send over themselves alone, each network
    of theirs by itself. Raises UsageError for a node that has no such part, and for hosts that are one node."""
    share = max(1, MOST_RANKS // len(set(placement.hosts.values())))
    places: list[Endpoint] = []
    hosts: dict[str, str | None] = {}
    adapters: dict[str, Nic] = {}
    told: tuple[str, ...] = ()
    for host, node in {
        placement.hosts[end.id]: placement.look([end.id])[end.id] for end in placement.endpoints
    }.items():
        choice = endpoints_of(node, per, share)
        if any(end.id in hosts for end in choice.endpoints):
            raise UsageError("one-node-twice", f"{host} is {node.hostname}, which another host is too", "name it once")
        places += choice.endpoints
        hosts |= dict.fromkeys([end.id for end in choice.endpoints], host)
        nics = {nic.name: nic for nic in node.nics}
        adapters |= {name: nics[nic] for name, nic in choice.adapters.items()}
        told += left_out(choice)
    addresses = {end.id: {"": hosts[end.id] or end.node} for end in places}
    usual = tuple(replace(net, addresses=addresses, interfaces=_all_on(net, addresses)) for net in placement.nets)
    return replace(
        placement,
        name=f"{len(places)} endpoints, one per {per}",
        endpoints=tuple(places),
        hosts=hosts,
        entries={name: Entry(id=name, address=host) for name, host in hosts.items() if host is not None},
        nets=adapter_nets(adapters, addresses) or usual,
        names=dict.fromkeys(addresses, tuple(dict.fromkeys(filter(None, hosts.values())))),
        warnings=(*placement.warnings, *told),
    )


def adapter_nets(adapters: Mapping[str, Nic], addresses: Mapping[str, Mapping[str, str]]) -> tuple[Net, ...]:
    """The networks that join two or more adapters: RDMA ports by what their link is, interfaces by their IPv4 network.
    An adapter is on the first network that it has. `addresses` are those by which endpoints are reached anyway."""
    members: dict[str, dict[str, dict[str, str]]] = {}
    for name, nic in adapters.items():
        if ":" in nic.name:
            members.setdefault(f"{nic.link_layer or 'InfiniBand'} ports", {})[name] = dict(addresses[name])
        for text in nic.addresses:
            interface = ipaddress.ip_interface(text)
            if interface.version == 4:
                members.setdefault(str(interface.network), {})[name] = {"": str(interface.ip)}
                break
    return tuple(
        Net(net, "network", "each adapter by itself", there, {name: (adapters[name].name,) for name in there})
        for net, there in members.items()
        if len(there) > 1
    )


def left_out(choice: EndpointChoice) -> tuple[str, ...]:
    """What a choice of endpoints left out, in words."""
    return (f"left out: {'; '.join(choice.left_out)}",) if choice.left_out else ()


def _all_on(net: Net, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The interface of a network of hosts, which is one for all."""
    return dict.fromkeys(names, next(iter(net.interfaces.values()))) if net.interfaces else {}
