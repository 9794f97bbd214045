"""How much work each endpoint should get so that all end at the same time: a linear programme."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rankwise.core.errors import UsageError


@dataclass(frozen=True)
class Worker:
    """One endpoint. It does `speed` units of work per second; `per_unit_s` is what moving the data of a unit to it and
    back takes, `fixed_s` what it spends in any case before it is done (latencies, exchanges)."""

    name: str
    speed: float
    per_unit_s: float = 0.0
    fixed_s: float = 0.0


def work_shares(workers: Sequence[Worker], work: float) -> tuple[float, dict[str, float]]:
    """(seconds until the last one ends, units of each) for `work` units in all, so that the time is least.

    Everybody who works ends at the same time; who could not even begin by then gets nothing, and its fixed time does
    not count. Raises UsageError for no workers, and speeds or work that are not above zero.
    """
    from scipy.optimize import linprog

    if not workers or work <= 0 or any(worker.speed <= 0 for worker in workers):
        raise UsageError("bad-share", "work and the speed of each endpoint must be above 0", "see --speed and --work")
    used = sorted(workers, key=lambda worker: worker.fixed_s)
    while True:
        # Variables: the units of each, then the time. Minimise the time; fixed + units * cost <= time for each.
        count = len(used)
        rows = [
            [1.0 / worker.speed + worker.per_unit_s if column == row else 0.0 for column in range(count)] + [-1.0]
            for row, worker in enumerate(used)
        ]
        answer = linprog(
            [0.0] * count + [1.0],
            A_ub=rows,
            b_ub=[-worker.fixed_s for worker in used],
            A_eq=[[1.0] * count + [0.0]],
            b_eq=[work],
            bounds=[(0.0, None)] * (count + 1),
        )
        if not answer.success or answer.x is None:
            raise UsageError("bad-share", f"no shares were found: {answer.message}", "are speeds and sizes sensible?")
        solved = answer.x.tolist()
        time_s = float(solved[-1])
        if count == 1 or used[-1].fixed_s < time_s * (1.0 - 1e-9):
            break
        used.pop()  # the one that begins last has no time left to work
    units: Mapping[str, float] = {worker.name: float(x) for worker, x in zip(used, solved[:-1], strict=True)}
    return time_s, {worker.name: units.get(worker.name, 0.0) for worker in workers}


def equal_time_s(workers: Sequence[Worker], work: float) -> float:
    """Seconds until the last one ends when each gets the same share."""
    each = work / len(workers)
    return max(worker.fixed_s + each * (1.0 / worker.speed + worker.per_unit_s) for worker in workers)
