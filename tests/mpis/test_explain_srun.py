"""What srun makes of a line, on a real Slurm."""

from __future__ import annotations

import pytest

from rankwise.verbs.doctor.explain import explained


@pytest.mark.slurm
def test_what_srun_serves_is_compared_with_what_the_mpi_speaks(allocation: str) -> None:
    told = explained(("srun", "-n", "2", "--mpi=none", "--cpu-bind=none", "true"), mpi="openmpi@5.0.11")
    facts = {fact.what: fact for fact in told.facts}
    assert [(rank.host, rank.cpus) for rank in told.ranks] == [(allocation, None)] * 2
    assert (facts["PMI"].value, facts["PMI"].because) == ("none", "--mpi=none")
    assert "does not speak none" in facts["PMI problem"].value


@pytest.mark.slurm
def test_a_pmi_that_srun_does_not_offer_is_told(allocation: str) -> None:
    told = explained(("srun", "-n", "1", "--mpi=nosuch", "true"), mpi="mpich@5.0.2")
    assert [fact.value.partition(":")[0] for fact in told.facts if fact.what == "PMI problem"]
    assert [rank.host for rank in told.ranks] == [allocation]


@pytest.mark.slurm
def test_tasks_run_where_told(allocation: str) -> None:
    told = explained(("srun", "-n", "2", "--overlap", "--cpu-bind=none", "true"), try_s=60.0)
    assert told.tried and [rank.seen_host for rank in told.ranks] == [allocation] * 2
