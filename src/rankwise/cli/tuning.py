"""`rankwise tune explain`, `check` and `export`: a tuning file in words, looked at, and as files of the MPI itself."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Allow
from rankwise.core.errors import Exit
from rankwise.verbs.tune.files import check_tuning, explain_tuning, export_tuning

if TYPE_CHECKING:
    from rankwise.apply.records import ExplainedTuning, ExportedTuning, TuningCheck


@command("tune explain", explain_tuning)
def explain(asked: partial[ExplainedTuning], *, allow: Allow = None) -> Answer:
    """Say in words what was wrong with the default, what each line gains, and everything that the tuning would do, in
    the order in which `rankwise run` does it. What is refused is listed with the reason."""
    from rankwise.report.tune import effect_lines

    explained = asked(allow=allow or ())
    return Answer(explained, lambda: print("\n".join(effect_lines(explained))))


@command("tune check", check_tuning)
def check(asked: partial[TuningCheck], *, allow: Allow = None) -> Answer:
    """Check in seconds whether each line of a tuning is in effect. Status 1 when one is not, 3 when no job
    starts."""
    from rankwise.report.not_looked import not_looked
    from rankwise.report.tables import aligned

    checked = asked(allow=allow or ())

    def show() -> None:
        rows = [
            (line.id, line.answer, f"by {line.seen_by}" if line.seen_by else "", line.evidence)
            for line in checked.lines
        ]
        for line in aligned(rows):
            print(line)
        print("\n".join(not_looked(checked.not_looked)))
        print(f"{checked.mpi} {checked.version}, looked at in {checked.took_s:.1f} s")

    answers = {line.answer for line in checked.lines}
    nothing_seen = checked.died and answers <= {"cannot tell"}
    status = Exit.ANSWER_IS_NO if "not in effect" in answers else Exit.ENVIRONMENT if nothing_seen else Exit.DONE
    return Answer(checked, show, status, [*checked.differences, *checked.allowed])


@command("tune export", export_tuning)
def export(asked: partial[ExportedTuning], *, allow: Allow = None) -> Answer:
    """Write a tuning as files of the MPI itself, so that a site needs no rankwise to use it."""
    exported = asked(allow=allow or ())

    def show() -> None:
        for path, use in exported.files.items():
            print(f"{path}\n  {use}")
        for words in exported.left_out:
            print(f"left out: {words}")

    return Answer(exported, show, warnings=list(exported.allowed))
