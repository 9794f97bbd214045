"""Which cells a comparison of kernels has."""

from __future__ import annotations

import pytest

from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.experiment.sides import CompareOptions, _points
from rankwise.measure.side import Side
from rankwise.mpis import catalog


@pytest.mark.mpi(ranks=1)
def test_kernels_are_asked_of_an_engine_that_is_here(mpich: Mpi) -> None:
    """That of a node which shares no files with this one lies there alone."""
    places = (Place(host="n1", program="/only/there/rankwise-engine"),) * 2
    side = Side("far", mpich, catalog.launcher_for(mpich), LaunchSpec(places=places))
    (point,) = _points(CompareOptions(sides=(), kernels=("pingpong",), sizes=(8,)), side, "")
    assert (point.kernel, point.size_bytes, point.groups) == ("pingpong", 8, ((0, 1),))
