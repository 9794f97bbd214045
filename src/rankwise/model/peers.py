"""What IMB, OMB and nccl-tests would print for what we measured, so that a user can reconcile any two numbers.

Read from the sources of Intel MPI Benchmarks 2021.11, OSU Micro-Benchmarks 7.4 and nccl-tests' performance notes. In
all three 1 MB is 1e6 bytes. Times are per call (one way for a pingpong), in seconds; rates in bytes per second.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

OSU_WINDOW = 64
"""Messages in flight in OMB's bandwidth tests; of one direction each window is answered by one acknowledgement."""
IMB_WINDOW = 256
"""The same for IMB's Uniband and Biband."""

# Bytes that IMB counts for one call, over t_max. (size, ranks, window) -> bytes.
_IMB_BYTES: Mapping[str, Callable[[int, int, int], int]] = {
    "pingpong": lambda size, ranks, window: size,
    "pingping": lambda size, ranks, window: size,  # one direction only, although two are on their way
    "sendrecv": lambda size, ranks, window: 2 * size,
    "exchange": lambda size, ranks, window: 4 * size,
    "uniband": lambda size, ranks, window: size * window * (ranks // 2),
    "biband": lambda size, ranks, window: 2 * size * window * (ranks // 2),
}

# Bus bandwidth over algorithm bandwidth in nccl-tests, by number of ranks.
_BUS_FACTOR: Mapping[str, Callable[[int], float]] = {
    "allreduce": lambda ranks: 2.0 * (ranks - 1) / ranks,
    "reduce_scatter": lambda ranks: (ranks - 1) / ranks,
    "allgather": lambda ranks: (ranks - 1) / ranks,
    "alltoall": lambda ranks: (ranks - 1) / ranks,
    "gather": lambda ranks: (ranks - 1) / ranks,
    "scatter": lambda ranks: (ranks - 1) / ranks,
    "bcast": lambda ranks: 1.0,
    "reduce": lambda ranks: 1.0,
    "sendrecv": lambda ranks: 1.0,
}
# Kernels whose `size` in nccl-tests is the whole array: ours is the block of one rank.
_BLOCK_OF_RANK = frozenset({"allgather", "alltoall", "gather", "scatter"})


_COLLECTIVE = re.compile(r"i?(neighbor_)?(all(gather|reduce|toall)|bcast|gather|reduce|scatter|scan|exscan)")


def behind_barriers(kernel: str) -> bool:
    """Whether IMB and OMB time each call of this kernel alone, behind a barrier: all collectives but barriers."""
    return _COLLECTIVE.match(kernel) is not None


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


def imb_min_s(visits: Sequence[Sequence[float]]) -> float:
    """IMB's t_min: the smallest over ranks of each rank's mean."""
    return min(rank_means_s(visits))


def imb_rate_bytes_per_s(
    kernel: str, size_bytes: int, time_s: float, *, ranks: int = 2, window: int = IMB_WINDOW
) -> float | None:
    """IMB's Mbytes/sec (times 1e6), from t_max; None for kernels where IMB prints none.

    PingPong X/t, PingPing X/t, Sendrecv 2X/t, Exchange 4X/t, Uniband window (N/2) X/t, Biband twice that.
    """
    counted = _IMB_BYTES.get(kernel)
    return counted(size_bytes, ranks, window) / time_s if counted else None


def imb_time_s(
    kernel: str, size_bytes: int, rate_bytes_per_s: float, *, ranks: int = 2, window: int = IMB_WINDOW
) -> float | None:
    """IMB's time out of its Mbytes/sec column, which carries more digits than t[usec] at small sizes."""
    counted = _IMB_BYTES.get(kernel)
    if counted is None or size_bytes == 0 or rate_bytes_per_s <= 0.0:
        return None
    return counted(size_bytes, ranks, window) / rate_bytes_per_s


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


def bus_rate_bytes_per_s(kernel: str, size_bytes: int, ranks: int, time_s: float) -> float | None:
    """nccl-tests' busbw: (bytes of the whole array / time) x factor, comparable with the rate of a link.

    Factors: allreduce 2(n-1)/n; reduce_scatter, allgather, alltoall, gather, scatter (n-1)/n; bcast, reduce,
    sendrecv 1. `size_bytes` is ours (the block of one rank where each has its own). None for other kernels.
    """
    factor = _BUS_FACTOR.get(kernel)
    if factor is None:
        return None
    whole = size_bytes * ranks if kernel in _BLOCK_OF_RANK else size_bytes
    return whole / time_s * factor(ranks)
