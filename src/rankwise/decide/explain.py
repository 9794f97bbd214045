"""A tuning in words: what was wrong with the default, line by line."""

from __future__ import annotations

from rankwise.core.records import Gain, Tuning, TuningLine
from rankwise.core.units import format_bytes, format_measured

THE_PROGRAM = "whole runs of the program"
"""What is told of a candidate that the program itself refuses."""


def words_of(tuning: Tuning) -> tuple[str, ...]:
    """A sentence or two for each line."""
    return tuple(line_words(line) for line in tuning.lines)


def line_words(line: TuningLine) -> str:
    """What a line changes, why, and where it gains most."""
    faster = [gain for gain in line.gains if gain.ratio.answer == "faster"]
    gains = f"; {gain_words(max(faster, key=lambda one: one.ratio.ratio))} at most" if faster else ""
    node = "; for ranks of one node alone" if line.reach == "node" else ""
    return f"{line.id}: {line.why or _why(line)}{node}{gains}"


def gain_words(gain: Gain) -> str:
    """`allreduce 64KiB 12.3 us -> 6.1 us, 2.02x (1.90 to 2.15)`."""
    what = "the program" if gain.kernel == "command" else gain.kernel
    size = f" {format_bytes(gain.size_bytes)}" if gain.size_bytes else ""
    before, after = (format_measured(value, gain.figure) for value in (gain.before_s, gain.after_s))
    return f"{what}{size} {before} -> {after}, {gain.ratio.ratio:.2f}x ({gain.ratio.low:.2f} to {gain.ratio.high:.2f})"


def _why(line: TuningLine) -> str:
    if line.rule is not None:
        return f"the library's own choice of algorithm for {line.rule.collective} is slower at these sizes"
    return "the library's own default is slower here"
