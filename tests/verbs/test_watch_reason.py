"""Why a rank is late, in words: the first cause that its node shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from rankwise.verbs.watch.judge import Judge, Round
from rankwise.verbs.watch.look import Kernel, Seen
from rankwise.verbs.watch.reason import reason

LATE, OTHERS = 0, (1, 2, 3)
SHARE = 0.5  # how late the rank is, of time
SECONDS = 2.0
OUTSIDE = "it comes later from outside of MPI: more work, I/O or sleep"
BEFORE = {rank: Kernel(cpu=rank, cpu_s=0.0, waited_s=0.0, major_faults=0, swapped_bytes=0) for rank in (LATE, *OTHERS)}
SPINS = {rank: replace(kernel, cpu_s=SECONDS) for rank, kernel in BEFORE.items()}


def judge(late_bytes: int = 100, late_inside_s: float = 0.2, others_inside_s: float = 0.7) -> Judge:
    """Two seconds in which a rank is late by SHARE of time, and the others wait for it inside of MPI."""
    nothing = dict.fromkeys(BEFORE, 0)
    second = Round(
        late_s={rank: SHARE if rank == LATE else 0.0 for rank in BEFORE},
        last=nothing,
        caused_s=nothing,
        together=0,
        inside_s={rank: late_inside_s if rank == LATE else others_inside_s for rank in BEFORE},
        calls=nothing,
        bytes={rank: late_bytes if rank == LATE else 100 for rank in BEFORE},
    )
    known = Judge()
    known.rounds.extend([second, second])
    return known


def told(known: Judge, now: Mapping[int, Kernel], beside: str = "") -> str:
    return reason(known, Seen(number=LATE, pid=1, beside=beside), BEFORE, now, SECONDS)


@pytest.mark.parametrize(
    ("own", "beside", "words"),
    [
        (replace(SPINS[LATE], waited_s=1.0), "stress (7)", "shares CPU 0 with stress (7), waits 50% for it"),
        (replace(SPINS[LATE], waited_s=1.0), "", "shares CPU 0, waits 50% for it"),
        (replace(SPINS[LATE], major_faults=9, swapped_bytes=3 << 20), "", "3MiB of it are swapped out"),
    ],
)
def test_what_the_kernel_tells_of_it_comes_first(own: Kernel, beside: str, words: str) -> None:
    assert told(judge(late_bytes=900), {**SPINS, LATE: own}, beside) == words


@pytest.mark.parametrize("own", [replace(SPINS[LATE], major_faults=9), replace(SPINS[LATE], waited_s=0.2), SPINS[LATE]])
def test_little_of_it_is_no_reason(own: Kernel) -> None:
    assert told(judge(), {**SPINS, LATE: own}) == OUTSIDE


def test_a_cpu_that_all_wait_for_is_no_reason() -> None:
    now = {rank: replace(kernel, waited_s=1.0) for rank, kernel in SPINS.items()}
    assert told(judge(), now) == OUTSIDE


def test_more_bytes_than_the_others_are_named_with_their_factor() -> None:
    assert told(judge(late_bytes=250), SPINS) == "it moves 2.5 times the bytes of the others"
    assert "bytes" not in told(judge(late_bytes=140), SPINS)


def test_who_is_late_and_yet_inside_of_mpi_waits_for_its_messages() -> None:
    words = "its messages take longer: network, or what it waits for in them"
    assert told(judge(late_inside_s=0.6), SPINS) == words
    assert told(judge(late_inside_s=0.5), SPINS) != words


def test_who_computes_while_the_others_wait_without_a_cpu_computes_longer() -> None:
    now = {rank: replace(kernel, cpu_s=1.8 if rank == LATE else 0.6) for rank, kernel in BEFORE.items()}
    assert told(judge(), now) == "it computes longer: 90% of a CPU, the others 30%"


def test_of_a_rank_whose_node_told_nothing_only_its_seconds_speak() -> None:
    assert told(judge(), {}) == OUTSIDE
    assert told(Judge(), {}) == OUTSIDE
