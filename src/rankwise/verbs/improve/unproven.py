"""Where nothing was proven: what looked best, written as a tuning of its own, and the budget that may well decide."""

from __future__ import annotations

import math

from msgspec.structs import replace

from rankwise.apply import file as tuning_file
from rankwise.apply.carry import keep, schedule_folders
from rankwise.model.records import Ratio
from rankwise.tuning.proof import Proof
from rankwise.tuning.records import Tuning
from rankwise.tuning.whole_runs import LITTLE
from rankwise.verbs.improve.case import Case, ImproveOptions, Open
from rankwise.verbs.records import Unproven

_ROUND_S = 60.0
_MOST = 20.0
"""Times the budget: where more would be needed, the machine is what must change."""


def best_of(case: Case, proof: Proof) -> Open | None:
    """Of what was not decided that with the largest gain in the runs that were seen. Where nothing gained, what had no
    time for a run, by its modelled gain; None where there is no such thing."""
    tried = [*case.open]
    if proof.open and proof.whole is not None:
        whole = proof.whole
        names = " and ".join(line.id for line in proof.open)
        seen = (whole.before_s, whole.after_s, whole.ratio.ratio, whole.ratio.launch_pairs, whole.ratio.half_width)
        tried.append(Open(names, proof.open, *seen))
    better = [candidate for candidate in tried if candidate.runs and candidate.gain > 1.0] or [
        candidate for candidate in tried if not candidate.runs
    ]
    return max(better, key=lambda seen: seen.gain, default=None)


def enough(case: Case, best: Open | None, control: Ratio | None) -> float:
    """A budget in whole minutes with which a gain of a tenth is told from none: the interval narrows with the square
    root of the runs. 0 where that is out of reach."""
    spreads = [best.spread] if best and best.spread is not None else []
    spreads += [control.half_width] if control is not None and not spreads else []
    more = max(1.0, (spreads[0] / math.log(LITTLE)) ** 2) if spreads else 1.0
    if more > _MOST:
        return 0.0
    least_s = max(case.judge.enough_s, case.options.budget_s * max(more, 1.5))
    return _ROUND_S * math.ceil(least_s / _ROUND_S)


def written(best: Open, tuning: Tuning, options: ImproveOptions, budget_s: float) -> Unproven:
    """The candidate with the file of its lines, beside the one that a proven tuning would have."""
    file = options.file.with_stem(f"{options.file.stem}-unproven")
    tuning_file.write(replace(tuning, lines=best.lines, joint=()), file)
    keep(best.lines, schedule_folders(options.out), file)
    return Unproven(
        what=best.what,
        before_s=best.before_s,
        after_s=best.after_s,
        runs=best.runs,
        figure=bool(options.figure),
        file=str(file),
        budget_s=budget_s,
    )
