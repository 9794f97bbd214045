"""`route`: the fastest way of a message between two endpoints of a map, direct or through one or two relays."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rankwise.core import settings
from rankwise.core.errors import UsageError
from rankwise.core.options import Argument, From, MpiName, Option, Out, budget
from rankwise.core.units import parse_size
from rankwise.maps.read import read_map

if TYPE_CHECKING:
    from rankwise.measure.watcher import Watcher
    from rankwise.model.records import Map
    from rankwise.optimise.records import Routed


def find_route(
    machine: Annotated[Map, From(read_map)],
    source: Annotated[str, Argument("The endpoint that sends.", metavar="A")],
    target: Annotated[str, Argument("The endpoint that receives.", metavar="B")],
    size_bytes: Annotated[int, Option("Bytes of the message.", "--size", read=parse_size, words="4MiB")] = 4 << 20,
    *,
    measure: Annotated[bool, Option("Measure the relays beside the direct path: A and B are hosts.", "--try")] = False,
    network: Annotated[str, Option("With --try: the IPv4 network to relay over.", metavar="CIDR")] = "",
    file: Annotated[
        str | Path | None, Option("With --try: write a tuning that relays, where it wins.", "--write", metavar="FILE")
    ] = None,
    budget_s: Annotated[float, budget("60s")] = 60.0,
    mpi: MpiName = None,
    out: Out = None,
    watcher: Watcher | None = None,
) -> Routed:
    """Find the fastest path of a message: direct, or through one or two relays, whole or in pieces.

    By the latency and bandwidth of a map; nothing is sent without `measure`, which needs endpoints that are hosts.
    Raises UsageError for endpoints that nothing connects.
    """
    from rankwise.optimise.routes import routed

    if (network or file or mpi) and not measure:
        raise UsageError("needs-try", "--network, --write and --mpi say how a route is tried", "add --try")
    answer = routed(machine, source, target, size_bytes)
    if not measure:
        return answer
    from rankwise.verbs.route.trial import tried

    return tried(
        answer,
        mpi=settings.value("mpi", mpi),
        network=network,
        budget_s=budget_s,
        out=settings.folder(out),
        file=Path(file) if file else None,
        watcher=watcher,
    )
