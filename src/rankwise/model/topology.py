"""The topological relation of an ordered pair of endpoints, in a small closed vocabulary.

What the inventory does not know makes the word coarser, never wrong: without caches a pair that shares one is
"same NUMA node", without sockets it is "same node".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rankwise.core.records import Endpoint
from rankwise.inventory.records import Inventory, NodeInventory

# Between cores of one node, closest first; then between nodes.
CORE_RELATIONS = (
    "same cpu",
    "same core (SMT)",
    "shared L2",
    "shared L3",
    "same NUMA node",
    "same socket",
    "other socket",
    "same node",
)
OTHER_NODE = "other node"
# Between endpoints of which one at least is no core of a host: `near card to host, other node`. A card is near when it
# sits on the socket of its node's fastest network port, far when it sits on another.
_LABELS = ("host", "card", "near card", "far card", "GPU")
_WHERE = ("same socket", "other socket", "same node", OTHER_NODE)
# Two GPUs of a node. Peers access each other's memory directly, as their driver says; one switch is a common bridge.
_BETWEEN_GPUS = tuple(
    f"{ends}, {where}"
    for ends in ("GPU to GPU", "peer GPU to peer GPU")
    for where in ("same switch", "same socket", "other socket", "same node")
)
RELATIONS = frozenset(
    {
        *CORE_RELATIONS,
        OTHER_NODE,
        *(f"{word}, inside a card" for word in CORE_RELATIONS),
        *(f"{a} to {b}, {where}" for a in _LABELS for b in _LABELS if (a, b) != ("host", "host") for where in _WHERE),
        *("same GPU", *_BETWEEN_GPUS),
    }
)


@dataclass(frozen=True)
class _Position:
    """Where an endpoint is: its host's name, its label, its socket there; for a card or GPU, which one."""

    host: str
    label: str
    socket: int | None
    device: str | None


class Topology:
    """An inventory prepared for many questions about pairs."""

    def __init__(self, inventory: Inventory) -> None:
        self._nodes = {node.hostname: node for node in inventory.nodes}
        self._places = {node.hostname: cpu_places(node) for node in inventory.nodes}
        self._carriers = {node.hostname: self._carrier(node) for node in inventory.nodes}

    def relation(self, a: Endpoint, b: Endpoint) -> str:
        """One of `RELATIONS`. Endpoints on nodes that are not in the inventory are told apart by node alone."""
        at, to = self._position(a), self._position(b)
        if at.label == to.label == "host":
            return self._between_cores(a, b) if a.node == b.node else OTHER_NODE
        if at.device is not None and at == to:
            return "same GPU" if at.label == "GPU" else f"{self._between_cores(a, b)}, inside a card"
        if at.label == to.label == "GPU" and at.host == to.host:
            return self._between_gpus(at, to)
        return f"{at.label} to {to.label}, {_where(at, to)}"

    def _between_gpus(self, at: _Position, to: _Position) -> str:
        node = self._nodes.get(at.host)
        gpus = node.gpus if node else ()
        above = [{bridge for gpu in gpus if gpu.pci == end.device for bridge in gpu.bridges} for end in (at, to)]
        devices = node.gpu_driver.devices if node and node.gpu_driver else ()
        first, other = ([device for device in devices if device.pci == end.device] for end in (at, to))
        direct = any(a.ordinal in b.peers and b.ordinal in a.peers for a in first for b in other)
        words = "peer GPU to peer GPU" if direct else "GPU to GPU"
        return f"{words}, {'same switch' if above[0] & above[1] else _where(at, to)}"

    def _between_cores(self, a: Endpoint, b: Endpoint) -> str:
        """The closest level that holds all CPUs of both; an unbound endpoint can be anywhere on its node."""
        places = self._places.get(a.node, {})
        if not a.cpus or not b.cpus:
            return "same node"
        if set(a.cpus) & set(b.cpus):
            return "same cpu"
        return closest_level([places.get(cpu, _NOWHERE) for cpu in (*a.cpus, *b.cpus)])

    def _position(self, endpoint: Endpoint) -> _Position:
        node = self._nodes.get(endpoint.node)
        if endpoint.kind == "gpu":
            gpus = node.gpus if node else ()
            match = next((gpu for gpu in gpus if gpu.pci and gpu.pci == endpoint.address), None)
            socket = _socket_of_numa(node, match.numa) if match and node else None
            return _Position(endpoint.node, "GPU", socket, endpoint.address or endpoint.id)
        carrier = self._carriers.get(endpoint.node)
        if endpoint.kind == "core" and carrier is None:
            return _Position(endpoint.node, "host", self._socket(endpoint), None)
        # A card is declared as a device of its host's node, or looked at as a node of its own that names its host.
        host, name = (carrier, endpoint.node) if carrier else (endpoint.node, endpoint.id)
        label, socket = _card(self._nodes.get(host), name)
        return _Position(host, label, socket, name)

    def _socket(self, endpoint: Endpoint) -> int | None:
        places = self._places.get(endpoint.node, {})
        sockets = {places.get(cpu, _NOWHERE)[-1] for cpu in endpoint.cpus}
        return sockets.pop() if len(sockets) == 1 else None

    def _carrier(self, node: NodeInventory) -> str | None:
        """The host of a card: as the inventory says, or by the form of names that card stacks require, HOST-micX."""
        if node.carrier:
            return node.carrier
        for host in self._nodes.values():
            if any(node.hostname == f"{host.hostname}-{card.name}" for card in host.cards):
                return host.hostname
        return None


def relation(inventory: Inventory, a: Endpoint, b: Endpoint) -> str:
    """The relation of one ordered pair, one of `RELATIONS`. For many pairs make one `Topology`."""
    return Topology(inventory).relation(a, b)


def core_endpoints(node: NodeInventory) -> tuple[Endpoint, ...]:
    """One endpoint for each core that a job may use: its first allowed CPU. `HOST:c4` is bound to CPU 4 of HOST."""
    usable = {cpu.id: cpu for cpu in node.usable_cpus}
    first = sorted({min(set(cpu.siblings) & usable.keys() | {cpu.id}) for cpu in usable.values()})
    return tuple(
        Endpoint(
            id=f"{node.hostname}:c{cpu}",
            node=node.hostname,
            kind=node.endpoint_kind,
            cpus=(cpu,),
            arch=node.arch,
            socket=usable[cpu].socket,
        )
        for cpu in first
    )


# A CPU's core, L2, L3, NUMA node and socket, each as an id that is equal for CPUs that share it, or None.
CpuPlace = tuple[int | None, int | None, int | None, int | None, int | None]
_LEVELS = ("same core (SMT)", "shared L2", "shared L3", "same NUMA node", "same socket")
_NOWHERE: CpuPlace = (None, None, None, None, None)


def closest_level(places: Sequence[CpuPlace]) -> str:
    """The closest of `CORE_RELATIONS` that holds all the places, which are of different CPUs of one node."""
    for index, word in enumerate(_LEVELS):
        ids = {place[index] for place in places}
        if word == "same socket" and None not in ids and len(ids) > 1:
            return "other socket"
        if None not in ids and len(ids) == 1:
            return word
    return "same node"


def cpu_places(node: NodeInventory) -> dict[int, CpuPlace]:
    """The place of each logical CPU of the node, by its number."""
    caches: dict[int, dict[int, int]] = {2: {}, 3: {}}
    numa = {cpu.id: cpu.numa for cpu in node.cpus}
    for cache in node.caches:
        # A cache that spans NUMA nodes (sub-NUMA clustering) does not make their cores neighbours.
        if cache.level in caches and cache.kind != "instruction" and len({numa.get(cpu) for cpu in cache.cpus}) == 1:
            caches[cache.level].update(dict.fromkeys(cache.cpus, min(cache.cpus)))
    return {
        cpu.id: (
            min(cpu.siblings, default=cpu.id),
            caches[2].get(cpu.id),
            caches[3].get(cpu.id),
            cpu.numa,
            cpu.socket,
        )
        for cpu in node.cpus
    }


def _card(host: NodeInventory | None, name: str) -> tuple[str, int | None]:
    """The label and the socket of the card that is called `name` or `HOST-name`."""
    cards = host.cards if host else ()
    card = next((card for card in cards if card.name == name or name.endswith(f"-{card.name}")), None)
    if host is None or card is None:
        return "card", None
    socket = _socket_of_numa(host, card.numa)
    network = _network_socket(host)
    sockets = {cpu.socket for cpu in host.cpus}
    if socket is None or network is None or len(sockets) < 2:
        return "card", socket
    return ("near card" if socket == network else "far card"), socket


def _network_socket(node: NodeInventory) -> int | None:
    """The socket of the fastest network port that is up and whose place is known."""
    ports = [nic for nic in node.nics if nic.numa is not None and nic.state in ("up", "active")]
    fastest = max(ports, key=lambda nic: nic.speed_bytes_per_s or 0.0, default=None)
    return _socket_of_numa(node, fastest.numa) if fastest else None


def _socket_of_numa(node: NodeInventory, numa: int | None) -> int | None:
    sockets = {cpu.socket for cpu in node.cpus if cpu.numa == numa and numa is not None}
    return sockets.pop() if len(sockets) == 1 else None


def _where(at: _Position, to: _Position) -> str:
    if at.host != to.host:
        return OTHER_NODE
    if at.socket is None or to.socket is None:
        return "same node"
    return "same socket" if at.socket == to.socket else "other socket"
