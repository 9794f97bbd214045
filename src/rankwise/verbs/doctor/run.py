"""`doctor`: what is wrong with this machine, or with a job: looked at before it starts, and in a short start."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from rankwise.cluster.plan import read_plan
from rankwise.core.errors import UsageError
from rankwise.core.findings import SEVERITIES, finding, worst_first
from rankwise.core.not_looked import RATES, of_nodes
from rankwise.core.reach import SSH
from rankwise.core.records import Finding, Mpi, Plan
from rankwise.core.settings import Setting, with_sources
from rankwise.diagnoses.case import title_of
from rankwise.diagnoses.confirm import confirmed, with_copies
from rankwise.diagnoses.culprits import with_culprits
from rankwise.diagnoses.findings.small_shm import needed_bytes
from rankwise.diagnoses.findings.start_failed import WORDLESS
from rankwise.diagnoses.hangs import why
from rankwise.diagnoses.hung_job import programs_of_job, ranks_of_job, stand
from rankwise.diagnoses.look import look_at, started
from rankwise.diagnoses.not_looked import not_looked, unseen_programs
from rankwise.diagnoses.other_nodes import nodes_of_job, stand_in_job, stand_on
from rankwise.diagnoses.preflight import CHECKS as MACHINE_CHECKS
from rankwise.diagnoses.preflight import preflight
from rankwise.diagnoses.records import Diagnosis, StandingRank
from rankwise.diagnoses.table import CHECKS
from rankwise.diagnoses.watch import watch
from rankwise.inventory.collect import collect
from rankwise.inventory.records import Inventory
from rankwise.logs.table import ROWS
from rankwise.measure.provenance import new_run
from rankwise.measure.watcher import Watcher
from rankwise.placement.where import Where
from rankwise.store import Recording, Store, recorded
from rankwise.verbs.doctor import NO_ANSWER
from rankwise.verbs.doctor.nodes import CHECKED as BETWEEN_NODES
from rankwise.verbs.doctor.nodes import findings_of_nodes, left_out, unreached

SERIOUS: Final = SEVERITIES[:2]
_NOTICED: Final = {row.name for row in ROWS if row.role in ("symptom", "consequence")}
"""Messages that say that something failed, and not why."""


@contextmanager
def begun(command: Sequence[str], out: Path, loaded: dict[str, Setting]) -> Iterator[Recording]:
    """A run of kind `doctor`, which is in the store from now on."""
    plan = Plan(name="doctor", endpoints=(), cells=(), seed=0)
    run = new_run("doctor", plan, {}, {**with_sources(loaded), "job": shlex.join(command)})
    with Store.of(out) as store, recorded(store, run) as recording:
        yield recording


def of_job(
    recording: Recording, command: Sequence[str], *, limit_s: float, first_look_s: float | None, watcher: Watcher
) -> Diagnosis:
    """What is wrong with the job of a launch line. `limit_s` is for the short start in its place; 0 leaves it away.
    With `first_look_s` the job itself is started under watch, and looked at after that time.

    Raises UsageError for an empty line, EnvironmentProblem for a machine that cannot be looked at.
    """
    node = collect()
    watcher.phase("looking at the launch line")
    case = look_at(command, node)
    if limit_s > 0 and case.program is not None:
        watcher.phase(f"a short start in the job's place, {limit_s:.0f} s at most")
        case = started(case, limit_s, watcher.phase)
        case = with_culprits(with_copies(case, limit_s), limit_s)
    recording.note(mpis={mpi.name: mpi for mpi in (case.launcher_mpi, case.library_mpi) if mpi})
    inventory = Inventory(nodes=(node,))
    recording.store.put(recording.run.id, "inventory", inventory)
    watched = None
    if first_look_s is not None and case.waiting is None:
        watched = watch(case, first_look_s, watcher.phase)
    watcher.phase("judging")
    told = confirmed(case, limit_s)
    if watched and any(item.severity in SERIOUS for item in watched.findings):
        told = [item for item in told if item.title not in WORDLESS]  # the job says more than its probe
    hangs = list(watched.findings) if watched else []
    noticed = [item for item in hangs if item.id in _NOTICED]  # behind what was seen before the start
    hangs = [item for item in hangs if item not in noticed]
    of_node = preflight(inventory, case.most_ranks or None)
    if needed_bytes(case):  # the job's MPI has a figure of its own for shared memory
        of_node = [item for item in of_node if item.id != "small-shm"]
    findings = [*hangs, *told, *noticed, *of_node]
    unseen = unseen_programs(case) and not (watched and watched.standing)  # no all-clear for what never started MPI
    return Diagnosis(
        run=recording.ended(),
        command=tuple(command),
        launcher=_words(case.launcher, case.launcher_mpi),
        program=str(case.program or ""),
        library=_words(str(case.library or ""), case.library_mpi),
        asked_ranks=case.asked,
        ranks=case.probed,
        standing=tuple(watched.standing) if watched else (),
        findings=tuple(worst_first(findings)),
        answer="problems" if _serious(findings) else "cannot tell" if unseen else "nothing serious",
        not_looked=(*not_looked(case, ran=watched is not None), *of_nodes(inventory.nodes)),
        checked=(*CHECKS, *MACHINE_CHECKS),
    )


def of_machine(recording: Recording, where: Where, hung: str, watcher: Watcher) -> Diagnosis:
    """What is wrong with this machine or the nodes that `where` names, and between them. `hung`: a job that hangs now:
    its number in Slurm, or a process, its launcher or a rank; with hosts its ranks there.

    Raises UsageError for a job that is not there, EnvironmentProblem for a machine that cannot be looked at.
    """
    watcher.phase("looking at the machine" if where.here else "looking at the nodes")
    placement = where.placement(partial=True)
    if not where.here:
        recording.note(plan=replace(recording.run.plan, endpoints=placement.endpoints))
    placement = placement.of_those_that_answered()
    plan = where.lab or (read_plan(where.plan) if where.plan else None)
    between = [*unreached(placement), *findings_of_nodes(placement, plan, watcher)]
    inventory = placement.inventory
    recording.store.put(recording.run.id, "inventory", inventory)
    standing, silent = _standing(where, hung, watcher) if hung else ([], [])
    watcher.phase("judging")
    findings = [*between, *why(standing), *silent, *preflight(inventory)]
    return Diagnosis(
        run=recording.ended(),
        standing=tuple(standing),
        findings=tuple(worst_first(findings)),
        answer="problems" if _serious(findings) else "nothing serious",
        not_looked=(*_of_machine(where, hung), *left_out(placement), *of_nodes(inventory.nodes)),
        checked=(*MACHINE_CHECKS, *(() if where.here else BETWEEN_NODES)),
    )


def _serious(findings: Sequence[Finding]) -> bool:
    return any(item.severity in SERIOUS for item in findings)


def _of_machine(where: Where, hung: str) -> Iterator[str]:
    yield RATES + " (rankwise survey)"
    if not hung:
        yield "a job: no launch line was given (rankwise doctor -- mpirun -n 8 ./app)"
    if where.here:
        yield "other nodes (--hosts)"


def _standing(where: Where, hung: str, watcher: Watcher) -> tuple[list[StandingRank], list[Finding]]:
    """Where the ranks of a job that hangs stand, and the nodes that told nothing."""
    watcher.phase("looking where ranks stand")
    if not hung.isdecimal():
        raise UsageError(
            "bad-hung", f"'{hung}' is not the number of a process or job", "give a number, as ps or squeue show"
        )
    pid = int(hung)
    if where.here:
        try:
            return stand(ranks_of_job(pid)), []
        except UsageError:  # a number may be a process, and a job of Slurm
            if not (nodes := nodes_of_job(hung)):
                raise
        ranks, silent = stand_in_job(hung, nodes)
    else:
        placement = where.placement(partial=True)
        hosts = {name: host for name, host in placement.hosts.items() if host}
        names = programs_of_job(pid)
        if not names:
            raise UsageError("no-rank", f"process {pid} starts no program of a job", "name the launcher (mpirun)")
        ranks, silent = stand_on(hosts, placement.agent or SSH, names[0])
    if not ranks and not silent:
        raise UsageError("no-rank", f"no rank of {hung} has loaded MPI on any of its nodes", "has it begun?")
    return ranks, [
        finding(
            NO_ANSWER,
            f"{name} does not say where its ranks run",
            "serious",
            "Ranks there may be those that the others wait for.",
            seen={name: why_not},
            fixes={"any": f"on {name}: `rankwise doctor --hung PID`; it needs this Python, at the same path"},
            verify=f"`rankwise doctor --hung {hung}`",
            affects=(name,),
        )
        for name, why_not in silent.items()
    ]


def _words(path: str, mpi: Mpi | None) -> str:
    return f"{path} ({title_of(mpi)})" if mpi else path
