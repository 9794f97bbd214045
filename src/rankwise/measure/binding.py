"""Whether every rank woke on the CPUs that it was to be bound to."""

from __future__ import annotations

from collections.abc import Sequence

from rankwise.core.records import Place
from rankwise.core.units import number_ranges, plural
from rankwise.measure.frames import Ready

_NAMED = 3


def misplaced(places: Sequence[Place], ready: Sequence[Ready]) -> str:
    """The ranks that run elsewhere than on the CPUs of their place, in words; empty when there are none. A place
    without CPUs leaves its rank where the launcher put it."""
    strays = [
        f"rank {frame.rank} on {frame.host} runs on CPU {number_ranges(frame.cpus)}, not on {number_ranges(place.cpus)}"
        for place, frame in zip(places, ready, strict=True)
        if place.cpus and set(place.cpus) != set(frame.cpus)
    ]
    more = [f"{plural(len(strays) - _NAMED, 'more rank')} likewise"] if len(strays) > _NAMED else []
    return "; ".join([*strays[:_NAMED], *more])
