"""Ranks that a campaign goes on without, because their nodes no longer answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from msgspec.structs import replace as replace_record

from rankwise.core.records import Cell
from rankwise.measure.outcome import Outcome
from rankwise.measure.session import members_of
from rankwise.measure.side import Side


def _nobody() -> Mapping[int, str]:
    return {}


def in_words(why: str) -> str:
    """What follows from a node that no longer answers, for the user."""
    return f"{why}; what was measured with it is kept, and the rest goes on without it"


@dataclass
class Absent:
    """`who` tells the ranks whose nodes do not answer now, and why; it is asked only after a launch was lost. `ranks`
    are all that were told, by their number in the plan."""

    who: Callable[[], Mapping[int, str]] = _nobody
    ranks: dict[int, str] = field(default_factory=dict)

    def look(self, outcome: Outcome) -> bool:
        """Whether more ranks are absent than before. Their cells are given up; what was measured of them is kept."""
        new = {rank: why for rank, why in self.who().items() if rank not in self.ranks}
        self.ranks |= new
        for why in dict.fromkeys(new.values()):
            outcome.warnings.append(in_words(why))
        for state in outcome.states.values():
            state.error = next((new[rank] for rank in members_of(state.cell) if rank in new), state.error)
        return bool(new)

    def without(self, side: Side) -> Side:
        """The side on the ranks that are left; as it is where none is absent, or all are."""
        places = tuple(place for rank, place in enumerate(side.spec.places) if rank not in self.ranks)
        if not self.ranks or not places:
            return side
        return replace(side, spec=replace_record(side.spec, places=places), absent=tuple(self.ranks))


def renumbered(cell: Cell, absent: Sequence[int]) -> Cell:
    """A cell of the plan as a launch without the `absent` ranks numbers them."""

    def moved(groups: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(rank - sum(gone < rank for gone in absent) for rank in group) for group in groups)

    return replace_record(cell, groups=moved(cell.groups), load_groups=moved(cell.load_groups)) if absent else cell
