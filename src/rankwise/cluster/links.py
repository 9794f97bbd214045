"""What each ordered pair of a plan should carry: rules laid over topology."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

from rankwise.cluster.records import ClusterPlan, LinkRule, Network
from rankwise.core.grouped import grouped


@dataclass(frozen=True)
class Position:
    """Where an endpoint is. `node` and `socket` None: the head, which is on no node of the plan."""

    name: str
    kind: str
    node: str | None
    socket: int | None
    near: bool
    label: str

    def is_a(self, selector: str) -> bool:
        if self.kind == "card" and selector in ("near-card", "far-card"):
            return selector == ("near-card" if self.near else "far-card")
        return selector in ("any", self.kind) or fnmatchcase(self.name, selector)


@dataclass(frozen=True)
class DeclaredLink:
    """What one ordered pair of one network carries, as declared, and its topological relation in words."""

    source: str
    target: str
    segment: str
    relation: str
    latency_s: float
    rate_bytes_per_s: float | None
    through: tuple[str, ...] = ()


def positions(plan: ClusterPlan) -> dict[str, Position]:
    """Every endpoint of the plan, by name."""
    places = {}
    if plan.head:
        places[plan.head] = Position(plan.head, "head", None, None, False, "head")
    for node in plan.nodes:
        places[node.name] = Position(node.name, "host", node.name, None, False, "host")
        for card in node.cards:
            near = card.socket in node.nic_sockets()
            label = "card" if node.sockets == 1 else ("near card" if near else "far card")
            places[card.name] = Position(card.name, "card", node.name, card.socket, near, label)
    return places


def relation(source: Position, target: Position) -> str:
    """The topological relation of an ordered pair, in words: `near card to far card, other node`."""
    if source.node is None or source.node != target.node:
        where = "other node"
    elif source.socket is None or target.socket is None:
        where = "same node"
    else:
        where = "same socket" if source.socket == target.socket else "other socket"
    return f"{source.label} to {target.label}, {where}"


def direct_links(plan: ClusterPlan, network: Network) -> Iterator[DeclaredLink]:
    """Every ordered pair that shares a segment of `network` and that a rule covers."""
    place = positions(plan)
    for a, b, segment in _pairs(network):
        rule = _last_match(network.rules, place[a], place[b])
        if rule:
            how = relation(place[a], place[b])
            yield DeclaredLink(a, b, segment, how, rule.latency_s, rule.rate_bytes_per_s, rule.through)


def uncovered(plan: ClusterPlan) -> list[str]:
    """Problems: pairs of endpoints for which no rule says what they carry, and rules that match nothing."""
    place = positions(plan)
    problems = []
    for network in plan.networks:
        pairs = [(place[a], place[b]) for a, b in _kinds_of_pairs(network, place)]
        bare = [(a.name, b.name) for a, b in pairs if not _last_match(network.rules, a, b)]
        if bare:
            more = " (nor other pairs)" if len(bare) > 1 else ""
            problems.append(f"network {network.name}: no link covers {bare[0][0]} to {bare[0][1]}{more}")
        problems += [
            f"network {network.name}: links[{i}] ({rule.source} to {rule.target}, {rule.where}) matches no pair"
            for i, rule in enumerate(network.rules)
            if not any(matches(rule, a, b) for a, b in pairs)
        ]
    return problems


def _kinds_of_pairs(network: Network, place: dict[str, Position]) -> Iterator[tuple[str, str]]:
    """Pairs among which every rule that matches any pair matches one: all of each node, and of different nodes one for
    each two sets of endpoints that the rules cannot tell apart. All pairs of 10,000 nodes would take minutes."""
    selectors = sorted({word for rule in network.rules for word in (rule.source, rule.target)})
    segments = grouped((interface.segment, place[interface.endpoint]) for interface in network.interfaces)
    for members in segments.values():
        nodes: dict[str, list[Position]] = {}
        alike: dict[tuple[bool, ...], list[Position]] = {}
        for member in members:
            if member.node is not None:
                nodes.setdefault(member.node, []).append(member)
            few = alike.setdefault(tuple(member.is_a(word) for word in selectors), [])
            if len(few) < 2 and all(member.node != other.node for other in few):
                few.append(member)
        for together in nodes.values():
            yield from ((a.name, b.name) for a in together for b in together if a.name != b.name)
        for sources in alike.values():
            for targets in alike.values():
                apart = ((a.name, b.name) for a in sources for b in targets if a.name != b.name and a.node != b.node)
                yield from itertools.islice(apart, 1)


def _pairs(network: Network) -> Iterator[tuple[str, str, str]]:
    segments = grouped((interface.segment, interface.endpoint) for interface in network.interfaces)
    for segment, members in segments.items():
        for a in members:
            for b in members:
                if a != b:
                    yield a, b, segment


def _last_match(rules: tuple[LinkRule, ...], a: Position, b: Position) -> LinkRule | None:
    return next((rule for rule in reversed(rules) if matches(rule, a, b)), None)


def matches(rule: LinkRule, a: Position, b: Position) -> bool:
    """Whether a rule is of this ordered pair."""
    same_node = a.node is not None and a.node == b.node
    sockets = a.socket is not None and b.socket is not None
    where = {
        "any": True,
        "same-node": same_node,
        "other-node": not same_node,
        "same-socket": same_node and sockets and a.socket == b.socket,
        "other-socket": same_node and sockets and a.socket != b.socket,
    }[rule.where]
    if not where:
        return False
    return (a.is_a(rule.source) and b.is_a(rule.target)) or (rule.both and b.is_a(rule.source) and a.is_a(rule.target))
