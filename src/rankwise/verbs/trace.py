"""`trace`: what an application sends, to whom, and how long its calls take."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from rankwise.core import settings
from rankwise.core.errors import UsageError
from rankwise.core.options import LaunchLine, MpiName, Option, Out, ShippedProgram, ShippedRanks

if TYPE_CHECKING:
    from rankwise.tracing.records import Trace


Form = Literal["json", "matrix", "messages", "rows"]


def trace(
    command: Annotated[Sequence[str], LaunchLine()] = (),
    mpi: MpiName = None,
    out: Out = None,
    *,
    program: ShippedProgram = "",
    ranks: ShippedRanks = 0,
    timeline: Annotated[
        str | Path | None,
        Option("File for a time line of the calls, which ui.perfetto.dev shows.", metavar="FILE"),
    ] = None,
    sites: Annotated[
        bool, Option("Count where the program calls MPI from: function, file and line.", "--sites/--no-sites")
    ] = True,
    quiet_output: bool = False,
) -> Trace:
    """Runs the job of a launch line and counts what each rank sends; Ctrl-C ends the job and keeps what was counted.

    What the job prints goes where this process's output goes; with `quiet_output` to standard error. Raises UsageError
    and EnvironmentProblem before it starts, MeasurementFailed when no rank left a trace.
    """
    from rankwise.programs.shipped import job_of
    from rankwise.tracing.run import TraceOptions, trace_program

    job = job_of(command, program, ranks=ranks, mpi=mpi)
    if not job.argv:
        raise UsageError("no-program", "there is no program to trace", "write rankwise trace -- mpirun -n 4 ./app")
    return trace_program(
        TraceOptions(
            job.argv,
            job.mpi or "",
            settings.folder(out),
            quiet_output=quiet_output,
            timeline=Path(timeline) if timeline is not None else None,
            sites=sites,
        )
    )


def exported(trace: Trace, form: Form) -> tuple[str, list[str]]:
    """A trace as text: `json` the record, `matrix` and `messages` who sends how much to whom as CSV, `rows` what
    `tune --for-trace` and `scale --for-trace` take. With warnings about what is not in it.

    Raises UsageError when there is no row to write.
    """
    from rankwise.core.records import encode
    from rankwise.tracing.meaning import kernel_rows

    if form == "json":
        return encode(trace).decode() + "\n", []
    if form in ("matrix", "messages"):
        lines = trace.matrix_bytes if form == "matrix" else trace.matrix_messages
        head = ",".join(["from\\to", *(str(column) for column in range(trace.world))])
        body = [",".join(map(str, (row, *line))) for row, line in enumerate(lines)]
        return "\n".join([head, *body]) + "\n", []
    rows, without = kernel_rows(trace.ranks)
    if not rows:
        raise UsageError("no-rows", f"run {trace.run.id} holds no call that a kernel is like", "export it as json")
    text = "".join(f"{kernel}\t{size}\t{calls:g}\n" for kernel, size, calls in rows)
    warnings = [f"left out, for no kernel is like them: {', '.join(without)}"] if without else []
    return f"# kernel size count, of the rank with most; run {trace.run.id}\n{text}", warnings
