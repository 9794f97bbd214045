"""Claims: their table, what makes one hold, their page, and what changed between two results."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from benchmarks import exercised, kept
from benchmarks.changes import changes
from benchmarks.claims import BY_ID, CLAIMS
from benchmarks.goals import Figure, Goal, Report, exactly, middle_of, of_share
from benchmarks.kept import Result
from benchmarks.page import page, stale_in
from benchmarks.table import BENCHMARKS
from rankwise.core.errors import UsageError


def a_result(benchmark: str = "duration", *, met: bool | None = True, figure: Figure | None = None) -> Result:
    """Measured by the files of now."""
    goal = Goal("wall time of IMB over ours", "3.4", ">= 3", met, figure or Figure(3.4, 3.1, 3.8, "x"))
    row = next(row for row in BENCHMARKS if row.name == benchmark)
    return Result(
        benchmark=benchmark,
        commit="0123abcd",
        date="2026-01-02",
        command="python -m benchmarks",
        report=Report("method", (goal,)),
        machine="a machine",
        exercised=exercised.digests(exercised.exercised(row.module)),
    )


def status(*results: Result) -> str:
    known = {result.benchmark: result for result in results}
    (claim,) = {row.claim for row in BENCHMARKS if row.name in known}
    return BY_ID[claim].status(known, stale_in(known))


def test_the_table_is_short_and_whole() -> None:
    assert len(CLAIMS) <= 60
    assert len(BY_ID) == len(CLAIMS)
    assert sum(claim.headline for claim in CLAIMS) == 10
    assert {row.claim for row in BENCHMARKS} - {""} == BY_ID.keys(), (
        "each claim has a benchmark, each benchmark a claim"
    )
    names = [row.name for row in BENCHMARKS]
    assert len({*names}) == len(names)
    assert {row.folder for row in BENCHMARKS} >= {"accuracy", "tuning", "lab", "device", "robust", "programs"}


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (a_result(), "holds"),
        (a_result(met=False), "missed"),
        (a_result(met=None), "not measured"),
        (replace(a_result(), outcome="not measured"), "not measured"),
        (replace(a_result(met=False), outcome="cannot tell"), "cannot tell"),
        (replace(a_result(), exercised={}), "stale"),
        (replace(a_result(), exercised=a_result().exercised | {"src/rankwise/measure": "other"}), "stale"),
    ],
)
def test_a_claim_holds_by_figures_of_these_files(result: Result, expected: str) -> None:
    assert status(result) == expected


def test_a_claim_of_two_benchmarks_needs_both() -> None:
    identical, planted = a_result("identical"), a_result("planted")
    assert status(identical) == "not measured"
    assert status(identical, planted) == "holds"
    assert status(identical, replace(planted, exercised={})) == "stale"


def test_the_page_shows_each_claim_with_figure_interval_and_commit() -> None:
    text = page({"duration": a_result(met=False)})
    row = next(line for line in text.splitlines() if '<a id="duration"></a>' in line)
    assert "*missed*" in row
    assert "**3.4** [3.1 to 3.8x], asked >= 3, missed" in row
    assert "`make bench ARGS='duration'`" in row
    assert "2026-01-02, 0123abcd" in row
    assert all(f'<a id="{claim.id}"></a>{claim.sentence}' in text for claim in CLAIMS)
    assert "- a machine: duration." in text


@pytest.mark.thorough("`make check-generated` compares it, with the other pages")
def test_the_page_of_the_repository_is_that_of_its_results() -> None:
    assert kept.CLAIMS.with_suffix(".md").read_text() == page(kept.claimed()), "run `make schema`"


def test_a_change_is_one_beyond_both_intervals_or_of_the_verdict() -> None:
    before = {"duration": a_result()}

    def changed(figure: Figure, *, met: bool = True) -> list[str]:
        return [change.why for change in changes(before, {"duration": a_result(met=met, figure=figure)})]

    assert changed(Figure(3.4, 3.1, 3.8, "x")) == []
    assert changed(Figure(4.0, 3.7, 4.2, "x")) == []
    assert changed(Figure(4.4, 3.9, 4.8, "x")) == ["changed beyond both intervals"]
    assert changed(Figure(2.0, 1.9, 2.1, "x"), met=False) == ["is missed now"]


def test_results_are_claimed_without_large_samples(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(kept, "CLAIMS", tmp_path / "claims.json")
    few, many = middle_of([1.0, 2.0, 3.0]), middle_of([1.0] * 1000)
    kept.claim({"duration": a_result(figure=few), "fidelity": a_result("fidelity", figure=many)})
    kept.claim({"fidelity": a_result("fidelity", figure=few)})
    kept.claim({"identical": a_result("identical", figure=many)})
    found = kept.read(str(tmp_path / "claims.json"))
    raw = {name: len(result.report.goals[0].figure.raw) for name, result in found.items()}  # type: ignore[union-attr]
    assert raw == {"duration": 3, "fidelity": 3, "identical": 0}


def test_results_that_are_not_there_are_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there are no results 'deadbeef'"):
        kept.read("deadbeef")
    (tmp_path / "claims.json").write_text("[{}]")
    with pytest.raises(UsageError, match=r"claims\.json: Object missing required field"):
        kept.read(str(tmp_path / "claims.json"))


def test_intervals_of_shares_and_medians() -> None:
    half = of_share(50, 100)
    assert half is not None
    assert (half.low, half.high) == (pytest.approx(0.404, abs=0.001), pytest.approx(0.596, abs=0.001))
    none, every = of_share(0, 20), of_share(20, 20)
    assert none is not None
    assert every is not None
    assert (none.low, none.high) == (0.0, pytest.approx(0.161, abs=0.001))
    assert (every.low, every.high) == (pytest.approx(0.839, abs=0.001), 1.0)
    assert of_share(0, 0) is None
    median = middle_of([float(value) for value in range(1, 21)])
    assert median is not None
    assert (median.value, median.low, median.high) == (10.5, 6.0, 15.0)  # binomial ranks 6 and 15 of 20
    short = middle_of([1.0, 5.0, 9.0])
    assert short is not None
    assert (short.low, short.high) == (1.0, 9.0)
    assert middle_of([]) is None
    assert exactly(2.0).low == exactly(2.0).high == 2.0
