"""Which schedules a search tries: those with the least predicted times on the published cluster."""

from __future__ import annotations

import hashlib
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from builders.runs import mpi, run
from rankwise.apply.carry import SCHEDULES, carry, keep
from rankwise.cluster.plan import read_plan
from rankwise.cluster.plan_map import to_map
from rankwise.core.errors import UsageError
from rankwise.maps import known
from rankwise.maps.records import Mapped
from rankwise.maps.run import MapOptions
from rankwise.measure.watcher import Watcher
from rankwise.model.records import Map
from rankwise.optimise.schedules.network import network_of
from rankwise.optimise.schedules.table import ranked, schedules
from rankwise.optimise.schedules.text import from_text
from rankwise.placement.where import Where
from rankwise.tuning import schedules as made_module
from rankwise.tuning.goals import target
from rankwise.tuning.schedules import candidates_for, made_candidates
from rankwise.tuning.space import limited
from rankwise.tuning.tune import TuneOptions

PHI = Path(__file__).parents[2] / "examples/phi-cluster.toml"


@pytest.fixture(scope="module")
def phi() -> Map:
    return to_map(read_plan(PHI))


def test_the_best_of_each_collective_are_rules_with_their_files(phi: Map, tmp_path: Path) -> None:
    found = candidates_for(phi, {"alltoall": [1 << 10, 1 << 20], "bcast": [1 << 20]}, "fixed", tmp_path)
    names = [one.name for one in found]
    assert any(name.startswith("alltoall by rankwise:flow-") for name in names)
    assert len(names) == 6 and {name.split()[0] for name in names} == {"alltoall", "bcast"}
    for one in found:
        rule, (sha256,) = one.line.rule, one.line.schedules
        assert rule is not None and rule.ranks == len(phi.endpoints) and one.line.library_rule is None
        text = (tmp_path / f"{sha256}.schedules").read_text()
        assert hashlib.sha256(text.encode()).hexdigest() == sha256
        held = from_text(text)
        assert {ranged.schedule.root for ranged in held.schedules} == (
            {-1} if rule.collective == "alltoall" else set(range(rule.ranks))
        )


def test_of_schedules_with_the_same_predicted_times_one_is_tried(phi: Map, tmp_path: Path) -> None:
    size = 1 << 20
    names = [one.name.partition("rankwise:")[2] for one in candidates_for(phi, {"alltoall": [size]}, "any", tmp_path)]
    network = network_of(phi, [endpoint.id for endpoint in phi.endpoints])
    made = ranked(network, size, schedules(network, "alltoall", -1, "any"))
    times_s = {way.schedule.name: way.predicted_s for way in made}
    tried_s = sorted(times_s[name] for name in names)
    assert all(slower_s > 1.01 * faster_s for faster_s, slower_s in pairwise(tried_s))
    assert sum(time_s <= tried_s[-1] for time_s in times_s.values()) > len(names) == 3


def test_a_rule_carries_its_schedules_for_its_sizes_alone(phi: Map, tmp_path: Path) -> None:
    (one, *_) = candidates_for(phi, {"alltoall": [1 << 20]}, "fixed", tmp_path / "all")
    assert one.line.rule is not None
    rule = type(one.line.rule)(
        collective="alltoall", algorithm=one.line.rule.algorithm, from_bytes=1000, to_bytes=5000, ranks=10
    )
    line = limited(one.line, rule)
    change = carry([line], mpi("mpich"), tmp_path / "launch", [tmp_path / "none", tmp_path / "all"])
    (file,) = change.schedules
    assert change.knobs == {SCHEDULES: file}  # and nothing for the library
    (ranged,) = from_text(Path(file).read_text()).schedules
    assert (ranged.from_bytes, ranged.to_bytes) == (1000, 5000)
    keep([line], [tmp_path / "all"], tmp_path / "kept.toml")
    again = carry([line], mpi("mpich"), tmp_path / "again", [tmp_path / "kept.schedules"])
    assert Path(again.schedules[0]).read_text() == Path(file).read_text()
    with pytest.raises(UsageError, match="schedules"):
        carry([line], mpi("mpich"), tmp_path / "lost", [tmp_path / "none"])


def test_a_vector_is_cut_into_blocks(phi: Map, tmp_path: Path) -> None:
    """A rule for reduce_scatter has the sizes of vectors, its file those of blocks: a tenth for ten ranks."""
    size = 10 << 10
    (one, *_) = candidates_for(phi, {"reduce_scatter": [size]}, "any", tmp_path)
    assert one.line.rule is not None and one.line.rule.collective == "reduce_scatter"
    rule = type(one.line.rule)(
        collective="reduce_scatter", algorithm=one.line.rule.algorithm, from_bytes=size - 5, to_bytes=size + 5, ranks=10
    )
    (file,) = carry([limited(one.line, rule)], mpi("mpich"), tmp_path / "launch", [tmp_path]).schedules
    (ranged,) = from_text(Path(file).read_text()).schedules
    assert ranged.schedule.collective == "reduce_scatter_block"
    assert (ranged.from_bytes, ranged.to_bytes) == (1 << 10, 1 << 10)


def test_rooted_collectives_have_schedules_of_every_root(phi: Map, tmp_path: Path) -> None:
    found = candidates_for(phi, {"gather": [1 << 16], "scatter": [1 << 16]}, "fixed", tmp_path)
    assert {one.line.rule.collective for one in found if one.line.rule} == {"gather", "scatter"}
    for one in found:
        held = from_text((tmp_path / f"{one.line.schedules[0]}.schedules").read_text())
        assert {ranged.schedule.root for ranged in held.schedules} == set(range(10))


def test_a_map_gets_a_fifth_of_the_budget(phi: Map, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[MapOptions] = []

    def measured(options: MapOptions, _watcher: Watcher) -> Mapped:
        asked.append(options)
        return Mapped(run=replace(run(), kind="map", status="finished"), map=phi)

    placement = SimpleNamespace(endpoints=phi.endpoints, nodes=10)
    monkeypatch.setattr(Where, "placement", lambda *_args, **_options: placement)
    monkeypatch.setattr(known, "measure_map", measured)
    monkeypatch.setattr(made_module, "built", lambda *_: tmp_path)
    wanted = target("collectives", 10, (16 << 10, 128 << 10))
    options = TuneOptions(budget_s=60.0, out=tmp_path)
    made, why_none = made_candidates(options, mpi("mpich"), placement, wanted, lambda _text: None)
    assert made and not why_none
    assert asked[0].quick and 0.0 < asked[0].most_s <= 12.0


def test_a_map_that_took_much_of_the_budget_is_told(phi: Map, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 43.0])
    monkeypatch.setattr(made_module, "known_map", lambda *_args, **_options: (phi, "measured now"))
    monkeypatch.setattr(made_module, "built", lambda *_: tmp_path)
    monkeypatch.setattr(made_module, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    placement = SimpleNamespace(endpoints=phi.endpoints, nodes=10)
    wanted = target("collectives", 10, (16 << 10, 128 << 10))
    options = TuneOptions(budget_s=60.0, out=tmp_path)
    made, warning = made_candidates(options, mpi("mpich"), placement, wanted, lambda _text: None)
    assert made and "took 43 s of a budget of 1 min;" in warning


def test_without_a_compiler_a_search_goes_on_without_schedules(
    phi: Map, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known, "measure_map", lambda *_: pytest.fail("a map takes a fifth of the budget"))
    placement = SimpleNamespace(endpoints=phi.endpoints, nodes=10)
    wanted = target("collectives", 10, (16 << 10, 128 << 10))
    options = TuneOptions(budget_s=60.0, out=tmp_path)
    made, why_none = made_candidates(options, mpi("mpich"), placement, wanted, lambda _text: None)
    assert not made
    assert why_none == "no schedules are tried: mpich has no mpicc, which builds the schedules library"


def test_in_a_folder_with_a_colon_a_search_goes_on_without_schedules(phi: Map, tmp_path: Path) -> None:
    placement = SimpleNamespace(endpoints=phi.endpoints, nodes=10)
    options = TuneOptions(budget_s=60.0, out=tmp_path / "run-12:30")
    wanted = target("collectives", 10, (16 << 10, 128 << 10))
    made, why_none = made_candidates(options, mpi("mpich"), placement, wanted, lambda _text: None)
    assert not made and why_none.startswith("no schedules are tried:") and "holds a colon" in why_none
