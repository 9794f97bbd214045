"""Endpoints as their nodes allow: on a core of their own, without those that do not fit, told apart by switches."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from msgspec.structs import replace as replace_record

from rankwise.cluster.switch_files import read_switches
from rankwise.core.errors import RankwiseError, UsageError
from rankwise.core.records import Endpoint
from rankwise.core.units import number_ranges
from rankwise.inventory.records import NodeInventory
from rankwise.measure.endpoints import Entry
from rankwise.model.topology import OTHER_NODE, Topology, core_endpoints
from rankwise.placement.placement import Placement

_NAMED = 8


def of_those_that_fit(placement: Placement, interfaces: Collection[str], *, partial: bool) -> Placement:
    """The placement without the endpoints that do not fit; `partial`: they are told and left out, else the first is
    raised. Raises UsageError where none is left, too."""
    problems: dict[str, RankwiseError] = {}
    for endpoint in placement.endpoints:
        node = placement.nodes_looked_at.get(placement.hosts[endpoint.id])
        if node and (problem := _problem(endpoint, node, placement.entries.get(endpoint.id), interfaces)):
            problems[endpoint.id] = problem
    if problems and (not partial or len(problems) == len(placement.endpoints)):
        raise next(iter(problems.values()))
    left = {endpoint.id for endpoint in placement.endpoints} - problems.keys()
    told = [f"{name} is left out: {error.message}; {error.hint}" for name, error in problems.items()]
    return placement.with_only(left, told) if problems else placement


def _problem(
    endpoint: Endpoint, node: NodeInventory, entry: Entry | None, interfaces: Collection[str]
) -> UsageError | None:
    return _cpu(endpoint, node) or _machine(endpoint, node, entry) or _interface(endpoint, node, interfaces)


def _cpu(endpoint: Endpoint, node: NodeInventory) -> UsageError | None:
    online = {cpu.id for cpu in node.cpus if cpu.online}
    allowed = set(node.sandbox.allowed_cpus) & online or online
    strange = sorted(set(endpoint.cpus) - allowed)
    if not strange:
        return None
    known = {cpu.id for cpu in node.cpus}
    why = "may not be used" if strange[0] in online else "is offline" if strange[0] in known else "is not there"
    return UsageError(
        "no-such-cpu",
        f"endpoint '{endpoint.id}' names CPU {strange[0]}, which {why} on {node.hostname}",
        f"name some of {number_ranges(sorted(allowed))}",
    )


def _machine(endpoint: Endpoint, node: NodeInventory, entry: Entry | None) -> UsageError | None:
    here = os.uname().machine
    brought = entry and (entry.engine or entry.compiler)
    if node.arch in (here, "unknown") or brought or (entry and entry.address is None):
        return None
    return UsageError(
        "other-machine",
        f"{node.hostname} is {node.arch}, and this machine {here}, so that its engine does not start there",
        f"an --endpoints file names `compiler` or `engine` for '{endpoint.id}'",
    )


def _interface(endpoint: Endpoint, node: NodeInventory, interfaces: Collection[str]) -> UsageError | None:
    known = {nic.name for nic in node.nics}
    missing = [name for name in interfaces if name not in known]
    if not missing or not known:
        return None
    return UsageError(
        "no-interface",
        f"{node.hostname} has no interface '{missing[0]}'",
        f"name some of {', '.join(sorted(known - {'lo'}))}, or leave '{endpoint.id}' out",
    )


def bound(endpoints: Sequence[Endpoint], nodes: Sequence[NodeInventory | None]) -> tuple[Endpoint, ...]:
    """The endpoints, those without CPUs on the next free core of their node; `nodes` in the same order, None for one
    that was not looked at.

    Nodes of one boot are parts of one machine, and get cores of their own. Where a machine has fewer cores than
    endpoints they share on purpose, as in a lab: those stay unbound.
    """
    taken: dict[str, set[int]] = defaultdict(set)
    members: dict[str, list[int]] = defaultdict(list)
    for index, (endpoint, node) in enumerate(zip(endpoints, nodes, strict=True)):
        if node is not None:
            machine = node.boot_id or node.hostname
            members[machine].append(index)
            taken[machine].update(endpoint.cpus)
    placed = list(endpoints)
    for machine, indices in members.items():
        cpus: dict[int, int] = {}
        for index in (index for index in indices if not endpoints[index].cpus and endpoints[index].kind != "gpu"):
            node = nodes[index]
            assert node is not None
            free = [core.cpus[0] for core in core_endpoints(node) if core.cpus[0] not in taken[machine]]
            if not free:
                break
            cpus[index] = free[0]
            taken[machine].add(free[0])
        else:
            for index, cpu in cpus.items():
                placed[index] = replace_record(endpoints[index], cpus=(cpu,))
    return tuple(placed)


def _interfaces(placement: Placement) -> dict[str, set[str]]:
    """The interfaces of each host that are on the measured networks, as far as known, by its name and short name."""
    known: dict[str, set[str]] = defaultdict(set)
    for end in placement.endpoints:
        names = {name for net in placement.nets for name in net.interfaces.get(end.id, ())}
        for host in (end.node, end.node.partition(".")[0]):
            known[host] |= names | ({placement.interface} if placement.interface else set())
    return known


def on_switches(placement: Placement, file: Path) -> Placement:
    """The placement whose relations between hosts name switches. Hosts that the file does not have stay `other node`.

    Raises UsageError for a file that has none of the hosts.
    """
    switches = read_switches(file, _interfaces(placement))
    nodes = list(dict.fromkeys(endpoint.node for endpoint in placement.endpoints))
    missing = [node for node in nodes if switches.named(node) is None]
    if len(missing) == len(nodes):
        known = ", ".join(list(switches.leaves)[:_NAMED])
        raise UsageError("other-hosts", f"{file} has none of these hosts", f"it has {known}: is it of another cluster?")
    told = [f"{file} does not say at which switch these are: {', '.join(missing[:_NAMED])}"] if missing else []
    if switches.left_out:
        alike = f"{', '.join(switches.left_out)} left out, as all hosts are there on an interface of their own"
        told.append(f"{file}: {alike}; --fabrics INTERFACE names the one that counts")
    usual = placement.planned_relation or Topology(placement.inventory).relation

    def relation(a: Endpoint, b: Endpoint) -> str:
        word = usual(a, b)
        return (switches.relation(a.node, b.node) or word) if word == OTHER_NODE else word

    return replace(
        placement,
        endpoints=tuple(replace_record(end, switches=switches.place(end.node)) for end in placement.endpoints),
        planned_relation=relation,
        warnings=(*placement.warnings, *told),
    )
