"""What IMB and OMB would print for what we measured, so that a user can reconcile any two numbers.

Read from the sources of Intel MPI Benchmarks 2021.11 and OSU Micro-Benchmarks 7.4. In both 1 MB is 1e6 bytes. Times are
per call (one way for a pingpong), in seconds; rates in bytes per second.
"""

from __future__ import annotations

from collections.abc import Sequence

from rankwise.core.records.kernel import is_collective

OSU_WINDOW = 64
"""Messages in flight in OMB's bandwidth tests; of one direction each window is answered by one acknowledgement."""
IMB_WINDOW = 256
"""The same for IMB's Uniband and Biband."""


def behind_barriers(kernel: str) -> bool:
    """Whether IMB and OMB time each call of this kernel alone, behind a barrier: all collectives but barriers."""
    return is_collective(kernel) and "barrier" not in kernel


def rank_means_s(visits: Sequence[Sequence[float]], calls: Sequence[int] = ()) -> list[float]:
    """Mean time of each rank over visits. `visits[v][r]` is the mean of rank r's own time in visit v; `calls[v]` how
    many calls that was the mean of, where they differ."""
    if not visits or not visits[0]:
        raise ValueError("no times of ranks")
    weights = calls or [1] * len(visits)
    return [
        sum(time_s * weight for time_s, weight in zip(times, weights, strict=True)) / sum(weights)
        for times in zip(*visits, strict=True)
    ]


def imb_avg_s(visits: Sequence[Sequence[float]]) -> float:
    """IMB's t_avg, and t of its two-rank benchmarks: the mean over ranks of each rank's mean."""
    means = rank_means_s(visits)
    return sum(means) / len(means)


def imb_max_s(visits: Sequence[Sequence[float]]) -> float:
    """IMB's t_max: the largest over ranks of each rank's mean. (Ours, the slowest rank of each call, is no smaller.)"""
    return max(rank_means_s(visits))


def osu_avg_s(visits: Sequence[Sequence[float]]) -> float:
    """OMB's headline of a collective: the mean over ranks. (A pingpong is timed by rank 0 alone: `osu_latency_s`.)"""
    return imb_avg_s(visits)


def osu_latency_s(visits: Sequence[Sequence[float]]) -> float:
    """osu_latency: half a round trip on the clock of rank 0."""
    return rank_means_s(visits)[0]


def osu_multi_rate_bytes_per_s(size_bytes: int, sender_window_s: Sequence[float], *, window: int = OSU_WINDOW) -> float:
    """osu_mbw_mr: size x pairs x window over the mean, over senders, of the time of one window and its acknowledgement.

    With one sender it is osu_bw. Messages per second are this over the size.
    """
    return size_bytes * len(sender_window_s) ** 2 * window / sum(sender_window_s)
