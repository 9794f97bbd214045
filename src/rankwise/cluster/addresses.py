"""Who has which address on which interface, and every way in which a plan of addresses is wrong."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rankwise.cluster import document
from rankwise.cluster.records import ClusterNode, NetworkInterface
from rankwise.cluster.template import fill
from rankwise.core.errors import UsageError
from rankwise.core.words import InterfaceName, NetworkAddress

_Net = ipaddress.IPv4Network


@dataclass
class Addressing:
    """The plan's addresses so far, and what was found wrong."""

    nodes: tuple[ClusterNode, ...]
    head: str | None
    problems: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    _networks: list[tuple[str, str, _Net]] = field(default_factory=list)
    _owners: dict[tuple[str, str], str] = field(default_factory=dict)
    _names: dict[tuple[str, str], str] = field(default_factory=dict)

    def network(self, cidr: str, where: str, scope: str) -> _Net | None:
        """The network `cidr`, remembered so that overlaps are seen. `scope` is a node for node-local networks, else
        empty: two nodes may use the same node-local network."""
        try:
            net = ipaddress.IPv4Network(cidr)
        except ValueError as error:
            self.problems.append(f"{where}.cidr: {_mend_cidr(cidr, error)}")
            return None
        for other_where, other_scope, other in self._networks:
            if other_where != where and net.overlaps(other) and (not scope or not other_scope or scope == other_scope):
                self.problems.append(f"{where}.cidr: {net} overlaps {other} of {other_where}")
        self._networks.append((where, scope, net))
        return net

    def interface(
        self, endpoint: str, *, name: str, segment: str, address: str, net: _Net, where: str, scope: str = ""
    ) -> Iterator[NetworkInterface]:
        """The interface, when its address is sound."""
        text, _, written_prefix = address.partition("/")
        try:
            ip = ipaddress.IPv4Address(text)
        except ValueError as error:
            self.problems.append(f"{where}: {endpoint} has no sound address: {error}")
            return
        if written_prefix and _prefix(written_prefix) != net.prefixlen:
            self.problems.append(f"{where}: {endpoint} has mask /{written_prefix}, its network {net} has another")
        if ip not in net:
            self.problems.append(f"{where}: {endpoint} has {ip}, which is outside {net}")
        elif ip in (net.network_address, net.broadcast_address):
            self.problems.append(f"{where}: {endpoint} has {ip}, the network or broadcast address of {net}")
        owner = self._owners.setdefault((scope, str(ip)), endpoint)
        if owner != endpoint:
            self.problems.append(f"{where}: {owner} and {endpoint} both have {ip}")
        other = self._names.setdefault((endpoint, name), where)
        if other != where:
            self.problems.append(f"{where}: {endpoint}'s interface '{name}' is used twice")
        if not name:
            self.problems.append(f"{where}: {endpoint}'s interface has no name")
        yield NetworkInterface(
            endpoint=endpoint, name=name, segment=segment, address=str(ip), prefix_length=net.prefixlen
        )


def interfaces_of(table: document.NetworkTable, where: str, plan: Addressing) -> Iterator[NetworkInterface]:
    """The interfaces of one network, by its rules and exceptions; problems go to `plan`."""
    try:
        yield from (_static_pair if table.model == "static-pair" else _flat)(table, where, plan)
    except UsageError as error:
        plan.problems.append(f"{where}: {error.message}; {error.hint}")


def _flat(table: document.NetworkTable, where: str, plan: Addressing) -> Iterator[NetworkInterface]:
    net = plan.network(table.cidr, where, "")
    if net is None:
        return
    if table.broadcast and table.broadcast != str(net.broadcast_address):
        plan.problems.append(f"{where}.broadcast: {table.broadcast} is not that of {net}: {net.broadcast_address}")
    wanted: dict[str, str] = {}
    if plan.head and table.head:
        wanted[plan.head] = table.head
    for node in plan.nodes:
        values = {"cabinet": node.cabinet, "node": node.number}
        if table.host:
            wanted[node.name] = fill(table.host, values, NetworkAddress)
        if table.card:
            wanted.update(
                {card.name: fill(table.card, {**values, "card": card.index}, NetworkAddress) for card in node.cards}
            )
    wanted.update(_exceptions(table, where, plan))
    for endpoint, address in wanted.items():
        yield from plan.interface(
            endpoint, name=table.interface, segment=table.name, address=address, net=net, where=f"{where}.addresses"
        )


def _static_pair(table: document.NetworkTable, where: str, plan: Addressing) -> Iterator[NetworkInterface]:
    for node in plan.nodes:
        for card in node.cards:
            values: Mapping[str, int | str] = {"cabinet": node.cabinet, "node": node.number, "card": card.index}
            place = f"{where}, {card.name}"
            net = plan.network(fill(table.cidr, values, NetworkAddress), place, node.name)
            if net is None:
                return
            segment = f"{table.name}/{card.name}"
            ends = (
                (
                    node.name,
                    fill(table.host_interface, values, InterfaceName),
                    fill(table.host, values, NetworkAddress),
                ),
                (
                    card.name,
                    fill(table.card_interface, values, InterfaceName),
                    fill(table.card, values, NetworkAddress),
                ),
            )
            for endpoint, name, address in ends:
                yield from plan.interface(
                    endpoint, name=name, segment=segment, address=address, net=net, where=place, scope=node.name
                )


def _exceptions(table: document.NetworkTable, where: str, plan: Addressing) -> dict[str, str]:
    known = {plan.head} | {name for node in plan.nodes for name in (node.name, *(c.name for c in node.cards))}
    for name in table.addresses:
        if name not in known:
            plan.problems.append(f"{where}.addresses: there is no endpoint '{name}'")
    return {name: address for name, address in table.addresses.items() if name in known}


def _prefix(text: str) -> int:
    try:
        return ipaddress.IPv4Network(f"0.0.0.0/{text}").prefixlen
    except ValueError:
        return -1


def _mend_cidr(cidr: str, error: ValueError) -> str:
    try:
        return f"{cidr} has host bits set; the network is {ipaddress.IPv4Network(cidr, strict=False)}"
    except ValueError:
        return str(error)
