"""What shared memory that is too small, other jobs on the same CPUs, and a busy machine do to a diagnosis."""

from __future__ import annotations

from msgspec.structs import replace

from builders.jobs import MPICH, NODE, OPENMPI, case, collectives, names, ranks
from rankwise.core.load import crowding, limit_words
from rankwise.diagnoses.case import Case, TrialStart
from rankwise.diagnoses.findings.small_shm import needed_bytes
from rankwise.diagnoses.neighbours import Neighbour
from rankwise.diagnoses.records import ProbedPair
from rankwise.diagnoses.table import findings_of


def with_room(free_bytes: int, of: Case) -> Case:
    memory = replace(of.node.shared_memory, free_bytes=free_bytes)
    return Case(**{**vars(of), "node": replace(of.node, shared_memory=memory)})


def through_tcp() -> TrialStart:
    """Ranks of one node whose messages go through the loopback device."""
    pair = ProbedPair(other=1, curve=((8, 1e-5),), sent_bytes=1 << 20, moved={"lo": 1 << 20})
    first, second = ranks(2, transports=("TCP 127.0.0.1",))
    return TrialStart((replace(first, pairs={"inside": pair}), second), "", 0, 0.3)


def test_small_shared_memory_is_the_one_cause_with_the_figures_of_the_mpi() -> None:
    slow = case(through_tcp(), library_mpi=OPENMPI, launcher_mpi=OPENMPI)
    assert "through-adapter" in names(with_room(1 << 30, slow))
    (found,) = findings_of(with_room(1 << 20, slow))
    assert found.id == "small-shm"
    assert "16 MiB for each of 2 ranks" in found.evidence[1].observation
    assert found.evidence[1].source.startswith("Open MPI")


def test_a_start_that_dies_of_it_is_told_as_that() -> None:
    dead = case(TrialStart((), "EXIT STRING: Segmentation fault (signal 11)", 139, 0.3), asked=24)
    (found,) = findings_of(with_room(64 << 20, dead))
    assert (found.id, found.severity) == ("small-shm", "critical")
    assert "MPICH" in found.evidence[1].source and "24 ranks" in found.evidence[1].observation
    assert "Open MPI" not in str(found)
    other = case(TrialStart((), "There are not enough slots available", 1, 0.3), asked=24)
    assert "start-failed" in names(with_room(64 << 20, other)), "another cause stays"


def test_each_mpi_has_its_own_figure() -> None:
    old = replace(OPENMPI, version="4.1.4")
    given = {mpi.version: needed_bytes(case(library_mpi=mpi)) for mpi in (replace(OPENMPI, version="5.0.1"), old)}
    assert given == {"5.0.1": 16 << 20, "4.1.4": 4 << 20}
    assert 4 << 20 < needed_bytes(case(library_mpi=MPICH)) < 8 << 20


def test_a_rank_of_another_job_on_the_same_cpu_is_named() -> None:
    job = case()
    mine = job.ranks[1].cpus[0]
    here = TrialStart(tuple(replace(rank, host=NODE.hostname) for rank in ranks(2)), "", 0, 0.3)
    busy = case(here, neighbours=(Neighbour(4711, 3, "wave", (mine,)),))
    (found,) = [item for item in findings_of(busy) if item.id == "other-job"]
    assert found.title == "Rank 1 shares its CPU with rank 3 of another job"
    assert found.evidence[0].source == "process 4711" and f"bound to CPU {mine}" in found.evidence[0].observation
    assert any("-bind-to none" in fix.text for fix in found.fixes), found.fixes
    assert "bind their ranks by themselves" in found.cause
    allowed = tuple(NODE.sandbox.allowed_cpus) or tuple(range(len(NODE.cpus)))
    free = TrialStart(tuple(replace(rank, cpus=allowed) for rank in here.ranks), "", 0, 0.3)
    (found,) = [
        item
        for item in findings_of(case(free, neighbours=(Neighbour(4711, 3, "wave", allowed),)))
        if item.id == "other-job"
    ]
    assert not any("-bind-to none" in fix.text for fix in found.fixes), "no rank of it is bound"
    assert "bind their ranks by themselves" not in found.cause
    elsewhere = case(here, neighbours=(Neighbour(4711, 3, "wave", (max(job.ranks[0].cpus) + 100,)),))
    assert "other-job" not in names(elsewhere)


def test_limits_grow_with_the_load_and_are_told() -> None:
    free = replace(NODE, load_1min=0.0, running=())
    cpus = len(free.sandbox.allowed_cpus) or len(free.cpus)
    busy = replace(free, load_1min=6.0 * cpus)
    assert crowding([free]) == 1.0
    assert crowding([free, busy]) == 6.0
    assert limit_words(5.0, 1.0) == "5 s"
    assert limit_words(30.0, 6.0) == "30 s (5 s on a free machine; other processes want these CPUs)"


def test_a_collective_that_waits_for_a_turn_is_not_slow() -> None:
    late = {"allreduce 8": 12e-3, "reduce 8": 1e-4, "bcast 8": 1e-4}
    cpus = len(NODE.sandbox.allowed_cpus) or len(NODE.cpus)
    free = case(collectives(late), node=replace(NODE, load_1min=0.0, running=()))
    busy = case(collectives(late), node=replace(NODE, load_1min=6.0 * cpus, running=("other (1)",)))
    assert "slow-collective" in names(free)
    assert "slow-collective" not in names(busy)
