"""The job itself, started under watch: whether it ends, and where its ranks stand when it gets nowhere."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rankwise.core.errors import UsageError
from rankwise.core.findings import finding
from rankwise.core.job_processes import JOB_VARIABLE
from rankwise.core.plain import plain
from rankwise.core.process import Job, guarded
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case, versions_of
from rankwise.diagnoses.findings import slurm_queue
from rankwise.diagnoses.hangs import why
from rankwise.diagnoses.hung_job import ranks_of_job, stand
from rankwise.diagnoses.other_nodes import stand_on
from rankwise.diagnoses.records import StandingRank
from rankwise.diagnoses.slurm_job import job_of, step_of
from rankwise.diagnoses.submitted import submitted
from rankwise.logs.judge import findings_of, first_errors, of_line
from rankwise.logs.reader import Log, Reader
from rankwise.logs.table import ROWS

_POLL_S, _BETWEEN_S = 0.1, 3.0
_ASLEEP, _IDLE = 3, 0.02  # looks; share of a CPU
_MOST, _WIDTH = 8, 240
# What a job says when it is ended because it hangs explains nothing.
_REASONS = {row.name for row in ROWS if row.role not in ("symptom", "consequence")}
_GRACE_S = 2.0  # for what a job that ended left in the pipe
STANDARD_ERROR = 2


@dataclass(frozen=True)
class WatchedJob:
    """`findings` empty: the job ended well, and said nothing. `standing`: where its ranks stood when it hung."""

    findings: tuple[Finding, ...] = ()
    standing: tuple[StandingRank, ...] = ()


@guarded()
def watch(case: Case, first_look_s: float, phase: Callable[[str], None]) -> WatchedJob:
    """Starts the line, passes its output on to standard error and reads it, and waits for its end. After
    `first_look_s`, and after twice as long each time, its ranks are looked at, and who is late is told. If all stand in
    the same MPI calls in two looks that are seconds apart, or one is stopped, or one sleeps at the same place in
    `_ASLEEP` looks, it hangs: that is told, and the job is ended. A rank that computes is waited for. A job that Slurm
    does not start in `first_look_s` is cancelled."""
    heard = Heard(versions_of(case.mpi))
    try:
        job = Job.start(case.argv, env=dict(case.environ), stdout=heard.given, stderr=heard.given)
    finally:
        heard.started()
    wait_s = first_look_s
    phase(f"the job itself runs; a look at its ranks after {wait_s:.0f} s")
    looks: list[Sequence[StandingRank]] = []
    hang: WatchedJob | None = None
    with submitted(job, case.argv, case.environ) as slurm:
        if waiting := slurm.waits(first_look_s, phase):
            queue = slurm_queue.check(replace(case, waiting=waiting))
            return WatchedJob((queue,) if queue else ())
        begin_s = time.monotonic()
        while hang is None and not _ended(job, begin_s + wait_s - time.monotonic()):
            wait_s *= 2
            look = _looked(case, job)
            if look is None:
                phase(f"Slurm has not started it, or its nodes tell nothing; the next look after {wait_s:.0f} s")
                continue
            looks.append(look)
            hang = _hang(case, job, looks)
            if hang is None:
                phase(f"{_late(why(looks[-1])[:1])}it goes on; the next look after {wait_s:.0f} s")
            else:
                phase("it hangs, so it is ended now")
    told = of_line(findings_of(heard_log := heard.log()), case.line())
    if hang is not None:
        return WatchedJob((*hang.findings, *(item for item in told if item.id in _REASONS)), hang.standing)
    return WatchedJob(_result(case, job, time.monotonic() - begin_s, told, heard_log))


def _late(told: Sequence[Finding]) -> str:
    """Who is late, for a job that may still go on."""
    if not told:
        return ""
    seen = "; ".join(f"{item.source}: {item.observation}" for item in told[0].evidence[:_MOST])
    return f"{told[0].title} ({seen}); "


def _ended(job: Job, limit_s: float) -> bool:
    end_s = time.monotonic() + limit_s
    while job.popen.poll() is None:
        if time.monotonic() > end_s:
            return False
        time.sleep(_POLL_S)
    return True


def _hang(case: Case, job: Job, looks: Sequence[Sequence[StandingRank]]) -> WatchedJob | None:
    first = looks[-1]
    if not first:
        return _nobody(case, job)
    told = why(first)
    stopped = any(rank.state == "stopped" for rank in first)
    if not stopped and not all(rank.call for rank in first) and any(rank.stack for rank in first):
        return WatchedJob(tuple(told), tuple(first)) if told and _asleep(looks) else None  # else somebody computes
    if _ended(job, _BETWEEN_S):
        return None
    second = _looked(case, job)
    same = second is not None and _places(first) == _places(second)
    return WatchedJob(tuple(told[:1]), tuple(second or ())) if same and told else None


def _asleep(looks: Sequence[Sequence[StandingRank]]) -> bool:
    """Whether the last looks show every rank at one place, and those outside of MPI without work."""
    last = looks[-_ASLEEP:]
    idle = all(rank.call or (rank.stack and rank.cpu_share < _IDLE) for rank in last[-1])
    return len(last) == _ASLEEP and idle and all(_places(look) == _places(last[-1]) for look in last)


def _places(ranks: Sequence[StandingRank]) -> list[tuple[int, str, str, tuple[str, ...]]]:
    """Where each rank stands: the call and who made it, or, outside of MPI, its functions."""
    return [(rank.number, rank.call, rank.caller, () if rank.call else rank.stack) for rank in ranks]


def _looked(case: Case, job: Job) -> Sequence[StandingRank] | None:
    """Where its ranks stand; None where a srun has none yet, or not all of its nodes tell: its ranks are no children of
    it, and are looked at by steps of the job."""
    if Path(case.argv[0]).name == "srun":
        slurm = job_of(step_of(job.popen.pid))
        if slurm is None:
            return None
        hosts = {name: name for name in slurm.nodes}
        ranks, silent = stand_on(hosts, slurm.agent, f"{JOB_VARIABLE}={job.token}")
        return None if silent or not ranks else ranks
    try:
        return stand(ranks_of_job(job.popen.pid))
    except UsageError:
        return []


def _nobody(case: Case, job: Job) -> WatchedJob | None:
    """No process has loaded MPI yet: the launcher itself waits, or the program is none of MPI."""
    if job.popen.poll() is not None:
        return None
    nobody = finding(
        "hang",
        "No rank has begun",
        "critical",
        "The launcher runs, and none of its processes on this node has loaded an MPI library.",
        seen={"launch line": case.line()},
        fixes={"any": "ranks on other nodes: `rankwise doctor --hung PID --hosts LIST`, while the job hangs"},
        verify=case.again,
        mpi=case.family,
    )
    return WatchedJob((nobody,))


def _result(case: Case, job: Job, seconds: float, told: Sequence[Finding], log: Log) -> tuple[Finding, ...]:
    """What its words mean; of a job that failed without known words the first error of each rank."""
    status = job.popen.returncode
    if status == 0 or any(item.severity == "critical" for item in told):
        return tuple(told)
    first = {where: plain(line.text.strip())[:_WIDTH] for where, line in first_errors(log).items()}
    failed = finding(
        "job-failed",
        f"The job ended with status {status}",
        "critical",
        "Its own words are above; rankwise does not know them.",
        seen={"it ran": f"{seconds:.1f} s", **dict(list(first.items())[:_MOST])},
        fixes={"any": f"see the first error of each rank: `{case.line()} 2>&1 | less`"},
        verify=f"`rankwise doctor --run -- {case.line()}`",
        mpi=case.family,
    )
    return (failed, *told)


class Heard(threading.Thread):
    """Reads a pipe, whose other end is `given`, and writes all of it to standard error. `facts`: what is known of the
    job before it speaks."""

    def __init__(self, facts: Mapping[str, str]) -> None:
        super().__init__(daemon=True)
        self._end, self.given = os.pipe()
        self._reader = Reader(of_mpi=True)
        self._reader.log.facts |= facts
        self.start()

    def run(self) -> None:
        """Until all who hold the other end have closed it."""
        with contextlib.suppress(OSError):  # standard error went away
            while data := os.read(self._end, 1 << 16):
                self._reader.feed(data)
                left = data
                while left:
                    left = left[os.write(STANDARD_ERROR, left) :]

    def started(self) -> None:
        """The job has the other end: it alone shall hold it."""
        os.close(self.given)

    def log(self) -> Log:
        """All that was printed. To be called once, after the job."""
        self.join(_GRACE_S)
        self._reader.end_file()
        return self._reader.ended()
