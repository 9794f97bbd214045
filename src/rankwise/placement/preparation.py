"""Choices made real: each side's MPI found, its knobs checked, its placement and launch prepared."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from msgspec.structs import replace

from rankwise.apply.environment import merged
from rankwise.apply.file import read
from rankwise.core import settings
from rankwise.core.errors import UsageError
from rankwise.core.records import Change, Mpi
from rankwise.measure.relays import relays
from rankwise.measure.side import Side
from rankwise.mpis import catalog, knobs
from rankwise.optimise.records import Relay
from rankwise.placement.choice import Choice
from rankwise.placement.containers import warnings_of
from rankwise.placement.fabric import on_fabric
from rankwise.placement.placement import Placement
from rankwise.placement.sides import make_side
from rankwise.placement.tuning import ReadyTuning, check_reach, more_than_time, mpi_of, other_ranks, ready
from rankwise.placement.where import Where

AGAIN = "~again"


def prepared_sides(
    choices: Sequence[Choice],
    stack: ExitStack,
    *,
    ranks: int,
    mpi: str,
    launcher: str,
    tell: Callable[[str], None],
) -> tuple[list[Side], list[Placement], list[str]]:
    """A side for each choice, then the baseline once more as its control; the placement of each choice; and what of a
    side does not count as it seems to, or is more than time.

    Sides that name no MPI have the usual one, or that of the first tuning among the sides. Raises UsageError when sides
    have unlike numbers of ranks, a knob that is of another MPI, or a tuning of another build or of one node alone.
    """
    tuned_for = next(
        (mpi_of(read(choice.tuning, choice.allow)).name for choice in choices if choice.tuning and not choice.mpi), ""
    )
    mpis = [catalog.find(choice.mpi or mpi or tuned_for) for choice in choices]
    for choice, own in zip(choices, mpis, strict=True):
        if choice.ranks:
            raise UsageError(
                "bad-side", f"'{choice.name}': ranks= is of a program", "of kernels: --ranks, for all sides"
            )
        if choice.device:
            raise UsageError(
                "bad-side",
                f"'{choice.name}': device= is of a program",
                "name one after --; kernels on device memory: rankwise bench --buffers D,D",
            )
        knobs.check_typed(own, list(choice.knobs))
    wanted = ranks or next((len(choice.cpus) for choice in choices if choice.cpus), 0)
    sides: list[Side] = []
    placements: list[Placement] = []
    warnings: list[str] = []
    for choice, own in zip(choices, mpis, strict=True):
        tell(f"preparing the engine for {own.name}")
        placement = stack.enter_context(_placement(choice, wanted, launcher))
        placement.container = choice.container
        lost = warnings_of(placement, own)
        tuned = ready(choice.tuning, own, allow=choice.allow) if choice.tuning else None
        side = make_side(choice.name, own, placement, change=_change(choice, tuned))
        side = dataclasses.replace(side, hint="; ".join(lost))
        told = lost + more_than_time(side.spec.knobs, own)
        asked = [choice.relay] if choice.relay else []
        if tuned is not None:
            check_reach(tuned.tuning.lines, placement.nodes)
            told += [*tuned.allowed, *other_ranks(tuned.tuning, side.ranks)]
            asked += [line.relay for line in tuned.tuning.lines if line.relay]
        if asked:
            side = _relayed(side, asked, placement, stack)
        warnings += [f"{choice.name}: {word}" for word in told]
        sides.append(on_fabric(side, placement, choice.fabric) if choice.fabric else side)
        placements.append(placement)
    for side in sides[1:]:
        if side.ranks != sides[0].ranks:
            raise UsageError(
                "unlike-ranks",
                f"{sides[0].name} has {sides[0].ranks} ranks, {side.name} has {side.ranks}",
                "give --ranks, or as many cpus or endpoints on every side",
            )
    first = sides[0]
    control = Side(first.name + AGAIN, first.mpi, first.launcher, first.spec, control=first.control)
    return [*sides, control], placements, warnings


def _change(choice: Choice, tuned: ReadyTuning | None) -> Change:
    if tuned is None:
        return Change(knobs=choice.knobs, bind=choice.bind)
    return replace(tuned.change, knobs={**tuned.change.knobs, **choice.knobs}, bind=choice.bind)


def _relayed(side: Side, asked: Sequence[Relay], placement: Placement, stack: ExitStack) -> Side:
    """The side with the forwarders of these relays, which live as long as the stack."""
    started = stack.enter_context(relays(asked, placement.agent or settings.value("agent")))
    env, _ = merged(side.spec.env, started.env)
    return dataclasses.replace(side, spec=replace(side.spec, env=env))


def _placement(choice: Choice, ranks: int, launcher: str) -> Placement:
    where = Where(hosts=choice.hosts, endpoints=choice.endpoints, cpus=choice.cpus)
    if choice.hosts or choice.endpoints or choice.cpus:
        placement = where.placement(launcher=launcher)
    else:
        placement = Where(ranks=ranks).placement(launcher=launcher)
    if choice.endpoints is not None and ranks and len(placement.endpoints) > ranks:
        raise UsageError(
            "unlike-ranks",
            f"{choice.endpoints} names {len(placement.endpoints)} endpoints, {ranks} ranks are wanted",
            "leave --ranks away, or shorten the file",
        )
    return placement


def allowed_words(allow: Sequence[str]) -> dict[str, str]:
    """What a run keeps of the knobs that a user allowed."""
    return {"allow": " ".join(allow)} if allow else {}


def mpis_of(sides: Sequence[Side]) -> dict[str, Mpi]:
    """The MPI of every side, without the control."""
    return {side.name: side.mpi for side in sides if not side.name.endswith(AGAIN)}
