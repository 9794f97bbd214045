"""Studies: inputs are never judged, predictions are judged by their tolerance, and what SimGrid lacks is told."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from builders import maps
from builders import runs as builders_runs
from rankwise.cluster.machine_map import to_map as machine_map
from rankwise.cluster.plan import read_plan
from rankwise.cluster.plan_map import to_map as plan_map
from rankwise.cluster.reference import machine_named
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.lab import state
from rankwise.report.study import lines
from rankwise.simulate import smpi
from rankwise.store import Store
from rankwise.verbs import runs
from rankwise.verbs.study import in_lab, list_studies, programs, study
from rankwise.verbs.study.table import STUDIES
from rankwise.verbs.study.verdicts import Study


@pytest.fixture(autouse=True)
def _results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs are stored below the folder of a test."""
    monkeypatch.setenv("RANKWISE_OUT", str(tmp_path / "results"))


def test_only_predictions_are_judged_by_the_tolerance() -> None:
    made = Study(0.10)
    made.put_in("a", 100.0, 50.0, "MB/s", "t")
    made.predicted("b", 100.0, 109.0, "MB/s", "t", why="never said")
    made.predicted("c", 100.0, 90.0, "MB/s", "t", why="a reason")
    made.predicted("d", (20.0, 25.0), 26.0, "MB/s", "t", why="never said")
    made.predicted("e", 100.0, None, "MB/s", "t", why="never said")
    made.unjudged("f", None, "us", "", ours=3.0, why="not published")
    assert [(row.verdict, row.reason) for row in made.rows] == [
        ("input", ""),
        ("within", ""),
        ("missed", "a reason"),
        ("within", ""),
        ("not judged", "SimGrid is not installed"),
        ("not judged", "not published"),
    ]
    assert made.rows[3].ratio == pytest.approx(26 / 25)


@pytest.mark.simgrid
def test_fabric_gives_the_published_table_and_predicts_what_was_left_out() -> None:
    done = study("fabric")
    text = "\n".join(lines(done))
    assert "465.3" in text
    assert "10614" in text
    judged = [row for row in done.figures if row.verdict in ("within", "missed")]
    assert len(judged) == 18
    assert not any(row.verdict == "missed" for row in judged)


@pytest.mark.simgrid
def test_the_advised_ring_is_limited_by_the_other_socket() -> None:
    rows = {row.what: row for row in study("ring").figures}
    assert rows["the advised order over the order of numbers"].found == pytest.approx(2.6, rel=0.01)
    assert {row.verdict for row in rows.values()} == {"within"}


@pytest.mark.simgrid
@pytest.mark.parametrize("name", ["cluster", "relay", "aggregate"])
def test_a_simulated_study_judges_its_predictions(name: str) -> None:
    done = study(name)
    assert any(row.verdict == "within" for row in done.figures)
    assert all(row.reason for row in done.figures if row.verdict in ("missed", "not judged"))
    assert all(row.source for row in done.figures if row.published is not None)


@pytest.mark.simgrid
def test_option_pricing_has_the_published_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "ITEMS", 8)
    monkeypatch.setattr(programs, "CARDS", (1, 2))
    rows = {row.what: row for row in study("asian").figures}
    judged = {what: row.verdict for what, row in rows.items() if row.verdict in ("within", "missed")}
    assert [verdict for what, verdict in judged.items() if what.startswith("large items")] == ["within"] * 2
    assert [verdict for what, verdict in judged.items() if "tcp loses" in what] == ["within"] * 2
    assert rows["numbers of cards at which dapl loses more than 10% of small items"].reason.startswith("the boss")
    assert {row.verdict for what, row in rows.items() if ", items of 2^" in what} == {"not judged"}
    assert rows["2^24 values on a card; published: several ms"].verdict == "input"


@pytest.mark.simgrid
def test_a_stencil_is_faster_where_adapters_read_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "_HALOS", ("all",))
    monkeypatch.setattr(programs, "_STENCIL", {"size": "16x8x8", "grid": "4x2x2", "steps": "2"})
    slow, fast = (row.found for row in study("stencil").figures if "six faces" in row.what)
    assert slow is not None
    assert fast is not None
    assert slow / fast == pytest.approx(3500 / 1000, rel=0.01)


@pytest.mark.parametrize("name", ["scale", "rates", "gpu-send"])
def test_a_study_without_simulation_is_whole_and_stored(name: str) -> None:
    done = study(name)
    assert runs.load_answer() == done
    assert all(row.source for row in done.figures if row.published is not None)
    assert all(row.reason for row in done.figures if row.verdict in ("missed", "not judged"))


@pytest.mark.parametrize("name", ["ring", "asian", "stencil"])
def test_without_simgrid_nothing_is_judged(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise EnvironmentProblem("no-simgrid", "smpirun is not installed", "Debian: apt install libsimgrid-dev")

    monkeypatch.setattr(smpi, "find", missing)
    done = study(name)
    assert not [row for row in done.figures if row.verdict in ("within", "missed")]
    assert "SimGrid is not installed" in {row.reason for row in done.figures} or name == "stencil"


def test_unknown_studies_and_places_are_told() -> None:
    with pytest.raises(UsageError, match="no study 'rings'"):
        study("rings")
    with pytest.raises(UsageError, match="cannot be made on 'lab': it needs a torus"):
        study("bisection", on="lab")
    assert {item.name for item in list_studies()} >= {"fabric", "cluster", "ring", "gpu-send"}


def test_each_study_that_cannot_be_made_everywhere_says_why() -> None:
    assert all(row.why_not or len(row.places) == 3 for row in STUDIES.values())


def test_the_map_of_this_machine_is_set_beside_what_was_published(tmp_path: Path) -> None:
    measured = maps.cluster_map()
    with Store.of(tmp_path / "results") as store:
        run = msgspec.structs.replace(builders_runs.run(), kind="map", status="finished")
        store.begin(run)
        store.put(run.id, "map", measured)
    ring = study("ring", on="here")
    assert ring.on == "here"
    assert {row.verdict for row in ring.figures} == {"not judged"}
    assert len(ring.figures) == 3
    assert study("cluster", on="here").figures


@pytest.mark.netns
@pytest.mark.thorough("test_the_plan_of_a_lab_is_the_published_cluster")
def test_rings_are_measured_in_a_lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    done = study("ring", on="lab")
    assert [row.unit for row in done.figures] == ["MB/s", "MB/s", "x"]
    assert all(row.found for row in done.figures)
    assert not [name for name in state.names() if name.startswith("study-")]


@pytest.mark.parametrize("fabric", ["tcp", "dapl"])
def test_the_plan_of_a_lab_is_the_published_cluster(fabric: str, tmp_path: Path) -> None:
    machine = machine_named("phi-cluster")
    file = tmp_path / "cluster.toml"
    file.write_text(in_lab.plan_text(machine, fabric))
    planned, published = plan_map(read_plan(file)), machine_map(machine)
    wanted = {
        (path.source, path.target): (path.latency_s, path.bandwidth_bytes_per_s)
        for path in published.paths
        if path.fabric == fabric
    }
    got = {(path.source, path.target): (path.latency_s, path.bandwidth_bytes_per_s) for path in planned.paths}
    assert {pair: pytest.approx(figures, rel=1e-6) for pair, figures in wanted.items()} == got
