"""How much of a map is measured in little time."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from rankwise.core.records import Mpi
from rankwise.placement.where import Where
from rankwise.verbs.map.network import rounds_within
from rankwise.verbs.map.run import Options, measure_map


@pytest.mark.parametrize(
    ("round_s", "left_s", "rounds"),
    [(3.0, math.inf, 2), (3.0, 30.0, 2), (3.0, 3.0, 2), (3.0, 2.9, 1), (3.0, 0.0, 1), (3.0, -5.0, 1)],
)
def test_a_second_round_is_made_where_it_fits(round_s: float, left_s: float, rounds: int) -> None:
    assert rounds_within(round_s, left_s) == rounds


@pytest.mark.mpi(ranks=2)
@pytest.mark.parametrize(("most_s", "visits"), [(0.0, 1), (math.inf, 2)])
def test_without_time_each_pair_is_visited_once(mpich: Mpi, tmp_path: Path, most_s: float, visits: int) -> None:
    placement = Where(ranks=2).placement()
    asked = Options(mpich, placement, quick=True, transports=False, budget_s=0.01, out=tmp_path, most_s=most_s)
    paths = measure_map(asked).map.paths
    assert {found.visits for path in paths for found in path.estimates.values()} == {visits}
