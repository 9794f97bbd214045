"""How much of a map is measured in little time."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from rankwise.core.records import Mpi
from rankwise.maps.pace import rounds_within, size_within
from rankwise.maps.run import MapOptions, measure_map
from rankwise.measure.watcher import Watcher
from rankwise.placement.where import Where


@pytest.mark.parametrize(
    ("round_s", "left_s", "rounds"),
    [(3.0, math.inf, 2), (3.0, 30.0, 2), (3.0, 3.0, 2), (3.0, 2.9, 1), (3.0, 0.0, 1), (3.0, -5.0, 1)],
)
def test_a_second_round_is_made_where_it_fits(round_s: float, left_s: float, rounds: int) -> None:
    assert rounds_within(round_s, left_s) == rounds


@pytest.mark.parametrize(
    ("slowest_s", "left_s", "size"),
    [
        (0.1, 50.0, 256),
        (0.1, 49.0, 64),
        (0.1, 10.0, 16),
        (0.1, -1.0, 16),
        (8e-3, 49.0, 64),
        (7e-3, 49.0, 256),
        (0.0, -1.0, 256),
    ],
)
def test_messages_of_slow_paths_are_smaller_where_a_round_does_not_fit(
    slowest_s: float, left_s: float, size: int
) -> None:
    assert size_within(256 << 10, slowest_s, 50.0, left_s) == size << 10


@pytest.mark.mpi(ranks=2)
@pytest.mark.parametrize(("most_s", "visits"), [(0.0, 1), (math.inf, 2)])
def test_without_time_each_pair_is_visited_once(mpich: Mpi, tmp_path: Path, most_s: float, visits: int) -> None:
    placement = Where(ranks=2).placement()
    asked = MapOptions(mpich, placement, quick=True, transports=False, budget_s=0.01, out=tmp_path, most_s=most_s)
    machine = measure_map(asked).map
    assert {found.visits for path in machine.paths for found in path.estimates.values()} == {visits}
    told = "whether 2 paths of 2 are slow: each was measured once (--budget)"
    assert (told in machine.not_looked) == (visits == 1)


@pytest.mark.mpi(ranks=2)
def test_what_an_interrupt_left_out_is_named(mpich: Mpi, tmp_path: Path) -> None:
    def stop(words: str) -> None:
        if words.startswith("size curve"):
            raise KeyboardInterrupt

    asked = MapOptions(mpich, Where(ranks=2).placement(), quick=True, budget_s=0.01, out=tmp_path)
    mapped = measure_map(asked, Watcher(phase=stop))
    assert mapped.run.status == "interrupted"
    assert any("when it was interrupted: " in words for words in mapped.map.not_looked)
