"""Standard output and error: what a locale lacks is written in ASCII, and no text from outside steers a terminal."""

from __future__ import annotations

import codecs
import os
import sys
from io import TextIOWrapper
from typing import Final

from rankwise.core.plain import plain
from rankwise.report.console import UNFILTERED

_ASCII: Final = {
    "±": "+-", "×": "x", "µ": "u", "→": "->", "…": "...", "–": "-", "—": "-", "·": "*", "≤": "<=", "≥": ">=", "─": "-",
    "│": "|", "━": "-", "█": "#", "•": "*", "’": "'",
}  # fmt: skip


def open_what_is_closed() -> bool:
    """Standard streams that the caller has closed lead nowhere: else the next file that is opened takes their number,
    and a child's errors would go into it. Returns whether standard output was closed."""
    output_is_closed = sys.stdout is None
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number: this one
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    return output_is_closed


def write_what_can_be_written() -> None:
    """Letters that the encoding of a stream lacks become what looks like them, or a question mark. Characters that
    steer a terminal become escapes."""
    codecs.register_error("rankwise.ascii", _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="rankwise.ascii")
        if isinstance(stream, TextIOWrapper) and not hasattr(stream, UNFILTERED):
            _make_plain(stream)


def _make_plain(stream: TextIOWrapper) -> None:
    write = stream.write
    setattr(stream, UNFILTERED, write)  # for colours, whose text is made plain before (report/console.py)
    stream.write = lambda text: write(plain(text))  # type: ignore[method-assign]


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_ASCII.get(letter, "?") for letter in error.object[error.start : error.end]), error.end
