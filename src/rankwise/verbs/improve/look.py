"""A job before it is improved: a short start of its line, and one traced run of its program."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from rankwise.core.errors import EnvironmentProblem, MeasurementFailed
from rankwise.core.records import Finding, ProbedRank, Trace
from rankwise.diagnoses.look import look_at, started
from rankwise.diagnoses.table import findings_of
from rankwise.inventory.collect import collect
from rankwise.verbs.improve.case import ImproveOptions
from rankwise.verbs.trace import TraceOptions, trace_program

_LOOK_S = 15.0
_APART = ("init", "init_thread", "finalize")  # these wait for the launcher


def look(argv: Sequence[str]) -> tuple[tuple[ProbedRank, ...], tuple[Finding, ...]]:
    """The ranks of a short start in their order, and what is wrong. Raises EnvironmentProblem where no job comes of
    it."""
    case = started(look_at(argv, collect()), _LOOK_S)
    findings = findings_of(case)
    fatal = [finding for finding in findings if finding.severity == "critical"]
    if fatal and not (case.script and fatal[0].id == "start-failed"):
        fix = fatal[0].fixes[0].line if fatal[0].fixes else "see `rankwise doctor`"
        raise EnvironmentProblem("job-cannot-work", f"{fatal[0].title}: {fatal[0].cause}", fix)
    ranks = case.start.ranks if case.start else ()
    return tuple(sorted(ranks, key=lambda rank: rank.number)), tuple(findings)


def traced(options: ImproveOptions) -> tuple[Trace | None, str]:
    """One run of the program; None with the reason where its ranks cannot be traced. Raises MeasurementFailed for a
    program that fails by itself."""
    try:
        trace = trace_program(TraceOptions(options.argv, options.mpi, options.out, quiet_output=True))
    except (MeasurementFailed, EnvironmentProblem) as error:
        return None, f"not traced: {error.message}"
    if trace.status is None:
        raise KeyboardInterrupt
    if trace.status:
        raise MeasurementFailed(
            "program-failed", f"`{shlex.join(options.argv)}` ended with status {trace.status}", "run this line by hand"
        )
    return trace, ""


def mpi_share(trace: Trace) -> float | None:
    """The part of the ranks' time that was inside MPI, but for MPI_Init and MPI_Finalize, which end with the job."""
    whole = sum(rank.time_s for rank in trace.ranks)
    inside = sum(call.time_s for rank in trace.ranks for call in rank.calls if call.call.lower() not in _APART)
    return min(1.0, inside / whole) if whole > 0 else None
