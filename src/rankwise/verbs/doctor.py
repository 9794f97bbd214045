"""`doctor`: what is wrong with this machine, or with a job: looked at before it starts, and in a short start."""

from __future__ import annotations

import shlex
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rankwise.cluster.plan import read_plan
from rankwise.core.records import Diagnosis, Finding, Inventory, Mpi, Plan, StandingRank
from rankwise.core.settings import Setting
from rankwise.decide.preflight import CHECKS as MACHINE_CHECKS
from rankwise.decide.preflight import preflight
from rankwise.diagnoses.case import Case, title_of
from rankwise.diagnoses.confirm import confirmed, with_copies
from rankwise.diagnoses.hangs import why
from rankwise.diagnoses.hung import ranks_of_job, stand
from rankwise.diagnoses.look import look_at, started
from rankwise.diagnoses.table import CHECKS
from rankwise.inventory.collect import collect
from rankwise.measure.provenance import ended, new_run
from rankwise.measure.watcher import Watcher
from rankwise.placement.where import HERE, Where
from rankwise.store.runs import Store
from rankwise.verbs.doctor_nodes import CHECKED as BETWEEN_NODES
from rankwise.verbs.doctor_nodes import findings_of_nodes

SEVERITIES: Final = ("critical", "serious", "warning", "info")


@dataclass(frozen=True)
class DoctorOptions:
    """What a user may ask: of the machine or allocation that `where` names, or of the job whose launch line is `argv`.
    `limit_s` is for the short start in the job's place; 0 leaves it away. `hung`: a process of a job that hangs now,
    its launcher or a rank."""

    argv: tuple[str, ...] = ()
    where: Where = HERE
    limit_s: float = 20.0
    hung: int = 0
    launcher: str = ""
    agent: str = ""
    out: Path = Path("rankwise-results")
    settings: dict[str, Setting] = field(default_factory=dict)


def doctor(options: DoctorOptions, watcher: Watcher | None = None) -> Diagnosis:
    """Looks, tells and stores the run, kind `doctor`.

    Raises UsageError for an empty line, EnvironmentProblem for a machine that cannot be looked at.
    """
    watcher = watcher or Watcher()
    begin_s = time.monotonic()
    with Store.open(options.out / "rankwise.db") as store:
        case, inventory, warnings = _looked_at(options, watcher)
        mpis = {mpi.name: mpi for mpi in (case.launcher_mpi, case.library_mpi) if mpi} if case else {}
        plan = Plan(name="doctor", endpoints=(), cells=(), seed=0)
        set_to = {name: f"{item.value} ({item.source})" for name, item in options.settings.items()}
        run = new_run("doctor", plan, mpis, {**set_to, "job": shlex.join(options.argv)})
        store.begin(run)
        store.put(run.id, "inventory", inventory)
        most = max(Counter(case.ranks_by_machine).values(), default=case.asked) if case else 0
        standing = _standing(options, watcher)
        watcher.phase("judging")
        told = confirmed(case, options.limit_s) if case else []
        findings = [*why(standing), *told, *preflight(inventory, most or None)]
        run = ended(run, time.monotonic() - begin_s)
        diagnosis = Diagnosis(
            run=run,
            command=options.argv,
            launcher=_words(case.launcher, case.launcher_mpi) if case else "",
            program=str(case.program or "") if case else "",
            library=_words(str(case.library or ""), case.library_mpi) if case else "",
            asked_ranks=case.asked if case else 0,
            ranks=case.start.ranks if case and case.start else (),
            standing=tuple(standing),
            findings=tuple(worst_first([*findings, *warnings])),
            checked=(
                *(CHECKS if case else ()),
                *MACHINE_CHECKS,
                *(() if case or options.where.here else BETWEEN_NODES),
            ),
        )
        store.update(run)
        store.put(run.id, "diagnosis", diagnosis)
    return diagnosis


def worst_first(findings: Sequence[Finding]) -> list[Finding]:
    """Findings in the order in which a person has to care."""
    return sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity))


def _standing(options: DoctorOptions, watcher: Watcher) -> list[StandingRank]:
    if not options.hung:
        return []
    watcher.phase("looking where ranks stand")
    return stand(ranks_of_job(options.hung))


def _looked_at(options: DoctorOptions, watcher: Watcher) -> tuple[Case | None, Inventory, list[Finding]]:
    if not options.argv:
        watcher.phase("looking at the nodes")
        placement = options.where.placement(launcher=options.launcher, agent=options.agent, partial=True)
        silent = [
            Finding(
                id="no-answer",
                title="A node cannot be looked at",
                severity="serious",
                cause="What cannot be reached from here cannot be started from here either.",
                evidence=(),
                affects=(words,),
            )
            for words in placement.warnings
        ]
        plan = options.where.lab or (read_plan(options.where.plan) if options.where.plan else None)
        return None, placement.inventory, [*silent, *findings_of_nodes(placement, plan, watcher)]
    node = collect()
    watcher.phase("looking at the launch line")
    case = look_at(options.argv, node)
    if options.limit_s > 0 and case.program is not None:
        watcher.phase(f"a short start in the job's place, {options.limit_s:.0f} s at most")
        case = with_copies(started(case, options.limit_s), options.limit_s)
    return case, Inventory(nodes=(node,)), []


def _words(path: str, mpi: Mpi | None) -> str:
    return f"{path} ({title_of(mpi)})" if mpi else path
