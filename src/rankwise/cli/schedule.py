"""`rankwise schedule`: a collective made for a map, predicted, tried, and written as a tuning."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Literal

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Allow, Budget, Launcher, Out, Quiet, Sizes
from rankwise.core import settings
from rankwise.core.errors import Exit, UsageError
from rankwise.core.options import Argument, MpiName, Option, Reductions
from rankwise.core.units import parse_duration, parse_size, parse_sizes

_SHARED: dict[str, bool | None] = {"map": None, "shared": True, "own": False}


@command("schedule")
def schedule(
    collective: Annotated[str, Argument("bcast, allreduce, alltoall ...", metavar="COLLECTIVE")],
    *,
    machine: Annotated[str, Option("Map file, cluster.toml, id of a run, or `last`.", metavar="MAP")],
    sizes: Sizes = "1KiB,64KiB,1MiB",
    attempt: Annotated[bool, Option("Measure the best ones beside the library.", "--try")] = False,
    file: Annotated[
        Path | None,
        Option("Write the chosen schedules as a tuning to this file.", "--file", metavar="FILE"),
    ] = None,
    reductions: Reductions = "fixed",
    adapters: Annotated[
        Literal["map", "shared", "own"],
        Option("Adapters of a node: shared by its ranks, one for each (own), or as in the map."),
    ] = "map",
    scratch: Annotated[str, Option("Memory of a rank for chunks that it forwards.")] = "64MiB",
    fabric: Annotated[str, Option("Use this transport. Default: the fastest one for each pair.")] = "",
    endpoints: Annotated[
        str,
        Option("Endpoints of the map by names ('c*-mic*'), or a TOML file of them.", metavar="NAMES|FILE"),
    ] = "",
    allow: Allow = None,
    budget: Budget = "60s",
    mpi: MpiName = None,
    launcher: Launcher = None,
    out: Out = None,
    quiet: Quiet = False,
) -> Answer:
    """Make a schedule of a collective for the network of a map: its messages, its predicted time, the lower bound.

    With --try, the best ones are measured against the library's own. Status 1 when none is proven faster.
    """
    from rankwise.cli.watching import watching
    from rankwise.report.schedule import lines
    from rankwise.verbs.map.read import read_map
    from rankwise.verbs.schedule import ScheduleOptions
    from rankwise.verbs.schedule import schedule as make

    if attempt and endpoints and Path(endpoints).suffix != ".toml":
        raise UsageError(
            "needs-file", f"--try cannot start ranks by '{endpoints}'", "name a file: --endpoints FILE.toml"
        )
    loaded = settings.load({"mpi": mpi, "out": out, "launcher": launcher})
    options = ScheduleOptions(
        collective=collective,
        sizes=parse_sizes(sizes),
        reductions=reductions,
        fabric=fabric,
        shared=_SHARED[adapters],
        endpoints=Path(endpoints) if Path(endpoints).suffix == ".toml" else None,
        scratch_bytes=parse_size(scratch),
        mpi=loaded["mpi"].value,
        file=file,
        attempt=attempt,
        budget_s=parse_duration(budget),
        launcher=loaded["launcher"].value,
        out=Path(loaded["out"].value),
        watchdog_s=parse_duration(loaded["watchdog"].value),
    )
    with ExitStack() as stack:
        watcher = watching(stack, quiet, lambda _run, total_s: f"comparing for {total_s:.0f} s at most")
        answer = make(read_map(machine, out, endpoints="" if options.endpoints else endpoints), options, watcher)
    won = not attempt or any(one.chosen for one in answer.sizes)
    return Answer(answer, lambda: print("\n".join(lines(answer))), Exit.DONE if won else Exit.ANSWER_IS_NO)
