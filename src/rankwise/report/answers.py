"""Any answer on a terminal and as a page, by the row of its kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rankwise.core import files
from rankwise.core.kinds import kind_of
from rankwise.core.late import load
from rankwise.core.records import Record
from rankwise.report.tables import told

if TYPE_CHECKING:
    from rich.console import ConsoleRenderable


def lines(answer: Record, page: Path | None = None) -> Iterator[str | ConsoleRenderable]:
    """An answer as its command shows it, the sentences to know first before its own lines, and the name of its page
    where there is one."""
    if first := verdict(answer):
        yield from (*(line for text in first for line in told(text)), "")
    yield from load(kind_of(answer).lines)(answer)
    if page is not None:
        yield f"page: {page}"


def verdict(answer: Record) -> list[str]:
    """The sentences to know first, of a kind whose lines do not begin with them."""
    of = kind_of(answer).verdict
    said: list[str] = load(of)(answer) if of else []
    return said


def render(answer: Record) -> str:
    """The page of an answer as text."""
    page: str = load(kind_of(answer).page)(answer)
    return page


def write(answer: Record, page: Path) -> Path:
    """Writes the page of an answer at once, never half, and returns its path. Raises EnvironmentProblem when it cannot
    be written: an older page then stays."""
    return files.put(page, render(answer), "choose another --out")
