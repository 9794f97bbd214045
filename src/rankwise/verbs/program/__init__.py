"""`program`: small real programs that ship with rankwise, with one MPI or several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Annotated, ParamSpec

from rankwise.core import settings
from rankwise.core.options import Argument, LaunchLine, MpiNames, Option, Out, Places, Unpack

if TYPE_CHECKING:
    from rankwise.programs.records import Programmed
    from rankwise.verbs.program.run import ProgramOptions

P = ParamSpec("P")
Name = Annotated[str, Argument("A program, as `rankwise program list` names it.", metavar="NAME")]


def program_options(
    program: Name,
    arguments: Annotated[Sequence[str], LaunchLine()] = (),
    *,
    mpi: MpiNames = None,
    ranks: Annotated[int, Option("Ranks here. Default: one for each core.", "--ranks", "-n", least=0)] = 0,
    threads: Annotated[int, Option("Threads that compute in each rank.", least=1)] = 1,
    repeat: Annotated[int, Option("Runs with each MPI; the middle one is shown.", least=1)] = 1,
    buffers: Annotated[str, Option("Where messages lie: H, host, or D, device.")] = "H",
    device: Annotated[str, Option("Device of D: software[:OPTIONS]. Default: the GPU driver's.", "--device")] = "",
    out: Out = None,
    **where: Unpack[Places],
) -> ProgramOptions:
    """Runs a program that ships with rankwise, with one MPI or several (`all`, names with commas).

    Raises UsageError for what the program refuses, MeasurementFailed where it ended well with no MPI.
    """
    from rankwise.verbs.program.run import ProgramOptions
    from rankwise.verbs.where import where_of

    return ProgramOptions(
        program=program,
        arguments=tuple(arguments),
        mpi=settings.value("mpi", mpi),
        where=where_of(ranks=ranks, **where),
        threads=threads,
        repeat=repeat,
        buffers=buffers,
        device=device,
        out=settings.folder(out),
    )


def _run(options: Callable[P, ProgramOptions]) -> Callable[P, Programmed]:
    @wraps(options)
    def run(*args: P.args, **given: P.kwargs) -> Programmed:
        from rankwise.verbs.program.run import run_program

        return run_program(options(*args, **given))

    return run


run_program = _run(program_options)
"""What `program_options` asks for, done."""
