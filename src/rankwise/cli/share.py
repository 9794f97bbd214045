"""`rankwise share`: how much work each endpoint should get."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from rankwise.cli.envelope import Answer, command
from rankwise.cli.options import Json, Out
from rankwise.core.errors import UsageError
from rankwise.core.units import parse_size


@command("share")
def share(
    *,
    machine: Annotated[str, typer.Option(help="A map file, a cluster.toml, a run's id, or `last`.", metavar="MAP")],
    speed: Annotated[
        list[str],
        typer.Option(help="Units of work a second of an endpoint, kind or architecture; repeat.", metavar="NAME=UNITS"),
    ],
    work: Annotated[float, typer.Option(help="Units of work in all.")] = 1.0,
    unit_bytes: Annotated[str, typer.Option(help="Offload: bytes that a unit sends to a card.")] = "0",
    result_bytes: Annotated[str, typer.Option(help="Offload: bytes that a unit sends back.")] = "0",
    exchange: Annotated[str, typer.Option(help="Symmetric: bytes that neighbours exchange.")] = "0",
    fabric: Annotated[str, typer.Option(help="Only this fabric; else the fastest one for each pair.")] = "",
    out: Out = None,
    json: Json = False,
) -> Answer:
    """Divide work among unequal endpoints so that all end at the same time: offload beside symmetric."""
    from rankwise.verbs.map.read import read_map
    from rankwise.verbs.share import share_work

    if not (math.isfinite(work) and work > 0):
        raise UsageError("bad-share", f"--work {work:g} is not above 0", "name the units of work in all")
    answer = share_work(
        read_map(machine, out),
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
            raise UsageError("bad-speed", f"'{word}' is no speed", "write --speed k1om=2.5, above 0")
        found[name] = value
    return found
