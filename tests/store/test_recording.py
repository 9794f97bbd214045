"""A run is in the store from its first second, and ends as what happened."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from msgspec.structs import replace

import rankwise
from builders import comparisons, runs
from rankwise.core.errors import Interrupted, MeasurementFailed
from rankwise.experiment.records import Comparison
from rankwise.store import Store, recorded


def statuses(store: Store) -> list[str]:
    return [summary.status for summary in store.runs()]


def test_it_ends_with_its_answer(tmp_path: Path) -> None:
    begun = replace(runs.run(), kind="compare", status="running")
    with Store.of(tmp_path) as store, recorded(store, begun) as recording:
        assert store.load(begun.id).provenance.finished_at == begun.provenance.finished_at
        recording.keep(replace(comparisons.a_comparison(), run=recording.ended()))
        assert statuses(store) == ["finished"]
        answer = store.answer(store.load(begun.id))
    assert isinstance(answer, Comparison)
    assert answer.run.provenance.finished_at


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (KeyboardInterrupt(), "interrupted"),
        (Interrupted("interrupted", "interrupted"), "interrupted"),
        (MeasurementFailed("rank-died", "rank 1 died"), "failed"),
        (ZeroDivisionError(), "failed"),
    ],
)
def test_it_ends_as_what_happened(error: BaseException, status: str, tmp_path: Path) -> None:
    with pytest.raises(type(error)), Store.of(tmp_path) as store, recorded(store, runs.run()):
        raise error
    with Store.of(tmp_path) as store:
        assert statuses(store) == [status]


def test_what_is_known_by_now_is_kept_when_it_fails(tmp_path: Path) -> None:
    with (
        pytest.raises(MeasurementFailed),
        Store.of(tmp_path) as store,
        recorded(store, runs.run()) as recording,
    ):
        recording.note(warnings=("half of the nodes answered",))
        raise MeasurementFailed("rank-died", "rank 1 died")
    with Store.of(tmp_path) as store:
        (summary,) = store.runs()
        assert store.load(summary.id).warnings == ("half of the nodes answered", "failed: rank 1 died")


def test_an_error_after_the_answer_does_not_change_how_the_run_ended(tmp_path: Path) -> None:
    begun = replace(runs.run(), kind="bench")
    with pytest.raises(MeasurementFailed), Store.of(tmp_path) as store, recorded(store, begun) as recording:
        recording.keep(recording.ended())
        raise MeasurementFailed("no-path", "no pair could be measured")
    with Store.of(tmp_path) as store:
        assert statuses(store) == ["finished"]


def test_a_run_without_an_answer_is_a_mistake_of_ours(tmp_path: Path) -> None:
    with (
        pytest.raises(AssertionError, match="without an answer"),
        Store.of(tmp_path) as store,
        recorded(store, runs.run()),
    ):
        pass


def test_nothing_else_begins_a_run() -> None:
    package = Path(rankwise.__file__).parent
    callers = {
        str(file.relative_to(package))
        for file in package.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Attribute) and node.attr == "begin" and getattr(node.value, "id", "") == "store"
    }
    assert callers == {"store/recording.py"}
