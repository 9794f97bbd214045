"""Functions that measure: each is the command of the same name."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from rankwise.maps.records import Mapped
from rankwise.model.records import Map
from rankwise.verbs.map import measure_map as mapped

P = ParamSpec("P")


def _map_alone(verb: Callable[P, Mapped]) -> Callable[P, Map]:
    @wraps(verb)
    def measure(*args: P.args, **given: P.kwargs) -> Map:
        return verb(*args, **given).map

    return measure


measure_map = _map_alone(mapped)
"""`verbs.map.measure_map` without the run."""
