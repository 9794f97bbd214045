"""Whether what paths share makes sense: the resources of a map or plan, and the paths that name them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fnmatch import fnmatchcase

from rankwise.core.records.resource import Resource

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
