"""Sides from what a user names: which MPIs, on which places, with which engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace as replace_side

from msgspec.structs import replace

from rankwise.core.errors import EnvironmentProblem, RankwiseError, UsageError
from rankwise.core.records import Change, KernelFacts, Mpi, Place
from rankwise.measure.build import engine_for
from rankwise.measure.kernels import kernels
from rankwise.measure.mpi_preload import preloads
from rankwise.measure.side import Side
from rankwise.mpis import catalog
from rankwise.mpis.families import FAMILIES
from rankwise.placement.containers import warnings_of
from rankwise.placement.placement import Placement


def make_sides(mpis: Sequence[Mpi], placement: Placement, tell: Callable[[str], None]) -> tuple[list[Side], list[str]]:
    """A side for each MPI, its engine built where needed; and a warning for each MPI whose engine cannot be had.

    One MPI alone that cannot be served raises its error.
    """
    sides: list[Side] = []
    warnings: list[str] = []
    for mpi in mpis:
        tell(f"preparing the engine for {mpi.name}")
        try:
            lost = warnings_of(placement, mpi)
            sides.append(replace_side(make_side(mpi.name, mpi, placement), hint="; ".join(lost)))
            warnings += lost
        except RankwiseError as error:
            if len(mpis) == 1:
                raise
            warnings.append(f"{mpi.name} is left out: {error.message}")
    if not sides:
        raise EnvironmentProblem("no-engine", "no engine could be had for any MPI: " + "; ".join(warnings))
    return sides, warnings


def make_side(name: str, mpi: Mpi, placement: Placement, *, change: Change | None = None) -> Side:
    """One MPI on the endpoints of a placement, one rank each in that order, changed as `change` says."""
    change = change or Change()
    plain = placement.spec(mpi)
    libraries = ":".join(map(str, preloads(change, mpi)))
    spec = replace(
        plain,
        places=tuple(_preloading(place, libraries) for place in plain.places),
        env={**plain.env, **({"LD_PRELOAD": libraries} if libraries else {})},
        bind=change.bind,
        knobs=dict(change.knobs),
        unset=change.unset,
    )
    return Side(name, mpi, catalog.launcher_for(mpi), spec, control=placement.control)


def _preloading(place: Place, libraries: str) -> Place:
    """The place, its own preloads behind those of the side: what an endpoint sets for itself outranks the side's."""
    own = place.env.get("LD_PRELOAD")
    return replace(place, env={**place.env, "LD_PRELOAD": f"{libraries}:{own}"}) if own and libraries else place


def kernels_of(side: Side) -> dict[str, KernelFacts]:
    """What the engine of a side has, asked of one here: those of other endpoints are built from the same source."""
    place = side.spec.places[0]
    program = place.program if place.host is None else str(engine_for(side.mpi))
    return kernels(side.mpi, side.launcher, program, side.devices, side.spec.env if side.devices else {})


def with_progress(sides: Sequence[Side], progress: str) -> tuple[list[Side], list[str]]:
    """The sides as they are, with a progress thread in each rank, or both; and a warning for each MPI that has none."""
    if progress == "default":
        return list(sides), []
    kept: list[Side] = list(sides) if progress == "both" else []
    warnings: list[str] = []
    for side in sides:
        env = FAMILIES[side.mpi.family].async_progress
        if not env:
            warnings.append(f"{side.mpi.name} has no progress thread that could be turned on")
        else:
            spec = replace(side.spec, env={**side.spec.env, **env})
            kept.append(replace_side(side, name=f"{side.name}+progress", spec=spec))
    if not kept:
        raise UsageError("no-progress-thread", "; ".join(warnings), "use MPICH or Intel MPI")
    return kept, warnings
