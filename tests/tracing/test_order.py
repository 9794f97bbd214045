"""What ranks did in which order, from calls whose times are known, and done again."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders import traces
from builders.declared import declared_map
from builders.events import COLLECTED, PENDING, RECEIVED, SENT, Rank
from builders.programs import built
from rankwise.core.records import Mpi
from rankwise.simulate import smpi
from rankwise.store import Store, recorded
from rankwise.tracing.order import order_of
from rankwise.tracing.records import OrderedRank, TraceCall, TracedRank, TraceOrder, TraceRow, TraceStep
from rankwise.tracing.run import TraceOptions, trace_program
from rankwise.tracing.traffic import order_of_run
from rankwise.verbs.simulate import simulate_machine

LATENCY_S, RATE = 1e-3, 1e6
# Rank 0 sends after half a second, and waits for an answer that it asked for before; then both add.
ASKING = Rank(
    0,
    (
        (1, SENT, "Send", 0.5, 0.5, 0.6),
        (2, RECEIVED, "Waitall", 0.4, 0.7, 1.0),
        (3, COLLECTED, "Allreduce", 1.25, 1.25, 1.5),
    ),
    sizes=(1000, 3000, 8),
)
ANSWERING = Rank(
    1,
    (
        (1, RECEIVED, "Recv", 0.0, 0.0, 0.6),
        (2, PENDING, "Isend", 0.8, 0.8, 0.8),
        (3, COLLECTED, "Allreduce", 0.8, 0.8, 1.5),
    ),
    sizes=(1000, 3000, 8),
)


def _steps(order: TraceOrder, rank: int) -> list[tuple[str, tuple[int, ...], float]]:
    return [(step.call, step.numbers, round(step.after_s, 6)) for step in order.ranks[rank].steps]


def _traced(rank: int, **calls: float) -> TracedRank:
    rows = tuple(TraceCall(call=name, calls=1, time_s=time_s) for name, time_s in calls.items())
    return TracedRank(rank=rank, host="n1", pid=rank + 1, time_s=2.0, ended=True, calls=rows)


def _alone(name: str, members: tuple[int, ...]) -> TraceOrder:
    """Four ranks, of which some call one collective of 1000 B."""
    own = (TraceStep(call=name, numbers=(0, 1000)),)
    return TraceOrder(
        ranks=tuple(OrderedRank(steps=own if rank in members else ()) for rank in range(4)), communicators=(members,)
    )


def test_calls_follow_each_other_as_they_did() -> None:
    traced = [_traced(0, Send=0.1, Waitall=0.4, Win_fence=0.3), _traced(1, Recv=0.6)]
    order = order_of([ASKING, ANSWERING], 2, traced)
    assert _steps(order, 0) == [
        ("post", (1, 1, 3000), 0.4),
        ("send", (1, 0, 1000), 0.1),
        ("wait", (1,), 0.1),
        ("Allreduce", (0, 8), 0.25),
    ]
    assert _steps(order, 1) == [
        ("post", (0, 0, 1000), 0.0),
        ("wait", (0,), 0.0),
        ("begin", (0, 1, 3000), 0.2),
        ("Allreduce", (0, 8), 0.0),
    ]
    assert order.communicators == ((0, 1),)
    assert (order.took_s, order.computing_s) == pytest.approx((1.5, 0.525))
    assert (order.apart_s, order.apart) == (pytest.approx(0.2), "Win_fence")
    assert not order.rooted and not order.lacking


def test_a_call_that_sends_and_receives_waits_for_both() -> None:
    rows = ((1, SENT, "Sendrecv", 1.0, 1.0, 2.0), (2, RECEIVED, "Sendrecv", 1.0, 1.0, 2.0))
    order = order_of([Rank(0, rows), Rank(1, tuple((3 - key, *row) for key, *row in rows))], 2, [])  # type: ignore[misc]
    assert [step[:2] for step in _steps(order, 0)] == [("post", (1, 1, 8)), ("begin", (1, 0, 8)), ("wait", (1, 0))]


@pytest.mark.parametrize(
    ("ranks", "world", "words"),
    [
        ([ASKING], 2, "1 of 2 ranks left calls"),
        ([Rank(0, ASKING.rows, halvings=2), ANSWERING], 2, "one of 4 calls was kept"),
        ([Rank(0, ASKING.rows, threads=(0, 1, 0)), ANSWERING], 2, "rank 0 calls MPI from several threads"),
        ([ASKING, Rank(1, ANSWERING.rows[1:])], 2, "a message of MPI_Send of rank 0 has no other end"),
        ([Rank(rank, ((1, COLLECTED, "Neighbor_alltoall", 1, 1, 2),)) for rank in (0, 1)], 2,
         "MPI_Neighbor_alltoall cannot be done again"),
        ([Rank(0, ()), Rank(1, ())], 2, "it has no messages and no collectives"),
        ([Rank(rank, ((1, COLLECTED, "Bcast", 1, 1, 2),), sizes=(1 << 31,)) for rank in (0, 1)], 2, "2 GiB"),
        ([Rank(0, ASKING.rows, clock=1), Rank(1, ((3, COLLECTED, "Bcast", 1, 1, 2),), clock=2)], 2, "clocks"),
    ],
)  # fmt: skip
def test_what_cannot_be_put_in_order_is_said(ranks: list[Rank], world: int, words: str) -> None:
    order = order_of(ranks, world, [])
    assert words in order.lacking and not order.ranks


@pytest.mark.parametrize("call", ["Put", "Rget", "Allreduce_init"])
def test_calls_that_move_bytes_and_are_not_kept_are_said(call: str) -> None:
    row = TraceRow(call=call, direction="out", communicator=0, peer=1, below_bytes=16, messages=1, bytes=8, time_s=0.1)
    order = order_of([ASKING, ANSWERING], 2, [replace(_traced(0), rows=(row,)), _traced(1)])
    assert order.lacking == f"MPI_{call} cannot be done again" and not order.ranks


def test_a_rank_that_was_killed_leaves_no_order() -> None:
    order = order_of([ASKING, ANSWERING], 2, [_traced(0), replace(_traced(1), ended=False)])
    assert order.lacking == "rank 1 ended before MPI_Finalize" and not order.ranks


def test_what_is_apart_is_no_more_than_what_is_computed() -> None:
    order = order_of([ASKING, ANSWERING], 2, [_traced(0, Comm_split=100.0), _traced(1)])
    assert (order.apart, order.apart_s) == ("Comm_split", order.computing_s)


@pytest.mark.parametrize(
    "step", [("send", (1, 0)), ("post", (7, 0, 8)), ("Barrier", (0,)), ("Bcast", (3, 8)), ("wait", (-1,))]
)
def test_an_order_that_is_damaged_is_not_done_again(step: tuple[str, tuple[int, ...]], tmp_path: Path) -> None:
    trace = traces.a_trace({}, world=2)
    damaged = replace(
        order_of([ASKING, ANSWERING], 2, []),
        ranks=(OrderedRank(steps=(TraceStep(call=step[0], numbers=step[1]),)), OrderedRank(steps=())),
    )
    with Store.of(tmp_path) as store, recorded(store, trace.run) as recording:
        recording.keep(trace)
        store.put(trace.run.id, TraceOrder.stored, damaged)
    order = order_of_run(trace.run.id, tmp_path)
    assert order is not None and not order.ranks and "does not fit together" in order.lacking


def test_more_than_can_be_kept_is_refused_before_it_is_looked_at() -> None:
    rows = tuple((key, COLLECTED, "Allreduce", key, key, key + 1) for key in range(1, 100_002))
    order = order_of([Rank(0, rows), Rank(1, rows)], 2, [])
    assert order.lacking == "it has 200002 messages and collectives, more than 200000" and not order.ranks


def test_roots_are_taken_and_blocks_are_shares() -> None:
    rows = ((1, COLLECTED, "Gatherv", 1, 1, 2), (2, COLLECTED, "Reduce_scatter", 3, 3, 4))
    order = order_of([Rank(rank, rows, sizes=(64, 64)) for rank in (0, 1)], 2, [])
    assert order.rooted
    assert [step[:2] for step in _steps(order, 0)] == [("Gather", (0, 64)), ("Reduce_scatter_block", (0, 32))]


@pytest.mark.simgrid
def test_it_takes_what_its_messages_and_its_computing_take() -> None:
    machine = declared_map("alike", dict.fromkeys(permutations(("a", "b"), 2), (LATENCY_S, RATE)))
    order = order_of([ASKING, ANSWERING], 2, [])
    # 0.5 s, a message of 1 ms and 1 ms; 0.2 s, one of 1 ms and 3 ms; 0.25 s, and a sum of 8 B: 1 ms.
    assert smpi.replay(machine, order) == pytest.approx(0.5 + 0.002 + 0.2 + 0.004 + 0.25 + 0.001, rel=1e-4)


@pytest.mark.simgrid
@pytest.mark.parametrize(
    "name", ["Barrier", "Bcast", "Reduce", "Allreduce", "Scan", "Gather", "Scatter", "Allgather", "Allgatherv",
             "Alltoall", "Alltoallv", "Reduce_scatter_block"]
)  # fmt: skip
def test_every_collective_is_done_on_its_ranks_alone(name: str) -> None:
    ids = ("a", "b", "c", "d")
    machine = declared_map("alike", dict.fromkeys(permutations(ids, 2), (LATENCY_S, RATE)))
    together = _alone(name, members=(1, 3))
    assert LATENCY_S <= smpi.replay(machine, together) < 0.1


@pytest.mark.simgrid
def test_a_program_is_traced_and_done_again_on_another_machine(any_mpi: Mpi, tmp_path: Path) -> None:
    program = built(any_mpi, "ring", tmp_path)
    argv = (str(any_mpi.launcher), "-n", "2", str(program), "1048576", "4")
    trace = trace_program(TraceOptions(argv, mpi=any_mpi.name, out=tmp_path, quiet_output=True))
    answer = simulate_machine(["phi-cluster"], trace=trace.run.id, fabric="tcp", ranks=2, out=tmp_path)
    (time,) = answer.cells[0].times
    assert "the calls of the trace in their order" in answer.notes[0]
    order = order_of_run(trace.run.id, tmp_path)
    assert order is not None
    (exchange,) = simulate_machine(
        ["phi-cluster"], kernels=("sendrecv",), sizes=(1 << 20,), fabric="tcp", ranks=2, out=tmp_path
    ).cells[0].times  # fmt: skip
    assert time.estimated_s is None and time.simulated_s is not None and exchange.simulated_s is not None
    messages_s = 6 * exchange.simulated_s  # two steps more than it was asked for
    assert messages_s < time.simulated_s < messages_s + order.took_s + 0.02
    again = simulate_machine(["phi-cluster"], trace="last", fabric="tcp", ranks=2, out=tmp_path)  # not the simulation
    assert again.cells == answer.cells
