"""`rankwise survey`: measure this machine with one MPI or all, and say what is good, what is slow, and why."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer, paged
from rankwise.cli.options import Allow, Json, Quiet, failing_on
from rankwise.cli.targets import enter_lab
from rankwise.core.errors import Exit
from rankwise.core.findings import at_least
from rankwise.verbs.survey import survey as verb

if TYPE_CHECKING:
    from rankwise.core.records import Finding, Run
    from rankwise.verbs.records import Survey
    from rankwise.verbs.watching import Watcher


@command("survey", verb)
def survey(
    asked: partial[Survey],
    *,
    allow: Allow = None,
    fail_on: Annotated[
        str,
        failing_on(
            "Exit with status 1 for: `slow` lines, or findings of at least `warning`, `serious` or `critical`.",
            "slow",
            "warning",
            "serious",
            "critical",
        ),
    ] = "",
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Measure this machine, judge every figure, prove causes, write one page."""
    from rankwise.report.words import command_of

    enter_lab(asked.keywords.get("lab"))
    with _watching(quiet) as watcher:
        answer = asked(watcher=watcher)
    status = Exit.ANSWER_IS_NO if _fails(answer, fail_on) else Exit.DONE
    told = paged(answer, answer.run, asked.keywords.get("out"), status, answer.run.warnings if json else ())
    go_on = f"interrupted: what was measured is kept; go on with `{command_of(answer.run, 'survey --resume')}`"
    more = [go_on] if answer.run.status == "interrupted" else []
    return replace(told, lines=lambda: [*told.lines(), *more])


def _fails(answer: Survey, fail_on: str) -> bool:
    if fail_on == "slow":
        return any(line.verdict == "slow" for line in answer.lines)
    return any(finding.severity in at_least(fail_on) for finding in answer.findings)


@contextmanager
def _watching(quiet: bool) -> Iterator[Watcher]:
    """As all verbs that measure, and with what is found before measuring."""
    from rankwise.cli.watching import watching

    def found(findings: Sequence[Finding]) -> None:
        if not quiet:
            for finding in findings:
                print(f"before measuring: {finding.title}: {finding.cause}", file=sys.stderr)

    def words(run: Run) -> str:
        return f"measuring {', '.join(run.mpis)} (set-up took {run.provenance.setup_s:.1f} s)"

    with watching(quiet, words) as watcher:
        yield replace(watcher, found=found)
