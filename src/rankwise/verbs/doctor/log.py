"""`doctor --log`: what logs tell of the jobs that printed them. Nothing is started, no machine looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

from rankwise.core import bounded
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.plain import plain
from rankwise.core.records import Finding
from rankwise.core.units import plural
from rankwise.diagnoses.records import Diagnosis, ReadLog
from rankwise.logs.judge import findings_of
from rankwise.logs.reader import Log, Reader
from rankwise.logs.table import ROWS
from rankwise.measure.watcher import Watcher
from rankwise.store import Recording

_MOST_SHOWN: Final = 20
_LONGEST_S: Final = 1e6  # between two lines of a job that writes into a pipe
STANDARD_INPUT: Final = "-"


def read_logs(files: Sequence[str], watcher: Watcher) -> Log:
    """What is in the files, one after the other; `-` is standard input. Raises EnvironmentProblem for a file that
    cannot be read at all."""
    reader, left_out = Reader(), []
    for name in files:
        watcher.phase(f"reading {name}")
        left = bounded.LIMITS["long log"]
        begun = False
        try:
            for part in bounded.unpacked_pieces(bounded.pieces(_path(name), silent_s=_LONGEST_S)):
                begun = True
                reader.feed(part[:left])
                left -= len(part)
                if left < 0:
                    left_out.append(f"{name} behind its first {bounded.LIMITS['long log'] >> 20} MiB")
                    break
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            if not begun:
                raise EnvironmentProblem(
                    "no-log", f"{name} cannot be read: {why}", "name a log of a job, or -"
                ) from error
            left_out.append(f"the rest of {name}: {why}")
        reader.end_file()
    log = reader.ended()
    log.left_out += left_out
    return log


def _path(name: str) -> Path:
    return Path("/dev/stdin" if name == STANDARD_INPUT else name)


def of_logs(recording: Recording, files: Sequence[str], watcher: Watcher) -> Diagnosis:
    """What is wrong by what jobs have printed, in the order of `files`. Raises as `read_logs`."""
    log = read_logs(files, watcher)
    findings = findings_of(log)
    unknown = list(dict.fromkeys(plain(line.text.strip()) for line in log.unknown))
    return Diagnosis(
        run=recording.ended(),
        findings=tuple(findings),
        answer=_answer(findings, log, unknown),
        checked=tuple(row.name for row in ROWS),
        not_looked=tuple(_not_looked(log, unknown)),
        log=ReadLog(
            files=tuple(files),
            lines=log.lines,
            about=log.about,
            unknown=tuple(unknown[:_MOST_SHOWN]),
            unknown_lines=len(unknown),
            told={name: plain(value) for name, value in log.facts.items()},
        ),
    )


def _answer(
    findings: Sequence[Finding], log: Log, unknown: Sequence[str]
) -> Literal["problems", "nothing serious", "cannot tell"]:
    """No all-clear where somebody complains in words that are not known, or where nothing is about MPI."""
    if any(item.severity == "critical" for item in findings):
        return "problems"
    return "cannot tell" if unknown or not log.about else "nothing serious"


def _not_looked(log: Log, unknown: Sequence[str]) -> Iterator[str]:
    yield "the job and its machine: a log alone was read (rankwise doctor -- LAUNCH LINE looks at them)"
    yield from log.left_out
    if unknown:
        verb = "is" if len(unknown) == 1 else "are"
        yield f"{len(unknown)} of {plural(log.about, 'different line')} about MPI {verb} unknown to us, see below"
