"""Choices made real: each side's MPI found, its knobs checked, its ground and launch prepared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from msgspec.structs import replace

from rankwise.apply.file import read
from rankwise.core.errors import UsageError
from rankwise.core.records import Change, Mpi
from rankwise.measure.side import Side
from rankwise.mpis import catalog, knobs
from rankwise.placement.choice import Choice
from rankwise.placement.forced import on_fabric
from rankwise.placement.ground import Ground, from_file, from_hosts, on_cpus, this_machine
from rankwise.placement.making import make_side
from rankwise.placement.tuned import Ready, check_reach, more_than_time, mpi_of, other_ranks, ready

AGAIN = "~again"


def prepared_sides(
    choices: Sequence[Choice],
    stack: ExitStack,
    *,
    ranks: int,
    mpi: str,
    launcher: str,
    tell: Callable[[str], None],
) -> tuple[list[Side], Ground, list[str]]:
    """A side for each choice, then the baseline once more as its control; the baseline's ground; and what of a side
    does not count as it seems to, or is more than time.

    Sides that name no MPI have the usual one, or that of the first tuning among the sides. Raises UsageError when sides
    have unlike numbers of ranks, a knob that is of another MPI, or a tuning of another build or of one node alone.
    """
    tuned_for = next((mpi_of(read(choice.tuning)).name for choice in choices if choice.tuning and not choice.mpi), "")
    mpis = [catalog.find(choice.mpi or mpi or tuned_for) for choice in choices]
    for choice, one in zip(choices, mpis, strict=True):
        if choice.ranks:
            raise UsageError(
                "bad-side", f"'{choice.name}': ranks= is of a program", "of kernels: --ranks, for all sides"
            )
        knobs.check_typed(one, list(choice.knobs))
    wanted = ranks or next((len(choice.cpus) for choice in choices if choice.cpus), 0)
    sides: list[Side] = []
    grounds: list[Ground] = []
    warnings: list[str] = []
    for choice, one in zip(choices, mpis, strict=True):
        tell(f"engine for {one.name}")
        ground = _ground(choice, stack, wanted)
        tuned = ready(choice.tuning, one) if choice.tuning else None
        side = make_side(choice.name, one, ground, launcher=launcher, change=_change(choice, tuned))
        told = more_than_time(side.spec.knobs, one)
        if tuned is not None:
            check_reach(tuned.tuning.lines, ground.nodes)
            told += other_ranks(tuned.tuning, side.ranks)
        warnings += [f"{choice.name}: {word}" for word in told]
        sides.append(on_fabric(side, ground, choice.fabric) if choice.fabric else side)
        grounds.append(ground)
    for side in sides[1:]:
        if side.ranks != sides[0].ranks:
            raise UsageError(
                "unlike-ranks",
                f"{sides[0].name} has {sides[0].ranks} ranks, {side.name} has {side.ranks}",
                "give --ranks, or as many cpus or endpoints on every side",
            )
    first = sides[0]
    control = Side(first.name + AGAIN, first.mpi, first.launcher, first.spec, control=first.control)
    return [*sides, control], grounds[0], warnings


def _change(choice: Choice, tuned: Ready | None) -> Change:
    if tuned is None:
        return Change(knobs=choice.knobs, bind=choice.bind)
    return replace(tuned.change, knobs={**tuned.change.knobs, **choice.knobs}, bind=choice.bind)


def _ground(choice: Choice, stack: ExitStack, ranks: int) -> Ground:
    if choice.hosts:
        return from_hosts(stack, choice.hosts)
    if choice.endpoints is not None:
        ground = from_file(stack, choice.endpoints)
        if ranks and len(ground.endpoints) > ranks:
            raise UsageError(
                "unlike-ranks",
                f"{choice.endpoints} names {len(ground.endpoints)} endpoints, {ranks} ranks are wanted",
                "leave --ranks away, or shorten the file",
            )
        return ground
    return on_cpus(stack, choice.cpus) if choice.cpus else this_machine(stack, ranks)


def mpis_of(sides: Sequence[Side]) -> dict[str, Mpi]:
    """The MPI of every side, without the control."""
    return {side.name: side.mpi for side in sides if not side.name.endswith(AGAIN)}
