"""Looks at a job that runs until it ends. What only starts one is in `start.py`, so that a look starts quickly."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from rankwise.core import process, settings
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.proc import environment
from rankwise.core.reach import SSH
from rankwise.core.units import number_ranges, plural
from rankwise.diagnoses.hung_job import programs_of_job, ranks_of_job
from rankwise.diagnoses.records import Watched, WatchedRank
from rankwise.diagnoses.slurm_job import SlurmJob, job_of, step_of
from rankwise.model.lateness import ALARMS_PER_HOUR, fewest_seconds
from rankwise.mpis.agent import of_slurm
from rankwise.tracing.window import OWN, WATCH
from rankwise.verbs.watch.judge import Judge
from rankwise.verbs.watch.look import Kernel, Node, Seen
from rankwise.verbs.watch.nodes import Nodes
from rankwise.verbs.watch.reason import reason, site

_UNSEEN = "no process that this user may read and that loaded MPI is such a rank on"


@dataclass(frozen=True)
class Elsewhere:
    """Hosts on which ranks of a job are looked at too, and what runs commands there."""

    hosts: tuple[str, ...] = ()
    agent: str = ""

    def readers(self, which: Sequence[str], every_s: float) -> Nodes:
        """On them, and on this host."""
        hosts = tuple(dict.fromkeys((os.uname().nodename, *self.hosts)))
        agent = self.agent or settings.value("agent") or of_slurm(self.hosts, "") or SSH
        return Nodes(hosts, agent, which, every_s)


def running(job: str, every_s: float, elsewhere: Elsewhere, *, once: bool = False) -> Iterator[Watched]:
    """The job at each look until it ends, the last time with `ended`; with `once` at one look. `job` is a process, its
    launcher or a rank, or the number of a job of Slurm or of a step of it.

    Raises UsageError for what is no job, EnvironmentProblem where no node says anything of it.
    """
    with process.guarded(), closing(_ranks_of(job, every_s, elsewhere)) as ranks:
        state = Watch(f"job {job}" if isinstance(ranks, Nodes) and not elsewhere.hosts else f"process {job}")
        while True:
            told = state.look(ranks.look(), ranks.silent, ended=ranks.ended)
            if not told.ranks:
                what = "; ".join((f"no rank of {state.job} has loaded MPI", *told.notes))
                raise UsageError("no-rank", what, "has it begun?")
            yield told
            if told.ended or once:
                return
            time.sleep(every_s)  # an interval to measure, not something to wait for


class Here:
    """The ranks of a job on this node. `pids`: their processes, at each look; those of the look before where there are
    none."""

    silent: Mapping[str, str] = {}

    def __init__(self, pids: Callable[[], Sequence[int]]) -> None:
        self._pids, self._node = pids, Node()
        self._last: Sequence[int] = ()

    def look(self) -> list[Seen]:
        """All ranks, in their order."""
        self._last = self._pids() or self._last
        return self._node.look(self._last)

    @property
    def ended(self) -> bool:
        """Whether none of them is left."""
        return not any(Path(f"/proc/{pid}").exists() for pid in self._last)

    def close(self) -> None:
        """Nothing was started."""


def _ranks_of(job: str, every_s: float, elsewhere: Elsewhere) -> Here | Nodes:
    pids: Sequence[int] = ()
    slurm: SlurmJob | None = None
    if job.isdecimal():
        try:
            pids = ranks_of_job(int(job))
        except UsageError:  # a number may be a process, and a job of Slurm
            slurm = job_of(step_of(int(job)) or job)
            if slurm is None:
                _check_owner(int(job))
                if not elsewhere.hosts:
                    raise
    elif (slurm := job_of(job)) is None:
        raise UsageError("no-job", f"no step {job} of Slurm runs", "`squeue --me --steps` lists them")
    if elsewhere.hosts:
        return elsewhere.readers(slurm.which if slurm else _which(job, pids), every_s)
    if slurm is None:
        return Here(lambda: pids)
    return Nodes(slurm.nodes, slurm.agent, slurm.which, every_s, runs=lambda: job_of(job) is not None)


def _check_owner(pid: int) -> None:
    """Raises EnvironmentProblem for a process of somebody else, of which the kernel tells this user nothing."""
    try:
        owner = Path(f"/proc/{pid}").stat().st_uid
    except OSError:
        return
    if os.geteuid() not in (0, owner):
        raise EnvironmentProblem(
            "other-user",
            f"process {pid} is of another user (number {owner}): nobody else may read where its ranks are",
            "ask that user, or root, to watch it",
        )


def _which(job: str, pids: Sequence[int]) -> Sequence[str]:
    """How ranks of a job are known on other nodes: by the folder of their windows, or by the name of their program."""
    for environ in map(environment, pids):
        if WATCH in environ:
            return [f"{name}={environ[name]}" for name in (WATCH, OWN) if name in environ]
    names = programs_of_job(int(job))
    if not names:
        raise UsageError("no-rank", f"process {job} starts no program of a job", "name the launcher (mpirun)")
    return names[:1]


class Watch:
    """The looks at one job."""

    def __init__(self, job: str) -> None:
        self.job, self.windows = job, True
        self.judge = Judge()
        self.numbers: dict[tuple[str, int], int] = {}
        self.began_s = time.monotonic()
        self.kernel: list[tuple[float, dict[int, Kernel]]] = []
        self.told: tuple[WatchedRank, ...] = ()
        self.notes: tuple[str, ...] = ()

    def look(
        self,
        ranks: Sequence[Seen],
        silent: Mapping[str, str] = MappingProxyType({}),
        *,
        ended: bool = False,
        status: int | None = None,
    ) -> Watched:
        """The job now; at its end what was told last. `silent`: why hosts tell nothing."""
        if not ended:
            _check_one_job(ranks, self.job)
            ranks = self._numbered(ranks)
            self.windows = not any(rank.sampled for rank in ranks)
            self.judge.see(ranks)
            self._remember(ranks)
            self.told = self._ranks(ranks)
            self.notes = self._notes(ranks, silent)
        return Watched(
            job=self.job,
            how="windows" if self.windows else "stacks",
            world=max(self.judge.ranks, len(self.told)),
            seconds=time.monotonic() - self.began_s,
            ranks=self.told,
            alarms_per_hour=ALARMS_PER_HOUR,
            ended=ended,
            status=status,
            notes=self.notes,
        )

    def _notes(self, ranks: Sequence[Seen], silent: Mapping[str, str]) -> tuple[str, ...]:
        """That nobody is late, or that it is too early for that; how ranks are looked at, and which cannot be."""
        world = max((rank.world for rank in ranks), default=0)
        unseen = sorted(set(range(world)) - {rank.number for rank in ranks})
        unread = sorted({*unseen, *(rank.number for rank in ranks if rank.unread)})
        notes = [self._nobody_late(unread)] if self.told and not any(rank.late for rank in self.told) else []
        if not self.windows:
            notes.append("ranks keep no window, so their stacks are sampled, which stops each for a moment")
        if by_gdb := [rank.number for rank in ranks if rank.by_gdb]:
            notes.append(
                f"only gdb can read {'rank' if len(by_gdb) == 1 else 'ranks'} {number_ranges(by_gdb)}: that takes a "
                "tenth of a second of a CPU at each look; start the job by `rankwise watch -- LINE` to spare it"
            )
        hosts = ", ".join(dict.fromkeys(rank.host for rank in ranks))
        if unseen:
            told = [f"{host} says: {words}" for host, words in silent.items()]
            why = "; ".join(told) or f"{_UNSEEN} {hosts}; --hosts names others"
            notes.append(f"{plural(len(unseen), 'rank')} of {world} cannot be read: {number_ranges(unseen)} ({why})")
        elif silent:
            notes += [f"{host} tells nothing: {words}" for host, words in silent.items()]
        return tuple(notes)

    def _nobody_late(self, unread: Sequence[int]) -> str:
        """`unread`: ranks of which this says nothing."""
        ranks, unit = max(self.judge.ranks, len(self.told)), "seconds" if self.windows else "samples"
        looked, seen, fewest = self.judge.looked, self.judge.seen, fewest_seconds(ranks)
        but = f"; nothing was read of {'rank' if len(unread) == 1 else 'ranks'} {number_ranges(unread)}"
        if seen >= fewest:
            told = f"no rank is late beyond the noise of the others, in {seen} {unit}"
            told += f" that tell it, of {looked}" if seen < looked else ""
        elif looked >= fewest and not seen:
            told = f"nothing here tells who is late: in none of {looked} {unit} did the others wait for one rank alone"
        else:
            told = (
                f"too early to say whether a rank is late: with {plural(ranks, 'rank')} that takes at least {fewest} "
                f"{unit} that tell it, so far there are {seen} of {looked}"
            )
        return told + (but if unread else "")

    def _numbered(self, ranks: Sequence[Seen]) -> list[Seen]:
        """The ranks by the numbers that they had before: a process that ends tells none any more."""
        self.numbers |= {(rank.host, rank.pid): rank.number for rank in ranks if not rank.unread}
        known = [replace(rank, number=self.numbers.get((rank.host, rank.pid), rank.number)) for rank in ranks]
        return sorted(known, key=lambda rank: rank.number)

    def _remember(self, ranks: Sequence[Seen]) -> None:
        facts = {rank.number: rank.kernel for rank in ranks if rank.kernel is not None}
        self.kernel = [*self.kernel, (time.monotonic(), facts)][-30:]

    def _ranks(self, ranks: Sequence[Seen]) -> tuple[WatchedRank, ...]:
        shares, late = self.judge.late_share(), self.judge.late()
        (first_s, before), (last_s, now) = self.kernel[0], self.kernel[-1]
        return tuple(
            WatchedRank(
                number=rank.number,
                host=rank.host,
                pid=rank.pid,
                cpu=rank.kernel.cpu if rank.kernel else None,
                call=f"MPI_{rank.window.inside}" if rank.window and rank.window.inside else rank.call,
                calls_per_s=self.judge.mean("calls", rank.number),
                bytes_per_s=self.judge.mean("bytes", rank.number),
                inside_share=self.judge.mean("inside_s", rank.number),
                last_share=self.judge.last_share(rank.number),
                causes_share=self.judge.mean("caused_s", rank.number),
                late_share=shares.get(rank.number) if self.judge.seen else None,
                late=rank.number in late,
                site=site(self.judge, rank) if rank.number in late else "",
                reason=reason(self.judge, rank, before, now, last_s - first_s) if rank.number in late else "",
                unread=rank.unread,
            )
            for rank in ranks
        )


def _check_one_job(ranks: Sequence[Seen], job: str) -> None:
    """Raises UsageError for ranks of several steps of a job of Slurm, each of which has a rank 0."""
    count = Counter(rank.number for rank in ranks if not rank.unread)
    steps = sorted({rank.step for rank in ranks if count[rank.number] > 1 and rank.step})
    if len(steps) > 1:
        names = ", ".join(f"{job.removeprefix('job ')}.{step}" for step in steps)
        raise UsageError("several-steps", f"{job} runs several programs at once", f"watch one of them: {names}")
