"""Endpoints that nothing can be measured on, and why: CPUs, adapters and architectures that do not fit."""

from __future__ import annotations

import os
from collections.abc import Collection

from rankwise.core.errors import RankwiseError, UsageError
from rankwise.core.records import Endpoint
from rankwise.core.units import number_ranges
from rankwise.inventory.records import NodeInventory
from rankwise.measure.endpoints import Entry
from rankwise.placement.placement import Placement


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
