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


def test_osu_multi_pair_bandwidth_uses_the_mean_over_senders() -> None:
    assert peers.osu_multi_rate_bytes_per_s(1000, [64e-6]) == pytest.approx(1e9)
    assert peers.osu_multi_rate_bytes_per_s(1000, [64e-6, 192e-6], window=64) == pytest.approx(1e9)
