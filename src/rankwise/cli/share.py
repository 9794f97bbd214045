"""`rankwise share`: how much work each endpoint should get."""

from __future__ import annotations

import math
from typing import Annotated

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import OfMap, Out
from rankwise.core.errors import UsageError
from rankwise.core.options import Option
from rankwise.core.units import parse_size


@command("share")
def share(
    *,
    machine: Annotated[str, Option("Map file, cluster.toml, id of a run, or `last`.", metavar="MAP")],
    speed: Annotated[
        list[str],
        Option(
            "Speed in units of work per second: NAME=SPEED of an endpoint, kind or architecture. Repeatable.",
            metavar="NAME=UNITS",
        ),
    ],
    work: Annotated[float, Option("Total units of work.")] = 1.0,
    unit_bytes: Annotated[str, Option("Bytes sent to a card for each unit of work (offload).")] = "0",
    result_bytes: Annotated[str, Option("Bytes sent back for each unit of work (offload).")] = "0",
    exchange: Annotated[
        str, Option("Bytes exchanged between neighbours: endpoints (symmetric) or hosts (offload).")
    ] = "0",
    fabric: Annotated[str, Option("Use this transport. Default: the fastest one for each pair.")] = "",
    endpoints: OfMap = "",
    out: Out = None,
) -> Answer:
    """Divide work among unequal endpoints so that all end at the same time; compare offload with symmetric mode."""
    from rankwise.verbs.map.read import read_map
    from rankwise.verbs.share import share_work

    if not (math.isfinite(work) and work > 0):
        raise UsageError("bad-share", f"--work {work:g} is not above 0", "name the units of work in all")
    answer = share_work(
        read_map(machine, out, endpoints),
        _speeds(speed),
        work=work,
        unit_bytes=parse_size(unit_bytes),
        result_bytes=parse_size(result_bytes),
        exchange_bytes=parse_size(exchange),
        fabric=fabric,
    )

    def show() -> None:
        from rankwise.report.share import lines

        print("\n".join(lines(answer)))

    return Answer(answer, show)


def _speeds(words: list[str]) -> dict[str, float]:
    found: dict[str, float] = {}
    for word in words:
        name, _, text = word.partition("=")
        try:
            value = float(text)
        except ValueError:
            value = 0.0
        if not name or not (math.isfinite(value) and value > 0):
            raise UsageError("bad-speed", f"'{word}' is not a speed", "write --speed k1om=2.5, above 0")
        found[name] = value
    return found
