"""What a change of a launch spoils: sizes that it makes slower, or everything where it fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rankwise.core.records import Change
from rankwise.decide.goals import Spot
from rankwise.decide.race import Seen
from rankwise.decide.tuning import doubtful, harmed
from rankwise.tuning.arena import Arena

FINAL_ROUNDS: Final = 3
"""Visits to a spot in each launch where the sizes between are visited too: launches decide."""
_LAUNCHES: Final = 6
_CLEARLY: Final = 3  # spots that are surely slower: not by luck


@dataclass(frozen=True)
class Harm:
    """What a change was seen to spoil: `slower` spots, worst first, or all of it where it fails with an `error`."""

    slower: tuple[Spot, ...] = ()
    error: str = ""


def harms(
    arena: Arena, base: Change, changes: Mapping[str, Change], spots: Sequence[Spot], worst: float, *, until: float
) -> dict[str, Harm]:
    """What changes spoil that `base` does not, by name; a spot is spoilt below `worst` times its speed with `base`.

    A change that is surely slower at several spots is believed to be; else spots that look slower are launched again,
    twice as often, and only these launches judge them: of many spots one or two look slower by luck, and to all changes
    that shared launches of the base.
    """
    seen = {name: Seen() for name in changes}
    arena.race(base, changes, spots, seen, launches=_LAUNCHES, rounds=FINAL_ROUNDS, until=until)
    out = {name for name, shown in seen.items() if shown.error or len(harmed(shown, worst)) >= _CLEARLY}
    open_ = {name: change for name, change in changes.items() if name not in out and doubtful(seen[name], worst)}
    again = dict.fromkeys(spot for name in open_ for spot in doubtful(seen[name], worst))
    if again:
        fresh = {name: Seen() for name in open_}
        arena.race(base, open_, list(again), fresh, launches=2 * _LAUNCHES, rounds=FINAL_ROUNDS, until=until)
        seen |= {name: one for name, one in fresh.items() if one.error or one.launches >= _LAUNCHES}
    found = {name: Harm(tuple(harmed(shown, worst)), shown.error) for name, shown in seen.items()}
    return {name: one for name, one in found.items() if one.slower or one.error}
