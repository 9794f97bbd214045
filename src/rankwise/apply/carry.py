"""Lines of a tuning as one change of a launch: their knobs, the files that their rules need, what is preloaded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rankwise.core.errors import UsageError
from rankwise.core.files import make
from rankwise.core.records import Change, Mpi, TuningLine
from rankwise.mpis.families import FAMILIES


def carry(lines: Sequence[TuningLine], mpi: Mpi, folder: Path) -> Change:
    """What a launch of `mpi` needs so that all lines are in effect. Files are written into `folder`, which is made.

    Raises UsageError when two lines contradict each other, and for a rule that this MPI cannot express;
    EnvironmentProblem when files cannot be written.
    """
    make(folder)
    knobs: dict[str, str] = {}
    said: dict[str, str] = {}
    for line in lines:
        for name, value in line.knobs.items():
            if knobs.setdefault(name, value) != value:
                raise UsageError(
                    "lines-disagree",
                    f"lines '{said[name]}' and '{line.id}' set {name} to '{knobs[name]}' and '{value}'",
                    "keep one of them",
                )
            said.setdefault(name, line.id)
    rules = [line.rule for line in lines if line.rule is not None]
    carried = FAMILIES[mpi.family].rules.carried(mpi, rules, folder.absolute()) if rules else {}
    for name, value in carried.items():
        if knobs.setdefault(name, value) != value:
            raise UsageError(
                "lines-disagree",
                f"line '{said[name]}' sets {name}, which the rules of other lines need for themselves",
                "take its knob away, or the rules",
            )
    preloads = list(dict.fromkeys(line.preload for line in lines if line.preload))
    if len(preloads) > 1:
        raise UsageError("lines-disagree", f"lines preload {' and '.join(preloads)}", "keep one of them")
    return Change(knobs=knobs, preload=preloads[0] if preloads else None)
