"""Standard output and error on terminals that cannot show every letter: what a locale lacks is written in ASCII."""

from __future__ import annotations

import codecs
import sys
from io import TextIOWrapper
from typing import Final

_ASCII: Final = {
    "±": "+-", "×": "x", "µ": "u", "→": "->", "…": "...", "–": "-", "—": "-", "·": "*", "≤": "<=", "≥": ">=", "─": "-",
    "│": "|", "━": "-", "█": "#", "•": "*", "’": "'",
}  # fmt: skip


def write_what_can_be_written() -> None:
    """Letters that the encoding of a stream lacks become what looks like them, or a question mark."""
    codecs.register_error("rankwise.ascii", _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="rankwise.ascii")


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_ASCII.get(letter, "?") for letter in error.object[error.start : error.end]), error.end
