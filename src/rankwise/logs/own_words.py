"""What a program itself says of its failure, near the line with which MPI or a launcher notices it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rankwise.logs.tones import is_frame

REACH: Final = 25
"""Lines before and behind that are looked at."""
LONGEST_WORDS: Final = 240
_GAP, _MOST = 3, 3

_COMPLAINT: Final = re.compile(
    r"\b(?:ERROR|Error|FATAL|Fatal|[Ff]ailed|FAILED|failure|[Cc]annot|[Uu]nable|[Cc]an't|[Ii]nvalid|[Ee]xception|"
    r"[Mm]ust be|[Dd]oes not|[Dd]o not|[Nn]ot found|No such|[Tt]oo (?:few|many|small|large)|[Oo]ut of|ran out|"
    r"illegal|[Uu]nknown|[Mm]ismatch|fatal|ABORT|[Ii]nconsistent|[Ee]xceeds?|[Dd]ivisible|[Ii]ncorrect|[Mm]issing|"
    r"[Uu]nsupported|[Uu]nrecognized|[Nn]eeds? at least|[Nn]o(?:t|n)?[ -](?:equal|enough|supported|available|allowed|"
    r"match\w*|coherent|compatible|permitted|implemented)|[Bb]ad|[Ww]rong|STOP|[Ll]ost|[Aa]borting|"
    r"error (?:in|opening|reading|calling|code))\b|\berror(?: ?:|$)|what\(\):"
)
_HARMLESS: Final = re.compile(r"\b[Ee]rrors? ?[:=]? ?[-+\d.]|\bERRORS? ?[:=]? ?0\b|(?i:\b(?:no|0) (?:errors|failures))")
_FORTRAN_FRAME: Final = re.compile(r"\s*\S{1,40} +[\dA-F]{8,16} +\S+ +(?:Unknown|\d+) +\S")
"""A line of the trace that Intel's Fortran library prints."""
_OF_LAUNCHERS: Final = re.compile(
    r"\[?(?:PMIX|PRTE|ORTE|OPAL|UCX|NCCL|HYD|libfabric|mpiexec|mpirun|prterun|proxy:|srun|slurmstepd|orted|prted|"
    r"unset\b)|MPI_ABORT|NOTE: invoking|"
    r"You may or may not|exactly when |application called|Abort\(|[Aa]borting job|internal ABORT|with errorcode|"
    r"Process name|Exit code|In: PMI_|\*\*\*|Primary job|a non-zero|Per user|the job to be|=  |"
    r"It looks like \w+ (?:init )?failed|likely to abort\. |fail during [\w ]+; some|"
    r"(?:environment )?problems\.  ?This|> Returned|here's some addit|additional information \(|"
    r"(?:Open MPI )?developer\)|Traceback functionality"
)
_TYPED: Final = re.compile(r"(?:[\w.@:~/\[\] -]{0,80}\$|(?=\S{0,40}(?:@|:[~/]|sh-\d))[\w.@:~/\[\] -]{1,80}#) \S|\++ \S")
"""A command behind the prompt of a shell, which of root ends with the sign of a number, or as `set -x` shows it."""
_FRAME: Final = " \t|*%#=-+"


def own_words(before: Sequence[str], after: Sequence[str]) -> str:
    """The lines nearest to a symptom in which the program complains, joined; empty where it does not."""
    return _cut(_last_group(before) or _first(after))


def last_words(lines: Sequence[str]) -> str:
    """The last line that is the program's own; empty where none is."""
    typed = [line for line in lines if not _TYPED.match(line)]
    said = [line for line in typed if _of_program(line) and re.search(r"[A-Za-z]{3} |[A-Za-z]{3}$", line)]
    return _cut(_joined(said[-1:]))


def is_error(line: str) -> bool:
    """Whether a program says in a line that it met an error, and does not only warn."""
    return exception_of(line) or (bool(_ERROR.search(line)) and _complains(line) and not _WARNS.search(line))


def _cut(words: str) -> str:
    return words if len(words) <= LONGEST_WORDS else words[: LONGEST_WORDS - 3] + "..."


def deepest(lines: Sequence[str]) -> str:
    """What the innermost call of an error stack of MPICH says that stands first in the lines; empty where none does."""
    said = ""
    for line in lines:
        call = _CALL.search(line)
        if call is None and said:
            break
        said = (call[1].strip() if call else "") or said
    return said[:LONGEST_WORDS]


def deepest_of_hdf5(lines: Sequence[str]) -> str:
    """What the innermost call of the error stack of HDF5 says that the lines begin with; empty where they have none."""
    said = ""
    for number, line in enumerate(lines):
        if number and line.lstrip().startswith("HDF5-DIAG"):
            break
        call = _CALL_OF_HDF5.search(line)
        said = call[1].strip() if call else said
    return said[:LONGEST_WORDS]


def step_of_open_mpi(lines: Sequence[str]) -> str:
    """Which step failed and what it returned, where a message of Open MPI says so before its lower edge; else empty."""
    for step, returned in pairwise(lines):
        if is_frame(returned):
            break
        if returned.lstrip().startswith("--> Returned"):
            return f"{step.strip()} {returned.strip()}"[:LONGEST_WORDS]
    return ""


_CALL_OF_HDF5: Final = re.compile(r"^\W{0,9}#\d{3}: .{0,300}? line \d+ in \w+(?:\(\))?: (.*)")
_CALL: Final = re.compile(r"^\W{0,9}(?:[A-Za-z_]\w+\(\d+\)\.*|\(unknown\)\(\)) ?:(.*)")


def failed_at(lines: Sequence[str]) -> int:
    """Which of the last lines of a log, from 1, is the error with which the program stopped; 0 where it went on."""
    for number in range(len(lines), 0, -1):
        line = lines[number - 1]
        if is_error(line):
            return number
        if _WENT_ON.search(line):
            return 0
    return 0


def went_on_at(lines: Sequence[str]) -> int:
    """Behind which of the last lines of a log, from 1, nothing says that the program went on; all of them may be."""
    return max((number for number, line in enumerate(lines, 1) if _WENT_ON.search(line)), default=0)


def carries_on(lines: Sequence[str]) -> bool:
    """Whether a program goes on with its work in lines behind an error, before another error stands in them: it says
    so, or prints many lines of other things."""
    said = 0
    for line in lines:
        if is_error(line) or _ENDS.match(line) or (line.strip(_FRAME) and not _of_program(line)):
            return False
        said += bool(re.search(r"[A-Za-z]{3}", line)) and not _FRAMES.match(line)
        if _CARRIES_ON.search(line) or said >= _MUCH:
            return True
    return False


_MUCH: Final = 15
_FRAMES: Final = re.compile(r'\s*(?:\[ ?\d|#\d|File "|@ |from |at |\d+ +0x|In file |From |>)')
"""A line of a stack. Those of programs that ended are no work."""
_ENDS: Final = re.compile(r"Traceback|Stacktrace|Backtrace|.{0,40}\b(?:MPI_Abort|exited|terminated|[Kk]illed)\b")


_CARRIES_ON: Final = re.compile(
    r"(?i)\b(?:step|iter(?:ation)?|epoch)s?\b\W{0,3}\d|\b(?:continuing|retrying|falling back|falls back)\b"
)
"""Words of the program's own work. What a script prints at its end, such as done, is none of them."""


_ERROR: Final = re.compile(
    r"^\W{0,20}(?:[A-Z]\w*(?:Error|Exception)\b|(?i:(?:fatal |internal |run-?time )?error)\b ?[:!(]|"
    r"(?:FATAL|ERROR|ABORT|STOP|Fatal|Abort(?:ing|ed)?)\b)|\b(?:[Ee]rror|ERROR|FATAL): "
)
_WENT_ON: Final = re.compile(
    r"(?i)\b(?:done|finish(?:ed)?|success\w*|complete[ds]?|passed|step|iter(?:ation)?|epoch|elapsed|"
    r"continu(?:e|ing)|retry(?:ing)?|ok|total wall)\b"
)
_WARNS: Final = re.compile(r"(?i)^\W{0,80}(?:warn(?:ing)?|note|info|debug|hint)\b")


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
    complaints = [number for number in complaints if not _WARNS.search(lines[number])] or complaints
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
    others = _OF_LAUNCHERS.match(line.strip(_FRAME)) or _OF_LAUNCHERS.match(line.strip()) or _FORTRAN_FRAME.match(line)
    return others is None


def _joined(lines: Sequence[str]) -> str:
    said = [" ".join(line.strip(_FRAME).split()) for line in lines if _of_program(line)]
    return " / ".join([line for line in said if line][:_MOST])
