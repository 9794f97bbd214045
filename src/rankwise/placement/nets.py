"""Networks that join endpoints, and which of a node's interfaces are on which."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rankwise.inventory.records import Nic, NodeInventory
from rankwise.model.plan_check import Declared
from rankwise.mpis.records import FabricChoice


@dataclass(frozen=True)
class Net:
    """One network to be mapped. `addresses`: who is on it, by endpoint id, and its address in each segment;
    `interfaces`: on which of its own network interfaces (empty: the MPI chooses); `apart`: ordered pairs that are not
    meant to reach each other, with why; `declared`: what a plan promises of the others; `slowdown`: how many times a
    lab stretches its times."""

    name: str
    kind: str
    description: str
    addresses: dict[str, dict[str, str]]
    interfaces: dict[str, tuple[str, ...]] = field(default_factory=dict)
    apart: dict[tuple[str, str], str] = field(default_factory=dict)
    declared: dict[tuple[str, str], Declared] = field(default_factory=dict)
    slowdown: float = 1.0

    def of(self, names: Collection[str]) -> Net:
        """The network with these endpoints alone."""
        return replace(self, addresses={name: there for name, there in self.addresses.items() if name in names})

    def address(self, source: str, target: str) -> str:
        """The address of `target` in a segment that both are in, or its first one."""
        there = self.addresses[target]
        common = [segment for segment in there if segment in self.addresses[source]]
        return there[common[0]] if common else next(iter(there.values()))


def networks_of(node: NodeInventory) -> dict[str, tuple[str, ...]]:
    """IPv4 networks and the interfaces on each; loopback only where there is nothing else."""
    networks: dict[str, tuple[str, ...]] = {}
    for nic in node.nics:
        for address in nic.addresses:
            interface = ipaddress.ip_interface(address)
            if interface.version == 4:
                cidr = str(interface.network)
                networks[cidr] = tuple(dict.fromkeys((*networks.get(cidr, ()), nic.name)))
    outside = {cidr: names for cidr, names in networks.items() if not ipaddress.ip_network(cidr).is_loopback}
    return outside or networks


def network_of_nic(nic: Nic) -> str | None:
    """The first IPv4 network of an interface."""
    interfaces = [ipaddress.ip_interface(address) for address in nic.addresses]
    return next((str(interface.network) for interface in interfaces if interface.version == 4), None)


def networks_by_address(node: NodeInventory) -> dict[str, str]:
    """Every address of a node with the IPv4 network of its interface."""
    networks = {}
    for nic in node.nics:
        if network := network_of_nic(nic):
            networks.update({str(ipaddress.ip_interface(address).ip): network for address in nic.addresses})
    return networks


def private_networks(nodes: Iterable[NodeInventory]) -> set[str]:
    """Networks in which two nodes have the same address: each has one of its own, as to its cards or containers."""
    machines = {node.hostname: node for node in nodes}.values()
    owners = Counter((cidr, address) for node in machines for address, cidr in networks_by_address(node).items())
    return {cidr for (cidr, _), count in owners.items() if count > 1}


def interface_settings(
    choice: FabricChoice, networks: Mapping[str, Mapping[str, Sequence[str]]], endpoint: str
) -> dict[str, str]:
    """What keeps the ranks of an endpoint on its interfaces of the networks of a transport. `networks` are the
    interfaces of each endpoint by network."""
    there = [name for cidr in choice.networks for name in networks.get(cidr, {}).get(endpoint, ())]
    return dict.fromkeys(choice.interface_variables, ",".join(there)) if there else {}
