"""A line of a log without what launchers, terminals and collectors of logs put around it."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

ANSI: Final = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
LONGEST: Final = 2000
"""Letters of a line that are looked at, and shown at most."""

_HOST: Final = r"(?P<host>[A-Za-z0-9][A-Za-z0-9.-]{0,99})"
_TIME: Final = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?"
_PREFIXES: Final = tuple(
    map(
        re.compile,
        (
            r"\s*\[[\w.@-]*?,?(?P<rank>\d{1,9})\]<std(?:out|err)>:? ?",  # mpirun --tag-output
            rf"\s*(?:\[{_TIME}\]|{_TIME})[: ]\s*",  # collectors of logs
            rf"[A-Z][a-z]{{2}} [ \d]\d \d\d:\d\d:\d\d {_HOST} [\w./-]+(?:\[\d+\])?: ",  # syslog
            rf"\[\d{{9,10}}\.\d+\]\s+\[{_HOST}:\d+:\d+\]\s+",  # UCX
            r"\[\s*\d{1,7}\.\d{6}\]\s+",  # the kernel
            rf"\[{_HOST}:\d+(?::\d+:\d+)?\]\s+(?=\S)",  # Open MPI; UCX in others
            rf"{_HOST}:\d+:\d+ \[\d+\] ",  # NCCL
            r"\s*\[(?P<rank>\d{1,9})\]:? ?(?!MPI startup)(?=\S)",  # Hydra -l
            r"\s*(?P<rank>\d{1,9}): ?(?=\S)",  # srun -l
            r"(?:\[?[Rr]ank ?(?P<rank>\d{1,9})\]?): ?(?=\S)",
            r"\s*(?:> ){1,3}(?=\S)",  # a quotation in a letter
            r"\s*(?:stderr|stdout|STDERR|STDOUT)(?: ?\||:) ?(?=\S)",
        ),
    )
)
_MOST: Final = 4


@dataclass(frozen=True)
class Line:
    """A line: what was said, where, and by whom as far as a prefix tells. `number` counts from 1 in its file."""

    text: str
    number: int
    file: int = 0
    rank: int | None = None
    host: str = ""
    prefix: str = ""

    @property
    def place(self) -> tuple[int, int]:
        """Its file and number, by which lines are in order."""
        return self.file, self.number


def line_of(raw: bytes, number: int, file: int = 0) -> Line:
    """The line without its prefixes. Letters that are none are shown as marks."""
    text = raw[: 2 * LONGEST].decode("utf-8", "replace")[:LONGEST].rstrip()
    line, start = Line(text, number, file), len(text) - len(text.lstrip())
    for _ in range(_MOST):
        match = next((match for prefix in _PREFIXES if (match := prefix.match(text, start))), None)
        if match is None or match.end() == start:
            break
        start = match.end()
        told = match.groupdict()
        line = replace(
            line,
            rank=int(told["rank"]) if told.get("rank") else line.rank,
            host=told.get("host") or line.host,
        )
    return replace(line, text=text[start:], prefix=text[:start])


def cut(line: bytes) -> Iterator[bytes]:
    """A line in parts, at a blank where there is one: what never ends is read too."""
    while len(line) > LONGEST:
        end = line.rfind(b" ", LONGEST // 2, LONGEST) + 1 or LONGEST
        yield line[:end]
        line = line[end:]
    yield line


def utf16_of(data: bytes) -> str:
    """The name of the encoding where it is UTF-16, by its mark or by its zeros."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    head = data[:400]
    if len(head) > 20 and head[1::2].count(0) > 0.4 * len(head) and not head[0::2].count(0):
        return "utf-16-le"
    if len(head) > 20 and head[0::2].count(0) > 0.4 * len(head) and not head[1::2].count(0):
        return "utf-16-be"
    return ""
