"""`import rankwise`: the verbs as functions, with real processes behind them."""

from __future__ import annotations

from pathlib import Path

import pytest

import rankwise
from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.verbs.survey.prepare import Options


@pytest.mark.mpi(2)
def test_a_survey_is_measured_stored_and_read_back(mpich: Mpi, tmp_path: Path) -> None:
    survey = rankwise.survey(mpich.prefix, budget_s=1.0, experiments=False, out=tmp_path)
    assert survey.run.status == "finished"
    assert survey.lines
    (listed,) = rankwise.list_runs(tmp_path)
    assert listed.id == survey.run.id
    assert rankwise.load_run(out=tmp_path) == survey.run
    assert rankwise.load_survey(listed.id, tmp_path) == survey
    visits = rankwise.load_visits(out=tmp_path)
    assert {visit.cell for visit in visits} <= {cell.id for cell in survey.run.plan.cells}
    table = rankwise.cell_table(survey.run)
    measured = {result.cell: result for result in survey.run.results if result.estimate}
    assert measured
    for row in table:
        result = measured[str(row["cell"])]
        assert result.estimate is not None
        assert row["median_s"] == result.estimate.median_s


def test_this_machine_and_its_mpis(mpich: Mpi) -> None:
    (node,) = rankwise.take_inventory().nodes
    assert node.cpus
    assert mpich.prefix in {mpi.prefix for mpi in rankwise.find_mpis()}


def test_the_precision_of_a_survey_takes_its_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANKWISE_PRECISION", "3%")
    asked: list[Options] = []
    monkeypatch.setattr("rankwise.verbs.survey.run.survey", asked.append)
    rankwise.survey()
    rankwise.survey(precision=0.04)
    assert [options.precision for options in asked] == [0.03, 0.04]


def test_mistakes_raise_with_a_code(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as unknown:
        rankwise.survey("nonsense", out=tmp_path)
    assert unknown.value.code == "unknown-mpi"
    with pytest.raises(UsageError) as missing:
        rankwise.list_runs(tmp_path / "nowhere")
    assert missing.value.code == "no-store"
    with pytest.raises(AttributeError, match="has no attribute 'surveys'"):
        _ = rankwise.surveys


def test_all_names_are_there() -> None:
    assert {name for name in rankwise.__all__ if callable(getattr(rankwise, name))} == set(rankwise.__all__) - {
        "__version__"
    }
    assert set(rankwise.__all__) <= set(dir(rankwise))
