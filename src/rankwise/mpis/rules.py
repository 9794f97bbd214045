"""Rules for collectives as every MPI's file wants them: checked, by collective and communicator size, in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from rankwise.core import units
from rankwise.core.errors import UsageError
from rankwise.tuning.records import CollectiveRule

# A rule that ends here has no upper end. MPICH reads sizes as a C int.
UNLIMITED = (1 << 31) - 1

# What files of rules call the collectives of MPI.
COLLECTIVES = (
    *("allgather", "allgatherv", "allreduce", "alltoall", "alltoallv", "alltoallw", "barrier", "bcast", "exscan"),
    *("gather", "gatherv", "reduce", "reduce_scatter", "reduce_scatter_block", "scan", "scatter", "scatterv"),
    *(f"neighbor_{name}" for name in ("allgather", "allgatherv", "alltoall", "alltoallv", "alltoallw")),
)

Ordered = dict[str, dict[int, list[CollectiveRule]]]


def ordered(rules: Iterable[CollectiveRule]) -> Ordered:
    """The rules by collective and by communicator size, both ascending, each list by size.

    Raises UsageError for a rule that makes no sense, or two that claim the same messages.
    """
    tables: Ordered = {}
    for rule in rules:
        if not 0 <= rule.from_bytes <= rule.to_bytes:
            raise _bad(
                rule, f"its sizes {rule.from_bytes} to {rule.to_bytes} are not a range", "write the smaller first"
            )
        if rule.ranks < 1:
            raise _bad(rule, f"it is for {rule.ranks} ranks", "write the size of the communicator that was measured")
        if not rule.algorithm:
            raise _bad(rule, "it names no algorithm", "write what the library calls it")
        tables.setdefault(rule.collective, {}).setdefault(rule.ranks, []).append(rule)
    for by_ranks in tables.values():
        for chosen in by_ranks.values():
            chosen.sort(key=lambda rule: rule.from_bytes)
            for rule, after in pairwise(chosen):
                if after.from_bytes <= rule.to_bytes:
                    raise _bad(after, f"it overlaps with the one for {_sizes(rule)}", "a message can follow one only")
    return {name: dict(sorted(tables[name].items())) for name in sorted(tables)}


def whole(rule: CollectiveRule) -> bool:
    """Whether the rule is for messages of every size."""
    return rule.from_bytes == 0 and rule.to_bytes >= UNLIMITED


def only_whole(rule: CollectiveRule, why: str) -> None:
    """Raises UsageError when a rule for some sizes meets a library that can only take it for all."""
    if not whole(rule):
        raise _bad(rule, why, f"let it run from 0 to {UNLIMITED}, or leave it out")


def take(rule: CollectiveRule, known: Mapping[str, str]) -> dict[str, str]:
    """The rule's parameters by what the library calls them. Raises UsageError for one that is not `known`."""
    for name in rule.parameters:
        if name not in known:
            raise _bad(rule, f"parameter '{name}' is not known", f"known are {', '.join(known) or 'none'}")
    return {known[name]: value for name, value in rule.parameters.items()}


def number(rule: CollectiveRule, text: str, what: str) -> int:
    """A count of the rule. Raises UsageError when it is none."""
    if not text.isdecimal():
        raise _bad(rule, f"{what} '{text}' is not a number", "write digits")
    return int(text)


def title(rule: CollectiveRule) -> str:
    """What people call the rule: `allreduce of 2 ranks, 8 to 4KiB`."""
    return f"{rule.collective} of {rule.ranks} ranks, {_sizes(rule)}"


def _sizes(rule: CollectiveRule) -> str:
    if whole(rule):
        return "all sizes"
    end = "any" if rule.to_bytes >= UNLIMITED else units.format_size(rule.to_bytes)
    return f"{units.format_size(rule.from_bytes)} to {end}"


def _bad(rule: CollectiveRule, problem: str, hint: str) -> UsageError:
    return UsageError("bad-rule", f"rule for {title(rule)}: {problem}", hint)


def unknown_collective(rule: CollectiveRule, library: str, known: Iterable[str]) -> UsageError:
    """The error for a collective that a library has no rules for."""
    return _bad(rule, f"{library} takes no rules for it", f"it does for {', '.join(sorted(known))}")
