"""Algorithms of collectives that a library lets one force, found among its own knobs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rankwise.core.records import Knob
from rankwise.tuning.knob_values import values

_ALL = 99  # Intel has more than thirty presets of one collective, and any of them may be the best


def algorithms(
    forcing: re.Pattern[str] | None, knobs: Sequence[Knob], collectives: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """Algorithms by collective, as the knobs name them that force one, in the order of the library. The group of the
    pattern is the collective."""
    found: dict[str, tuple[str, ...]] = {}
    for knob in knobs:
        match = forcing.fullmatch(knob.name) if forcing else None
        if match is not None and match[1].lower() in collectives and not knob.semantics:
            found[match[1].lower()] = _enumerated(knob) or values(knob, knobs, most=_ALL)
    return found


def _enumerated(knob: Knob) -> tuple[str, ...]:
    """The numbers of the library's own list, but 0, which leaves the choice to it. Its words may name fewer: those of
    Open MPI 5 do not know allreduce by 6."""
    numbers = (choice.partition(" ")[0] for choice in knob.choices)
    return tuple(number for number in numbers if number != "0")
