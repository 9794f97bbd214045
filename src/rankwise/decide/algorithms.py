"""Algorithms of collectives that a library lets one force, found among its own knobs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rankwise.core.records import Knob
from rankwise.decide.knob_values import values

# Knobs that force an algorithm of one collective at every size. Their values are what rules call the algorithms, but
# for MPICH, whose rules have names of their own that the library lists elsewhere.
_FORCING: Mapping[str, re.Pattern[str]] = {
    "openmpi": re.compile(r"mca:coll_tuned_([a-z_]+)_algorithm"),
    "impi": re.compile(r"env:I_MPI_ADJUST_([A-Z_]+)"),
    **dict.fromkeys(
        ("mpich", "mvapich", "cray"),
        re.compile(r"env:MPIR_CVAR_([A-Z_]+?)_(?:(?:POSIX_|OFI_)?INTRA_ALGORITHM|COMPOSITION)"),
    ),
}
_NUMBERED = ("openmpi", "impi")
_ALL = 99  # Intel has more than thirty presets of one collective, and any of them may be the best


def algorithms(family: str, knobs: Sequence[Knob], collectives: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Algorithms by collective, as rules name them, in the order of the library. Empty for families whose rules have
    other names than their knobs."""
    found: dict[str, tuple[str, ...]] = {}
    for knob in knobs:
        match = _FORCING[family].fullmatch(knob.name) if family in _NUMBERED else None
        if match is not None and match[1].lower() in collectives and not knob.semantics:
            found[match[1].lower()] = _enumerated(knob) or values(knob, knobs, most=_ALL)
    return found


def _enumerated(knob: Knob) -> tuple[str, ...]:
    """The numbers of the library's own list, but 0, which leaves the choice to it. Its words may name fewer: those of
    Open MPI 5 do not know allreduce by 6."""
    numbers = (one.partition(" ")[0] for one in knob.choices)
    return tuple(one for one in numbers if one != "0")


def forces(family: str, knob: Knob) -> bool:
    """Whether the knob forces an algorithm of a collective."""
    return family in _FORCING and _FORCING[family].fullmatch(knob.name) is not None
