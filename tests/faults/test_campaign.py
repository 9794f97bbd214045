"""Injections of the plan, other ones each day: `RANKWISE_FAULTS=SEED:NUMBER` does one of them again."""

from __future__ import annotations

import datetime
import os

import pytest

from faults.campaign import campaign
from faults.plan import SHORT, VERBS, drawn
from rankwise.mpis.install import install

_COUNT = 60
_SEED, _, _NUMBER = os.environ.get("RANKWISE_FAULTS", "").partition(":")
SEED = int(_SEED or datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%d"))
_AGAIN = f"RANKWISE_FAULTS={SEED}:"


@pytest.mark.netns
@pytest.mark.mpi(2)
@pytest.mark.timeout(1800)
def test_a_fault_is_named_and_loses_nothing_that_was_stored() -> None:
    numbers = [int(_NUMBER)] if _NUMBER else range(_COUNT)
    with campaign(install) as here:
        outcomes = list(here.inject_all(drawn(SEED, number) for number in numbers))
    broken = [outcome for outcome in outcomes if outcome.problems]
    told = "\n".join(f"{_AGAIN}{one.injection.name}: {', '.join(one.problems)}\n{one.words}" for one in broken)
    assert not broken, f"{len(broken)} of {len(outcomes)}\n{told}"


def test_an_injection_is_known_by_its_number() -> None:
    assert drawn(1, 17) == drawn(1, 17)
    assert len({drawn(1, number).name.partition(" ")[2] for number in range(200)}) > 150
    assert {drawn(1, number).verb for number in range(200)} == set(SHORT)
    assert {drawn(1, number, tuple(VERBS)).verb for number in range(200)} == set(VERBS)
