"""What is said of the log of a stranger."""

from __future__ import annotations

from rankwise.core.records import Finding
from rankwise.logs.judge import findings_of
from rankwise.logs.reader import Log, Reader


def read_log(text: str | bytes) -> Log:
    """What is in it."""
    reader = Reader()
    reader.feed(text.encode() if isinstance(text, str) else text)
    reader.end_file()
    return reader.ended()


def told(text: str | bytes) -> list[Finding]:
    """What it is told as."""
    return findings_of(read_log(text))
