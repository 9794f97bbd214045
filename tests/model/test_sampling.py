from collections.abc import Sequence

import pytest

from builders.fat_tree import FatTree
from rankwise.model.sampling import Sampled, SlowSpot, promise, sample


def sampled(truth: FatTree, seed: int) -> Sampled:
    agreed = promise(truth.endpoints, least_share=1 / truth.endpoints)
    return sample(truth.endpoints, truth.relation, truth.times_s, agreed, seed)


def names_it(truth: FatTree, suspect: SlowSpot) -> bool:
    if suspect.kind == "port":
        return truth.port is not None and suspect.endpoint == truth.port[0]
    return truth.cable is not None and all(truth.is_slow(pair) for pair in suspect.pairs)


@pytest.mark.parametrize("seed", range(12))
def test_one_slow_port_or_cable_among_4096_endpoints_is_found(seed: int) -> None:
    truth = FatTree(seed)
    found = sampled(truth, seed)
    assert found.suspects and all(names_it(truth, suspect) for suspect in found.suspects)
    assert found.measured < 0.02 * truth.endpoints * (truth.endpoints - 1)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_suspected_on_a_healthy_machine(seed: int) -> None:
    assert sampled(FatTree(seed, faulty=False), seed).suspects == ()


@pytest.mark.parametrize("duty", [0.5, 1 / 3])
@pytest.mark.parametrize("seed", range(6))
def test_a_port_or_cable_that_is_slow_now_and_then_is_found(seed: int, duty: float) -> None:
    truth = FatTree(seed, leaves=16, width=16, duty=duty)
    found = sampled(truth, seed)
    assert found.suspects and all(names_it(truth, suspect) for suspect in found.suspects)
    assert all(suspect.share == pytest.approx(duty, abs=0.15) for suspect in found.suspects)
    assert not found.unsteady


@pytest.mark.parametrize("disturbed", [0.1, 0.3])
@pytest.mark.parametrize("seed", range(6))
def test_a_healthy_machine_that_is_much_disturbed_is_not_accused(seed: int, disturbed: float) -> None:
    found = sampled(FatTree(seed, leaves=16, width=16, faulty=False, disturbed=disturbed), seed)
    assert found.suspects == () and found.unsteady == (disturbed == 0.3)
    assert found.promise.missed(0.25) > 0.5 and found.promise.missed(1.0) < 1e-3


def test_a_longer_way_that_noise_lifts_over_the_threshold_is_not_accused() -> None:
    """One pair in fifty usually takes 1.2 times as long, and counts as slow from 1.22 times."""
    truth = FatTree(1, leaves=16, width=16, faulty=False)

    def measure(pairs: Sequence[tuple[int, int]]) -> list[float]:
        return [truth.time_s((a, b)) * (1.2 if (a + 7 * b) % 50 == 0 else 1.0) for a, b in pairs]

    agreed = promise(truth.endpoints, least_share=1 / truth.endpoints)
    assert sample(truth.endpoints, truth.relation, measure, agreed).suspects == ()


def test_usual_times_are_those_of_the_truth() -> None:
    usual = sampled(FatTree(1), 1).usual
    assert usual == {"same leaf": pytest.approx(1.0e-3, rel=0.03), "other leaf": pytest.approx(1.4e-3, rel=0.03)}


def test_promise_says_what_it_can_see() -> None:
    agreed = promise(4096, least_share=1 / 4096, miss=1e-3)
    assert (1.0 - 1.0 / 4096) ** agreed.pairs <= 1e-3 < (1.0 - 1.0 / 4096) ** (agreed.pairs - 1)
    assert "1 pair in 4096" in str(agreed)
    assert [round(promise(4096, least_share=1 / 4096).missed(duty), 3) for duty in (1, 0.5, 0.25)] == [0, 0.01, 0.108]
    with pytest.raises(ValueError, match="measure them all"):
        promise(10, least_share=1 / 4096)


def test_as_many_pairs_as_there_are_can_be_promised() -> None:
    assert promise(5, least_share=0.5, miss=1e-6).pairs == 20
    with pytest.raises(ValueError, match="4 endpoints have fewer than 20 ordered pairs"):
        promise(4, least_share=0.5, miss=1e-6)
