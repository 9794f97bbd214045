"""A message takes longer than a larger one: a protocol is chosen at the wrong size."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.core.units import format_bytes, format_seconds
from rankwise.diagnoses.case import Case
from rankwise.diagnoses.records import ProbedPair


def check(case: Case) -> Finding | None:
    """Where a message of some size takes so many times longer than some larger one, by the same pair."""
    for rank in case.ranks:
        for kind, pair in rank.pairs.items():
            if (jump := step(pair, *case.least)) is not None:
                (slow, slow_s), (large, large_s) = jump
                return finding(
                    "protocol-step",
                    f"Messages of {format_bytes(slow)} take longer than those of {format_bytes(large)}",
                    "warning",
                    "The library changes its protocol at the wrong size, or what it waits for there is slow.",
                    seen={
                        f"ranks {rank.number} and {pair.other}, {_WHERE[kind]}": f"{format_bytes(slow)} in "
                        f"{format_seconds(slow_s)}, {format_bytes(large)} in {format_seconds(large_s)}, in two starts",
                    },
                    fixes=case.fix("protocol-step", "UCX: `export UCX_RNDV_THRESH=BYTES`"),
                    verify=f"`rankwise bench pingpong --sizes {slow // 4 or 1}:{4 * large}`; "
                    "`rankwise tune` finds BYTES",
                    mpi=case.family,
                )
    return None


_WHERE = {"inside": "inside a node", "across": "between nodes"}


def step(pair: ProbedPair, factor: float, least_s: float) -> tuple[tuple[int, float], tuple[int, float]] | None:
    """The worst size, and the larger one that is faster by that factor and that time; None where there is none."""
    worst = None
    for index, (size, time_s) in enumerate(pair.curve):
        larger = min(pair.curve[index + 1 :], key=lambda point: point[1], default=None)
        if larger is None or time_s < factor * larger[1] or time_s - larger[1] < least_s:
            continue
        if worst is None or time_s / larger[1] > worst[0][1] / worst[1][1]:
            worst = (size, time_s), larger
    return worst
