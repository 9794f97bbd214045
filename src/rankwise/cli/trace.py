"""`rankwise trace`: what an application sends, to whom, and how long its calls take."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from rankwise.cli.after_dashes import GroupWithProgram
from rankwise.cli.command import command
from rankwise.cli.envelope import Answer, paged
from rankwise.cli.options import Json, RunName
from rankwise.core.errors import Exit, UsageError
from rankwise.core.options import Option, Out
from rankwise.verbs.trace import trace as verb

if TYPE_CHECKING:
    from rankwise.tracing.records import Trace


@command("trace", verb, cls=GroupWithProgram)
def app(asked: partial[Trace], *, json: Json = False) -> Answer:
    """Run a program and count what each rank sends: `rankwise trace -- mpirun -n 4 ./app`.

    The source is not changed and nothing is linked anew. Ranks that are killed keep what they counted. Status 4 when
    the program fails or no rank could be traced.
    """
    trace = asked(quiet_output=json)
    told = paged(trace, trace.run, asked.keywords.get("out"), warnings=trace.run.warnings if json else ())
    told.status = Exit.INTERRUPTED if trace.status is None else Exit.MEASUREMENT_FAILED if trace.status else Exit.DONE
    return told


@command("trace show", below=app)
def show_trace(run: RunName = "last", out: Out = None) -> Answer:
    """Show a stored trace again."""
    from rankwise.report.answers import lines
    from rankwise.verbs.runs import page_file

    trace = _stored(run, out)
    page = page_file(trace.run, out)
    return Answer(trace, lambda: lines(trace, page if page.is_file() else None))


@command("trace export", below=app)
def export_trace(
    run: RunName = "last",
    *,
    form: Annotated[
        Literal["json", "matrix", "messages", "rows"],
        Option(
            "rows: for `tune` and `scale` --for-trace; matrix, messages: bytes or messages of each pair as "
            "CSV; json: the record.",
            "--format",
        ),
    ] = "rows",
    file: Annotated[Path | None, Option("File to write. Default: standard output.", "--file")] = None,
    out: Out = None,
    json: Json = False,
) -> Answer:
    """Write a trace for other programs."""
    from rankwise.core import files
    from rankwise.verbs.trace import exported

    if json and file is None:
        raise UsageError("no-file", "--json needs standard output for its envelope", "name a --file to export to")
    trace = _stored(run, out)
    text, warnings = exported(trace, form)
    if file is not None:
        files.put(file, text, "choose another --file")
    data = {"run": trace.run.id, "format": form, "file": str(file) if file else None}
    return Answer(data, lambda: [f"wrote {file}" if file else text.removesuffix("\n")], warnings=warnings)


def _stored(run: str, out: str | Path | None) -> Trace:
    from rankwise.tracing.records import Trace
    from rankwise.verbs import runs

    loaded, trace = runs.answer(run, out, Trace if run == "last" else None)
    if not isinstance(trace, Trace):
        hint = f"{runs.listed_by(out)} shows them"
        raise UsageError("no-trace", f"run {loaded.id} is not a trace but of kind '{loaded.kind}'", hint)
    return trace
