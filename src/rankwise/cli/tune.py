"""`rankwise tune`: what makes an MPI faster here, found, proven and written down."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from rankwise.cli.after_dashes import GroupWithProgram
from rankwise.cli.command import command
from rankwise.cli.envelope import Answer, status_of, written
from rankwise.cli.options import Allow, Json, Quiet
from rankwise.cli.targets import enter_lab
from rankwise.core import settings
from rankwise.core.errors import Exit, RankwiseError
from rankwise.core.options import Option
from rankwise.verbs.tune import tune as verb
from rankwise.verbs.tune import verify_tuning
from rankwise.verbs.tune.files import check_tuning, explain_tuning, export_tuning

if TYPE_CHECKING:
    from rankwise.apply.records import ExplainedTuning, ExportedTuning, TuningCheck
    from rankwise.tuning.records import Tuned


Everything = Annotated[bool, Option("Print every cell, and what was tried and not taken.", "--all")]


@command("tune", verb, cls=GroupWithProgram)
def app(
    asked: partial[Tuned],
    context: click.Context,
    *,
    allow: Allow = None,
    everything: Everything = False,
    in_words: Annotated[bool, Option("Explain the tuning in --file; measure nothing.", "--explain")] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Find what makes an MPI, or with -- COMMAND a program, faster here.

    Transports, protocols and algorithms are tried within --budget. What is proven faster is written to a file. With
    `-- COMMAND` at the end whole runs of that program must become faster. Status 1 when the time was too short to tell.
    """
    from rankwise.cli.watching import watching
    from rankwise.verbs.mpi import choose_mpis

    given = asked.keywords
    file = Path(given["file"])
    if in_words:
        context.invoke(explain, file=file, json=json)
        context.exit()
    enter_lab(given.get("lab"))
    wanted = settings.value("mpi", given.get("mpi"))
    names: list[str | None] = [None]  # the launcher of a program says which MPI it is
    left_out: list[str] = []
    if wanted or not given.get("command"):
        mpis, left_out = choose_mpis(wanted)
        names = [mpi.name for mpi in mpis]

    def search(name: str | None) -> Tuned:
        own = file.with_name(f"{file.stem}-{_plain(name)}{file.suffix}") if name and len(names) > 1 else file
        with watching(quiet) as watcher:
            return asked(mpi=name, file=own, watcher=watcher)

    answers: list[Tuned] = []
    failed: dict[str, RankwiseError] = {}
    statuses = [Exit.DONE]
    for name in names:
        try:
            answers.append(search(name))
            statuses.append(_told(answers[-1], json, everything))
        except KeyboardInterrupt:  # before there was anything to keep of this MPI
            if not answers:
                raise
            statuses.append(Exit.INTERRUPTED)
        except RankwiseError as error:
            failed[name or "the program's MPI"] = error
            statuses.append(error.exit_status)
        if statuses[-1] == Exit.INTERRUPTED:
            break
    if not answers:
        raise next(iter(failed.values()))
    own = [*left_out, *(warning for answer in answers for warning in answer.run.warnings)] if json else []
    words = [*own, *(f"{name}: {error.message}" for name, error in failed.items())]
    return Answer(answers, status=max(statuses), warnings=words)


@command("tune verify", verify_tuning, below=app)
def verify(
    asked: partial[Tuned],
    *,
    allow: Allow = None,
    everything: Everything = False,
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Measure a tuning again, at sizes that its search did not see, or those of its trace; drop lines that do not win.

    Status 1 when no line wins.
    """
    from rankwise.cli.watching import watching

    enter_lab(asked.keywords.get("lab"))
    with watching(quiet) as watcher:
        tuned = asked(allow=allow or (), watcher=watcher)
    _told(tuned, json, everything)
    return Answer(tuned, status=Exit.DONE if tuned.answer == "tuned" else Exit.ANSWER_IS_NO)


@command("tune explain", explain_tuning, below=app)
def explain(asked: partial[ExplainedTuning], *, allow: Allow = None) -> Answer:
    """Say in words what was wrong with the default, what each line gains, and everything that the tuning would do, in
    the order in which `rankwise run` does it. What is refused is listed with the reason."""
    from rankwise.report.tune import effect_lines

    explained = asked(allow=allow or ())
    return Answer(explained, lambda: effect_lines(explained))


@command("tune check", check_tuning, below=app)
def check(asked: partial[TuningCheck], *, allow: Allow = None) -> Answer:
    """Check in seconds whether each line of a tuning is in effect. Status 1 when one is not, 3 when no job
    starts."""
    from rankwise.report.not_looked import not_looked
    from rankwise.report.tables import fitted

    checked = asked(allow=allow or ())

    rows = [
        (line.id, line.answer, f"by {line.seen_by}" if line.seen_by else "", line.evidence) for line in checked.lines
    ]
    looked = f"{checked.mpi} {checked.version}, looked at in {checked.took_s:.1f} s"
    answers = {line.answer for line in checked.lines}
    nothing_seen = checked.died and answers <= {"cannot tell"}
    status = Exit.ANSWER_IS_NO if "not in effect" in answers else Exit.ENVIRONMENT if nothing_seen else Exit.DONE
    return Answer(
        checked,
        lambda: [*fitted(rows), *not_looked(checked.not_looked), looked],
        status,
        [*checked.differences, *checked.allowed],
    )


@command("tune export", export_tuning, below=app)
def export(asked: partial[ExportedTuning], *, allow: Allow = None) -> Answer:
    """Write a tuning as files of the MPI itself, so that a site needs no rankwise to use it."""
    exported = asked(allow=allow or ())

    told = [f"{path}\n  {use}" for path, use in exported.files.items()]
    told += [f"left out: {words}" for words in exported.left_out]
    return Answer(exported, lambda: told, warnings=list(exported.allowed))


def _told(tuned: Tuned, json: bool, everything: bool) -> Exit:
    """The status of an answer, whose page is written and whose words are printed at once: the next MPI takes long."""
    from rankwise.report.answers import write
    from rankwise.report.tune import lines

    write(tuned, Path(tuned.page))
    if not json:
        with written():
            print("\n".join(lines(tuned, everything=everything)))
    return status_of(tuned.run, Exit.ANSWER_IS_NO if tuned.answer == "cannot tell" else Exit.DONE)


def _plain(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name)
