"""`simulate`: what kernels take on a machine that is not here, or on two that differ, by SimGrid and by an estimate."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rankwise.core.errors import UsageError
from rankwise.core.options import Argument, Fabric, Option, Out
from rankwise.core.units import parse_duration, parse_sizes, parse_words

if TYPE_CHECKING:
    from rankwise.measure.watcher import Watcher
    from rankwise.simulate.records import Simulated

KERNELS = "pingpong, sendrecv, exchange, alltoall, bcast, allreduce"  # help breaks it at blanks alone
SIZES = "8,1KiB,64KiB,1MiB"


def simulate_machine(
    machines: Annotated[
        Sequence[str],
        Argument("Machine, map, plan or run; a second one to compare with it.", metavar="MACHINE [OTHER]"),
    ],
    *,
    kernels: Annotated[
        Sequence[str],
        Option("Kernels by name, as `rankwise bench --list` shows them.", read=parse_words, words=KERNELS),
    ] = parse_words(KERNELS),
    sizes: Annotated[
        Sequence[int], Option("Message sizes: 8,1MiB, or a range 0:4MiB.", read=parse_sizes, words=SIZES)
    ] = parse_sizes(SIZES),
    ranks: Annotated[int, Option("Number of ranks. 0: one on each endpoint.", "--ranks", "-n", least=0)] = 0,
    place: Annotated[
        str | Path | None, Option("File with the endpoint of each rank, a line each.", metavar="FILE")
    ] = None,
    endpoints: Annotated[str, Option("Only endpoints whose names match, such as '*-mic*'.", metavar="PATTERN")] = "",
    fabric: Fabric = "",
    program: Annotated[
        str,
        Option("Simulate a small program, as `rankwise program list` shows them.", metavar="NAME[:ARGS]"),
    ] = "",
    trace: Annotated[
        str,
        Option("Simulate a traced run call by call, or one step of a matrix in CSV or halo:PxQxR.", metavar="TRACE"),
    ] = "",
    like: Annotated[
        str, Option("Choose algorithms of collectives as mpich, openmpi, impi or mvapich does.", metavar="MPI")
    ] = "",
    strict: Annotated[
        bool,
        Option(
            "Refuse a map with pairs that were never measured. Default: they take what their class does.", "--strict"
        ),
    ] = False,
    estimate: Annotated[bool, Option("Estimate only; SimGrid is not needed.", "--estimate")] = False,
    budget_s: Annotated[
        float, Option("Longest time of a simulation.", "--budget", metavar="DURATION", read=parse_duration, words="10m")
    ] = 600.0,
    out: Out = None,
    watcher: Watcher | None = None,
) -> Simulated:
    """Each kernel at each size on a machine, or on two: how many times faster each call would be, and what is busiest.

    `ranks` 0: as many as there are endpoints, on a large machine as there are nodes. Without SimGrid estimates alone,
    and why. Each kernel is a simulation of its own: what was finished is kept when the user interrupts. Raises
    UsageError for what cannot be simulated, before anything is.
    """
    if len(machines) > 2:
        raise UsageError("too-many-machines", f"{len(machines)} machines", "name one, or two to compare")
    from rankwise.verbs.simulate import run
    from rankwise.verbs.simulate.stage import Options

    options = Options(
        kernels=tuple(kernels),
        sizes=tuple(sizes),
        ranks=ranks,
        placement=Path(place) if place is not None else None,
        endpoints=endpoints,
        fabric=fabric,
        program=program,
        trace=trace,
        like=like,
        strict=strict,
        estimate_only=estimate,
        timeout_s=budget_s,
        out=out,
    )
    return run.simulated(machines, options, watcher)
