"""`rankwise trace`: what an application sends, to whom, and how long its calls take."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import click

from rankwise.cli.after_dashes import GroupWithProgram, program_of
from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Json, Out, RunName, ShippedProgram, ShippedRanks
from rankwise.cli.shipped import asked
from rankwise.core import settings
from rankwise.core.errors import Exit, UsageError
from rankwise.core.options import MpiName, Option

if TYPE_CHECKING:
    from rankwise.tracing.records import Trace


@command("trace", cls=GroupWithProgram)
def app(
    context: click.Context,
    *,
    program: ShippedProgram = "",
    ranks: ShippedRanks = 0,
    mpi: MpiName = None,
    timeline: Annotated[
        Path | None,
        Option("File for a time line of the calls, which ui.perfetto.dev shows.", "--timeline"),
    ] = None,
    sites: Annotated[
        bool, Option("Count where the program calls MPI from: function, file and line.", "--sites")
    ] = False,
    out: Out = None,
    json: Json = False,
) -> Answer:
    """Run a program and count what each rank sends: `rankwise trace -- mpirun -n 4 ./app`.

    The source is not changed and nothing is linked anew. Ranks that are killed keep what they counted. Status 4 when
    the program fails or no rank could be traced.
    """
    from rankwise.report.answers import show, write
    from rankwise.verbs.runs import page_file
    from rankwise.verbs.trace import TraceOptions, trace_program

    meant = asked(program, program_of(context), ranks=ranks, mpi=mpi)
    if not meant.argv:
        raise UsageError("no-program", "there is no program to trace", "write rankwise trace -- mpirun -n 4 ./app")
    folder = Path(settings.value("out", out))
    options = TraceOptions(meant.argv, meant.mpi or "", folder, quiet_output=json, timeline=timeline, sites=sites)
    trace = trace_program(options)
    page = write(trace, page_file(trace.run, out))
    status = Exit.INTERRUPTED if trace.status is None else Exit.MEASUREMENT_FAILED if trace.status else Exit.DONE
    return Answer(trace, lambda: show(trace, page), status, list(trace.run.warnings) if json else [])


@command("trace show", below=app)
def show_trace(run: RunName = "last", out: Out = None) -> Answer:
    """Show a stored trace again."""
    from rankwise.report.answers import show
    from rankwise.verbs.runs import page_file

    trace = _stored(run, out)
    page = page_file(trace.run, out)
    return Answer(trace, lambda: show(trace, page if page.is_file() else None))


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
    return Answer(data, lambda: print(text, end="") if file is None else print(f"wrote {file}"), warnings=warnings)


def _stored(run: str, out: str | None) -> Trace:
    from rankwise.tracing.records import Trace
    from rankwise.verbs import runs

    loaded, trace = runs.answer(run, out)
    if not isinstance(trace, Trace):
        raise UsageError(
            "no-trace", f"run {loaded.id} is not a trace but of kind '{loaded.kind}'", "`rankwise runs list` shows them"
        )
    return trace
