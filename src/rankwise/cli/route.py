"""`rankwise route`: the fastest way of a message between two endpoints, by a map."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Budget, MpiName, OfMap, Out, Quiet
from rankwise.core import settings
from rankwise.core.errors import UsageError
from rankwise.core.options import Argument, Option
from rankwise.core.units import parse_duration, parse_size


@command("route")
def route(
    source: Annotated[str, Argument("The endpoint that sends.", metavar="A")],
    target: Annotated[str, Argument("The endpoint that receives.", metavar="B")],
    *,
    machine: Annotated[str, Option("Map file, cluster.toml, id of a run, or `last`.", metavar="MAP")],
    size: Annotated[str, Option("Bytes of the message.")] = "4MiB",
    endpoints: OfMap = "",
    try_it: Annotated[
        bool,
        Option("Measure the relays beside the direct path: A and B are hosts.", "--try"),
    ] = False,
    network: Annotated[str, Option("With --try: the IPv4 network to relay over.", metavar="CIDR")] = "",
    write: Annotated[
        Path | None, Option("With --try: write a tuning that relays, where it wins.", metavar="FILE")
    ] = None,
    budget: Budget = "60s",
    mpi: MpiName = None,
    out: Out = None,
    quiet: Quiet = False,
) -> Answer:
    """Find the fastest path of a message: direct, or through one or two relays, whole or in pieces.

    By the latency and bandwidth of a map; nothing is sent without --try.
    """
    from rankwise.report.route import lines
    from rankwise.verbs.map.read import read_map
    from rankwise.verbs.route import route as find

    if (network or write or mpi) and not try_it:
        raise UsageError("needs-try", "--network, --write and --mpi say how a route is tried", "add --try")
    answer = find(read_map(machine, out, endpoints), source, target, parse_size(size))
    if try_it:
        from rankwise.cli.watching import watching
        from rankwise.verbs.route_try import TryOptions, tried

        loaded = settings.load({"mpi": mpi, "out": out})
        asked = TryOptions(
            mpi=loaded["mpi"].value,
            network=network,
            budget_s=parse_duration(budget),
            out=Path(loaded["out"].value),
            file=write,
        )
        with ExitStack() as stack:
            watcher = watching(stack, quiet, lambda _run, total_s: f"trying the relays for {total_s:.0f} s at most")
            answer = tried(answer, asked, watcher)
    return Answer(answer, lambda: print("\n".join(lines(answer))))
