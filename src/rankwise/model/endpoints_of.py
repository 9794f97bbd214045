"""The endpoints of a node, made from its inventory: one for each socket, adapter, core ... and bound to a CPU there.

Each endpoint is bound to the first CPU of a core that no endpoint before it has, so that two adapters of one NUMA node
do not share a core while there are others. Of many cores a choice is taken that keeps a pair of every relation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal, NamedTuple, TypeVar, get_args

from rankwise.core.errors import UsageError
from rankwise.core.grouped import grouped
from rankwise.core.records import Endpoint
from rankwise.inventory.records import Nic, NodeInventory
from rankwise.model.hardware import is_adapter
from rankwise.model.topology import CpuPlace, closest_level, cpu_places

Per = Literal["node", "socket", "numa", "l3", "core", "adapter", "gpu"]
PER: tuple[Per, ...] = get_args(Per)
_T = TypeVar("_T")
_DOWN = ("down", "init", "disabled", "notpresent", "lowerlayerdown", "dormant")


class Stratum(NamedTuple):
    """How two CPUs of a node relate: a word of `CORE_RELATIONS`, and the distances of their NUMA nodes both ways, the
    smaller first (10 is local; None: not told)."""

    word: str
    distances: tuple[int, int] | None = None

    def __str__(self) -> str:
        if self.distances is None or self.word not in ("same socket", "other socket", "same node"):
            return self.word
        low, high = self.distances
        return f"{self.word}, NUMA distance {low}" + (f" and {high}" if high != low else "")


@dataclass(frozen=True)
class EndpointChoice:
    """Endpoints, and in words what was left out of them and why. `adapters`: the name of each endpoint's adapter."""

    endpoints: tuple[Endpoint, ...]
    left_out: tuple[str, ...] = ()
    adapters: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _Place:
    """One thing that becomes an endpoint: its name after the host's, CPUs that are near, what it is."""

    name: str
    cpus: tuple[int, ...]
    kind: Literal["core", "card", "gpu"]
    address: str | None = None
    adapter: str | None = None
    root_port: str = ""
    slot: str = ""


def endpoints_of(node: NodeInventory, per: Per, most: int | None = None, *, twin: bool = True) -> EndpointChoice:
    """One endpoint for each `per` of the node, `most` of them at the most. `twin`: beside the cores one SMT sibling, so
    that this relation has a pair too.

    Raises UsageError when the node has nothing of that kind, or no CPU that may be used.
    """
    if most is not None and most < 1:
        raise UsageError("bad-count", f"{most} endpoints of a node cannot be chosen", "ask for 1 or more")
    usable = usable_cpus(node)
    if not usable:
        raise UsageError("no-cpus", f"{node.hostname} names no CPU that is online and allowed", "is it a recording?")
    if per == "core":
        return _core_choice(node, usable, most, twin=twin)
    places, left_out = _places(node, per, usable)
    if not places:
        reason = f" ({'; '.join(left_out)})" if left_out else ""
        raise UsageError(
            "nothing-to-place", f"{node.hostname} has no {_WORDS[per]} to place a rank at{reason}", "use --per core"
        )
    kept = _spread(places, most)
    if len(kept) < len(places):
        left_out.append(f"{len(places) - len(kept)} of {len(places)} {_WORDS[per]}s of {node.hostname}")
    endpoints, shared = _bound(node, kept, usable)
    if shared:
        left_out.append(f"{node.hostname} has fewer cores near them than endpoints: {', '.join(shared)} share a core")
    adapters = {end.id: place.adapter for end, place in zip(endpoints, kept, strict=True) if place.adapter}
    return EndpointChoice(endpoints, tuple(left_out), adapters)


def usable_cpus(node: NodeInventory) -> tuple[int, ...]:
    """The logical CPUs that are online and that a job may use, in order."""
    return tuple(sorted(cpu.id for cpu in node.usable_cpus))


def strata(node: NodeInventory, cpus: Sequence[int]) -> dict[Stratum, list[tuple[int, int]]]:
    """Every relation between two of the CPUs, with its pairs, the lower number first."""
    places, distance = cpu_places(node), _distances(node)
    return grouped((_stratum(places[a], places[b], distance), (a, b)) for a, b in combinations(sorted(cpus), 2))


_WORDS: dict[Per, str] = {
    "node": "node",
    "socket": "socket",
    "numa": "NUMA node with CPUs",
    "l3": "L3 cache",
    "core": "core",
    "adapter": "network adapter",
    "gpu": "GPU",
}


def _core_choice(node: NodeInventory, usable: tuple[int, ...], most: int | None, *, twin: bool) -> EndpointChoice:
    """A core is its first CPU."""
    cores = _first_of_cores(node, usable)
    firsts = set(cores)
    siblings = {cpu.id: set(cpu.siblings) for cpu in node.cpus}
    twins = [cpu for cpu in usable if cpu not in firsts and siblings[cpu] & firsts] if twin else []
    candidates = [*cores, *twins[:1]]
    left_out: list[str] = []
    if most is None or len(candidates) <= most:
        chosen = set(candidates)
    else:
        pairs = strata(node, candidates)
        chosen, missed = _covering(pairs, most)
        _fill(node, cores, chosen, most)
        left_out.append(f"{len(firsts - chosen)} of {len(cores)} cores of {node.hostname}")
        left_out += [f"every pair of {node.hostname} in the relation '{stratum}'" for stratum in missed]
    kind = node.endpoint_kind
    return EndpointChoice(
        tuple(_endpoint(node, _Place(f"c{cpu}", (cpu,), kind), cpu) for cpu in candidates if cpu in chosen),
        tuple(left_out),
    )


def _covering(pairs: dict[Stratum, list[tuple[int, int]]], most: int) -> tuple[set[int], list[Stratum]]:
    """Few CPUs among which every stratum has a pair, rare strata first; and the strata for which no room was left."""
    chosen: set[int] = set()
    missed = []
    for stratum in sorted(pairs, key=lambda key: (len(pairs[key]), str(key))):
        new, pair = min((2 - (a in chosen) - (b in chosen), (a, b)) for a, b in pairs[stratum])
        if len(chosen) + new <= most:
            chosen.update(pair)
        else:
            missed.append(stratum)
    chosen.update(() if chosen else next(iter(pairs.values()))[0][:1])
    return chosen, missed


def _fill(node: NodeInventory, cores: Sequence[int], chosen: set[int], most: int) -> None:
    """Adds cores up to `most`, each where the fewest are: by socket, then NUMA node, then L3."""
    places = cpu_places(node)

    def domains(cpu: int) -> tuple[tuple[int | None, ...], ...]:
        _, _, l3, numa, socket = places[cpu]
        return (socket,), (socket, numa), (socket, numa, l3)

    taken = Counter(domain for cpu in chosen for domain in domains(cpu))
    left = [cpu for cpu in cores if cpu not in chosen]
    while left and len(chosen) < most:
        cpu = min(left, key=lambda core: (*(taken[domain] for domain in domains(core)), core))
        left.remove(cpu)
        chosen.add(cpu)
        taken.update(domains(cpu))


def _places(node: NodeInventory, per: Per, usable: tuple[int, ...]) -> tuple[list[_Place], list[str]]:
    """What becomes an endpoint, and what cannot."""
    kind = node.endpoint_kind
    if per == "node":
        return [_Place("", usable, kind)], []
    if per == "adapter":
        return _adapters(node, usable)
    if per == "gpu":
        near = {gpu.pci or gpu.name: _near(node, gpu.numa, usable) for gpu in node.gpus}
        return [
            _Place(f"gpu{index}", near[gpu.pci or gpu.name], "gpu", gpu.pci, root_port="".join(gpu.bridges[:1]))
            for index, gpu in enumerate(node.gpus)
        ], []
    domains = dict(_domains(node, per))
    allowed = set(usable)
    places, left_out = [], []
    for name, cpus in domains.items():
        inside = tuple(cpu for cpu in sorted(cpus) if cpu in allowed)
        if inside:
            places.append(_Place(name, inside, kind))
        else:
            left_out.append(f"{node.hostname}:{name}, which has no CPU that may be used")
    return places, left_out


def _domains(node: NodeInventory, per: Per) -> Iterator[tuple[str, Iterable[int]]]:
    if per == "socket":
        for socket in sorted({cpu.socket for cpu in node.cpus if cpu.socket is not None}):
            yield f"s{socket}", [cpu.id for cpu in node.cpus if cpu.socket == socket]
    elif per == "numa":
        for numa in node.numa:
            yield f"numa{numa.id}", numa.cpus
    else:
        caches = sorted({cache.cpus for cache in node.caches if cache.level == 3 and cache.kind != "instruction"})
        for index, cpus in enumerate(caches):
            yield f"l3-{index}", cpus


def _adapters(node: NodeInventory, usable: tuple[int, ...]) -> tuple[list[_Place], list[str]]:
    """RDMA ports, and the interfaces of hardware that are no second name of such a port."""
    ports = [nic for nic in node.nics if nic.rdma_device and nic.name.partition(":")[0] == nic.rdma_device]
    devices = {port.rdma_device for port in ports}
    functions = {port.pci for port in ports if port.pci}
    interfaces = [
        nic
        for nic in node.nics
        if nic not in ports
        and nic.kind in ("ethernet", "infiniband", "tun")
        and is_adapter(nic)
        and nic.rdma_device not in devices
        and nic.pci not in functions
    ]
    count = Counter(port.rdma_device for port in ports)
    places, left_out = [], []
    for nic in (*ports, *interfaces):
        name = nic.rdma_device if nic.rdma_device and count[nic.rdma_device] == 1 and nic in ports else nic.name
        if _is_down(nic):
            left_out.append(f"{node.hostname}:{name}, which is {nic.state}")
        else:
            kind = node.endpoint_kind
            slot = (nic.pci or "").partition(".")[0]  # ports of a card are functions of a device
            near = _near(node, nic.numa, usable)
            places.append(_Place(name or nic.name, near, kind, adapter=nic.name, slot=slot))
    return places, left_out


def _is_down(nic: Nic) -> bool:
    return nic.state is not None and nic.state.lower() in _DOWN


def _near(node: NodeInventory, numa: int | None, usable: tuple[int, ...]) -> tuple[int, ...]:
    """The usable CPUs of the NUMA node, of the nearest one that has any where it has none, all where it is not told."""
    inside = {place.id: tuple(cpu for cpu in place.cpus if cpu in set(usable)) for place in node.numa}
    if numa is None or numa not in inside:
        return usable
    distance = _distances(node)
    nearest = sorted((distance.get((numa, other), 10 if other == numa else 255), other) for other in inside)
    return next((inside[other] for _, other in nearest if inside[other]), usable)


def _bound(
    node: NodeInventory, places: Sequence[_Place], usable: tuple[int, ...]
) -> tuple[tuple[Endpoint, ...], list[str]]:
    """Each place on a core of its own while there is one near it; the names of those that have to share."""
    cores = {cpu: min(set(place.siblings) & set(usable) | {cpu}) for place in node.cpus for cpu in [place.id]}
    taken: Counter[int] = Counter()
    endpoints, shared = [], []
    for place in places:
        near = sorted({cores[cpu] for cpu in place.cpus})
        cpu = min(near, key=lambda core: (taken[core], core))
        endpoint = _endpoint(node, place, cpu)
        if taken[cpu]:
            shared.append(endpoint.id)
        taken[cpu] += 1
        endpoints.append(endpoint)
    return tuple(endpoints), shared


def _endpoint(node: NodeInventory, place: _Place, cpu: int) -> Endpoint:
    return Endpoint(
        id=f"{node.hostname}:{place.name}" if place.name else node.hostname,
        node=node.hostname,
        kind=place.kind,
        cpus=(cpu,),
        address=place.address,
        arch=node.arch,
        socket=next((item.socket for item in node.cpus if item.id == cpu), None),
        adapter=place.adapter or adapter_near(node, cpu),
        root_port=place.root_port,
        slot=place.slot,
    )


def adapter_near(node: NodeInventory, cpu: int) -> str:
    """The network adapter that a rank on a CPU uses: the only one, else the one of its NUMA node; empty where nothing
    tells."""
    places, _ = _adapters(node, usable_cpus(node))
    names = {place.adapter: nic.numa for place in places for nic in node.nics if nic.name == place.adapter}
    if len(names) == 1:
        return next(iter(names))
    numa = next((item.id for item in node.numa if cpu in item.cpus), None)
    near = [name for name, place in names.items() if place is not None and place == numa]
    return near[0] if len(near) == 1 else ""


def _first_of_cores(node: NodeInventory, usable: Collection[int]) -> list[int]:
    allowed = set(usable)
    return sorted({min(set(cpu.siblings) & allowed | {cpu.id}) for cpu in node.cpus if cpu.id in allowed})


def _stratum(a: CpuPlace, b: CpuPlace, distance: dict[tuple[int, int], int]) -> Stratum:
    word = closest_level((a, b))
    if a[3] is None or b[3] is None or a[3] == b[3]:
        return Stratum(word)
    ways = [distance[pair] for pair in ((a[3], b[3]), (b[3], a[3])) if pair in distance]
    return Stratum(word, (min(ways), max(ways)) if ways else None)


def _distances(node: NodeInventory) -> dict[tuple[int, int], int]:
    """Distance of NUMA nodes by their ids; rows hold the nodes in the order of their ids."""
    ids = [numa.id for numa in node.numa]
    return {
        (numa.id, other): distance
        for numa in node.numa
        if len(numa.distances) == len(ids)
        for other, distance in zip(ids, numa.distances, strict=True)
    }


def _spread(items: Sequence[_T], most: int | None) -> Sequence[_T]:
    """At most `most` of the items, taken evenly from first to last."""
    if most is None or len(items) <= most:
        return items
    step = (len(items) - 1) / (most - 1) if most > 1 else 0.0
    return [items[round(index * step)] for index in range(most)]
