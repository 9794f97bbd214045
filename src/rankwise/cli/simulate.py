"""`rankwise simulate`: what MPI calls would take on a machine that is not here, or on two that differ."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rankwise.cli.envelope import Answer, command
from rankwise.cli.options import Json, Out, Quiet
from rankwise.core.units import parse_duration, parse_sizes, parse_words


@command("simulate")
def simulate(
    machines: Annotated[
        list[str],
        typer.Argument(help="Machine, map, plan or run; a second one to compare with it.", metavar="MACHINE [OTHER]"),
    ],
    *,
    kernels: Annotated[
        str, typer.Option(help="Kernels by name, as `rankwise bench --list` shows them.")
    ] = "pingpong,sendrecv,exchange,alltoall,bcast,allreduce",
    sizes: Annotated[str, typer.Option(help="Message sizes: 8,1MiB, or a range 0:4MiB.")] = "8,1KiB,64KiB,1MiB",
    ranks: Annotated[int, typer.Option("--ranks", "-n", help="Number of ranks. 0: one on each endpoint.", min=0)] = 0,
    place: Annotated[
        Path | None, typer.Option(help="File with the endpoint of each rank, a line each.", metavar="FILE")
    ] = None,
    endpoints: Annotated[
        str, typer.Option(help="Only endpoints whose names match, such as '*-mic*'.", metavar="PATTERN")
    ] = "",
    fabric: Annotated[str, typer.Option(help="Use this transport. Default: the fastest one for each pair.")] = "",
    program: Annotated[
        str, typer.Option(help="Simulate a small program, as `rankwise program list` shows them.", metavar="NAME")
    ] = "",
    trace: Annotated[
        str,
        typer.Option(help="Simulate one step of a trace, a matrix in CSV, or halo:PxQxR.", metavar="TRACE"),
    ] = "",
    like: Annotated[
        str,
        typer.Option(help="Choose algorithms of collectives as mpich, openmpi, impi or mvapich does.", metavar="MPI"),
    ] = "",
    estimate: Annotated[bool, typer.Option("--estimate", help="Estimate only; SimGrid is not needed.")] = False,
    budget: Annotated[str, typer.Option(help="Longest time of a simulation.", metavar="DURATION")] = "10m",
    out: Out = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Simulate kernels on a machine by SimGrid: each path by its own figures, shared adapters and links shared.

    Nothing is measured. With a second machine: how many times faster each call would be, and what is busiest there.
    """
    from rankwise.core.errors import Exit, UsageError
    from rankwise.report.live import Live
    from rankwise.report.simulate import lines
    from rankwise.verbs import simulate as verb
    from rankwise.verbs.watching import Watcher

    if len(machines) > 2:
        raise UsageError("too-many-machines", f"{len(machines)} machines", "name one, or two to compare")
    options = verb.Options(
        tuple(machines),
        kernels=parse_words(kernels),
        sizes=parse_sizes(sizes),
        ranks=ranks,
        placement=place,
        endpoints=endpoints,
        fabric=fabric,
        program=program,
        trace=trace,
        like=like,
        estimate_only=estimate,
        timeout_s=parse_duration(budget),
        out=out,
    )
    live = Live(0.0, quiet)
    try:
        answer = verb.simulate(options, Watcher(phase=live.phase))
    finally:
        live.close()
    status = Exit.INTERRUPTED if answer.interrupted else Exit.DONE
    return Answer(answer, lambda: print("\n".join(lines(answer))), status)
