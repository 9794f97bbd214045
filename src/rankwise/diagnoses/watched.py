"""The job itself, started under watch: whether it ends, and where its ranks stand when it gets nowhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rankwise.core.errors import UsageError
from rankwise.core.findings import finding
from rankwise.core.process import Job, guarded
from rankwise.core.records import Finding, StandingRank
from rankwise.diagnoses.case import Case
from rankwise.diagnoses.hangs import why
from rankwise.diagnoses.hung import ranks_of_job, stand

_POLL_S, _BETWEEN_S = 0.1, 3.0


@dataclass(frozen=True)
class Watched:
    """`finding` None: the job ended well. `standing`: where its ranks stood when it hung."""

    finding: Finding | None
    standing: tuple[StandingRank, ...] = ()


@guarded()
def watch(case: Case, first_look_s: float, phase: Callable[[str], None]) -> Watched:
    """Starts the line, with its output on standard error, and waits for its end. After `first_look_s`, and after twice
    as long each time, its ranks are looked at. If all stand in the same MPI calls in two looks that are seconds apart,
    or one is stopped, it hangs: that is told, and the job is ended. A rank that computes is waited for."""
    job = Job.start(case.argv, env=dict(case.environ), stdout=2, stderr=2)
    begin_s, wait_s = time.monotonic(), first_look_s
    phase(f"the job itself runs; a look at its ranks after {wait_s:.0f} s")
    try:
        while True:
            if _ended(job, begin_s + wait_s - time.monotonic()):
                return _result(case, job, time.monotonic() - begin_s)
            if (hang := _hang(case, job)) is not None:
                return hang
            wait_s *= 2
            phase(f"it goes on; the next look after {wait_s:.0f} s")
    finally:
        job.stop()


def _ended(job: Job, limit_s: float) -> bool:
    end_s = time.monotonic() + limit_s
    while job.popen.poll() is None:
        if time.monotonic() > end_s:
            return False
        time.sleep(_POLL_S)
    return True


def _hang(case: Case, job: Job) -> Watched | None:
    first = _looked(job)
    if not first:
        return _nobody(case, job)
    told = why(first)
    stopped = any(rank.state == "stopped" for rank in first)
    if not stopped and not all(rank.call for rank in first) and any(rank.stack for rank in first):
        return None  # somebody computes
    if _ended(job, _BETWEEN_S):
        return None
    second = _looked(job)
    same = [(rank.number, rank.call, rank.caller) for rank in first] == [
        (rank.number, rank.call, rank.caller) for rank in second
    ]
    return Watched(told[0], tuple(second)) if same and told else None


def _looked(job: Job) -> Sequence[StandingRank]:
    try:
        return stand(ranks_of_job(job.popen.pid))
    except UsageError:
        return []


def _nobody(case: Case, job: Job) -> Watched | None:
    """No process has loaded MPI yet: the launcher itself waits, or the program is none of MPI."""
    if job.popen.poll() is not None:
        return None
    return Watched(
        finding(
            "hang",
            "No rank has begun",
            "critical",
            "The launcher runs, and none of its processes on this node has loaded an MPI library.",
            seen={"launch line": case.line()},
            fixes={"any": "ranks on other nodes: rankwise doctor --hung PID --hosts LIST, while the job hangs"},
            verify=f"rankwise doctor -- {case.line()}",
            mpi=case.family,
        )
    )


def _result(case: Case, job: Job, seconds: float) -> Watched:
    status = job.popen.returncode
    if status == 0:
        return Watched(None)
    return Watched(
        finding(
            "job-failed",
            f"The job ended with status {status}",
            "critical",
            "Its own words are above.",
            seen={"it ran": f"{seconds:.1f} s"},
            fixes={"any": f"a rank that ends alone: {case.line()} 2>&1 | tail shows the first error"},
            verify=f"rankwise doctor --run -- {case.line()}",
            mpi=case.family,
        )
    )
