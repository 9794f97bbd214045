"""`rankwise simulate`: what MPI calls would take on a machine that is not here, or on two that differ."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Out, Quiet
from rankwise.core.options import Argument, Option
from rankwise.core.units import parse_duration, parse_sizes, parse_words


@command("simulate")
def simulate(
    machines: Annotated[
        list[str],
        Argument("Machine, map, plan or run; a second one to compare with it.", metavar="MACHINE [OTHER]"),
    ],
    *,
    kernels: Annotated[
        str, Option("Kernels by name, as `rankwise bench --list` shows them.")
    ] = "pingpong,sendrecv,exchange,alltoall,bcast,allreduce",
    sizes: Annotated[str, Option("Message sizes: 8,1MiB, or a range 0:4MiB.")] = "8,1KiB,64KiB,1MiB",
    ranks: Annotated[int, Option("Number of ranks. 0: one on each endpoint.", "--ranks", "-n", least=0)] = 0,
    place: Annotated[Path | None, Option("File with the endpoint of each rank, a line each.", metavar="FILE")] = None,
    endpoints: Annotated[str, Option("Only endpoints whose names match, such as '*-mic*'.", metavar="PATTERN")] = "",
    fabric: Annotated[str, Option("Use this transport. Default: the fastest one for each pair.")] = "",
    program: Annotated[
        str, Option("Simulate a small program, as `rankwise program list` shows them.", metavar="NAME")
    ] = "",
    trace: Annotated[
        str,
        Option("Simulate one step of a trace, a matrix in CSV, or halo:PxQxR.", metavar="TRACE"),
    ] = "",
    like: Annotated[
        str,
        Option("Choose algorithms of collectives as mpich, openmpi, impi or mvapich does.", metavar="MPI"),
    ] = "",
    estimate: Annotated[bool, Option("Estimate only; SimGrid is not needed.", "--estimate")] = False,
    budget: Annotated[str, Option("Longest time of a simulation.", metavar="DURATION")] = "10m",
    out: Out = None,
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
