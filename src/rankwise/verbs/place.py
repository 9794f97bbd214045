"""`place`: the order of ranks that takes the least modelled time on a machine."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, get_args

from rankwise.core import settings
from rankwise.core.errors import UsageError
from rankwise.core.options import Fabric, From, MpiName, Option, Out, one_of
from rankwise.core.units import parse_size
from rankwise.maps.read import read_map

if TYPE_CHECKING:
    from rankwise.core.records import Mpi
    from rankwise.model.records import Map
    from rankwise.optimise.records import Placed
    from rankwise.tuning.records import Tuning

Objective = Literal["makespan", "bottleneck", "total"]


def _pins(words: Sequence[str]) -> dict[int, str]:
    pins: dict[int, str] = {}
    for word in words:
        rank, sign, name = word.partition("=")
        if not sign or not rank.strip().isdecimal() or not name.strip():
            raise UsageError("bad-pin", f"'{word}' pins nothing", "write --pin RANK=ENDPOINT")
        if int(rank) in pins:
            raise UsageError("bad-pin", f"rank {int(rank)} is pinned twice", "pin it once")
        pins[int(rank)] = name.strip()
    return pins


def place_ranks(
    machine: Annotated[Map, From(read_map)],
    pattern: Annotated[
        str | Path,
        Option("ring, alltoall, halo:PxQxR, a matrix in CSV, or a trace (run or JSON).", metavar="PATTERN"),
    ],
    *,
    size_bytes: Annotated[int, Option("Bytes of one message.", "--size", read=parse_size, words="1MiB")] = 1 << 20,
    ranks: Annotated[int, Option("Number of ranks. 0: as the pattern says, or all endpoints.", least=0)] = 0,
    objective: Annotated[
        Objective,
        Option(
            "What to minimise: makespan, bottleneck or total.",
            read=one_of("objective", *get_args(Objective)),
            words="makespan",
        ),
    ] = "makespan",
    pins: Annotated[
        Mapping[int, str] | None,
        Option("Keep a rank on an endpoint. Repeatable.", "--pin", metavar="RANK=ENDPOINT", read=_pins, repeated=True),
    ] = None,
    fabric: Fabric = "",
    folder: Annotated[
        str | Path | None, Option("Write the launcher's files into this folder.", "--write", metavar="DIR")
    ] = None,
    launcher: Annotated[
        str, Option("Write files for this launcher: mpich, impi, openmpi, slurm or cray.", "--for", metavar="LAUNCHER")
    ] = "",
    file: Annotated[
        str | Path | None, Option("Write a tuning that `rankwise run` follows.", "--tuning", metavar="FILE")
    ] = None,
    mpi: MpiName = None,
    out: Out = None,
) -> Placed:
    """Choose which rank runs where, so that a communication pattern takes the least modelled time.

    `pins` keeps ranks on endpoints. The order is written into `folder` as files of a `launcher`, and into `file` as a
    tuning for `mpi`. Raises UsageError for what the map cannot hold.
    """
    from msgspec.structs import replace

    from rankwise.apply.file import write
    from rankwise.apply.rank_files import LAUNCHERS, write_order
    from rankwise.mpis import catalog
    from rankwise.optimise.placed import placed
    from rankwise.tracing.traffic import traffic_of

    launcher = launcher or LAUNCHERS[0]
    if launcher not in LAUNCHERS:
        raise UsageError("bad-launcher", f"unknown launcher '{launcher}'", f"use {', '.join(LAUNCHERS)}")
    traffic = traffic_of(str(pattern), len(machine.endpoints), ranks, size_bytes, out)
    answer = placed(machine, traffic, objective=objective, pins=pins or {}, fabric=fabric)
    if folder is not None:
        names = [endpoint.id for endpoint in machine.endpoints]
        answer = replace(answer, files=write_order(answer.ranks, launcher, Path(folder).absolute(), names))
    if file is not None:
        write(tuning_of(answer, catalog.find(settings.value("mpi", mpi))), Path(file))
        use = f"rankwise run --tuning {shlex.quote(str(file))} -- mpirun ..."
        answer = replace(answer, files={**answer.files, str(file): use})
    return answer


def tuning_of(placed: Placed, mpi: Mpi) -> Tuning:
    """The order as a tuning of one line for a build, which `rankwise run` follows. Not verified: it is modelled."""
    from rankwise.apply.builds import tuned_build
    from rankwise.optimise.records import RankOrder
    from rankwise.tuning.records import Tuning, TuningLine

    order = RankOrder(machine=placed.machine, pattern=placed.pattern, ranks=placed.ranks)
    line = TuningLine(
        id="rank-order",
        why=f"another order of ranks takes less modelled time for {placed.pattern}",
        undo="take this line out",
        placement=order,
    )
    return Tuning(
        name=f"{placed.pattern} on {placed.machine}",
        build=tuned_build(mpi),
        machine=placed.machine,
        ranks=len(placed.ranks),
        lines=(line,),
        hosts=tuple(rank.host for rank in placed.ranks),
    )
