"""What the paths of a plan share: its resources, checked, and as a lab has them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from rankwise.cluster import document
from rankwise.cluster.records import ClusterPlan, Network
from rankwise.core import units
from rankwise.core.errors import UsageError
from rankwise.core.records.resource import Resource
from rankwise.core.sharing import unsound


def resources_of(
    tables: Sequence[document.ResourceTable],
    networks: Sequence[Network],
    places: Collection[str],
    problems: list[str],
) -> tuple[Resource, ...]:
    """The resources that a plan declares. Adds to `problems` what is wrong with them, and with what names them;
    `places` are all endpoints and switches."""
    rows = []
    for index, table in enumerate(tables):
        rate = 1.0  # where none can be read: what else is wrong is told at once
        try:
            rate = units.parse_rate(table.rate)
        except UsageError as error:
            problems.append(f"resources[{index}].rate: {error.message}; {error.hint}")
        rows.append(Resource(name=table.name, rate_bytes_per_s=rate, per=table.per, both=table.both, at=table.at))
    through = {
        f"networks[{at}].links[{number}].through": rule.through
        for at, network in enumerate(networks)
        for number, rule in enumerate(network.rules)
    }
    problems += unsound(rows, through, places)
    named = {name for names in through.values() for name in names}
    problems += [
        f"resources[{index}].name: no path names '{row.name}'; name it with `through` in the links that share it"
        for index, row in enumerate(rows)
        if row.name not in named
    ]
    problems += _slowed_twice(rows, networks)
    return tuple(rows)


def resources_at(plan: ClusterPlan, *, in_lab: bool) -> tuple[Resource, ...]:
    """The resources of a plan; `in_lab` as slow as the networks whose paths share them."""
    if not in_lab:
        return plan.resources
    slowdown = {name: network.slowdown for network in plan.networks for rule in network.rules for name in rule.through}
    return tuple(
        replace(row, rate_bytes_per_s=row.rate_bytes_per_s / slowdown.get(row.name, 1.0)) for row in plan.resources
    )


def _slowed_twice(rows: Sequence[Resource], networks: Sequence[Network]) -> list[str]:
    """Problems: resources of networks that a lab slows down differently, so that no rate is right for both."""
    problems = []
    for row in dict.fromkeys(row.name for row in rows):
        slowdowns = {network.slowdown for network in networks for rule in network.rules if row in rule.through}
        if len(slowdowns) > 1:
            factors = ", ".join(f"{value:g}" for value in sorted(slowdowns))
            problems.append(f"resources ({row}): its networks have slowdowns {factors}; give them the same one")
    return problems
