"""`rankwise place`: the order of ranks that suits a machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, cast

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import MpiName, OfMap, Out
from rankwise.core import settings
from rankwise.core.errors import UsageError
from rankwise.core.options import Option
from rankwise.core.units import parse_size


@command("place")
def place(
    *,
    machine: Annotated[str, Option("Map file, cluster.toml, id of a run, or `last`.", metavar="MAP")],
    pattern: Annotated[
        str,
        Option("ring, alltoall, halo:PxQxR, a matrix in CSV, or a trace (run or JSON).", metavar="PATTERN"),
    ],
    size: Annotated[str, Option("Bytes of one message.")] = "1MiB",
    ranks: Annotated[int, Option("Number of ranks. 0: as the pattern says, or all endpoints.", least=0)] = 0,
    objective: Annotated[str, Option("What to minimise: makespan, bottleneck or total.")] = "makespan",
    pin: Annotated[list[str] | None, Option("Keep a rank on an endpoint. Repeatable.", metavar="RANK=ENDPOINT")] = None,
    fabric: Annotated[str, Option("Use this transport. Default: the fastest one for each pair.")] = "",
    endpoints: OfMap = "",
    write: Annotated[Path | None, Option("Write the launcher's files into this folder.", metavar="DIR")] = None,
    launcher: Annotated[
        str,
        Option("Write files for this launcher: mpich, impi, openmpi, slurm or cray.", "--for", metavar="LAUNCHER"),
    ] = "",
    tuning: Annotated[Path | None, Option("Write a tuning that `rankwise run` follows.", metavar="FILE")] = None,
    mpi: MpiName = None,
    out: Out = None,
) -> Answer:
    """Choose which rank runs where, so that a communication pattern takes the least modelled time."""
    from rankwise.verbs.map.read import read_map
    from rankwise.verbs.place import LAUNCHERS, place_ranks, traffic_of, written

    if objective not in ("makespan", "bottleneck", "total"):
        raise UsageError("bad-objective", f"unknown objective '{objective}'", "use makespan, bottleneck or total")
    launcher = launcher or LAUNCHERS[0]
    if launcher not in LAUNCHERS:
        raise UsageError("bad-launcher", f"unknown launcher '{launcher}'", f"use {', '.join(LAUNCHERS)}")
    known = read_map(machine, out, endpoints)
    traffic = traffic_of(pattern, len(known.endpoints), ranks, parse_size(size), out)
    wanted = cast(Literal["makespan", "bottleneck", "total"], objective)
    answer = place_ranks(known, traffic, objective=wanted, pins=_pins(pin or []), fabric=fabric)
    if write is not None:
        answer = written(answer, known, launcher, write.absolute())

    if tuning is not None:
        from rankwise.verbs.place import with_tuning

        answer = with_tuning(answer, settings.load({"mpi": mpi})["mpi"].value, tuning)

    def show() -> None:
        from rankwise.report.place import lines

        print("\n".join(lines(answer)))

    return Answer(answer, show)


def _pins(words: list[str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for word in words:
        rank, sign, name = word.partition("=")
        if not sign or not rank.strip().isdecimal() or not name.strip():
            raise UsageError("bad-pin", f"'{word}' pins nothing", "write --pin RANK=ENDPOINT")
        if int(rank) in found:
            raise UsageError("bad-pin", f"rank {int(rank)} is pinned twice", "pin it once")
        found[int(rank)] = name.strip()
    return found
