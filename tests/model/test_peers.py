"""Our numbers turned into those of IMB, OMB and nccl-tests, by their own formulas."""

import pytest

from rankwise.model import peers

VISITS = [[1.0e-6, 3.0e-6], [3.0e-6, 5.0e-6]]


def test_means_over_visits_then_over_ranks() -> None:
    assert peers.rank_means_s(VISITS) == pytest.approx([2e-6, 4e-6])
    assert peers.imb_avg_s(VISITS) == pytest.approx(3e-6)
    assert peers.imb_max_s(VISITS) == pytest.approx(4e-6)
    assert peers.imb_min_s(VISITS) == pytest.approx(2e-6)
    assert peers.osu_avg_s(VISITS) == pytest.approx(3e-6)
    assert peers.osu_latency_s(VISITS) == pytest.approx(2e-6)


def test_no_times_are_refused() -> None:
    with pytest.raises(ValueError, match="no times"):
        peers.imb_avg_s([])


@pytest.mark.parametrize(
    ("kernel", "ranks", "counted"),
    [
        ("pingpong", 2, 1),
        ("pingping", 2, 1),
        ("sendrecv", 4, 2),
        ("exchange", 4, 4),
        ("uniband", 4, 512),
        ("biband", 4, 1024),
    ],
)
def test_imb_counts_bytes_its_own_way(kernel: str, ranks: int, counted: int) -> None:
    rate = peers.imb_rate_bytes_per_s(kernel, 1000, 1e-3, ranks=ranks)
    assert rate == pytest.approx(counted * 1e6)
    assert peers.imb_time_s(kernel, 1000, rate, ranks=ranks) == pytest.approx(1e-3)


def test_imb_prints_no_rate_for_collectives_and_none_has_a_time_at_zero_bytes() -> None:
    assert peers.imb_rate_bytes_per_s("allreduce", 8, 1e-6) is None
    assert peers.imb_time_s("pingpong", 0, 0.0) is None


def test_osu_multi_pair_bandwidth_uses_the_mean_over_senders() -> None:
    assert peers.osu_multi_rate_bytes_per_s(1000, [64e-6], window=64) == pytest.approx(1e9)
    assert peers.osu_multi_rate_bytes_per_s(1000, [64e-6, 192e-6], window=64) == pytest.approx(1e9)


@pytest.mark.parametrize(
    ("kernel", "bus_bytes"),
    [("allreduce", 1500), ("reduce_scatter", 750), ("allgather", 3000), ("alltoall", 3000), ("bcast", 1000)],
)
def test_bus_bandwidth_of_four_ranks(kernel: str, bus_bytes: float) -> None:
    assert peers.bus_rate_bytes_per_s(kernel, 1000, 4, 1.0) == pytest.approx(bus_bytes)
    assert peers.bus_rate_bytes_per_s("barrier", 0, 4, 1.0) is None


def test_a_rate_of_nothing_has_no_time() -> None:
    assert peers.imb_time_s("pingpong", 1024, 0.0) is None
    assert peers.imb_time_s("pingpong", 1024, 0.5) == pytest.approx(2048.0)
