"""What readers of other suites' text share: lines with their place, and errors that name it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from rankwise.core.errors import UsageError


@dataclass(frozen=True)
class Source:
    """A text and where it came from; `first` is the number of its first line there."""

    name: str
    text: str
    first: int = 1

    def lines(self) -> Iterator[tuple[int, str]]:
        """Lines with their numbers."""
        yield from enumerate(self.text.splitlines(), start=self.first)

    def parts(self, heading: re.Pattern[str]) -> Iterator[Source]:
        """The text cut before each line that has the heading: what is before the first, then one for each."""
        lines = self.text.splitlines(keepends=True)
        begins = [place for place, line in enumerate(lines) if heading.search(line)]
        for begin, end in pairwise([0, *begins, len(lines)]):
            yield replace(self, text="".join(lines[begin:end]), first=self.first + begin)

    def count(self, text: str, number: int, line: str, what: str) -> int:
        """A whole number from 0 on that a machine can hold. Raises as `damaged`."""
        if not re.fullmatch(r"\d{1,15}", text):
            raise self.damaged(number, line, f"'{text}' is not a number of {what}")
        return int(text)

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
