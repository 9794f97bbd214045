"""Which jobs are asked to wait in another way."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.improving import case
from builders.runs import mpi
from rankwise.verbs.improve.candidates.waiting import offers, why_not


@pytest.mark.parametrize(
    ("family", "hosts", "cpus", "why"),
    [
        ("openmpi", ("a", "b"), (0,), ""),
        ("impi", ("a", "b", "c"), (0, 1), ""),
        ("impi", ("a", "b"), (0, 1), "a core of its own"),
        ("mpich", ("a", "b"), (0,), "no setting"),
    ],
)
def test_waiting_is_asked_of_ranks_that_outnumber_the_cores_of_a_machine(
    family: str, hosts: tuple[str, ...], cpus: tuple[int, ...], why: str, tmp_path: Path
) -> None:
    job = case(tmp_path, hosts, cpus=cpus)
    job.own_mpi = mpi(family)
    job.ranks = tuple(replace(rank, boot_id="one machine") for rank in job.ranks)
    assert why in why_not(job)
    assert bool(why_not(job)) == bool(why)
    if not why:
        (offer,) = offers(job)
        assert set(offer.line.knobs.values()) <= {"1", "3"}
