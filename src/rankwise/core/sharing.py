"""Whether what paths share makes sense: the resources of a map or plan, and the paths that name them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from rankwise.core.records.plan import Endpoint
from rankwise.core.records.resource import Per, Resource

_SHOWN = 12


def unsound(rows: Sequence[Resource], through: Mapping[str, Sequence[str]], places: Collection[str]) -> list[str]:
    """Everything that is wrong, each with its field. `through` has by field what paths name; `places` are the nodes,
    cards and switches that `at` may mean."""
    problems: list[str] = []
    first: dict[str, Resource] = {}
    for index, row in enumerate(rows):
        known = first.setdefault(row.name, row)
        if (known.per, known.both) != (row.per, row.both):
            problems.append(
                f"resources[{index}].per: '{row.name}' is per {known.per}{' both' * known.both} above and per {row.per}"
                f"{' both' * row.both} here; rows of one name differ in rate and `at` only"
            )
        problems += [
            f"resources[{index}].at: '{pattern}' is no place of this machine"
            for pattern in row.at
            if not any(fnmatchcase(name, pattern.partition(":")[0]) for name in places)
        ]
        if known is not row and not row.at:
            problems.append(f"resources[{index}].name: '{row.name}' is there already; say with `at` where it differs")
    named: set[str] = set()
    unknown: dict[str, list[str]] = {}
    for field, names in through.items():
        named.update(names)
        for name in dict.fromkeys(names):
            if name not in first:
                unknown.setdefault(name, []).append(field)
        if len(set(names)) < len(names):
            problems.append(f"{field}: it names a resource twice")
    listed = f"it has: {', '.join(list(first)[:_SHOWN])}" if first else "there is none"
    problems += [
        f"{fields[0]}: there is no resource '{name}'; {listed}"
        + (f" (also {len(fields) - 1} others)" if len(fields) > 1 else "")
        for name, fields in unknown.items()
    ]
    return problems


def place_of(endpoint: Endpoint, per: Per) -> str:
    """The instance of a resource in which an endpoint is: `n1`, `n1:0` for a socket, `n1:mlx5_0` for an adapter,
    `n1:0000:15:01.0` for the PCIe root port above a GPU, `n1:0000:03:00` for the slot of an adapter; empty where it is
    in none, or nothing told."""
    if per == "socket":
        return f"{endpoint.node}:{endpoint.socket}" if endpoint.socket is not None else ""
    if per in ("root port", "slot"):
        address = endpoint.slot if per == "slot" else endpoint.root_port
        return f"{endpoint.node}:{address}" if address else ""
    if per == "card":
        return endpoint.id if endpoint.kind != "core" else ""
    if per == "switch":
        return endpoint.switches[-1] if endpoint.switches else ""
    return f"{endpoint.node}:{endpoint.adapter}" if per == "adapter" and endpoint.adapter else endpoint.node


def rate_at(rows: Sequence[Resource], place: str) -> float | None:
    """Bytes per second of the instance at a place, of rows of one name; None where none is of it."""
    node = place.partition(":")[0]
    rates = [
        row.rate_bytes_per_s
        for row in rows
        if not row.at or any(fnmatchcase(word, pattern) for pattern in row.at for word in (place, node))
    ]
    return rates[-1] if rates else None


def passes(row: Resource, source: Endpoint, target: Endpoint) -> Iterator[tuple[str, str]]:
    """Instances that a path uses, each by its place and by which direction it goes (`out`, `in`; empty: both share)."""
    here, there = place_of(source, row.per), place_of(target, row.per)
    if here and (row.both or here != there):
        yield here, "" if row.both else "out"
    if there and here != there:
        yield there, "" if row.both else "in"


def through_of(rows: Sequence[Resource], source: Endpoint, target: Endpoint) -> tuple[str, ...]:
    """The names of the resources that a path leads through when it leaves one of their places for another."""
    crossed = {
        row.name
        for row in rows
        if place_of(source, row.per) != place_of(target, row.per)
        and any(rate_at([row], place) is not None for place, _ in passes(row, source, target))
    }
    return tuple(sorted(crossed))
