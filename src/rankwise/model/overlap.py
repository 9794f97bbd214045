"""How much of a nonblocking call hides behind computation: ours, IMB's, OMB's and ALCF's definition.

`pure_s` is the call alone, `compute_s` the computation alone, `together_s` both: begin, compute, wait. `begin_s` and
`wait_s` are the parts of the call around the computation. All in seconds.
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


def alcf_published(pure_s: float, begin_s: float, wait_s: float) -> float:
    """(begin - wait) / pure, as the ALCF suite of 2012 prints it. A trap: near 0 when all is hidden, -1 when nothing
    is, and +1 when the call blocks in its beginning."""
    return (begin_s - wait_s) / pure_s


def overlap(visits: Sequence[tuple[float, float, float]], inside: Sequence[tuple[float, float]] = ()) -> Overlap:
    """Medians over visits of (pure, compute, together), and of (begin, wait) in `inside`: shares are made within a
    visit, so that what slows a whole visit cancels. There must be a visit."""
    return Overlap(
        pure_s=median([pure_s for pure_s, _, _ in visits]),
        compute_s=median([compute_s for _, compute_s, _ in visits]),
        share=median([overlap_share(*visit) for visit in visits]),
        imb_share=median([imb_share(*visit) for visit in visits]),
        osu_share=median([osu_share(*visit) for visit in visits]),
        begin_s=median([begin_s for begin_s, _ in inside]) if inside else 0.0,
        wait_s=median([wait_s for _, wait_s in inside]) if inside else 0.0,
        alcf_published=median(
            [alcf_published(visit[0], *parts) for visit, parts in zip(visits, inside, strict=True)] if inside else [0.0]
        ),
    )
