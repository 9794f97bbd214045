"""What a program itself says of its failure, near the line with which MPI or a launcher notices it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

REACH: Final = 25
"""Lines before and behind that are looked at."""
_GAP, _MOST, _LONGEST = 3, 3, 240

_COMPLAINT: Final = re.compile(
    r"\b(?:ERROR|Error|FATAL|Fatal|[Ff]ailed|FAILED|failure|[Cc]annot|[Uu]nable|[Cc]an't|[Ii]nvalid|[Ee]xception|"
    r"[Mm]ust be|[Dd]oes not|[Dd]o not|[Nn]ot found|No such|[Tt]oo (?:few|many|small|large)|[Oo]ut of|ran out|"
    r"illegal|[Uu]nknown|[Mm]ismatch|fatal|error (?:in|opening|reading|calling|code))\b|\berror(?: ?:|$)|what\(\):"
)
_HARMLESS: Final = re.compile(r"\b[Ee]rrors? ?[:=]? ?[-+\d.]|(?i:\b(?:no|0) (?:errors|failures))")
_OF_LAUNCHERS: Final = re.compile(
    r"\[?(?:mpiexec|mpirun|prterun|proxy:|srun|slurmstepd|orted|prted|unset\b)|MPI_ABORT|NOTE: invoking|"
    r"You may or may not|exactly when |application called|Abort\(|[Aa]borting job|internal ABORT|with errorcode|"
    r"Process name|Exit code|In: PMI_|\*\*\*|Primary job|a non-zero|Per user|the job to be|=  "
)
_FRAME: Final = " \t|*%#=-+"


def own_words(before: Sequence[str], after: Sequence[str]) -> str:
    """The lines nearest to a symptom in which the program complains, joined; empty where it does not."""
    words = _last_group(before) or _first(after)
    return words if len(words) <= _LONGEST else words[: _LONGEST - 3] + "..."


def exception_of(text: str) -> bool:
    """Whether a line is the last of a Python traceback."""
    return _EXCEPTION.match(text) is not None


_EXCEPTION: Final = re.compile(r"(?:\w+\.)*[A-Z]\w*(?:Error|Exception|Exit|Interrupt|Timeout|Expired)\b(?::|$| \()")


def passed_at(lines: Sequence[str]) -> int:
    """Which of the last lines of a log, from 1, says that all tests passed; 0 where none does or some failed."""
    if any(map(_FAILED.search, lines)):
        return 0
    ran = any(map(_RAN.match, lines))
    passed = (bool(_PASSED.search(line)) or (ran and line.startswith("OK")) for line in lines)
    return max((number for number, told in enumerate(passed, 1) if told), default=0)


_PASSED: Final = re.compile(
    r"^\W{0,80}(?:(?i:all (?:\d+ )?tests? (?:are |have )?(?:ok|pass(?:ed)?|succeeded|successful))\b|"
    r"\d+ (?:tests? )?passed\b(?! of|/)|(\d+)/\1 tests? passed\b|100% tests passed\b|\[  PASSED  \]|"
    r"Testing \S{1,99} tests passed|test result: ok\b)"
)
_FAILED: Final = re.compile(r"\b[1-9]\d{0,9} (?:tests? )?(?:failed|FAILED|errors?)\b|^FAILED\b|\[  FAILED  \]")
_RAN: Final = re.compile(r"Ran \d+ tests? in ")
"""What unittest prints before its OK."""


def _last_group(lines: Sequence[str]) -> str:
    complaints = [number for number, line in enumerate(lines) if _complains(line)]
    if not complaints:
        return ""
    start = complaints[-1]
    for number in reversed(complaints):
        if start - number > _GAP:
            break
        start = number
    return _joined(lines[start:])


def _first(lines: Sequence[str]) -> str:
    return next((_joined(lines[number : number + 2]) for number, line in enumerate(lines) if _complains(line)), "")


def _complains(line: str) -> bool:
    return bool(_COMPLAINT.search(line)) and not _HARMLESS.search(line) and _of_program(line)


def _of_program(line: str) -> bool:
    return not _OF_LAUNCHERS.match(line.strip(_FRAME)) and not _OF_LAUNCHERS.match(line.strip())


def _joined(lines: Sequence[str]) -> str:
    said = [" ".join(line.strip(_FRAME).split()) for line in lines if _of_program(line)]
    return " / ".join([line for line in said if line][:_MOST])
