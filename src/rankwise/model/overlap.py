"""How much of a nonblocking call hides behind computation: ours, IMB's and OMB's definition from the same three times.

`pure_s` is the call alone, `compute_s` the computation alone, `together_s` both: begin, compute, wait. All in seconds.
"""

from __future__ import annotations

from collections.abc import Sequence

from rankwise.core.records import Overlap
from rankwise.model.robust import median


def overlap_share(pure_s: float, compute_s: float, together_s: float) -> float:
    """1 - (time in the call's begin and wait) / pure: 1 when the call costs nothing, 0 when nothing is hidden, below 0
    when computing slows it down. Not clamped: what is beyond either end is worth seeing."""
    return 1.0 - (together_s - compute_s) / pure_s


def osu_share(pure_s: float, compute_s: float, together_s: float) -> float:
    """OMB 7.4: max(0, 1 - (t_overall - t_compute) / t_comm), without MPI_Test calls inside the computation."""
    return max(0.0, overlap_share(pure_s, compute_s, together_s))


def imb_share(pure_s: float, compute_s: float, together_s: float) -> float:
    """IMB-NBC 2021.11: (t_pure + t_CPU - t_ovrl) / max(t_pure, t_CPU), between 0 and 1."""
    return max(0.0, min(1.0, (pure_s + compute_s - together_s) / max(pure_s, compute_s)))


def overlap(visits: Sequence[tuple[float, float, float]]) -> Overlap:
    """Medians over visits of (pure, compute, together): shares are made within a visit, so that what slows a whole
    visit cancels. There must be a visit."""
    return Overlap(
        pure_s=median([pure_s for pure_s, _, _ in visits]),
        compute_s=median([compute_s for _, compute_s, _ in visits]),
        share=median([overlap_share(*visit) for visit in visits]),
        imb_share=median([imb_share(*visit) for visit in visits]),
        osu_share=median([osu_share(*visit) for visit in visits]),
    )
