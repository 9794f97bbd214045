"""Injections of the plan: `RANKWISE_FAULTS=SEED:NUMBER` does one of them alone."""

from __future__ import annotations

import os

import pytest

from faults.campaign import campaign
from faults.plan import SHORT, VERBS, Injection, drawn
from rankwise.mpis.install import install

# Of all commands: the short ones of the first thousand that say most, one for each fault and command. Those that break
# a promise today are in docs/promise.md.
_NUMBERS = (23, 26, 47, 68, 88, 94, 116, 158, 164, 171, 206, 216, 236, 239, 255, 259, 303, 338, 356, 421, 423, 425, 443)
_NUMBERS += (458, 459, 466, 472, 491, 569, 596, 635, 644, 852)
# Of the short commands: the first ones without one that took longer than a minute on a busy machine.
_FIRST = sorted(set(range(41)) - {33})
_PLAN, _, _NUMBER = os.environ.get("RANKWISE_FAULTS", "").partition(":")
SEED = int(_PLAN.removesuffix("short") or 1)


def _chosen() -> list[Injection]:
    if _NUMBER:
        return [drawn(SEED, int(_NUMBER), SHORT if _PLAN.endswith("short") else tuple(VERBS))]
    return [drawn(SEED, number, tuple(VERBS)) for number in _NUMBERS] + [drawn(SEED, number) for number in _FIRST]


@pytest.mark.thorough("test_rows.py has each kind of fault once")
@pytest.mark.netns
@pytest.mark.mpi(2)
@pytest.mark.timeout(1800)
def test_a_fault_is_named_and_loses_nothing_that_was_stored() -> None:
    """One that breaks a promise is repeated alone: two at a time share two cores with all that they start."""
    with campaign(install) as here:
        outcomes = list(here.inject_all(_chosen()))
        broken = [outcome for outcome in outcomes if outcome.problems and here.inject(outcome.injection).problems]
    told = "\n".join(f"{one.injection.name}: {', '.join(one.problems)}\n{one.words}" for one in broken)
    assert not broken, f"RANKWISE_FAULTS={SEED}:N, or {SEED}short:N; {len(broken)} of {len(outcomes)}\n{told}"


def test_an_injection_is_known_by_its_number() -> None:
    assert drawn(1, 17) == drawn(1, 17)
    assert len({drawn(1, number).name.partition(" ")[2] for number in range(200)}) > 150
    assert {drawn(1, number).verb for number in range(200)} == set(SHORT)
    assert {drawn(1, number, tuple(VERBS)).verb for number in range(200)} == set(VERBS)
