"""Which cells a comparison of kernels has, and which sides."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from builders.kernel_facts import kernel_facts
from builders.pretended import Pretended
from builders.runs import cell, mpi
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.experiment import sides as module
from rankwise.experiment.sides import CompareOptions, _points, compare_sides, sides_left
from rankwise.measure.campaign import Campaign
from rankwise.measure.outcome import Outcome
from rankwise.measure.side import Side
from rankwise.mpis import catalog
from rankwise.placement.choice import Choice
from rankwise.placement.preparation import AGAIN
from rankwise.store import Store
from recorded.machines import node


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


def test_a_call_is_compared_once_under_the_bytes_that_it_sends(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine sends the next whole number: 1 B to 4 B of float are the same call."""
    monkeypatch.setattr(module, "kernels_of", lambda _side: kernel_facts(("pingpong", "allreduce", "ibarrier")))
    side = Side(
        "m", mpi("mpich"), catalog.launcher_for(mpi("mpich")), LaunchSpec(places=(Place(host=None, program="e"),) * 2)
    )
    wanted = CompareOptions(sides=(), kernels=("pingpong", "allreduce", "ibarrier"), sizes=(1, 2, 4, 6))
    points = [(point.kernel, point.size_bytes) for point in _points(wanted, side, "")]
    assert points == [
        *(("pingpong", size) for size in (1, 2, 4, 6)),
        ("allreduce", 4),
        ("allreduce", 8),
        ("ibarrier", 0),
    ]


def test_a_comparison_is_stored_with_the_endpoints_of_its_baseline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second side is on another node."""

    class Idle(Campaign):
        def run(self) -> Outcome:
            return self.outcome

    boxes = [Pretended(node=node(name), most=2).placement() for name in ("arm-board", "microvm")]
    libraries = [mpi("mpich"), mpi("openmpi")]
    first, second = [Side(each.name, each, catalog.launcher_for(each), LaunchSpec(places=())) for each in libraries]
    sides = [first, second, replace(first, name=first.name + AGAIN)]
    monkeypatch.setattr(module, "prepared_sides", lambda *_asked, **_more: (sides, boxes, ["openmpi: odd"]))
    monkeypatch.setattr(module, "_points", lambda *_asked: [cell("mpich")])
    monkeypatch.setattr(module, "Campaign", Idle)
    choices = tuple(Choice(name=side.name) for side in (first, second))
    answer = compare_sides(CompareOptions(sides=choices, margin=0.03, out=tmp_path))
    with Store.of(tmp_path) as store:
        run = store.load(answer.run.id)
    assert (run.kind, run.plan.name, run.plan.endpoints) == ("compare", "compare", boxes[0].endpoints)
    assert [each.side for each in run.plan.cells] == [side.name for side in sides]
    assert (list(run.mpis), run.warnings[:1]) == (["mpich", "openmpi"], ("openmpi: odd",))
    assert run.provenance.settings["margin"] == "0.03"
    assert answer.sides == ("mpich", "openmpi")
