"""What readers of other suites' text share: lines with their place, and errors that name it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rankwise.core.errors import UsageError


@dataclass(frozen=True)
class Source:
    """A text and where it came from."""

    name: str
    text: str

    def lines(self) -> Iterator[tuple[int, str]]:
        """Lines with their numbers, from 1."""
        yield from enumerate(self.text.splitlines(), start=1)

    def damaged(self, number: int, line: str, what: str) -> UsageError:
        """A line that is not what its place asks for."""
        shown = line.strip()[:80]
        return UsageError(
            "bad-import", f"{self.name}, line {number}: {what}: `{shown}`", "is it the benchmark's own, whole output?"
        )

    def truncated(self, where: str) -> UsageError:
        """A text that ends before its benchmark had."""
        return UsageError(
            "truncated", f"{self.name} is cut off: it ends {where}", "--partial imports the rows that are whole"
        )
