"""`doctor`: what is wrong with this machine, or with a job: looked at before it starts, and in a short start."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from msgspec.structs import replace

from rankwise.cluster.plan import read_plan
from rankwise.core.errors import UsageError
from rankwise.core.findings import SEVERITIES, finding, worst_first
from rankwise.core.not_looked import RATES, of_nodes
from rankwise.core.records import Finding, Mpi, Plan
from rankwise.core.settings import Setting, with_sources
from rankwise.diagnoses.case import Case, title_of
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
from rankwise.placement.placement import SSH
from rankwise.placement.where import HERE, Where
from rankwise.store import Recording, Store, recorded
from rankwise.verbs.doctor import NO_ANSWER
from rankwise.verbs.doctor.explain import diagnosis_of_line, explained
from rankwise.verbs.doctor.log import diagnosis_of, read_logs
from rankwise.verbs.doctor.nodes import CHECKED as BETWEEN_NODES
from rankwise.verbs.doctor.nodes import findings_of_nodes, left_out, unreached

SERIOUS: Final = SEVERITIES[:2]
_NOTICED: Final = {row.name for row in ROWS if row.role in ("symptom", "consequence")}
"""Messages that say that something failed, and not why."""


@dataclass(frozen=True)
class DoctorOptions:
    """What a user may ask: of the machine or allocation that `where` names, or of the job whose launch line is `argv`.
    `limit_s` is for the short start in the job's place; 0 leaves it away. `hung`: a job that hangs now: its number in
    Slurm, or a process, its launcher or a rank; with hosts its ranks there. `run`: start the job itself under
    watch, and look at its ranks after `first_look_s`.
    `logs`: what jobs have printed, which is read in place of all else. `explain`: tell what the launcher makes of the
    line, without a start, on `machines`, by the rules of `mpi`; with `attempt` start a probe to compare."""

    argv: tuple[str, ...] = ()
    where: Where = HERE
    limit_s: float = 20.0
    hung: str = ""
    run: bool = False
    logs: tuple[str, ...] = ()
    explain: bool = False
    attempt: bool = False
    machines: tuple[str, ...] = ()
    mpi: str = ""
    first_look_s: float = 10.0
    out: Path = Path("rankwise-results")
    settings: dict[str, Setting] = field(default_factory=dict)


def look(options: DoctorOptions, watcher: Watcher | None = None) -> Diagnosis:
    """Looks, tells and stores the run, kind `doctor`.

    Raises UsageError for an empty line, EnvironmentProblem for a machine that cannot be looked at.
    """
    watcher = watcher or Watcher()
    plan = Plan(name="doctor", endpoints=(), cells=(), seed=0)
    run = new_run("doctor", plan, {}, {**with_sources(options.settings), "job": shlex.join(options.argv)})
    with Store.of(options.out) as store, recorded(store, run) as recording:
        if options.logs:
            log = read_logs(options.logs, watcher)
            return recording.keep(diagnosis_of(recording.ended(), options.logs, log))
        if options.explain:
            watcher.phase("looking at the launch line")
            line = explained(options.argv, options.machines, options.mpi, try_s=options.limit_s * options.attempt)
            return recording.keep(diagnosis_of_line(recording.ended(), line))
        case, inventory, between, left = _looked_at(options, recording, watcher)
        recording.note(mpis={mpi.name: mpi for mpi in (case.launcher_mpi, case.library_mpi) if mpi} if case else {})
        store.put(run.id, "inventory", inventory)
        most = case.most_ranks if case else 0
        standing, unseen = _standing(options, watcher)
        runs = case is not None and options.run and case.waiting is None
        watched = watch(case, options.first_look_s, watcher.phase) if case and runs else None
        standing = standing or (list(watched.standing) if watched else [])
        watcher.phase("judging")
        told = confirmed(case, options.limit_s) if case else []
        if watched and any(item.severity in SERIOUS for item in watched.findings):
            told = [item for item in told if item.title not in WORDLESS]  # the job says more than its probe
        hangs = list(watched.findings) if watched else why(standing)
        noticed = [item for item in hangs if item.id in _NOTICED]  # behind what was seen before the start
        hangs = [item for item in hangs if item not in noticed]
        findings = [*between, *hangs, *unseen, *told, *noticed, *_of_node(case, preflight(inventory, most or None))]
        unlooked = [
            *(not_looked(case, ran=runs) if case else _of_machine(options)),
            *left,
            *of_nodes(inventory.nodes),
        ]
        diagnosis = Diagnosis(
            run=recording.ended(),
            command=options.argv,
            launcher=_words(case.launcher, case.launcher_mpi) if case else "",
            program=str(case.program or "") if case else "",
            library=_words(str(case.library or ""), case.library_mpi) if case else "",
            asked_ranks=case.asked if case else 0,
            ranks=case.probed if case else (),
            standing=tuple(standing),
            findings=tuple(worst_first(findings)),
            answer=_answer(findings, case, standing),
            not_looked=tuple(unlooked),
            checked=(
                *(CHECKS if case else ()),
                *MACHINE_CHECKS,
                *(() if case or options.where.here else BETWEEN_NODES),
            ),
        )
        return recording.keep(diagnosis)


def _answer(
    findings: Sequence[Finding], case: Case | None, standing: Sequence[StandingRank]
) -> Literal["problems", "nothing serious", "cannot tell"]:
    """No all-clear for a program that was never seen to start MPI."""
    if any(item.severity in SERIOUS for item in findings):
        return "problems"
    return "cannot tell" if case and unseen_programs(case) and not standing else "nothing serious"


def _of_node(case: Case | None, findings: Sequence[Finding]) -> list[Finding]:
    """Findings of the node, without the general figure of shared memory where the job's MPI has its own."""
    return [item for item in findings if not (case and item.id == "small-shm" and needed_bytes(case))]


def _of_machine(options: DoctorOptions) -> Iterator[str]:
    yield RATES + " (rankwise survey)"
    if not options.hung:
        yield "a job: no launch line was given (rankwise doctor -- mpirun -n 8 ./app)"
    if options.where.here:
        yield "other nodes (--hosts)"


def _standing(options: DoctorOptions, watcher: Watcher) -> tuple[list[StandingRank], list[Finding]]:
    """Where the ranks of a job that hangs stand, and the nodes that told nothing."""
    if not options.hung:
        return [], []
    watcher.phase("looking where ranks stand")
    if not options.hung.isdecimal():
        raise UsageError(
            "bad-hung", f"'{options.hung}' is not the number of a process or job", "give a number, as ps or squeue show"
        )
    pid = int(options.hung)
    if options.where.here:
        try:
            return stand(ranks_of_job(pid)), []
        except UsageError:  # a number may be a process, and a job of Slurm
            if not (nodes := nodes_of_job(options.hung)):
                raise
        ranks, silent = stand_in_job(options.hung, nodes)
    else:
        placement = options.where.placement(partial=True)
        hosts = {name: host for name, host in placement.hosts.items() if host}
        names = programs_of_job(pid)
        if not names:
            raise UsageError("no-rank", f"process {pid} starts no program of a job", "name the launcher (mpirun)")
        ranks, silent = stand_on(hosts, placement.agent or SSH, names[0])
    if not ranks and not silent:
        raise UsageError("no-rank", f"no rank of {options.hung} has loaded MPI on any of its nodes", "has it begun?")
    return ranks, [
        finding(
            NO_ANSWER,
            f"{name} does not say where its ranks run",
            "serious",
            "Ranks there may be those that the others wait for.",
            seen={name: why_not},
            fixes={"any": f"on {name}: `rankwise doctor --hung PID`; it needs this Python, at the same path"},
            verify=f"`rankwise doctor --hung {options.hung}`",
            affects=(name,),
        )
        for name, why_not in silent.items()
    ]


def _looked_at(
    options: DoctorOptions, recording: Recording, watcher: Watcher
) -> tuple[Case | None, Inventory, list[Finding], list[str]]:
    """A job where there is a launch line, else the nodes, with what is wrong between them, and what was left out."""
    if not options.argv:
        watcher.phase("looking at the machine" if options.where.here else "looking at the nodes")
        placement = options.where.placement(partial=True)
        if not options.where.here:
            recording.note(plan=replace(recording.run.plan, endpoints=placement.endpoints))
        placement = placement.of_those_that_answered()
        plan = options.where.lab or (read_plan(options.where.plan) if options.where.plan else None)
        between = findings_of_nodes(placement, plan, watcher)
        return None, placement.inventory, [*unreached(placement), *between], left_out(placement)
    node = collect()
    watcher.phase("looking at the launch line")
    case = look_at(options.argv, node)
    if options.limit_s > 0 and case.program is not None:
        watcher.phase(f"a short start in the job's place, {options.limit_s:.0f} s at most")
        case = started(case, options.limit_s, watcher.phase)
        case = with_culprits(with_copies(case, options.limit_s), options.limit_s)
    return case, Inventory(nodes=(node,)), [], []


def _words(path: str, mpi: Mpi | None) -> str:
    return f"{path} ({title_of(mpi)})" if mpi else path
