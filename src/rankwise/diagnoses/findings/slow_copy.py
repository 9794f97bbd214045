"""Large messages inside a node are copied in a slower way than the library could."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.core.units import format_rate
from rankwise.diagnoses.case import Case, CopyTrial

LARGE_BYTES = 1 << 20
SLOW = 4.0
"""How many times longer than a copy in memory a message of 1 MiB takes before other ways are tried."""
GAIN = 1.3
"""What the best other way must gain, each time that it was tried."""


def suspect(case: Case) -> bool:
    """Whether large messages inside a node take so long that other ways deserve a try."""
    return any(
        rank.copy_s > 0 and dict(pair.curve).get(LARGE_BYTES, 0.0) > SLOW * rank.copy_s
        for rank in case.ranks
        if (pair := rank.pairs.get("inside")) is not None
    )


def check(case: Case) -> Finding | None:
    """Where another way was tried in starts between those of the line itself, and gained each time."""
    best = max(case.copies, key=lambda trial: min(trial.gains, default=0.0), default=None)
    if best is None or min(best.gains, default=0.0) < GAIN:
        return None
    return finding(
        "slow-copy",
        f"Large messages inside a node are faster by {best.name}",
        "warning",
        "The library does not use the fastest method here to copy between processes.",
        seen={
            "as launched": f"1 MiB at {format_rate(LARGE_BYTES / best.as_it_is_s)}",
            f"with {best.name}": f"{min(best.gains):.1f} to {max(best.gains):.1f} times that, in {len(best.gains)} "
            "starts each, in turn",
        },
        fixes={"environment": "`export " + " ".join(f"{name}={value}" for name, value in best.variables.items()) + "`"},
        verify=_verify(best),
        mpi=case.family,
    )


def _verify(trial: CopyTrial) -> str:
    return f"`rankwise fabrics`: {trial.name} against default, with intervals"
