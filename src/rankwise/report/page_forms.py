"""A page in other forms: text and tables as Markdown or CSV, figures as SVG or PNG, of every kind of run."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Final, Literal

from rankwise.core import files
from rankwise.core.errors import UsageError
from rankwise.core.records import Record, encode
from rankwise.report.answers import render
from rankwise.report.raster import png
from rankwise.report.svg import standalone

FORMS: Final = ("html", "md", "csv", "svg", "png", "json")
_TEXT = {
    "p": "{}",
    "h1": "# {}",
    "h2": "## {}",
    "h3": "### {}",
    "li": "- {}",
    "figcaption": "*{}*",
}
_ELSEWHERE = "choose another --file"
_SKIPPED = ("style", "script", "title", "svg", "template", "button")


@dataclass
class Block:
    """A paragraph in Markdown, or the rows of a table, the first of which is the head; `under` is the heading above."""

    text: str = ""
    rows: list[list[str]] = field(default_factory=list)
    under: str = ""


class _Reader(HTMLParser):
    """Reads pages that we wrote: well formed, with a table never inside another."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[Block] = []
        self._skipped = 0
        self._words: list[str] = []
        self._heading = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begins a table, a row, a cell or a paragraph."""
        self._skipped += tag in _SKIPPED
        if tag == "table":
            self.blocks.append(Block(under=self._heading))
        elif tag == "tr" and self.blocks:
            self.blocks[-1].rows.append([])
        if tag in _TEXT or tag in ("td", "th"):
            self._words = []

    def handle_endtag(self, tag: str) -> None:
        """Ends it: its words are a cell, or a block."""
        self._skipped -= tag in _SKIPPED
        if self._skipped:
            return
        text = " ".join("".join(self._words).split())
        if tag in ("td", "th") and self.blocks and self.blocks[-1].rows:
            self.blocks[-1].rows[-1].append(text)
        elif tag in _TEXT and text:
            self._heading = text if tag.startswith("h") else self._heading
            self.blocks.append(Block(text=_TEXT[tag].format(text), under=self._heading))
        if tag in _TEXT or tag in ("td", "th"):
            self._words = []

    def handle_data(self, data: str) -> None:
        """Words between tags."""
        if not self._skipped:
            self._words.append(data)


def blocks(page: str) -> list[Block]:
    """The text and the tables of a page, in its order."""
    reader = _Reader()
    reader.feed(page)
    return [block for block in reader.blocks if block.text or block.rows]


def markdown(page: str) -> str:
    """The text and the tables of a page."""
    parts = []
    for block in blocks(page):
        if block.text:
            parts.append(block.text)
            continue
        head, *rows = block.rows
        lines = [head, ["---"] * len(head), *rows]
        parts.append("\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in lines))
    return "\n\n".join(parts) + "\n"


def tables(page: str) -> str:
    """The tables of a page as CSV: the first column is the heading that a table stands under."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    for block in blocks(page):
        writer.writerows([block.under, *row] for row in block.rows)
    return file.getvalue()


def figures(page: str, form: Literal["svg", "png"]) -> list[bytes]:
    """Every figure of a page as a file of its own. Raises EnvironmentProblem for PNG where resvg is not installed."""
    parts = (part.partition('<svg class="fig') for part in page.split("</svg>")[:-1])
    drawn = [f"{head}{rest}</svg>" for _, head, rest in parts if head]
    return [png(svg) if form == "png" else standalone(svg).encode() for svg in drawn]


def write_form(answer: Record, file: Path, form: str, drawn_by: Callable[[], str] | None = None) -> list[Path]:
    """Writes an answer in one of `FORMS` and returns the files: several where a page has several figures, by number.
    `drawn_by` gives the page of what is no answer of a run. Raises UsageError for a page without a figure,
    EnvironmentProblem where a file cannot be written."""
    if form == "json":
        return [files.put(file, encode(answer).decode() + "\n", _ELSEWHERE)]
    page = drawn_by() if drawn_by else render(answer)
    if form == "html":
        return [files.put(file, page, _ELSEWHERE)]
    if form in ("md", "csv"):
        return [files.put(file, markdown(page) if form == "md" else tables(page), _ELSEWHERE)]
    drawn = figures(page, "png" if form == "png" else "svg")
    if not drawn:
        raise UsageError("no-figure", f"the page has no figure to write as {form}", "write it as md or csv")
    numbered = [file.with_stem(f"{file.stem}-{number}") for number in range(1, len(drawn) + 1)]
    names = numbered if len(drawn) > 1 else [file]
    return [files.put(name, picture, _ELSEWHERE) for name, picture in zip(names, drawn, strict=True)]
