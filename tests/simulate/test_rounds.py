"""Estimates of calls by shared resources, held against formulas made by hand."""

from __future__ import annotations

import pytest

from rankwise.cluster.machine_map import to_map
from rankwise.cluster.reference import machine_named
from rankwise.model.machine import machine_of
from rankwise.simulate.rounds import ROUNDS, estimate

SIZE = 1 << 20
PLACES = machine_of(to_map(machine_named("phi-cluster")), "dapl")


@pytest.mark.parametrize("kernel", ROUNDS)
@pytest.mark.parametrize("ranks", [2, 3, 5, 8])
def test_everyone_sends_and_nobody_to_itself(kernel: str, ranks: int) -> None:
    rounds = ROUNDS[kernel](ranks, SIZE)
    ends = {rank for sends in rounds for pair in sends for rank in pair}
    assert all(a != b for sends in rounds for a, b in sends)
    assert ends == ({0, 1} if kernel in ("oneway", "pingpong", "pingping") else set(range(ranks)))


@pytest.mark.parametrize("ranks", [2, 3, 5, 8, 13])
def test_a_broadcast_reaches_everyone_once(ranks: int) -> None:
    reached = [0]
    for sends in ROUNDS["bcast"](ranks, SIZE):
        assert all(a in reached for a, _ in sends)
        reached += [b for _, b in sends]
    assert sorted(reached) == list(range(ranks))


def test_an_exchange_of_all_fills_the_adapter() -> None:
    seconds, busiest = estimate("alltoall", SIZE, PLACES, range(10)) or (0.0, "")
    assert seconds == pytest.approx(25 * SIZE / 4e9, rel=0.02)  # 5 x 5 messages leave each node through one adapter
    assert busiest.startswith("hca of n1")


def test_a_ring_is_as_fast_as_its_slowest_path() -> None:
    order = [1, 2, 3, 4, 6, 7, 8, 9]
    seconds, _ = estimate("sendrecv", SIZE, PLACES, order) or (0.0, "")
    assert seconds == pytest.approx(SIZE / 500e6, rel=0.02)


def test_a_kernel_of_unknown_messages_has_no_estimate() -> None:
    assert estimate("halo_all_3d", SIZE, PLACES, range(8)) is None
