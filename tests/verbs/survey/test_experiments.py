"""Which causes a survey tries in the time that it has."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rankwise.core.records import Endpoint, Mpi
from rankwise.experiment.suspects import TABLE
from rankwise.measure.cells import cell
from rankwise.verbs.survey import experiments
from rankwise.verbs.survey.experiments import run_experiments, startable


@pytest.mark.parametrize(
    ("start_s", "time_s", "count"),
    [(0.0, 7.0, 5), (0.1, 7.0, 5), (0.29, 7.0, 3), (1.0, 7.0, 0), (0.29, 0.5, 0), (0.29, 21.0, 5)],
)
def test_so_many_causes_are_tried_as_launches_can_start_in_half_of_the_time(
    start_s: float, time_s: float, count: int
) -> None:
    chosen = startable(TABLE[:5], start_s, time_s)
    assert chosen == TABLE[:count]
    assert 3 * start_s * (len(chosen) + 1) <= time_s / 2 or not chosen


def test_causes_for_which_no_time_is_left_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experiments, "make_side", lambda *_words, **_named: None)
    placement: Any = SimpleNamespace(nodes=1, endpoints=[Endpoint(id=f"n:c{core}", node="n") for core in (0, 1)])
    tried = run_experiments(
        Mpi(name="mpich", family="mpich", version="5.0.2", prefix="/", where=""),
        placement,
        [cell("mpich", "pingpong", 8, (0, 1))],
        budget_s=7.0,
        start_s=2.0,
        seed=1,
        watchdog_s=20.0,
        progress=lambda _progress: None,
        suspects=TABLE,
    )
    assert (tried.tried, tried.experiments) == ((), ())
    (warning,) = tried.warnings
    assert warning.startswith("no time was left to test ") and "every wait yields the processor" in warning
    assert warning.endswith(": give more --budget")
