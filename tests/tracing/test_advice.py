"""Each pattern on a rank that has it and on one that has not, without a program."""

from __future__ import annotations

from dataclasses import replace as replaced

import pytest
from msgspec.structs import replace

from builders.traces import a_trace, sent
from rankwise.tracing.advice import (
    above_threshold,
    barrier,
    blocking_pairs,
    collected_by_one,
    in_turn,
    late_rank,
    places_apart,
    probe,
    small_collectives,
    small_messages,
    types_with_gaps,
)
from rankwise.tracing.advice.evidence import NEEDS_SITES, TraceEvidence
from rankwise.tracing.advice.table import PATTERNS, advice
from rankwise.tracing.records import TraceCall, TraceCause, TracedRank, TraceRow, TraceSite, TraceSize, TraceWait
from rankwise.tracing.records import TraceWaiting as Waiting


def rank(number: int, calls: dict[str, tuple[int, float]], *rows: TraceRow, sizes: tuple[TraceSize, ...] = (),
         host: str = "n1") -> TracedRank:  # fmt: skip
    """A rank that ran for 1 s and called these so often, for so long."""
    return TracedRank(
        rank=number, host=host, pid=number, time_s=1.0, ended=True, rows=rows, sizes=sizes,
        calls=tuple(TraceCall(call=name, calls=count, time_s=time_s) for name, (count, time_s) in calls.items()),
    )  # fmt: skip


def came(call: str, messages: int, peer: int) -> TraceRow:
    return replace(sent(call, 8, messages, peer), direction="in")


def size(call: str, size_bytes: int, calls: int) -> TraceSize:
    return TraceSize(call=call, size_bytes=size_bytes, together=4, calls=calls)


ALIKE = Waiting(matched=9, one_of=1, clock_error_s=0.0)
"""Ranks of which none waited for another."""


def waited(call: str, *each_s: float) -> Waiting:
    """Ranks that waited so long for the next one in this call."""
    waits = tuple(
        TraceWait(rank=at, on=(at + 1) % len(each_s), call=call, why="late to a collective", calls=9, time_s=time_s)
        for at, time_s in enumerate(each_s)
    )
    return replace(ALIKE, waits=waits)


def test_small_collectives_in_a_row_are_one() -> None:
    one = rank(0, {"Allreduce": (800, 0.8)}, sizes=(size("Allreduce", 256, 800),))
    (told,) = small_collectives.check(TraceEvidence([one], 1, repeats={("Allreduce", 8): 100}))
    assert told.text.startswith("8 MPI_Allreduce of 256 B follow each other 100 times: one of 2 KiB")
    assert (told.cost_s, told.gain_s) == (0.8, pytest.approx(0.7))
    assert told.where == NEEDS_SITES
    assert not list(small_collectives.check(TraceEvidence([one], 1))), "they do not follow each other"
    seen = TraceEvidence([one], 2, waited("Allreduce", 0.6, 0.0), {("Allreduce", 8): 100})
    assert [told.gain_s for told in small_collectives.check(seen)] == [pytest.approx(0.2 * 7 / 8)], "waits stay"
    (told,) = small_collectives.check(replaced(seen, waiting=None))
    assert (told.cost_s, told.gain_s) == (0.8, None)
    large = replace(one, sizes=(size("Allreduce", 1 << 20, 800),))
    assert not list(small_collectives.check(TraceEvidence([large], 1, repeats={("Allreduce", 8): 100})))


def late(time_s: float, other_s: float = 0.0, since_s: float = 0.0) -> Waiting:
    waits = tuple(
        TraceWait(rank=0, on=on, call="Allreduce", why="late to a collective", calls=9, time_s=each)
        for on, each in ((3, time_s), (1, other_s))
    )
    causes = (TraceCause(rank=3, time_s=time_s, since_s=since_s), TraceCause(rank=1, time_s=other_s))
    return Waiting(matched=9, one_of=1, clock_error_s=0.0, causes=causes, waits=waits)


def test_a_late_rank_is_named_with_since_when() -> None:
    ranks = [rank(number, {"Allreduce": (9, 0.3)}) for number in range(4)]
    (told,) = late_rank.check(TraceEvidence(ranks, 4, late(0.6, 0.1, 0.5)))
    assert told.text.startswith("rank 3 is late since 500 ms after the first call: each other rank waits 200 ms")
    assert "did nothing wrong" in told.text
    assert not list(late_rank.check(TraceEvidence(ranks, 4, late(0.6, 0.6)))), "two are late in turn"
    assert not list(late_rank.check(TraceEvidence(ranks, 4)))


def test_barriers_cost_what_a_rank_spends_in_them_beyond_its_waits() -> None:
    ranks = [rank(0, {"Barrier": (50, 0.75)}), rank(1, {"Barrier": (50, 0.25)})]
    (told,) = barrier.check(TraceEvidence(ranks, 2, waited("Barrier", 0.5, 0.0)))
    assert "250 ms of it are its own cost, up to 500 ms hide imbalance" in told.text
    assert told.gain_s == 0.25
    (told,) = barrier.check(TraceEvidence(ranks, 2))
    assert "at most 250 ms of it are its own cost; messages" in told.text
    assert told.gain_s is None, "each may be the last in turn"
    assert not list(barrier.check(TraceEvidence([rank(0, {"Barrier": (2, 0.5)})], 1)))


def test_ranks_that_are_late_to_barriers_in_turn_are_not_their_own_cost() -> None:
    ranks = [rank(number, {"Barrier": (100, 1.0005)}) for number in (0, 1)]
    (told,) = barrier.check(TraceEvidence(ranks, 2, waited("Barrier", 1.0, 1.0)))
    assert " us of it are its own cost, up to 1.00 s hide imbalance" in told.text
    assert told.gain_s == pytest.approx(0.0005)


def test_polls_are_many_for_few_messages() -> None:
    one = rank(0, {"Iprobe": (5000, 0.5), "Test": (5, 0.1)}, came("Recv", 50, 1))
    (told,) = probe.check(TraceEvidence([one], 2))
    assert told.text == (
        "rank 0 calls MPI_Iprobe 5,000 times for 50 messages: use MPI_Probe, or MPI_Irecv before the work"
    )
    busy = replace(one, rows=(came("Recv", 5000, 1),))
    assert not list(probe.check(TraceEvidence([busy], 2)))


def test_a_rank_that_receives_from_all_others_collects() -> None:
    one = rank(0, {"Recv": (300, 0.6)}, *(came("Recv", 100, peer) for peer in (1, 2, 3)))
    (told,) = collected_by_one.check(TraceEvidence([one], 4, ALIKE))
    assert told.text.startswith("rank 0 receives 100 messages from each of 3 ranks")
    assert told.gain_s is not None and 0.19 < told.gain_s < 0.21
    (told,) = collected_by_one.check(TraceEvidence([one], 4, waited("Recv", 0.3, 0.0)))
    assert told.gain_s == pytest.approx(0.1), "who is late is late in a tree too"
    uneven = replace(one, rows=(*one.rows[:2], came("Recv", 900, 3)))
    assert not list(collected_by_one.check(TraceEvidence([uneven], 4)))
    assert not list(collected_by_one.check(TraceEvidence([one], 9))), "not from all"


def test_blocking_exchanges_go_one_way_at_a_time() -> None:
    pair = [rank(a, {"Send": (50, 0.1), "Recv": (50, 0.3)}, sent("Send", 8, 50, b), came("Recv", 50, b))
            for a, b in ((0, 1), (1, 0))]  # fmt: skip
    for waiting, gain_s in ((ALIKE, 0.2), (waited("Recv", 0.2, 0.2), 0.2), (waited("Recv", 0.3, 0.3), 0.1)):
        (told,) = blocking_pairs.check(TraceEvidence(pair, 2, waiting))
        assert (told.cost_s, told.gain_s) == (0.4, pytest.approx(gain_s))
    assert not list(blocking_pairs.check(TraceEvidence(pair[:1], 2))), "only one of them does"
    one_way = [replace(pair[0], rows=pair[0].rows[:1]), replace(pair[1], rows=pair[1].rows[1:])]
    assert not list(blocking_pairs.check(TraceEvidence(one_way, 2)))


def test_sizes_just_above_a_power_of_two_are_told() -> None:
    def seen(size_bytes: int) -> TraceEvidence:
        return TraceEvidence([rank(0, {"Send": (500, 0.5)}, sizes=(size("Send", size_bytes, 500),))], 2)

    (told,) = above_threshold.check(seen(65552))
    assert told.text.startswith("500 messages have 65552 B, 16 B more than 64KiB")
    assert told.gain_s is None and "rankwise bench pingpong --sizes 65536,65552" in told.text
    for fine in (65536, 80000, 520, 0):
        assert not list(above_threshold.check(seen(fine)))


def test_partners_on_other_hosts_are_told_where_a_plain_order_keeps_them_together() -> None:
    def seen(*hosts: str) -> TraceEvidence:
        partners = {0: 1, 1: 0, 2: 3, 3: 2}
        return TraceEvidence(
            [rank(one, {"Send": (9, 0.5)}, sent("Send", 1000, 9, partners[one]), host=host)
             for one, host in enumerate(hosts)], 4)  # fmt: skip

    (told,) = places_apart.check(seen("n1", "n2", "n1", "n2"))
    assert told.text.startswith("100% of the bytes go between hosts; with ranks in blocks of a host it would be 0%")
    assert not list(places_apart.check(seen("n1", "n1", "n2", "n2")))
    assert not list(places_apart.check(seen("n1", "n1", "n1", "n1")))
    two_worlds = [rank(one, {"Send": (9, 0.5)}, sent("Send", 1000, 9, 1 - one), host=host)
                  for host in ("n1", "n2") for one in (0, 1)]  # fmt: skip
    assert not list(places_apart.check(TraceEvidence(two_worlds, 2))), "each is on one host"


def test_partners_on_other_sockets_are_told_where_each_rank_is_bound_to_one() -> None:
    def seen(*sockets: int | None) -> TraceEvidence:
        partners = {0: 1, 1: 0, 2: 3, 3: 2}
        ranks = [rank(one, {"Send": (9, 0.5)}, sent("Send", 1000, 9, partners[one])) for one in range(4)]
        return TraceEvidence([replace(each, socket=socket) for each, socket in zip(ranks, sockets, strict=True)], 4)

    (told,) = places_apart.check(seen(0, 1, 0, 1))
    assert told.pattern == "sockets apart"
    assert told.text == (
        "100% of the bytes go between sockets; with ranks in blocks of a socket it would be 0%: `rankwise improve` "
        "tries other bindings"
    )
    assert not list(places_apart.check(seen(0, 0, 1, 1)))
    assert not list(places_apart.check(seen(0, 1, 0, None)))


def test_a_line_is_told_where_it_is_known() -> None:
    site = TraceSite(call="Barrier", object="/x/app", offset=16, function="step", calls=1, bytes=0, time_s=1.0)
    seen = TraceEvidence([replace(rank(0, {}), sites=(site,))], 1)
    assert seen.where("Barrier") == "app (step): compile it with -g for the line"
    lined = replace(site, file="/src/app.c", line=7)
    assert TraceEvidence([replace(rank(0, {}), sites=(lined,))], 1).where("Barrier") == "app.c:7 (step)"


def test_types_with_gaps_are_told_where_most_bytes_are_of_them() -> None:
    column = TraceCall(call="Sendrecv", calls=9, time_s=0.5, gapped_bytes=900)
    one = replace(rank(0, {}, replace(sent("Sendrecv", 1024, 9, 1), bytes=1000)), calls=(column,))
    (told,) = types_with_gaps.check(TraceEvidence([one, rank(1, {})], 2))
    assert told.text.startswith("rank 0 sends 900 B of datatypes with gaps, most by MPI_Sendrecv: a library copies")
    assert (told.cost_s, told.gain_s) == (0.5, None)
    pending = (replace(column, call="Isend"), TraceCall(call="Waitall", calls=9, time_s=0.25))
    (told,) = types_with_gaps.check(TraceEvidence([replace(one, calls=pending)], 2))
    assert told.cost_s == 0.75, "where nonblocking messages end"
    few = replace(one, calls=(replace(column, gapped_bytes=400),))
    assert not list(types_with_gaps.check(TraceEvidence([few], 2)))


def test_little_is_not_advised_and_the_most_comes_first() -> None:
    cheap = rank(0, {"Barrier": (50, 0.001)})
    assert advice(TraceEvidence([cheap], 1)) == ()
    one = rank(0, {"Barrier": (50, 0.1), "Iprobe": (5000, 0.5)})
    assert [told.pattern for told in advice(TraceEvidence([one], 1))] == ["polling", "barrier"]
    assert advice(TraceEvidence([], 0)) == ()
    assert len(PATTERNS) == len(set(PATTERNS)) == 11
    assert advice(TraceEvidence(a_trace({0: ()}, 1).ranks, 1)) == ()


def test_small_messages_are_one_where_several_are_sent_at_once() -> None:
    one = rank(
        0, {"Isend": (6400, 0.1), "Waitall": (100, 0.7)}, sent("Isend", 256, 3200, 1), sent("Isend", 256, 3200, 2)
    )
    (told,) = small_messages.check(TraceEvidence([one], 3))
    assert told.text.startswith("rank 0 sends 6,400 messages of 256 B to 2 ranks: each costs a latency")
    assert told.gain_s is None, "whether they can be sent together is not seen"
    at_once = TraceSize(call="Isend", size_bytes=256, together=64, calls=6400)
    (told,) = small_messages.check(TraceEvidence([replace(one, sizes=(at_once,))], 3, ALIKE))
    assert "to 2 ranks, 32 to each at once" in told.text
    assert (told.cost_s, told.gain_s) == (pytest.approx(0.8), pytest.approx(0.8 * 31 / 32))
    most_often = (replace(at_once, together=8, calls=500), at_once, replace(at_once, size_bytes=512, calls=1))
    (told,) = small_messages.check(TraceEvidence([replace(one, sizes=most_often)], 3))
    assert "32 to each at once" in told.text
    large = replace(one, rows=(sent("Isend", 256, 3200, 1), sent("Isend", 1 << 20, 3200, 2)))
    assert not list(small_messages.check(TraceEvidence([large], 3)))
    few = replace(one, rows=(sent("Isend", 256, 100, 1),))
    assert not list(small_messages.check(TraceEvidence([few], 3)))


def for_each_other(*waits: tuple[int, int, float]) -> Waiting:
    rows = tuple(
        TraceWait(rank=number, on=on, call="Recv", why="late sender", calls=50, time_s=time_s)
        for number, on, time_s in waits
    )
    return Waiting(matched=200, one_of=1, clock_error_s=0.0, waits=rows)


def test_ranks_of_a_ring_that_go_in_turn_are_told() -> None:
    ranks = [rank(number, {"Send": (50, 0.2), "Recv": (50, 0.5)}) for number in range(4)]
    ring = for_each_other((3, 2, 0.5), (2, 1, 0.45), (1, 0, 0.3), (0, 3, 0.4))
    (told,) = in_turn.check(TraceEvidence(ranks, 4, ring))
    assert told.text.startswith("ranks go one after the other (0, 1, 2, 3): each waits in MPI_Recv")
    assert told.gain_s == 0.3
    late = for_each_other((3, 1, 0.5), (2, 1, 0.45), (0, 1, 0.4))
    assert not list(in_turn.check(TraceEvidence(ranks, 4, late))), "one rank is late"
    short = for_each_other((3, 2, 0.05), (2, 1, 0.05), (1, 0, 0.05), (0, 3, 0.05))
    assert not list(in_turn.check(TraceEvidence(ranks, 4, short)))
    free = [rank(number, {"Isend": (50, 0.2), "Recv": (50, 0.5)}) for number in range(4)]
    assert not list(in_turn.check(TraceEvidence(free, 4, ring))), "they send before they receive"
