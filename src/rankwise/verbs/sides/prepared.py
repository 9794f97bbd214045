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
from rankwise.verbs.sides.choice import Choice
from rankwise.verbs.sides.forced import on_fabric
from rankwise.verbs.sides.ground import Ground, from_file, from_hosts, on_cpus, this_machine
from rankwise.verbs.sides.making import make_side
from rankwise.verbs.sides.tuned import mpi_of, ready

AGAIN = "~again"


def prepared_sides(
    choices: Sequence[Choice],
    stack: ExitStack,
    *,
    ranks: int,
    mpi: str,
    launcher: str,
    tell: Callable[[str], None],
) -> tuple[list[Side], Ground]:
    """A side for each choice, then the baseline once more as its control; and the baseline's ground.

    Sides that name no MPI have the usual one, or that of the first tuning among the sides. Raises UsageError when sides
    have unlike numbers of ranks, a knob that is of another MPI, or a tuning of another build.
    """
    tuned_for = next((mpi_of(read(choice.tuning)).name for choice in choices if choice.tuning and not choice.mpi), "")
    mpis = [catalog.find(choice.mpi or mpi or tuned_for) for choice in choices]
    for choice, one in zip(choices, mpis, strict=True):
        knobs.check_typed(one, list(choice.knobs))
    wanted = ranks or next((len(choice.cpus) for choice in choices if choice.cpus), 0)
    sides: list[Side] = []
    grounds: list[Ground] = []
    for choice, one in zip(choices, mpis, strict=True):
        tell(f"engine for {one.name}")
        ground = _ground(choice, stack, wanted)
        change = _change(choice, one)
        side = make_side(choice.name, one, ground, launcher=launcher, change=change)
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
    return [*sides, control], grounds[0]


def _change(choice: Choice, mpi: Mpi) -> Change:
    if choice.tuning is None:
        return Change(knobs=choice.knobs, bind=choice.bind)
    tuned = ready(choice.tuning, mpi).change
    return replace(tuned, knobs={**tuned.knobs, **choice.knobs}, bind=choice.bind)


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
