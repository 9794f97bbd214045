"""Some injections of the plan, other ones each day: `RANKWISE_FAULTS=SEED:NUMBER` does one of them again."""

from __future__ import annotations

import datetime
import os

import pytest

from faults.campaign import inject
from faults.plan import SHORT, drawn
from rankwise.core.records import Mpi

pytestmark = [pytest.mark.netns, pytest.mark.mpi(2)]

_COUNT = 10
_SEED, _, _NUMBER = os.environ.get("RANKWISE_FAULTS", "").partition(":")
SEED = int(_SEED or datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%d"))


@pytest.mark.parametrize("number", [int(_NUMBER)] if _NUMBER else range(_COUNT))
def test_a_fault_is_named_and_loses_nothing_that_was_stored(number: int, mpich: Mpi, openmpi: Mpi, impi: Mpi) -> None:
    injection = drawn(SEED, number)
    outcome = inject(injection, {"mpich": mpich, "openmpi": openmpi, "impi": impi})
    assert outcome.problems == (), f"RANKWISE_FAULTS={SEED}:{number}: {injection.name}\n{outcome.words}"


def test_an_injection_is_known_by_its_number() -> None:
    assert drawn(1, 17) == drawn(1, 17)
    assert len({drawn(1, number).name.partition(" ")[2] for number in range(200)}) > 150
    assert {drawn(1, number).verb for number in range(200)} == set(SHORT)
