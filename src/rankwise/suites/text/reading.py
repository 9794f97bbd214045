"""What readers of other suites' text share: lines with their place, and errors that name it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count, pairwise
from typing import Final

from rankwise.core.errors import UsageError

MOST_PROCESSES: Final = 1 << 17
"""Each row is stored with its ranks: one short line must not fill the memory."""
WRONG_DATA: Final = "failed its validation"
"""The problem of a row whose data the suite found wrong."""
_REMARK = ("<", "#", "(", "//", "*")
"""What people write behind a row begins so, or with a sign."""


_ODD_SIZE = re.compile(r"[1-9]\d{0,2}(?:[.,']\d{3}){1,5}|\d{1,15}(?:\.\d{1,9})?(?:[KMGT]i?B?|B)", re.IGNORECASE)
_UNIT = re.compile(r"(?:[KMGT]i?)?B(?:ytes?)?", re.IGNORECASE)
_FIGURE = re.compile(r"\d{1,15}(?:[.,]\d{1,15}){0,5}")


def odd_size(words: list[str], columns: int) -> bool:
    """Whether a line that is no row is one whose size is written otherwise: `1K`, `1,024`, `4 KB`."""
    apart = len(words) == columns + 1 and _UNIT.fullmatch(words[1])
    size, behind = ("".join(words[:2]), words[2:]) if apart else (words[0], words[1:])
    fits = len(behind) == columns - 1 > 0
    return bool(fits and _ODD_SIZE.fullmatch(size) and all(map(_FIGURE.fullmatch, behind)))


def without_remark(words: list[str], columns: int) -> list[str]:
    """The words of a row, and none of what is remarked behind so many columns."""
    behind = words[columns] if columns < len(words) else ""
    return words[:columns] if behind.startswith(_REMARK) or behind[:1] > "~" else words


@dataclass(frozen=True)
class Source:
    """A text and where it came from. `numbers` are those of its lines there; empty where all lines are in it."""

    name: str
    text: str
    numbers: Sequence[int] = ()

    @cached_property
    def first(self) -> int:
        """The number of the first line."""
        return self.numbers[0] if self.numbers else 1

    def lines(self) -> Iterator[tuple[int, str]]:
        """Lines with their numbers."""
        yield from zip(self.numbers or count(1), self.text.splitlines(), strict=False)

    @property
    def last(self) -> int:
        """The number of the last line with words; that of the first where there is none."""
        return max((number for number, line in self.lines() if line.strip()), default=self.first)

    def parts(self, heading: re.Pattern[str]) -> Iterator[Source]:
        """The text cut before each line that has the heading: what is before the first, then one for each."""
        lines = self.text.splitlines(keepends=True)
        begins = [place for place, line in enumerate(lines) if heading.search(line)]
        for begin, end in pairwise([0, *begins, len(lines)]):
            numbers = (self.numbers or range(1, len(lines) + 1))[begin:end]
            yield replace(self, text="".join(lines[begin:end]), numbers=numbers)

    def count(self, text: str, number: int, line: str, what: str) -> int:
        """A whole number from 0 on that a machine can hold. Raises as `damaged`."""
        if not re.fullmatch(r"\d{1,15}", text):
            raise self.damaged(number, line, f"'{text}' is not a number of {what}")
        return int(text)

    def processes(self, text: str, number: int, line: str) -> tuple[int, ...]:
        """So many ranks from 0. Raises as `damaged`."""
        processes = self.count(text, number, line, "processes")
        if not 0 < processes <= MOST_PROCESSES:
            raise self.damaged(number, line, f"{text} is not a number of processes to {MOST_PROCESSES}")
        return tuple(range(processes))

    def value(self, column: str, text: str, number: int, line: str) -> float:
        """A time, or what else stands in the column; 0 for a rate by a time of 0. Raises as `damaged`."""
        value = float(text)
        is_time = column.startswith("t_")
        if is_time and not 0.0 <= value < math.inf:
            raise self.damaged(number, line, f"'{text}' is not a time")
        return value if math.isfinite(value) else 0.0

    def damaged(self, number: int, line: str, what: str) -> UsageError:
        """A line that is not what its place asks for."""
        shown = line.strip()[:80]
        return UsageError(
            "bad-import", f"{self.name}, line {number}: {what}: `{shown}`", "is it the benchmark's own, whole output?"
        )

    def truncated(self, where: str) -> UsageError:
        """A text that ends before its benchmark had."""
        what = "it" if self.first == 1 else f"what begins in line {self.first}"
        return UsageError(
            "truncated", f"{self.name} is cut off: {what} ends {where}", "--partial imports the rows that are whole"
        )
