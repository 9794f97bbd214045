"""What must print equal in every run, without lines and with them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rankwise.core.errors import MeasurementFailed, UsageError
from rankwise.placement.program import Program, whole_run
from rankwise.tuning.program_judge import DEFAULT, ProgramJudge
from rankwise.tuning.records import TuningLine

_RUNS = 2


def pattern_of(text: str) -> re.Pattern[str] | None:
    """The pattern of `--same`; None where none is asked for. Raises UsageError for what is none."""
    try:
        return re.compile(text, re.MULTILINE) if text else None
    except re.error as error:
        raise UsageError("bad-same", f"--same '{text}': {error}", "a regular expression, e.g. 'residual .*'") from error


def printed(pattern: re.Pattern[str], judge: ProgramJudge) -> tuple[str, ...]:
    """What the pattern finds in runs of the default, each time the same. Raises UsageError where it finds nothing or
    what changes from run to run, MeasurementFailed for a run that ends badly."""
    plain = judge.side(DEFAULT)
    texts = _of_a_run(pattern, plain, judge.options.limit_s)
    if not texts:
        message = f"--same '{pattern.pattern}' fits nothing that is printed"
        raise UsageError("nothing-to-compare", message, "see its output")
    for _ in range(_RUNS - 1):
        if (again := _of_a_run(pattern, plain, judge.options.limit_s)) != texts:
            raise UsageError(
                "never-the-same",
                f"--same '{pattern.pattern}': the program as it is prints {texts[-1]!r} once and "
                f"{(again or ('nothing',))[-1]!r} then",
                "choose what does not change from run to run",
            )
    return texts


def changed(
    pattern: re.Pattern[str], expected: Sequence[str], judge: ProgramJudge, lines: Sequence[TuningLine]
) -> tuple[str, ...]:
    """What runs with the lines print in place of what the default prints; empty where it is the same."""
    side = judge.side("all lines", lines)
    for _ in range(_RUNS):
        try:
            texts = _of_a_run(pattern, side, judge.options.limit_s)
        except MeasurementFailed as error:
            return (error.first_line,)
        if texts != tuple(expected):
            return texts or ("nothing",)
    return ()


def _of_a_run(pattern: re.Pattern[str], side: Program, limit_s: float) -> tuple[str, ...]:
    done = whole_run(side, limit_s)
    if not done.ok:
        raise MeasurementFailed("program-failed", done.describe(), "run this line by hand")
    return tuple(match[0] for match in pattern.finditer(done.stdout))
