"""Which cells a comparison of kernels has, and which sides."""

from __future__ import annotations

import pytest

from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.experiment.sides import CompareOptions, _points, sides_left
from rankwise.measure.side import Side
from rankwise.mpis import catalog


@pytest.mark.parametrize(("names", "lost", "left"), [("ab", "", "ab"), ("abc", "b", "ac"), ("abcd", "bd", "ac")])
def test_sides_that_are_lost_are_left_out(names: str, lost: str, left: str) -> None:
    assert sides_left(names, {name: MeasurementFailed("hung", "no answer") for name in lost}) == list(left)


@pytest.mark.parametrize(("names", "lost"), [("ab", "a"), ("ab", "b"), ("abc", "a"), ("abc", "bc"), ("abc", "cba")])
def test_without_the_baseline_or_any_other_side_there_is_no_comparison(names: str, lost: str) -> None:
    errors = {name: MeasurementFailed("hung", f"{name} does not answer", "try it") for name in lost}
    with pytest.raises(MeasurementFailed) as raised:
        sides_left(names, errors)
    first = min(lost)
    assert (raised.value.message, raised.value.hint) == (f"side {first}: {first} does not answer", "try it")


@pytest.mark.mpi(ranks=1)
def test_kernels_are_asked_of_an_engine_that_is_here(mpich: Mpi) -> None:
    """That of a node which shares no files with this one lies there alone."""
    places = (Place(host="n1", program="/only/there/rankwise-engine"),) * 2
    side = Side("far", mpich, catalog.launcher_for(mpich), LaunchSpec(places=places))
    (point,) = _points(CompareOptions(sides=(), kernels=("pingpong",), sizes=(8,)), side, "")
    assert (point.kernel, point.size_bytes, point.groups) == ("pingpong", 8, ((0, 1),))
