"""Our numbers turned into those of IMB and OMB, by their own formulas."""

import pytest

from rankwise.model import peers

VISITS = [[1.0e-6, 3.0e-6], [3.0e-6, 5.0e-6]]


def test_means_over_visits_then_over_ranks() -> None:
    assert peers.rank_means_s(VISITS) == pytest.approx([2e-6, 4e-6])
    assert peers.imb_avg_s(VISITS) == pytest.approx(3e-6)
    assert peers.imb_max_s(VISITS) == pytest.approx(4e-6)
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
    assert peers.imb_time_s(kernel, 1000, counted * 1e6, ranks=ranks) == pytest.approx(1e-3)


def test_collectives_have_no_rate_of_imb_and_zero_bytes_no_time() -> None:
    assert peers.imb_time_s("allreduce", 8, 1e6) is None
    assert peers.imb_time_s("pingpong", 0, 0.0) is None


def test_osu_multi_pair_bandwidth_uses_the_mean_over_senders() -> None:
    assert peers.osu_multi_rate_bytes_per_s(1000, [64e-6]) == pytest.approx(1e9)
    assert peers.osu_multi_rate_bytes_per_s(1000, [64e-6, 192e-6], window=64) == pytest.approx(1e9)


def test_a_rate_of_nothing_has_no_time() -> None:
    assert peers.imb_time_s("pingpong", 1024, 0.0) is None
    assert peers.imb_time_s("pingpong", 1024, 0.5) == pytest.approx(2048.0)
