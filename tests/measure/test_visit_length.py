"""How long visits are: learnt from the first ones."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rankwise.core.records import GroupTimes
from rankwise.measure.frames import VisitFrame
from rankwise.measure.visit_length import VisitLength, best_samples, cold_samples


def teach(
    visit_length: VisitLength, samples_s: Sequence[float], *, took_s: float, sampling_s: float, first: bool = False
) -> None:
    first_call_s = 1e-6 if first else None
    times = GroupTimes(cell="c", group=0, calls_per_sample=1, samples_s=tuple(samples_s), first_call_s=first_call_s)
    frame = VisitFrame(
        visit=0, times=times, bytes_per_transfer=8.0, messages_per_transfer=1.0, took_s=took_s, sampling_s=sampling_s
    )
    visit_length.learn(times.visit(launch=0, round_number=0, at_s=0.0), frame)


def test_the_first_visit_of_a_launch_warms_up_for_longer_and_ends_with_a_check() -> None:
    visit_length = VisitLength()
    teach(visit_length, (1e-6,) * 3, took_s=1e-3, sampling_s=1e-4, first=True)
    assert visit_length.opening.warm_s > 10 * visit_length.options.warm_s
    assert (visit_length.opening.checks, visit_length.options.checks) == (2, 1)
    assert visit_length.cost_s == pytest.approx(1e-3, rel=0.1)


@pytest.mark.parametrize(("took_s", "samples"), [(1e-4, 5), (1e-2, 3)])
def test_visits_that_are_learnt_from_have_fewer_samples_where_they_are_dear(took_s: float, samples: int) -> None:
    visit_length = VisitLength()
    teach(visit_length, (1e-6,) * 3, took_s=took_s, sampling_s=took_s / 2, first=True)
    assert visit_length.options.samples == samples


def test_noise_within_visits_makes_them_longer_and_noise_between_them_shorter() -> None:
    within = [[1.0, 1.2, 0.8, 1.1, 0.9]] * 5
    between = [[level, level * 1.001, level * 0.999] for level in (1.0, 1.2, 0.8, 1.1, 0.9)]
    assert best_samples(within, fixed_s=1e-4, each_s=1e-5) == 20, "two thirds of the time"
    assert best_samples(between, fixed_s=1e-4, each_s=1e-5) == 5, "a third of it"
    assert best_samples(between, fixed_s=1e-4, each_s=1e-3) == 3, "an interruption does not move the median of three"
    assert best_samples(within, fixed_s=1e-1, each_s=1e-5) == 25


def test_samples_that_are_slower_than_the_later_ones_become_warm_up() -> None:
    cold = [[1.3, 1.1, 1.0, 1.01, 1.0], [1.25, 1.12, 1.0, 1.0, 1.02], [1.4, 1.05, 1.0, 1.0, 0.99]]
    assert cold_samples(cold) == 2
    assert cold_samples([[1.0, 1.01, 1.0]] * 3) == 0
    visit_length = VisitLength()
    teach(visit_length, cold[0], took_s=1e-4, sampling_s=5e-5, first=True)
    for samples_s in cold * 2:
        teach(visit_length, samples_s, took_s=1e-4, sampling_s=5e-5)
    assert visit_length.options.warm_batches == 3
    known = visit_length.options
    teach(visit_length, (9.0, 1.0, 1.0), took_s=1e-4, sampling_s=5e-5)
    assert visit_length.options == known, "later visits are all alike"


def test_one_interrupted_visit_does_not_make_a_cell_dear() -> None:
    visit_length = VisitLength()
    for took_s in (2e-4, 2e-4, 2e-4, 8e-3):
        teach(visit_length, (1e-6,) * 3, took_s=took_s, sampling_s=1e-4)
    assert visit_length.cost_s < 3e-4
