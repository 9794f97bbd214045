import pytest

from builders.fat_tree import FatTree
from rankwise.model.sampling import Sampled, Suspect, promise, sample


def sampled(truth: FatTree, seed: int) -> Sampled:
    agreed = promise(truth.endpoints, least_share=1 / truth.endpoints)
    return sample(truth.endpoints, truth.relation, truth.times_s, agreed, seed)


def names_it(truth: FatTree, suspect: Suspect) -> bool:
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


def test_usual_times_are_those_of_the_truth() -> None:
    usual = sampled(FatTree(1), 1).usual
    assert usual == {"same leaf": pytest.approx(1.0e-3, rel=0.03), "other leaf": pytest.approx(1.4e-3, rel=0.03)}


def test_promise_says_what_it_can_see() -> None:
    agreed = promise(4096, least_share=1 / 4096, miss=1e-3)
    assert (1.0 - 1.0 / 4096) ** agreed.pairs <= 1e-3 < (1.0 - 1.0 / 4096) ** (agreed.pairs - 1)
    assert "1 pair in 4096" in str(agreed)
    with pytest.raises(ValueError, match="measure them all"):
        promise(10, least_share=1 / 4096)
