"""Who waited for whom, from calls whose times are known."""

from __future__ import annotations

import random

import pytest

from builders.events import COLLECTED, PENDING, RECEIVED, SENT, Rank
from rankwise.decide.waiting import waiting, waiting_words


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
