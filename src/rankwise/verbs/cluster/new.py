"""`cluster new`: a plan of nodes as they are, written with comments for whoever goes on with it."""

from __future__ import annotations

import ipaddress
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rankwise.cluster.reach import Way, try_all
from rankwise.cluster.ways import others
from rankwise.core import files
from rankwise.core.errors import UsageError
from rankwise.core.files import exists
from rankwise.core.grouped import grouped
from rankwise.core.reach import SSH
from rankwise.core.toml import comment, quoted
from rankwise.core.units import format_rate, format_seconds, plural
from rankwise.inventory.records import Nic, NodeInventory
from rankwise.measure.watcher import Watcher
from rankwise.placement.where import Where

_DIGITS = re.compile(r"([0-9]+)")
_MOST = 8  # connections of each host on each network, for the latency
_LOCAL = re.compile(r"docker|virbr|veth|cni|lo$|flannel|br-")


@dataclass(frozen=True)
class NewPlan:
    """A plan as text, and which hosts are not in it, with why."""

    text: str
    lost: tuple[str, ...]


@dataclass(frozen=True)
class _Host:
    """A host, and its place in the rule that names it. `group` is that rule."""

    name: str
    cabinet: int
    number: int
    group: str
    node: NodeInventory


@dataclass(frozen=True)
class _Net:
    """A network that hosts share: who has which address there, on what."""

    cidr: str
    addresses: dict[str, str]
    nics: dict[str, Nic]


def new_plan(hosts: Sequence[str], name: str, *, agent: str = "", watcher: Watcher | None = None) -> NewPlan:
    """The plan of these hosts. Raises UsageError when they share no network, EnvironmentProblem when none can
    be looked at."""
    watcher = watcher or Watcher()
    watcher.phase(f"looking at {plural(len(hosts), 'host')}")
    placement = Where(hosts=tuple(hosts)).placement(agent=agent, partial=True)
    nodes = dict(zip(hosts, placement.inventory.nodes, strict=False))
    known = [_numbered(host, index, node) for index, (host, node) in enumerate(nodes.items(), 1)]
    networks = _networks(known)
    if not networks:
        raise UsageError("no-network", "these hosts share no IPv4 network", "write the plan by hand: docs/cluster.md")
    watcher.phase("timing connections")
    latency = _latencies(networks, agent or SSH)
    lines = [*_top(name, known, placement.warnings), *_nodes(known), *_tables(networks, known, latency)]
    return NewPlan("\n".join(lines) + "\n", tuple(placement.warnings))


def write_plan(text: str, file: Path) -> Path:
    """Writes a new plan. Raises UsageError where there is a file already."""
    refuse_old(file)
    return files.put(file, text)


def refuse_old(file: Path) -> None:
    """Raises UsageError where there is a file already."""
    if exists(file):
        raise UsageError("exists", f"{file} is there already", "name another file, or move it away")


def _numbered(host: str, index: int, node: NodeInventory) -> _Host:
    """`c001-n002` is node 2 of cabinet 1 by the rule `c{cabinet:03}-n{node:03}`."""
    *head, number, tail = _DIGITS.split(host) if _DIGITS.search(host) else (host, "", "")
    if not number:
        return _Host(host, 1, index, host, node)
    *head, cabinet, middle = head if len(head) > 1 else ("", *head)

    def rule(field: str, digits: str) -> str:
        return f"{{{field}:0{len(digits)}}}" if digits.startswith("0") else f"{{{field}}}"

    text = "".join(head) + (rule("cabinet", cabinet) if cabinet else "") + middle + rule("node", number) + tail
    return _Host(host, int(cabinet or 1), int(number), text, node)


def _networks(hosts: Sequence[_Host]) -> list[_Net]:
    """The networks that most hosts are on, widest first; addresses that two hosts have are of bridges inside them."""
    addresses: dict[str, dict[str, str]] = defaultdict(dict)
    nics: dict[str, dict[str, Nic]] = defaultdict(dict)
    for host in hosts:
        for nic in host.node.nics:
            for text in nic.addresses:
                if nic.kind == "loopback" or _LOCAL.match(nic.name) or ":" in text or "/" not in text:
                    continue
                interface = ipaddress.IPv4Interface(text)
                addresses[str(interface.network)].setdefault(host.name, str(interface.ip))
                nics[str(interface.network)].setdefault(host.name, nic)
    networks = [
        _Net(cidr, by_host, nics[cidr])
        for cidr, by_host in addresses.items()
        if len(set(by_host.values())) == len(by_host) and len(by_host) * 2 > len(hosts)
    ]
    return sorted(networks, key=lambda net: (-len(net.addresses), _speed(net) or 0.0))


def _latencies(networks: Sequence[_Net], agent: str) -> dict[str, float]:
    """Half of the median of each network's shortest round trips, in seconds, from connections that were made."""
    generator = random.Random(1)
    chosen = []
    for net in networks:
        names = list(net.addresses)
        for at, source in enumerate(names):
            for target in others(names, at, _MOST, generator):
                chosen.append(Way(source, target, net.cidr, net.addresses[target]))
    reached, _ = try_all(agent, chosen)
    times = grouped((item.way.network, item.rtt_s / 2) for item in reached if item.rtt_s is not None)
    return {cidr: sorted(values)[len(values) // 2] for cidr, values in times.items()}


def _top(name: str, hosts: Sequence[_Host], warnings: Sequence[str]) -> Iterator[str]:
    yield comment(
        f"{name}: {plural(len(hosts), 'host')} as found. `rankwise cluster verify` holds them against this file."
    )
    yield from (comment(f"Not in it: {words}") for words in warnings)
    yield f"name = {quoted(name)}"
    yield 'source = "the hosts themselves, as found"'
    yield 'head = ""  # name the endpoint from which jobs are launched, where that is none of the hosts'
    yield ""


def _nodes(hosts: Sequence[_Host]) -> Iterator[str]:
    groups: dict[tuple[str, int, int, str], list[_Host]] = defaultdict(list)
    for host in hosts:
        sockets = len({cpu.socket for cpu in host.node.cpus if cpu.socket is not None}) or 1
        groups[host.group, host.cabinet, sockets, host.node.arch].append(host)
    for (rule, cabinet, sockets, arch), members in groups.items():
        yield "[[nodes]]"
        yield f"cabinet = {cabinet}"
        yield f"numbers = {[host.number for host in members]}"
        yield f"name = {quoted(rule)}"
        yield f"sockets = {sockets}"
        yield f"arch = {quoted(arch)}"
        cores = {len({(cpu.socket, cpu.core) for cpu in host.node.cpus if cpu.online}) for host in members}
        yield f"ranks = {min(cores) or 1}  # what machine files give a host: its cores"
        cards = Counter(f"{card.kind} {card.name}" for host in members for card in host.node.cards)
        yield from (
            comment(f"cards that are not in this plan: {kind}, on {count} hosts") for kind, count in cards.items()
        )
        yield ""


def _tables(networks: Sequence[_Net], hosts: Sequence[_Host], latency: Mapping[str, float]) -> Iterator[str]:
    named: Counter[str] = Counter()
    for index, net in enumerate(networks):
        nic = next(iter(net.nics.values()))
        kind = "infiniband" if nic.kind == "infiniband" else "ethernet"
        named[kind] += 1
        names = Counter(item.name for item in net.nics.values())
        usual = names.most_common(1)[0][0]
        yield "[[networks]]"
        yield f'name = "{kind}{named[kind] if named[kind] > 1 else ""}"'
        yield f"interface = {quoted(usual)}"
        yield from (
            comment(f"{host} has {item.name} in its place") for host, item in net.nics.items() if item.name != usual
        )
        yield f"cidr = {quoted(net.cidr)}"
        yield from _addresses(net, [host for host in hosts if host.name in net.addresses])
        mtus = Counter(item.mtu for item in net.nics.values() if item.mtu)
        if mtus:
            yield f"mtu = {mtus.most_common(1)[0][0]}" + ("  # they differ" if len(mtus) > 1 else "")
        if kind == "infiniband":
            yield 'link = "infiniband"'
            yield 'subnet_manager = "switch"  # not looked at: or a service opensmd on one host'
        if index:
            yield 'suffix = ""  # no names of its own were looked for'
        if len(net.addresses) < 2:
            yield "# no links: a single host of this plan is on it"
            yield ""
            continue
        speed, half_s = _speed(net), latency.get(net.cidr)
        rate = f', rate = "{_plain(format_rate(speed))}"' if speed else ""
        if half_s is None:
            yield "# no connection was made, so this latency is a guess"
        else:
            yield "# latency: half of a round trip of one byte over TCP, as measured, the median of all pairs"
            if speed:
                yield "# rate: of the slowest adapter, as its driver says"
        yield f'links = [{{ latency = "{_plain(format_seconds(half_s or 50e-6))}"{rate} }}]'
        yield ""


def _addresses(net: _Net, hosts: Sequence[_Host]) -> Iterator[str]:
    """A rule where one fits all hosts, else each address."""
    octets = [[int(part) for part in net.addresses[host.name].split(".")] for host in hosts]
    parts = []
    for column in range(4):
        values = [row[column] for row in octets]
        from_node = {value - host.number for value, host in zip(values, hosts, strict=True)}
        from_cabinet = {value - host.cabinet for value, host in zip(values, hosts, strict=True)}
        if len(set(values)) == 1 and not (column == 3 and from_node == {0}):
            parts.append(str(values[0]))
        elif len(from_node) == 1:
            parts.append(_offset("node", from_node.pop()))
        elif len(from_cabinet) == 1:
            parts.append(_offset("cabinet", from_cabinet.pop()))
    if len(parts) == 4 and len(hosts) > 1:
        yield f'host = "{".".join(parts)}"'
    else:
        pairs = (f"{quoted(host.name)} = {quoted(net.addresses[host.name])}" for host in hosts)
        yield "addresses = { " + ", ".join(pairs) + " }"


def _offset(field: str, offset: int) -> str:
    return f"{{{field}}}" if not offset else f"{{{field} {'+' if offset > 0 else '-'} {abs(offset)}}}"


def _speed(net: _Net) -> float | None:
    """The slowest adapter's rate in bytes per second; None where a driver does not say."""
    speeds = [nic.speed_bytes_per_s for nic in net.nics.values()]
    known = [speed for speed in speeds if speed]
    return min(known) if len(known) == len(speeds) else None


def _plain(text: str) -> str:
    return text.replace(" ", "").replace("µ", "u")
