"""A tuning in words: what was wrong with the default, line by line."""

from __future__ import annotations

from msgspec.structs import replace

from rankwise.core import said
from rankwise.core.units import format_bytes, format_measured, plural
from rankwise.tuning.records import Gain, Tuning, TuningLine

_NO_END = 2**31 - 1  # of a rule's sizes


def in_words(tuning: Tuning) -> Tuning:
    """The tuning with everything that its lines say in words: what they apply to, what they gain, and a sentence each.
    A line whose figures are not known keeps what its file says."""
    lines = tuple(
        replace(
            line,
            applies_to=_applies_to(line) if line.gains or line.rule or not line.applies_to else line.applies_to,
            gain=_gain_of(line) if line.gains else line.gain,
        )
        for line in tuning.lines
    )
    return replace(tuning, lines=lines, words=tuple(line_words(line) for line in lines))


def line_words(line: TuningLine) -> str:
    """What a line changes, why, and where it gains most."""
    faster = _faster(line)
    gains = f"; most: {gain_words(faster[0])}" if faster else f"; {line.gain}" if line.gain and not line.gains else ""
    node = "; for ranks of one node alone" if line.reach == "node" else ""
    return f"{line.id}: {line.why or _why(line)}{node}{gains}"


def _applies_to(line: TuningLine) -> str:
    """`bcast of 8 B to 64KiB on communicators of 4 ranks`, `all messages; measured: bcast, 8 B to 1MiB, 2 ranks`."""
    if (rule := line.rule) is not None:
        first, last = format_bytes(rule.from_bytes), format_bytes(rule.to_bytes)
        sizes = f"{first} and more" if rule.to_bytes >= _NO_END else first if first == last else f"{first} to {last}"
        sizes = "any size" if rule.to_bytes >= _NO_END and rule.from_bytes <= 1 else sizes
        return f"{rule.collective} of {sizes} on communicators of {plural(rule.ranks, 'rank')}"
    if line.relay is not None:
        pair, *others = line.relay.pairs
        more = f" and {plural(len(others), 'other pair')}" if others else ""
        return f"messages between {pair.source} and {pair.target}{more}"
    seen = [gain for gain in line.gains if gain.kernel != "command"]
    if not seen:
        return "the whole program" if line.gains else "all messages"
    kernels = ", ".join(dict.fromkeys(gain.kernel for gain in seen))
    measured = [gain.size_bytes for gain in seen]
    between = " to ".join(format_bytes(size) for size in dict.fromkeys((min(measured), max(measured))))
    return f"all messages; measured: {kernels}, {between}, {plural(max(gain.ranks for gain in seen), 'rank')}"


def _gain_of(line: TuningLine) -> str:
    """One gain: the largest, with how many of the measured cells are faster and slower."""
    faster = _faster(line)
    slower = sum(gain.ratio.answer == "slower" for gain in line.gains)
    if not faster:
        return "none of its cells is faster by itself; its mean over all cells is"
    most = gain_words(faster[0])
    if len(line.gains) == 1:
        return most
    regression = f", slower in {slower}" if slower else ""
    return f"faster in {plural(len(faster), 'cell')}{regression}; most: {most}"


def _faster(line: TuningLine) -> list[Gain]:
    """The cells that a line makes faster, the surest first."""
    faster = [gain for gain in line.gains if gain.ratio.answer == "faster"]
    return sorted(faster, key=lambda gain: -said.sure(gain.ratio.low, gain.ratio.high))


def gain_words(gain: Gain) -> str:
    """`allreduce 64KiB 12.3 us -> 6.1 us, 2.02x (1.90 to 2.15)`."""
    what = "the program" if gain.kernel == "command" else gain.kernel
    size = f" {format_bytes(gain.size_bytes)}" if gain.size_bytes else ""
    before, after = (format_measured(value, gain.figure) for value in (gain.before_s, gain.after_s))
    return f"{what}{size} {before} -> {after}, {said.ratio(gain.ratio.ratio, gain.ratio.low, gain.ratio.high)}"


def _why(line: TuningLine) -> str:
    if line.rule is not None and line.schedules:
        return f"{line.rule.collective} follows messages that were chosen for the map of these endpoints"
    if line.rule is not None:
        return f"the library's own choice of algorithm for {line.rule.collective} is slower at these sizes"
    return "the library's own default is slower here"
