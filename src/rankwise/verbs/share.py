"""`share`: work for each endpoint, so that all end at the same time."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

from rankwise.core.errors import UsageError
from rankwise.core.options import Fabric, From, Option
from rankwise.core.units import parse_size
from rankwise.maps.read import read_map

if TYPE_CHECKING:
    from rankwise.model.records import Map
    from rankwise.optimise.records import Shared


def _speeds(words: Sequence[str]) -> dict[str, float]:
    speeds: dict[str, float] = {}
    for word in words:
        name, _, text = word.partition("=")
        try:
            value = float(text)
        except ValueError:
            value = 0.0
        if not name or not (math.isfinite(value) and value > 0):
            raise UsageError("bad-speed", f"'{word}' is not a speed", "write --speed host=2.5, above 0")
        speeds[name] = value
    return speeds


def share_work(
    machine: Annotated[Map, From(read_map)],
    speeds: Annotated[
        Mapping[str, float],
        Option(
            "Speed in units of work per second: NAME=SPEED of an endpoint, kind or architecture. Repeatable.",
            "--speed",
            metavar="NAME=UNITS",
            read=_speeds,
            repeated=True,
        ),
    ],
    *,
    work: Annotated[float, Option("Total units of work.")] = 1.0,
    unit_bytes: Annotated[
        int, Option("Bytes sent to a card for each unit of work (offload).", read=parse_size, words="0")
    ] = 0,
    result_bytes: Annotated[
        int, Option("Bytes sent back for each unit of work (offload).", read=parse_size, words="0")
    ] = 0,
    exchange_bytes: Annotated[
        int,
        Option(
            "Bytes exchanged between neighbours: endpoints (symmetric) or hosts (offload).",
            "--exchange",
            read=parse_size,
            words="0",
        ),
    ] = 0,
    fabric: Fabric = "",
) -> Shared:
    """Divide work among unequal endpoints so that all end at the same time; compare offload with symmetric mode.

    `speeds` are units per second by endpoint, kind (`host`, `card`) or architecture, with wildcards; a later one wins.

    Offload: a card's data of `unit_bytes` and `result_bytes` a unit cross the path from and to a host of its node, all
    cards at once, and each host exchanges `exchange_bytes` with the next and the one before. Symmetric: each endpoint
    does, in the order of the map. Messages that are under way at once share what the map says they share.
    Raises UsageError for an endpoint without a speed, a name without an endpoint, a card without a host, and a pair
    without a path.
    """
    from rankwise.model.machine import known_machine_of, sharing
    from rankwise.optimise.modes import offload, speeds_of, symmetric
    from rankwise.optimise.records import Shared, WorkShares
    from rankwise.optimise.shares import equal_time_s, work_shares

    if not (math.isfinite(work) and work > 0):
        raise UsageError("bad-share", f"--work {work:g} is not above 0", "name the units of work in all")
    places = known_machine_of(machine, fabric)
    known = speeds_of(machine.endpoints, speeds)
    ways = (
        ("offload", offload(machine, places, known, (unit_bytes, result_bytes), exchange_bytes)),
        ("symmetric", symmetric(places, known, exchange_bytes)),
    )
    shares = []
    for mode, workers in ways:
        time_s, units = work_shares(workers, work)
        equal_s = equal_time_s(workers, work)
        shares.append(
            WorkShares(
                mode="offload" if mode == "offload" else "symmetric", units=units, time_s=time_s, equal_s=equal_s
            )
        )
    faster = min(shares, key=lambda item: item.time_s).mode
    return Shared(
        machine=machine.name,
        work=work,
        speeds=known,
        shares=tuple(shares),
        faster=faster,
        sharing=sharing(machine, places),
    )
