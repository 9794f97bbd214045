"""Who waited for whom, from calls whose times are known."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders.events import COLLECTED, PENDING, RECEIVED, SENT, Rank
from builders.steps import steps
from rankwise.tracing import timeline as draws
from rankwise.tracing import waiting as judge
from rankwise.tracing.timeline import timeline
from rankwise.tracing.waiting import waiting, waiting_words


def test_late_senders_receivers_and_the_last_of_a_collective() -> None:
    found = waiting([
        Rank(0, ((1, SENT, "Send", 5, 5, 6), (2, SENT, "Send", 10, 10, 14), (3, COLLECTED, "Allreduce", 20, 20, 23))),
        Rank(1, ((1, RECEIVED, "Recv", 2, 2, 6), (2, RECEIVED, "Recv", 13, 13, 14),
                 (3, COLLECTED, "Allreduce", 22, 22, 23))),
    ])  # fmt: skip
    assert found is not None
    assert [(w.rank, w.on, w.call, w.why, w.time_s) for w in found.waits] == [
        (0, 1, "Send", "late receiver", 3.0),
        (1, 0, "Recv", "late sender", 3.0),
        (0, 1, "Allreduce", "late to a collective", 2.0),
    ]
    assert [(cause.rank, cause.time_s) for cause in found.causes] == [(1, 5.0), (0, 3.0)]
    words = waiting_words(found, 16.0)
    assert words[0] == "Ranks waited for others 8.00 s in all, 50% of the time inside MPI."
    assert words[1] == "62% of that was because of rank 1, most in MPI_Send (late receiver)."


def test_the_cause_is_at_the_end_of_a_chain() -> None:
    # Rank 2 waits for 1 from 1 to 9, which waited for 0 from 0 to 8 itself.
    found = waiting([
        Rank(0, ((1, PENDING, "Send", 8, 8, 8.5),)),
        Rank(1, ((1, RECEIVED, "Recv", 0, 0, 8.6), (2, PENDING, "Send", 9, 9, 9.5))),
        Rank(2, ((2, RECEIVED, "Recv", 1, 1, 9.6),)),
    ])  # fmt: skip
    assert found is not None
    assert {(w.rank, w.on): w.time_s for w in found.waits} == {(1, 0): 8.0, (2, 1): 8.0}
    assert {cause.rank: cause.time_s for cause in found.causes} == {0: 15.0, 1: 1.0}


def test_what_no_rank_waited_for_is_nothing() -> None:
    ranks = [Rank(0, ((1, SENT, "Send", 1, 1, 2),)), Rank(1, ((1, RECEIVED, "Recv", 1, 3, 4),))]
    found = waiting(ranks)
    assert found is not None and not found.waits
    assert waiting_words(found, 1.0) == ["No rank waited for another one in the calls that could be matched."]
    assert waiting(ranks[:1]) is None
    assert waiting([ranks[0], Rank(1, ())]) is None  # its other end was not kept
    rooted = [Rank(rank, ((1, COLLECTED, "Bcast", rank, rank, 5),)) for rank in (0, 1)]
    assert waiting(rooted) is None  # who the root was is not known


def test_a_part_of_the_calls_stands_for_all() -> None:
    kept, gone = 1, 1 << 63  # a key that is in the upper half goes when a rank halves
    rows = [(key, PENDING, "Send", 5, 5, 6) for key in (kept, gone)]
    other = [(key, RECEIVED, "Recv", at, at, 6) for key, at in ((kept, 3), (gone, 1))]
    found = waiting([Rank(0, tuple(rows)), Rank(1, tuple(other), halvings=1)])
    assert found is not None
    assert (found.one_of, found.matched, found.waits[0].time_s, found.waits[0].calls) == (2, 1, 4.0, 2)


def test_a_call_that_waits_for_many_messages_counts_once_however_few_of_them_are_kept() -> None:
    draw = random.Random(1)
    calls, messages, halvings = 1000, 16, 3
    sends: list[tuple[int, int, str, float, float, float]] = []
    receives: list[tuple[int, int, str, float, float, float]] = []
    for call in range(calls):
        for key in [draw.getrandbits(64) for _ in range(messages)]:
            sends.append((key, PENDING, "Send", 10 * call + 3, 10 * call + 3, 10 * call + 4))
            receives.append((key, RECEIVED, "Recv", 10 * call, 10 * call + 1, 10 * call + 5))
    found = waiting([Rank(0, tuple(sends), halvings=halvings), Rank(1, tuple(receives), receives=messages)])
    assert found is not None and found.one_of == 2**halvings
    assert found.waits[0].time_s == pytest.approx(2.0 * calls, rel=0.05)
    assert found.waits[0].calls == pytest.approx(calls, rel=0.05)


def test_clocks_of_nodes_are_compared_by_what_cannot_be_otherwise() -> None:
    # The clock of rank 1 is 100 s ahead. A message there takes 0.1 s, one back 0.3 s.
    there = (1, PENDING, "Send", 1.0, 1.0, 1.01), (1, RECEIVED, "Recv", 100.0, 100.0, 101.1)
    back = (2, RECEIVED, "Recv", 2.0, 2.0, 2.3), (2, PENDING, "Send", 102.0, 102.0, 102.01)
    wait = (3, PENDING, "Send", 5.0, 5.0, 5.1), (3, RECEIVED, "Recv", 103.0, 103.0, 105.2)
    ranks = [
        Rank(0, (there[0], back[0], wait[0])),
        Rank(1, (there[1], back[1], wait[1]), clock=2),
    ]
    found = waiting(ranks)
    assert found is not None
    assert found.clock_error_s == pytest.approx(0.2)
    assert {(w.rank, w.on) for w in found.waits} == {(1, 0)}
    assert found.waits[0].time_s == pytest.approx(1.0 + 2.0, abs=2 * 0.2)
    assert waiting([Rank(0, (there[0],)), Rank(1, (there[1],), clock=2)]) is None  # nothing bounds it from below


def _threaded(seed: int, ranks: int, threads: int, messages: int) -> list[Rank]:
    """Ranks whose threads send and receive all at once, as `MPI_THREAD_MULTIPLE` lets them: calls of a thread follow
    each other, those of different threads overlap."""
    draw = random.Random(seed)
    rows: dict[int, list[tuple[int, int, str, float, float, float]]] = {rank: [] for rank in range(ranks)}
    by: dict[int, list[int]] = {rank: [] for rank in range(ranks)}
    now = {(rank, thread): draw.random() for rank in range(ranks) for thread in range(threads)}
    for key in range(1, messages + 1):
        source, target = draw.sample(sorted(now), 2)
        sent, wanted = now[source], now[target]
        end = max(sent, wanted) + draw.random()
        rows[source[0]].append((key, draw.choice((SENT, PENDING)), "Send", sent, sent, end))
        rows[target[0]].append((key, RECEIVED, "Recv", wanted, wanted, end))
        by[source[0]].append(source[1])
        by[target[0]].append(target[1])
        now[source] = now[target] = end + draw.random() / 10
    return [Rank(rank, tuple(rows[rank]), threads=tuple(by[rank])) for rank in range(ranks)]


@settings(max_examples=30)
@given(seed=st.integers(0, 10**6), ranks=st.integers(2, 5), threads=st.integers(1, 8), messages=st.integers(1, 300))
def test_the_work_grows_with_the_calls_alone(seed: int, ranks: int, threads: int, messages: int) -> None:
    case = _threaded(seed, ranks, threads, messages)
    assert steps(judge, lambda: waiting(case)) <= 120 * 2 * messages + 200
    assert steps(draws, lambda: timeline(case)) <= 40 * 2 * messages + 40 * ranks * threads + 100


@settings(max_examples=30)
@given(seed=st.integers(0, 10**6), ranks=st.integers(2, 5), threads=st.integers(1, 8), messages=st.integers(1, 300))
def test_causes_add_up_to_the_waiting(seed: int, ranks: int, threads: int, messages: int) -> None:
    answer = waiting(_threaded(seed, ranks, threads, messages))
    if answer is None:
        return
    waited = sum(row.time_s for row in answer.waits)
    assert sum(cause.time_s for cause in answer.causes) == pytest.approx(waited)
    assert all(cause.time_s >= -1e-9 * max(waited, 1) for cause in answer.causes)


def test_a_collective_of_many_ranks_and_clocks_is_looked_at_once_for_each_rank() -> None:
    ranks = 200
    rows = tuple((key, COLLECTED, "Allreduce", 10.0 * key, 10.0 * key, 10.0 * key + 1) for key in range(1, 6))
    case = [Rank(rank, rows, clock=rank % 2) for rank in range(ranks)]
    assert steps(judge, lambda: waiting(case)) <= 120 * 5 * ranks


def test_a_thread_passes_on_only_what_it_waited_for_itself() -> None:
    # Rank 1 sends late in thread 0, while its thread 1 waits for rank 0: rank 0 is no cause of that.
    rank_1 = ((1, PENDING, "Send", 8, 8, 8.5), (2, RECEIVED, "Recv", 0, 0, 8))
    ranks = [
        Rank(0, ((2, PENDING, "Send", 7, 7, 7.5),)),
        Rank(2, ((1, RECEIVED, "Recv", 0, 0, 8.6),)),
    ]
    apart = waiting([*ranks, Rank(1, rank_1, threads=(0, 1))])
    alike = waiting([*ranks, Rank(1, rank_1, threads=(1, 1))])
    assert apart is not None and {cause.rank: cause.time_s for cause in apart.causes} == {1: 8.0, 0: 7.0}
    assert alike is not None and {cause.rank: cause.time_s for cause in alike.causes} == {0: 14.0, 1: 1.0}
