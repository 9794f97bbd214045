"""Measured values in words: the one place where they are scaled and rounded for people."""

from __future__ import annotations

import itertools
import re
import shlex
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from rankwise.core import said
from rankwise.core.cell_parameters import in_words
from rankwise.core.grouped import grouped
from rankwise.core.records import Cell, Estimate, Experiment, Run
from rankwise.core.units import few, format_bytes, format_rate, format_seconds, plural
from rankwise.model.records import PathClass, Ratio
from rankwise.report.tables import told
from rankwise.verbs.records import VerdictLine

K = TypeVar("K")
_MOST_WARNINGS = 8
_RATES_FROM_BYTES = 16384  # below, time is what a message costs and its rate says little

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What sides of a comparison are called in a table."""
NOT_KNOWN = "±?"
NOT_KNOWN_WORDS = f"{NOT_KNOWN}: too few values, or too different ones: the interval is wider than the value itself"
HALF = "half from"
HALF_WORDS = f"{HALF}: size at half the rate"
MARKS = {"good": "✓", "slow": "▲", "cannot tell": "?"}
_MEANINGS = {"✓": "as it should be", "▲": "slow", "?": "cannot tell"}
KINDS = {"good": "good", "slow": "slow", "cannot tell": "unsure"}
ANSWERS = {"faster": "good", "slower": "slow", "same": "unsure", "cannot tell": "unsure"}
CONCLUSIONS = {"proven": "good", "refuted": "unsure", "cannot tell": "unsure"}


def precision(estimate: Estimate) -> str:
    """`±1.2 %`; `one value` where nothing tells how it varies."""
    if estimate.samples == 1:
        return "one value"
    if estimate.low_s == estimate.high_s:  # equal digits of two texts prove nothing
        return NOT_KNOWN
    return plus_minus(estimate.median_s, estimate.low_s, estimate.high_s)


def plus_minus(middle: float, low: float, high: float) -> str:
    """Half the interval relative to its middle: `±1.2 %`; `±?` where a single value cannot say."""
    percent = 50 * (high - low) / middle if middle else 0.0
    if percent > 100:
        return NOT_KNOWN
    return f"±{percent:.1f} %" if percent < 10 else f"±{percent:.0f} %"


def latency(path_class: PathClass) -> str:
    """`0.21 us ±1.2 %` of a class."""
    middle, low, high = path_class.latency_s, path_class.latency_low_s, path_class.latency_high_s
    return f"{format_seconds(middle)} {plus_minus(middle, low, high)}"


def bandwidth(path_class: PathClass) -> str:
    """`9.14 GB/s ±2.0 %` of a class."""
    low, high = path_class.bandwidth_low_bytes_per_s, path_class.bandwidth_high_bytes_per_s
    middle = path_class.bandwidth_bytes_per_s
    return f"{format_rate(middle)} {plus_minus(middle, low, high)}"


def legend(shown: Iterable[str]) -> list[str]:
    """What the symbols of a table mean, of those that are shown."""
    text = "\n".join(shown)
    marks = [
        f"{mark} {meaning}"
        for mark, meaning in _MEANINGS.items()
        if re.search(rf"(?<!±){re.escape(mark)}(?:\d| |$)", text, re.M)
    ]
    counts = ["and how many sizes"] if re.search(rf"(?<!±)[{''.join(_MEANINGS)}]\d", text) else []
    half = [HALF_WORDS] if HALF in text else []
    first = [", ".join([*marks, *counts]), *half] if marks else half
    return (["; ".join(first)] if first else []) + ([NOT_KNOWN_WORDS] if NOT_KNOWN in text else [])


def measured(line: VerdictLine, size_bytes: int) -> str:
    """The value of a verdict line: a rate for large messages where it has one, else a time."""
    if line.rate_bytes_per_s and size_bytes >= _RATES_FROM_BYTES:
        return format_rate(line.rate_bytes_per_s)
    return format_seconds(line.measured.median_s)


def expected(line: VerdictLine, size_bytes: int) -> str:
    """The strictest expectation of a line in the unit of `measured`, and what the map predicts of a pattern; empty when
    there is neither."""

    def told(time_s: float) -> str:
        if line.rate_bytes_per_s and time_s and size_bytes >= _RATES_FROM_BYTES:
            return format_rate(line.rate_bytes_per_s * line.measured.median_s / time_s)
        return format_seconds(time_s)

    words = [told(min(value.time_s for value in line.expected))] if line.expected else []
    words += [f"predicted {told(line.predicted_s)}"] if line.predicted_s else []
    return "; ".join(words)


def ratio(measured: Ratio, unit: str = "x") -> str:
    """`1.42x (1.30 to 1.55)`; what `core.said` has for it where it is hardly known."""
    return said.ratio(measured.ratio, measured.low, measured.high, unit)


def verdict_ratio(line: VerdictLine) -> str:
    """By how much a line misses what it should be: `2.50x`, `at least 2.50x`; empty where nothing is known of it."""
    if line.ratio is None:
        return ""
    return said.factor(line.ratio, line.ratio_low or 0.0, line.ratio_high or 0.0)


def answer(ratio: Ratio) -> str:
    """`faster`, `slower`, `same within 2 %` or `cannot tell`."""
    return f"same within {ratio.margin * 100:g} %" if ratio.answer == "same" else ratio.answer


def interval(median_s: float, low_s: float, high_s: float) -> str:
    """`0.21 us (0.20 us to 0.22 us)`."""
    return f"{format_seconds(median_s)} ({format_seconds(low_s)} to {format_seconds(high_s)})"


def experiment(tried: Experiment) -> str:
    """`1.62 ms -> 900 us, ratio 1.80 (1.71 to 1.88), single copy on`."""
    change = f"{format_seconds(tried.before.median_s)} -> {format_seconds(tried.after.median_s)}"
    return f"{change}, ratio {said.ratio(tried.ratio, tried.ratio_low, tried.ratio_high, '')}, {tried.change}"


def parameters(cell: Cell) -> str:
    """What sets a cell apart beside kernel and size: datatype, operation, root, window, communicator, cache, load."""
    return ", ".join(in_words(cell))


def ranks(group: tuple[int, ...]) -> str:
    """`2 0 3 1`, cut where it gets long."""
    return " ".join(map(str, group[:8])) + (" ..." if len(group) > 8 else "")


def size(cell: Cell) -> str:
    """`8 B`, `4KiB`."""
    return format_bytes(cell.size_bytes)


def regimes(estimate: Estimate) -> str:
    """`0.26 us in 67 % of launches, 0.55 us in 33 % of launches`."""
    plural = {"launch": "launches", "visit": "visits"}
    return ", ".join(
        f"{format_seconds(regime.median_s)} in {regime.share:.0%} of {plural[regime.scope]}"
        for regime in estimate.regimes
    )


def command_of(run: Run, verb: str, other: str = "") -> str:
    """`rankwise runs show ID --out DIR`: a command on the run, where it was stored elsewhere with the folder. `other`:
    what comes behind the run."""
    given = run.provenance.command
    given = given[: given.index("--")] if "--" in given else given
    out = [value for flag, value in itertools.pairwise(given) if flag == "--out"]
    out += [word.partition("=")[2] for word in given if word.startswith("--out=")]
    return shlex.join(["rankwise", *verb.split(), run.id, *filter(None, [other]), *(["--out", out[-1]] if out else [])])


def run_with(file: str, program: str) -> str:
    """The line that starts a program with a tuning, to copy; `program` is what stands behind `--`."""
    return f"rankwise run --tuning {shlex.quote(file)} -- {program}"


def sentence(words: str) -> str:
    """The words with a capital at the start and one full stop at the end."""
    trimmed = words.strip().rstrip(".")
    return f"{trimmed[:1].upper()}{trimmed[1:]}." if trimmed else ""


def stretched(slowdown: float) -> str:
    """`, in a lab whose times are stretched 20 times`; nothing where they are not."""
    return f", in a lab whose times are stretched {slowdown:g} times" if slowdown != 1.0 else ""


def listed(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def warning_lines(warnings: Sequence[str]) -> list[str]:
    """The first line of each, of many the first few and how many more there are."""
    kept = [f"warning: {text.splitlines()[0]}" for text in warnings[:_MOST_WARNINGS] if text]
    lines = [line for text in kept for line in told(text, "    ")]
    more = len(warnings) - _MOST_WARNINGS
    return lines + [f"and {plural(more, 'warning')} more (--json)"] * (more > 0)


def alike(named: Iterable[tuple[str, K]]) -> list[tuple[list[str], K]]:
    """The names that have equal things, with what they have, in the order of the first of each."""
    kinds = grouped((thing, name) for name, thing in named)
    return [(names, thing) for thing, names in kinds.items()]


def most_and_others(
    nodes: Iterable[tuple[str, tuple[tuple[str, str], ...]]], row: Callable[[str, str], str]
) -> list[str]:
    """Nodes by their rows of a name and words: those of most once, and of the others what differs."""
    (most, usual), *others = sorted(alike(nodes), key=lambda kind: -len(kind[0]))
    text = [f"{'1 node' if len(most) == 1 else f'{len(most)} nodes alike'}: {few(most)}"]
    text += [row(*each) for each in usual]
    for names, rows in others:
        text += [f"{few(names)} differ{'s' if len(names) == 1 else ''} in"]
        text += [row(name, f"{words}, there") for name, words in rows if (name, words) not in usual]
        text += [row(name, f"{words}, on the others") for name, words in usual if (name, words) not in rows]
    return text
