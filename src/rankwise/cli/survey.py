"""`rankwise survey`: measure this machine with one MPI or all, and say what is good, what is slow, and why."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import (
    Agent,
    Allow,
    BudgetOrDefault,
    Endpoints,
    Hosts,
    Json,
    Lab,
    Launcher,
    MpiNames,
    Out,
    Per,
    Plan,
    Quiet,
    Ranks,
    Seed,
    Switches,
)
from rankwise.core import settings
from rankwise.core.errors import Exit, UsageError
from rankwise.core.kinds import page_name
from rankwise.core.options import Option
from rankwise.core.units import parse_budget, parse_duration, parse_share

if TYPE_CHECKING:
    from rankwise.core.records import Finding, Run, Survey
    from rankwise.verbs.survey.run import Watcher


@command("survey")
def survey(
    *,
    mpi: MpiNames = None,
    endpoints: Endpoints = None,
    allow: Allow = None,
    hosts: Hosts = None,
    per: Per = "",
    switches: Switches = None,
    plan: Plan = None,
    lab: Lab = None,
    agent: Agent = None,
    quick: Annotated[bool, Option("Measure for 20 s instead of a minute.", "--quick")] = False,
    budget: BudgetOrDefault = None,
    precision: Annotated[str | None, Option("Stop when each 95 % interval has this half width, e.g. 2%.")] = None,
    ranks: Ranks = 0,
    out: Out = None,
    launcher: Launcher = None,
    experiments: Annotated[
        bool, Option("Test causes of slow lines by experiment.", "--experiments/--no-experiments")
    ] = True,
    fail_on: Annotated[
        str,
        Option(
            "Exit with status 1 for: `slow` lines, or findings of at least `warning`, `serious` or `critical`.",
            "--fail-on",
        ),
    ] = "",
    resume: Annotated[str, Option("Continue an interrupted run: its id, or `last`.")] = "",
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Measure this machine, judge every line, prove causes, write one page."""
    from rankwise.cli.targets import enter_lab
    from rankwise.verbs.survey.run import Options
    from rankwise.verbs.survey.run import survey as run_survey
    from rankwise.verbs.where import where_of

    enter_lab(lab)

    if fail_on not in ("", "slow", "warning", "serious", "critical"):
        hint = "write --fail-on slow, warning, serious or critical"
        raise UsageError("bad-fail-on", f"'{fail_on}' is nothing to fail on", hint)
    flags = {"mpi": mpi, "precision": precision, "out": out, "launcher": launcher}
    loaded = settings.load(flags)
    options = Options(
        mpi=loaded["mpi"].value,
        where=where_of(ranks=ranks, hosts=hosts, endpoints=endpoints, plan=plan, lab=lab, per=per, switches=switches),
        agent=agent or "",
        quick=quick,
        budget_s=parse_budget(budget) if budget else 0.0,
        precision=parse_share(loaded["precision"].value, "precision"),
        out=Path(loaded["out"].value),
        launcher=loaded["launcher"].value,
        watchdog_s=parse_duration(loaded["watchdog"].value),
        experiments=experiments,
        resume=resume,
        seed=seed,
        settings=loaded,
    )
    with ExitStack() as stack:
        answer = run_survey(options, _watcher(stack, quiet))
    from rankwise.report import answers

    page = answers.write(answer, options.out / page_name(answer.run))
    interrupted = answer.run.status == "interrupted"

    def show() -> None:
        answers.show(answer, page)
        if interrupted:
            print(f"interrupted: what was measured is kept; go on with `rankwise survey --resume {answer.run.id}`")

    ended = {"interrupted": Exit.INTERRUPTED, "failed": Exit.MEASUREMENT_FAILED}
    status = ended.get(answer.run.status, Exit.ANSWER_IS_NO if _fails(answer, fail_on) else Exit.DONE)
    return Answer(answer, show, status, list(answer.run.warnings) if json else [])


def _fails(answer: Survey, fail_on: str) -> bool:
    from rankwise.core.records import Severity

    if fail_on == "slow":
        return any(line.verdict == "slow" for line in answer.lines)
    levels = get_args(Severity)
    bad = levels[levels.index(fail_on) :] if fail_on else ()
    return any(finding.severity in bad for finding in answer.findings)


def _watcher(stack: ExitStack, quiet: bool) -> Watcher:
    """As all verbs that measure, and with what is found before measuring."""
    from dataclasses import replace

    from rankwise.cli.watching import watching

    def found(findings: Sequence[Finding]) -> None:
        if not quiet:
            for finding in findings:
                print(f"before measuring: {finding.title}: {finding.cause}", file=sys.stderr)

    def words(run: Run, total_s: float) -> str:
        setup_s = run.provenance.setup_s
        return f"measuring {', '.join(run.mpis)} for about {total_s:.0f} s (set-up took {setup_s:.1f} s)"

    return replace(watching(stack, quiet, words), found=found)
