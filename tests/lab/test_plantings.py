"""Every kind of fault once: the map of the lab names where it is, and nothing else."""

from collections.abc import Iterator

import pytest

from benchmarks.lab.plantings import Planting, judged, lab_of_plan, mapped, plantings, raised
from lab.namespaces import skipped_without_namespaces
from rankwise.core.records import Mpi
from rankwise.lab import faults
from rankwise.lab.records import Lab

pytestmark = [pytest.mark.netns, pytest.mark.mpi(3), pytest.mark.timeout(900)]
PLANTINGS = plantings(7, len(faults.KINDS))


@pytest.fixture
def planted_lab(own_state: None) -> Iterator[Lab]:
    # Of its own: what a killed job left behind disturbs the next.
    with skipped_without_namespaces(), lab_of_plan(900) as lab:
        yield lab


@pytest.mark.drawn(1)
@pytest.mark.parametrize("planting", PLANTINGS, ids=lambda planting: planting.kind)
def test_a_fault_is_named_and_nothing_else(planted_lab: Lab, mpich: Mpi, planting: Planting) -> None:
    networks = planting.network or "slow,pcie"
    broken = faults.add(planted_lab, planting.kind, planting.args, network=planting.network)
    wrong: list[set[str]] = []
    for _ in range(2):  # what other processes slow down in one map is elsewhere in the next
        complaints = raised(mapped(broken, mpich.name, "--quick", "--budget", "60s", "--fabrics", networks))
        named, others = judged(planting, complaints)
        assert named, f"{planting}: {complaints}"
        paths = [words for words in others if " -> " in words]
        assert paths == others, f"{planting}: {complaints}"  # what was looked at does not depend on the moment
        wrong.append({words.partition(":")[0] for words in paths})
        if not others:
            break
    assert set.intersection(*wrong) == set(), f"{planting}: {complaints}"


def test_every_kind_is_planted() -> None:
    assert {planting.kind for planting in PLANTINGS} == set(faults.KINDS)
