"""The checker accepts what every generator makes of any network, and refuses what was changed by hand."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders.networks import alike, network
from rankwise.optimise.schedules.bounds import bound_s
from rankwise.optimise.schedules.check import UnsoundSchedule, check
from rankwise.optimise.schedules.steps import COLLECTIVES, REDUCING, ROOTED, Part, Schedule, Step
from rankwise.optimise.schedules.table import GENERATORS, ranked, schedules


@settings(max_examples=25)
@given(
    st.integers(2, 8),
    st.integers(0, 10_000),
    st.sampled_from(COLLECTIVES),
    st.sampled_from(sorted(GENERATORS)),
    st.integers(0, 7),
)
def test_every_generator_is_proven_on_any_network(ranks, seed, collective, name, root):
    made = schedules(network(ranks, seed), collective, root % ranks if collective in ROOTED else -1, "any", only=[name])
    assert bool(made) == (collective in GENERATORS[name].collectives)
    orders = {one.order for one in made}
    assert orders <= ({"ranks", "any"} if collective in REDUCING else {"none"})


@settings(max_examples=8)
@given(st.integers(2, 8), st.integers(0, 10_000), st.sampled_from(COLLECTIVES))
def test_no_prediction_is_below_the_bound(ranks, seed, collective):
    net, root = network(ranks, seed), 0 if collective in ROOTED else -1
    made = ranked(net, 1 << 20, schedules(net, collective, root, "any"))
    bound = bound_s(net, collective, root, 1 << 20)
    assert made and bound is not None
    assert made[0].predicted_s >= bound * (1 - 1e-6)
    assert [one.predicted_s for one in made] == sorted(one.predicted_s for one in made)


def _runs_right(schedule: Schedule) -> bool:
    """Whether a schedule gives the right result in one order of its steps: the steps in turn, messages buffered."""
    memory = [{("in", chunk): (rank, chunk) for chunk in range(64)} for rank in range(len(schedule.ranks))]
    sent, done = {}, [set() for _ in schedule.ranks]
    moved = True
    while moved:
        moved = False
        for rank, steps in enumerate(schedule.ranks):
            for number, step in enumerate(steps):
                if number in done[rank] or not set(step.after) <= done[rank]:
                    continue
                if step.kind == "receive" and (step.peer, rank, step.tag) not in sent:
                    continue
                values = (
                    sent[step.peer, rank, step.tag]
                    if step.kind == "receive"
                    else [memory[rank].get((step.source.region, chunk)) for chunk in step.source.chunks]
                )
                if step.kind == "send":
                    sent[rank, step.peer, step.tag] = values
                elif step.kind != "reduce":
                    memory[rank].update(
                        {(step.target.region, c): v for c, v in zip(step.target.chunks, values, strict=False)}
                    )
                done[rank].add(number)
                moved = True
    pieces, count = schedule.pieces, len(schedule.ranks)
    return all(
        memory[rank].get(("out", block * pieces + piece)) == (block, piece)
        for rank in range(count)
        for block in range(count)
        for piece in range(pieces)
    ) and all(len(done[rank]) == len(steps) for rank, steps in enumerate(schedule.ranks))


@settings(max_examples=60)
@given(st.integers(3, 6), st.integers(0, 1000), st.integers(0, 10_000), st.sampled_from(["drop", "double", "exchange"]))
def test_a_changed_schedule_is_refused_or_still_right(ranks, seed, choice, change):
    draw = random.Random(choice)
    (one, *_) = schedules(network(ranks, seed), "allgather", only=[draw.choice(["ring", "levels", "packed"])])
    rank = draw.randrange(ranks)
    steps = list(one.ranks[rank])
    at, other = draw.randrange(len(steps)), draw.randrange(len(steps))
    if change == "drop":
        # Numbers of later steps move up; who waited for it waits for what it waited for.
        gone = steps.pop(at)
        steps = [
            replace(
                step,
                after=tuple(sorted({w - (w > at) for n in step.after for w in (gone.after if n == at else (n,))})),
            )
            for step in steps
        ]
    elif change == "double":
        steps.append(replace(steps[at], after=tuple(range(len(steps)))))
    else:
        steps[at], steps[other] = (
            replace(steps[at], source=steps[other].source, target=steps[other].target),
            replace(steps[other], source=steps[at].source, target=steps[at].target),
        )
    changed = replace(one, ranks=(*one.ranks[:rank], tuple(steps), *one.ranks[rank + 1 :]))
    try:
        check(changed)
    except UnsoundSchedule:
        return
    assert _runs_right(changed)


def _bcast(*ranks: tuple[Step, ...], scratch: int = 0) -> Schedule:
    return Schedule("by-hand", "bcast", 0, 1, scratch, "none", ranks)


SEND = Step("send", Part("in", 0), None, 1, 0)
RECEIVE = Step("receive", None, Part("out", 0), 0, 0)


def test_the_smallest_schedule_is_accepted():
    check(_bcast((SEND,), (RECEIVE,)))


@pytest.mark.parametrize(
    ("schedule", "words"),
    [
        (_bcast((), ()), "is not what a bcast promises"),
        (_bcast((SEND,), ()), "has one end"),
        (_bcast((SEND, SEND), (RECEIVE,)), "two messages of one tag"),
        (_bcast((replace(SEND, peer=7),), (RECEIVE,)), "peer 7"),
        (_bcast((replace(SEND, source=Part("in", 1)),), (RECEIVE,)), "chunks 1 to 1 of 'in'"),
        (_bcast((replace(SEND, source=Part("tmp", 0)),), (RECEIVE,), scratch=1), "before it is written"),
        (_bcast((SEND,), (replace(RECEIVE, after=(0,)),)), "not before it"),
        (
            _bcast((SEND,), (RECEIVE, Step("copy", Part("out", 0), Part("tmp", 0))), scratch=1),
            "does not wait for another step",
        ),
        (replace(_bcast((SEND,), (RECEIVE,)), root=2), "root 2"),
        (replace(_bcast((SEND,), (RECEIVE,)), order="any"), "order 'any'"),
    ],
)
def test_what_is_wrong_is_reported(schedule, words):
    with pytest.raises(UnsoundSchedule, match=words):
        check(schedule)


def test_what_only_buffering_would_save_is_refused():
    """Both send before they receive: that ends by the eager limit's grace alone."""
    allgather = [
        (
            Step("copy", Part("in", 0), Part("out", rank)),
            Step("send", Part("in", 0), None, 1 - rank, 0),
            Step("receive", None, Part("out", 1 - rank), 1 - rank, 0, after=(1,)),
        )
        for rank in range(2)
    ]
    with pytest.raises(UnsoundSchedule, match="waits for a message that waits for it"):
        check(Schedule("by-hand", "allgather", -1, 1, 0, "none", tuple(allgather)))


def test_sums_out_of_order_are_refused_where_the_order_is_promised():
    made = [one for one in schedules(alike(4), "reduce", 1, "any") if one.order == "any"]
    for one in made:
        with pytest.raises(UnsoundSchedule, match="is not what a reduce promises"):
            check(replace(one, order="ranks"))


@pytest.mark.parametrize(("root", "scratch"), [(0, 2), (1, 3), (3, 3)])
def test_a_reduce_holds_each_operand_once_until_it_is_summed(root, scratch):
    """The last of four operands waits in the result, and the first of all in `in` where it is the root's own."""
    (one,) = schedules(alike(4), "reduce", root, only=["direct"])
    assert one.scratch == scratch
