"""A job before it is improved: a short start of its line, and one traced run of its program."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from rankwise.core import elf
from rankwise.core.errors import EnvironmentProblem, MeasurementFailed, UsageError
from rankwise.core.records import Finding
from rankwise.diagnoses.findings.container import STARTERS
from rankwise.diagnoses.look import look_at, started
from rankwise.diagnoses.records import ProbedRank
from rankwise.diagnoses.table import findings_of
from rankwise.inventory.collect import collect
from rankwise.placement.launch_words import programs_of
from rankwise.placement.program import Program
from rankwise.tracing.records import Trace
from rankwise.tracing.run import TraceOptions, trace_program
from rankwise.verbs.improve.case import ImproveOptions, Places, places_of

_LOOK_S = 20.0  # whatever the budget is: of a start that is ended early it would be said that its messages hang
_APART = ("init", "init_thread", "finalize")  # these wait for the launcher
# What these start or load is not to be seen in their own files.
_SHELLS, _INTERPRETERS = ("sh", "bash", "dash", "ksh", "zsh", "csh", "tcsh"), ("python", "perl", "julia", "R", "java")
_STARTERS = frozenset((*STARTERS, *_SHELLS, *_INTERPRETERS))
_STARTS_MPI = re.compile(rb"mpi_(session_)?init", re.IGNORECASE)


def look(argv: Sequence[str]) -> tuple[tuple[ProbedRank, ...], tuple[Finding, ...]]:
    """The ranks of a short start in their order, and what is wrong. Raises EnvironmentProblem where no job comes of
    it."""
    case = started(look_at(argv, collect()), _LOOK_S)
    findings = findings_of(case)
    fatal = [finding for finding in findings if finding.severity == "critical"]
    if fatal and not (case.script and fatal[0].id == "start-failed"):
        fix = fatal[0].fixes[0].text if fatal[0].fixes else "see `rankwise doctor`"
        raise EnvironmentProblem("job-cannot-work", f"{fatal[0].title}: {fatal[0].cause}", fix)
    return _in_order(case.probed), tuple(findings)


def places(side: Program, left_s: float) -> Places:
    """Where ranks of the program are when it starts so, by a short start; empty where that does not show it in the time
    that is left."""
    if left_s <= 0.0:
        return ()
    return places_of(_in_order(started(look_at(side.argv, collect(), side.env), min(_LOOK_S, left_s)).probed))


def _in_order(ranks: Sequence[ProbedRank]) -> tuple[ProbedRank, ...]:
    return tuple(sorted(ranks, key=lambda rank: rank.number))


def traced(options: ImproveOptions) -> tuple[Trace | None, str]:
    """One run of the program, within the budget; None with the reason where its ranks cannot be traced. Raises
    MeasurementFailed for a program that fails by itself, UsageError for one that starts no MPI."""
    try:
        asked = TraceOptions(
            options.argv, options.mpi, options.out, quiet_output=True, limit_s=options.budget_s, sites=False
        )
        trace = trace_program(asked)
    except (MeasurementFailed, EnvironmentProblem) as error:
        if error.code == "program-endless":
            raise
        if error.code == "no-trace" and (program := without_mpi(options.argv)):
            message = f"`{program}` starts no MPI: there is nothing to improve"
            hint = "name a program of MPI, for example: rankwise improve -- mpirun -n 2 ./app"
            raise UsageError("no-mpi", message, hint) from error
        return None, "; ".join(filter(None, [f"not traced: {error.message}", error.hint]))
    if trace.status is None:
        raise KeyboardInterrupt
    if trace.status:
        raise MeasurementFailed(
            "program-failed", f"`{shlex.join(options.argv)}` ended with status {trace.status}", "run this line by hand"
        )
    return trace, ""


def without_mpi(argv: Sequence[str]) -> str:
    """The first program of a line that was not traced, where no file of the line can start MPI; empty where a script,
    a container or a static program may."""
    first = ""
    for words in programs_of(argv):
        first = first or "".join(words[:1])
        for word in words:
            program = shutil.which(word)
            if (word is words[0] or program) and (program is None or _may_start_mpi(program)):
                return ""
    return first


def _may_start_mpi(file: str) -> bool:
    if Path(file).resolve().name.rstrip("0123456789.") in _STARTERS or elf.read(file) is None:
        return True
    libraries = elf.loaded(file)
    if any(name.startswith("libmpi") for name in (*libraries.files, *libraries.missing)):
        return True
    return _STARTS_MPI.search(Path(file).read_bytes()) is not None


def mpi_share(trace: Trace) -> float | None:
    """The part of the ranks' time that was inside MPI, but for MPI_Init and MPI_Finalize, which end with the job."""
    whole = sum(rank.time_s for rank in trace.ranks)
    inside = sum(call.time_s for rank in trace.ranks for call in rank.calls if call.call.lower() not in _APART)
    return min(1.0, inside / whole) if whole > 0 else None
