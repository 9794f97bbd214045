"""Studies: inputs are never judged, predictions are judged by their tolerance, and what SimGrid lacks is told."""

from __future__ import annotations

import pytest

from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.report.study import lines
from rankwise.simulate import smpi
from rankwise.verbs.study import list_studies, study
from rankwise.verbs.study.verdicts import Study


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
    judged = [row for row in done.rows if row.verdict in ("within", "missed")]
    assert len(judged) == 18
    assert not any(row.verdict == "missed" for row in judged)


@pytest.mark.simgrid
def test_the_advised_ring_is_limited_by_the_other_socket() -> None:
    rows = {row.what: row for row in study("ring").rows}
    assert rows["the advised order over the order of numbers"].found == pytest.approx(2.6, rel=0.01)
    assert {row.verdict for row in rows.values()} == {"within"}


@pytest.mark.simgrid
@pytest.mark.parametrize("name", ["cluster", "relay", "aggregate"])
def test_a_simulated_study_judges_its_predictions(name: str) -> None:
    done = study(name)
    assert any(row.verdict == "within" for row in done.rows)
    assert all(row.reason for row in done.rows if row.verdict in ("missed", "not judged"))
    assert all(row.source for row in done.rows if row.published is not None)


@pytest.mark.parametrize("name", ["scale", "rates", "gpu-send"])
def test_a_study_without_simulation_is_whole(name: str) -> None:
    done = study(name)
    assert all(row.source for row in done.rows if row.published is not None)
    assert all(row.reason for row in done.rows if row.verdict in ("missed", "not judged"))


def test_without_simgrid_nothing_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise EnvironmentProblem("no-simgrid", "smpirun is not installed", "Debian: apt install libsimgrid-dev")

    monkeypatch.setattr(smpi, "find", missing)
    done = study("ring")
    assert {row.verdict for row in done.rows} == {"not judged"}
    assert {row.reason for row in done.rows} == {"SimGrid is not installed"}


def test_unknown_studies_and_places_are_told() -> None:
    with pytest.raises(UsageError, match="no study 'rings'"):
        study("rings")
    with pytest.raises(UsageError, match="cannot be made on 'here'"):
        study("ring", on="here")
    assert {item.name for item in list_studies()} >= {"fabric", "cluster", "ring", "gpu-send"}
