"""Pairs that meet: what they share is found, sized, and predicted from then on; on a network of known rates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from builders.runs import visit
from rankwise.core.records import Cell, Endpoint, Estimate, Visit
from rankwise.maps.meetings import Meetings
from rankwise.measure.cells import cell
from rankwise.measure.visits import VisitOptions
from rankwise.model.estimate import estimate
from rankwise.model.mapping import Pair
from rankwise.model.records import Path

RATE, UPLINK, SIZE = 4e6, 4.5e6, 1 << 20
ENDS = tuple(Endpoint(id=f"n{node}", node=f"n{node}", switches=(f"leaf{node // 2}",)) for node in range(4))
RANKS = {end.id: rank for rank, end in enumerate(ENDS)}


class TwoLeaves:
    """A sweep of a network whose pairs reach `RATE`, but for what those of a leaf share on the way to the other."""

    def __init__(self, uplink: float, odd: float = 1.0, kept: float = 1.0) -> None:
        self.uplink, self.odd, self.kept = uplink, odd, kept
        self.asked: list[VisitOptions] = []
        self.visits: dict[str, list[Visit]] = defaultdict(list)

    def round(self, cells: Iterable[Cell], number: int, options: VisitOptions) -> None:
        self.asked.append(options)
        for each in cells:
            crossing = sum(a // 2 != b // 2 for a, b in each.groups)
            for group, (a, b) in enumerate(each.groups):
                rate = min(RATE, self.uplink / crossing) if a // 2 != b // 2 else self.kept * RATE
                seconds = (SIZE / rate * (self.odd if number % 2 else 1.0),) * options.samples
                self.visits[each.id].append(
                    replace(visit(each.id, number=number), round=number, group=group, samples_s=seconds)
                )


def together(kernel: str, size: int, ranks: Mapping[str, int], pairs: Sequence[Pair]) -> Cell:
    return cell("mpi-net", kernel, size, *((ranks[a], ranks[b]) for a, b in pairs), window=1)


def looked(uplink: float, *, over: bool = False, odd: float = 1.0, kept: float = 1.0) -> Meetings:
    launch: Any = SimpleNamespace(
        net=SimpleNamespace(name="net"), endpoints={end.id: end for end in ENDS}, together=together,
        shared=SimpleNamespace(limited=kept < 1.0),
    )  # fmt: skip
    known: Estimate = estimate([[SIZE / RATE, SIZE / RATE]], stop="budget")
    paths = [
        Path(source=a, target=b, fabric="net", latency_s=1e-3, bandwidth_bytes_per_s=RATE, estimates={str(SIZE): known})
        for a, b in permutations(RANKS, 2)
    ]
    sweep: Any = TwoLeaves(uplink, odd, kept)
    meetings = Meetings(launch, sweep, RANKS, paths, SIZE, lambda: over, lambda _: None)
    meetings.look()
    return meetings


def test_an_uplink_is_found_and_sized_and_then_predicted() -> None:
    found = looked(UPLINK)
    rates = {row.at[0]: row.rate_bytes_per_s for row in found.resources}
    assert rates == {"leaf0": pytest.approx(UPLINK, rel=0.01), "leaf1": pytest.approx(UPLINK, rel=0.01)}
    assert {row.per for row in found.resources} == {"switch"}
    assert not any(row.both for row in found.resources), "each direction has its own"
    through = {(path.source, path.target): path.through for path in found.through(found.paths)}
    assert through["n0", "n2"] and not through["n0", "n1"]
    for meeting in found.meetings():
        assert meeting.predicted_bytes_per_s == pytest.approx(meeting.bytes_per_s, rel=0.02), meeting.what


def test_nothing_is_shared_where_pairs_get_what_they_get_alone() -> None:
    found = looked(100 * RATE)
    assert found.resources == []
    assert found.meetings(), "it was looked at"


def test_what_there_is_no_time_for_is_told() -> None:
    found = looked(UPLINK, over=True)
    assert found.resources == []
    assert any("left out, the budget was over: pairs that meet" in words for words in found.warnings)


@pytest.mark.parametrize(("odd", "visits"), [(1.0, 3), (1.3, 6)])
def test_pairs_are_visited_until_what_they_carry_is_known(odd: float, visits: int) -> None:
    """Every second visit takes `odd` times as long."""
    seen = looked(UPLINK, odd=odd).sweep.visits
    assert seen and {len({each.round for each in rows}) for rows in seen.values()} == {visits}
    free = looked(100 * RATE, odd=1 + (odd - 1) / 4).sweep.visits
    assert free and {len({each.round for each in rows}) for rows in free.values()} == {3}, "surely nothing binds"


def test_few_long_messages_are_one_sample() -> None:
    """Between samples pairs rest: what is slow would mostly begin."""
    sweep: Any = looked(UPLINK).sweep
    assert {options.samples for options in sweep.asked} == {1}
    assert min(options.calls for options in sweep.asked) * SIZE / RATE >= 0.25


@pytest.mark.parametrize(("kept", "resources"), [(1.0, 2), (0.8, 2), (0.7, 0)])
def test_a_machine_with_too_few_cores_hides_what_is_shared_and_that_is_told(kept: float, resources: int) -> None:
    """An uplink of 1.3 links leaves each of two pairs 65 %: with 70 % of all pairs' rates that is too near."""
    found = looked(1.3 * RATE, kept=kept)
    assert len(found.resources) == resources
    told = [words for words in found.warnings if f"keep {kept:.0%} of what they get alone" in words]
    assert len(told) == (kept < 0.85)
