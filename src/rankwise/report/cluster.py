"""`cluster` in a terminal: a plan as a tree, and what is not as planned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rankwise.cluster.records import ClusterCheck, ClusterMismatch, ClusterPlan
from rankwise.core.grouped import grouped
from rankwise.core.units import few, format_rate, format_seconds, plural
from rankwise.model.records import Map
from rankwise.report.not_looked import not_looked
from rankwise.report.words import alike


def plan_lines(plan: ClusterPlan, declared: Map) -> Iterator[str]:
    """The plan: who is there with which address, which networks, what its paths carry."""
    address = grouped(
        (item.endpoint, f"{item.address} ({network.name})") for network in plan.networks for item in network.interfaces
    )
    yield f"{plan.name}: {_counted(plan)}"
    if plan.head:
        yield f"  {plan.head:<18} head   {', '.join(address.get(plan.head, []))}"
    for node in plan.nodes:
        yield f"  {node.name:<18} host   {', '.join(address.get(node.name, []))}"
        for index, card in enumerate(node.cards):
            stem = "`-" if index == len(node.cards) - 1 else "|-"
            where = f"socket {card.socket}" + (", near the adapter" if card.socket in node.nic_sockets() else "")
            yield f"   {stem} {card.name:<14} card   {', '.join(address.get(card.name, []))}; {where}"
    for network in plan.networks:
        parts = [network.cidr or "a pair for each card", network.model, network.fabric, f"MTU {network.mtu}"]
        if network.bridge:
            parts.append(f"bridge {network.bridge} on hosts")
        yield f"  network {network.name}: {', '.join(parts)}"
        for path_class in declared.classes:
            if path_class.fabric == network.name:
                what = f"{format_seconds(path_class.latency_s)}, {format_rate(path_class.bandwidth_bytes_per_s)}"
                yield f"      {what:<22} {len(path_class.paths):>4} paths: {few(path_class.relations, 3, '; ')}"
    for share in plan.shares:
        yield f"  share   {share.path} of {share.source} for {share.to}, on {share.network}"
    for service in plan.services:
        yield f"  service {service.name} on {service.on}"
    for mpi in plan.mpis:
        yield f"  MPI     {mpi.family}: messages on {mpi.network}, started on {mpi.launch_network}"


def check_lines(check: ClusterCheck, most: int = 8) -> Iterator[str]:
    """What is not as planned, endpoints that deviate alike together, at most `most` of each (0: all)."""
    pairs = f"{check.pairs_tried:,} of {plural(check.pairs, 'connection')}"
    silent = f"{check.endpoints - len(check.silent)} of " if check.silent else ""
    yield (
        f"{check.plan}: {silent}{plural(check.endpoints, 'endpoint')}, {plural(check.facts, 'fact')}, {pairs}, "
        f"{format_seconds(check.wall_s)}"
    )
    yield from not_looked(check.not_looked)
    odd = Counter(item.endpoint for item in check.mismatches)
    apart = odd.pop("", 0)
    if odd:
        are = "is" if len(odd) == 1 else "are"
        yield f"{plural(len(odd), 'endpoint')} {are} not as planned, in {plural(odd.total(), 'fact')}"
    if apart:
        yield f"endpoints of one kind are not alike, in {plural(apart, 'fact')}"
    if not check.mismatches and not check.silent:
        yield "what was looked at is all as planned"
    for name, why in check.silent.items():
        yield f"\n{name}\n  not looked at: {why}"
    for names, items in _alike(check.mismatches):
        yield f"\n{few([name or 'between endpoints' for name in names])}"
        for item in items[: most or None]:
            yield f"  {item.fact}: {item.found}; planned: {item.expected}"
            if item.file:
                yield f"      {item.file}"
            if item.fix:
                yield f"      -> {item.fix}"
        if most and len(items) > most:
            yield f"  and {len(items) - most} more (--all)"


def _alike(mismatches: Sequence[ClusterMismatch]) -> list[tuple[list[str], list[ClusterMismatch]]]:
    """Endpoints that deviate in the same way, and in what."""
    of = grouped((item.endpoint, item) for item in mismatches)
    kinds = alike((name, tuple(replace(item, endpoint="") for item in items)) for name, items in of.items())
    return [(names, list(items)) for names, items in kinds]


def _counted(plan: ClusterPlan) -> str:
    cards = sum(len(node.cards) for node in plan.nodes)
    parts = [plural(len(plan.nodes), "host"), *([plural(cards, "card")] if cards else [])]
    return ", ".join([*parts, plural(len(plan.networks), "network")])
