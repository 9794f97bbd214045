"""Stored runs from the command line: listed, shown, compared, exported, drawn again."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

import rankwise as api
from builders.measured import LAUNCHES, ROUNDS, SAMPLES, visits_of
from builders.samples import sample
from builders.surveys import survey
from builders.traces import a_trace, sent
from rankwise.cli.main import app
from rankwise.core import process
from rankwise.core.kinds import KINDS
from rankwise.core.records import decode
from rankwise.experiment.records import FabricSurvey
from rankwise.inventory.records import Inventory
from rankwise.report.diff import NOTHING
from rankwise.store import Store
from rankwise.verbs.records import Survey


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three surveys of one machine: the second like the first, the third with a planted slowdown."""
    folder = tmp_path_factory.mktemp("results")
    one = survey(cores=2, sides=("mpich", "impi"), collectives=1)
    with Store.open(folder / "rankwise.db") as store:
        for number, factor in enumerate((1.0, 1.0, 9.0)):
            provenance = replace(one.run.provenance, started_at=f"2026-11-21T2{number}:00:00Z")
            run = replace(one.run, id=f"2026112{number}-aaaa", provenance=provenance)
            store.begin(run)
            store.add_visits(run.id, visits_of(run, number, factor=lambda _, factor=factor: factor))
            store.put(run.id, "survey", replace(one, run=run))
            store.put(run.id, "inventory", one.inventory)
    return folder


def rankwise(out: Path, *arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments, "--out", str(out)])


def data(result: Result) -> object:
    envelope = json.loads(result.stdout)
    assert envelope["ok"], envelope
    return envelope["data"]


def test_list(out: Path) -> None:
    result = rankwise(out, "runs", "list")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()[1:]] == [
        "20261120-aaaa",
        "20261121-aaaa",
        "20261122-aaaa",
    ]
    listed = data(rankwise(out, "runs", "list", "--json"))
    assert isinstance(listed, list)
    assert listed[0]["mpis"] == ["mpich", "impi"]


def test_show(out: Path) -> None:
    result = rankwise(out, "runs", "show", "20261120")
    assert result.exit_code == 0
    assert "MPI on n1" in result.stdout
    assert "run 20261120-aaaa" in result.stdout
    shown = data(rankwise(out, "runs", "show", "--json"))
    assert isinstance(shown, dict)
    assert shown["run"]["id"] == "20261122-aaaa"


def test_diff_of_like_runs_finds_nothing(out: Path) -> None:
    result = rankwise(out, "runs", "diff", "20261120", "20261121", "--fail-on-regression")
    assert result.exit_code == 0, result.output
    assert "different: 0" in result.stdout


def test_diff_finds_the_planted_slowdown(out: Path) -> None:
    result = rankwise(out, "runs", "diff", "20261120", "last", "--fail-on-regression")
    assert result.exit_code == 1
    assert "slower" in result.stdout
    compared = data(rankwise(out, "runs", "diff", "20261120", "last", "--json"))
    assert isinstance(compared, dict)
    answers = [change["ratio"]["answer"] for change in compared["changes"]]
    assert answers.count("slower") > 0.9 * len(answers)


def test_diff_begins_with_how_much_differs_and_is_written_in_every_form(out: Path, tmp_path: Path) -> None:
    forms = {form: tmp_path / f"d.{form}" for form in ("html", "md", "csv", "svg", "json")}
    for file in forms.values():
        told = rankwise(out, "runs", "diff", "20261120", "last", "--file", str(file)).stdout.splitlines()
        assert told[0].startswith("20261120-aaaa -> 20261122-aaaa: ")
        slower = int(re.fullmatch(r"different: (\d+) \(\1 slower\)", told[1])[1])  # type: ignore[index]
        assert told[-1] == str(file)
    text = {form: file.read_text() for form, file in forms.items()}
    assert "<title>runs diff" in text["html"] and "different: " in text["html"] and '<svg class="fig' in text["html"]
    assert "| side | cell | before | after | before / after | answer |" in text["md"]
    rows = list(csv.reader(io.StringIO(text["csv"])))
    assert len([row for row in rows if row[0] == "Different"]) == slower + 1, "with a head"
    assert '<svg class="fig' in text["svg"]
    assert len(json.loads(text["json"])["changes"]) >= slower
    assert rankwise(out, "runs", "diff", "20261120", "last", "--file", "d.txt").exit_code == 2


def test_the_page_of_runs_that_do_not_differ_has_their_cells(out: Path, tmp_path: Path) -> None:
    file = tmp_path / "same.html"
    assert "different: 0" in rankwise(out, "runs", "diff", "20261120", "20261121", "--file", str(file)).stdout
    text = file.read_text()
    assert "All cells with an interval" in text and '<svg class="fig' in text
    assert "Nothing was measured" not in text


def test_a_difference_is_short_at_a_prompt_and_a_table(out: Path) -> None:
    told = api.diff_runs("20261120", "last", out=out)
    assert repr(told) == f"<Diff 20261120-aaaa -> 20261122-aaaa: {len(told.changes)} changes>"
    rows = told.to_frame()
    assert len(rows) == len(told.changes)


def test_runs_beside_other_work_do_not_surely_differ(out: Path, tmp_path: Path) -> None:
    shutil.copytree(out, tmp_path / "copy")
    with Store.open(tmp_path / "copy/rankwise.db") as store:
        inventory = store.get("20261122-aaaa", "inventory", Inventory)
        assert inventory
        busy = [replace(node, running=("other",), load_1min=4.0) for node in inventory.nodes]
        store.put("20261122-aaaa", "inventory", replace(inventory, nodes=tuple(busy)))
    result = rankwise(tmp_path / "copy", "runs", "diff", "20261120-aaaa", "20261122-aaaa", "--fail-on-regression")
    assert result.exit_code == 0, result.output
    assert "other processes used the CPUs when 20261122-aaaa began" in " ".join(result.output.split())
    assert rankwise(out, "runs", "diff", "20261120-aaaa", "20261122-aaaa", "--fail-on-regression").exit_code == 1


def test_diff_of_a_run_with_itself_is_refused(out: Path) -> None:
    result = rankwise(out, "runs", "diff", "last", "last")
    assert result.exit_code == 2


def test_diff_of_runs_without_a_common_cell_is_refused(out: Path, tmp_path: Path) -> None:
    """Or a job that fails when something became slower would never fail."""
    one = survey(cores=2, sides=("mpich",), collectives=1)
    other = survey(cores=2, sides=("impi",), collectives=1)
    with Store.open(tmp_path / "rankwise.db") as store:
        for number, each in enumerate((one, other)):
            run = replace(each.run, id=f"2026112{number}-aaaa")
            store.begin(run)
            store.add_visits(run.id, visits_of(run, number))
    result = rankwise(tmp_path, "runs", "diff", "20261120", "20261121", "--fail-on-regression")
    assert result.exit_code == 2
    assert "no cell was measured in both runs: they are of 'mpich' before, of 'impi' after" in result.output


def test_a_regression_is_not_excluded_by_runs_of_too_few_launches(out: Path, tmp_path: Path) -> None:
    one = survey(cores=2, sides=("mpich",), collectives=1)
    with Store.open(tmp_path / "rankwise.db") as store:
        for number in range(2):
            run = replace(one.run, id=f"2026112{number}-aaaa")
            store.begin(run)
            store.add_visits(run.id, [visit for visit in visits_of(run, number) if visit.launch < 2])
    told = rankwise(tmp_path, "runs", "diff", "20261120", "20261121")
    assert told.exit_code == 0 and NOTHING in told.output
    assert rankwise(tmp_path, "runs", "diff", "20261120", "20261121", "--fail-on-regression").exit_code == 1
    assert NOTHING not in rankwise(out, "runs", "diff", "20261120", "20261121").output


def test_an_ambiguous_name_says_when_runs_are_left_out(tmp_path: Path) -> None:
    one = survey(cores=2, sides=("mpich",), collectives=1)
    with Store.open(tmp_path / "rankwise.db") as store:
        for number in range(6):
            store.begin(replace(one.run, id=f"2026112{number}-aaaa"))
    assert "begins 6 runs: " in (told := rankwise(tmp_path, "runs", "show", "2026").output)
    assert "20261124-aaaa ..." in told


def test_export_csv_has_units_and_every_cell(out: Path, tmp_path: Path) -> None:
    result = rankwise(out, "runs", "export", "last")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert len(rows) == len(survey(cores=2, sides=("mpich", "impi"), collectives=1).run.results)
    assert float(rows[0]["median_s"]) > 0
    assert rows[-1]["error"].startswith("rank 1")
    assert rows[-1]["median_s"] == ""
    file = tmp_path / "samples.csv"
    assert rankwise(out, "runs", "export", "last", "--samples", "--file", str(file)).exit_code == 0
    samples = list(csv.DictReader(file.open()))
    assert len(samples) == LAUNCHES * ROUNDS * SAMPLES * (len(rows) - 1)
    assert float(samples[0]["time_s"]) > 0


def test_a_trace_is_last_although_another_run_was_later_and_has_no_cells_to_export(tmp_path: Path) -> None:
    trace = a_trace({0: (sent("MPI_Send", 8, 3, peer=1),), 1: ()}, world=2)
    run = replace(trace.run, id="20261121-aaaa", plan=replace(trace.run.plan, cells=()), results=())
    with Store.open(tmp_path / "rankwise.db") as store:
        store.begin(run)
        store.put(run.id, "trace", replace(trace, run=run))
        store.begin(replace(run, id="20261122-bbbb", kind="doctor"))
    assert rankwise(tmp_path, "trace", "show").exit_code == 0
    assert rankwise(tmp_path, "trace", "show", "20261122").exit_code == 2
    refused = rankwise(tmp_path, "runs", "export", run.id)
    assert refused.exit_code == 2 and refused.stdout == ""
    assert f"run {run.id} is of `trace`, and has no cells to export" in refused.stderr
    assert rankwise(tmp_path, "runs", "page", run.id, "--format", "csv").exit_code == 0


@pytest.mark.parametrize("form", ["csv", "json"])
def test_export_to_a_reader_that_went_away_is_no_error(out: Path, form: str) -> None:
    words = ["runs", "export", "last", "--samples", "--format", form, "--out", str(out)]
    reading, writing = os.pipe()
    os.close(reading)
    try:
        program = [sys.executable, "-m", "rankwise", *words]
        done = subprocess.run(program, stdout=writing, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_export_json_reads_back(out: Path, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    assert (
        rankwise(out, "runs", "export", "20261120", "--format", "json", "--samples", "--file", str(file)).exit_code == 0
    )
    exported = json.loads(file.read_text())
    assert exported["run"]["id"] == "20261120-aaaa"
    assert len(exported["visits"]) == LAUNCHES * ROUNDS * (len(exported["run"]["results"]) - 1)


def test_page_of_a_stored_run(out: Path, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    assert rankwise(out, "runs", "page", "20261120", "--file", str(file)).exit_code == 0
    assert "MPI on n1" in file.read_text()
    assert rankwise(out, "runs", "page", "last").stdout.strip() == str(out / "survey-20261122-aaaa.html")


def test_no_store_and_a_run_that_did_not_end(out: Path, tmp_path: Path) -> None:
    result = rankwise(tmp_path / "nothing", "runs", "list", "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["code"] == "no-store"
    one: Survey = survey(cores=2, sides=("mpich",), collectives=1)
    with Store.open(tmp_path / "rankwise.db") as store:
        store.begin(replace(one.run, status="interrupted"))
    page = json.loads(rankwise(tmp_path, "runs", "page", "last", "--json").stdout)["data"]["files"][0]
    assert "This run is interrupted" in Path(page).read_text()
    assert "pingpong, mpich, 2 ranks" in rankwise(tmp_path, "runs", "show").stdout


def test_commands_on_the_store_load_nothing_heavy(out: Path) -> None:
    """What `runs list` imports is what decides how fast it starts: no statistics, no page."""
    code = (
        "import sys; from rankwise.cli.main import app; app(sys.argv[1:], standalone_mode=False); "
        "print(sorted({'numpy', 'scipy', 'jinja2', 'rich.live'} & set(sys.modules)), file=sys.stderr)"
    )
    done = process.run([sys.executable, "-c", code, "runs", "list", "--out", str(out)], timeout_s=60)
    assert done.ok, done.describe()
    assert "20261120-aaaa" in done.stdout
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize("words", [("show",), ("page",), ("page", "--format", "csv"), ("page", "--format", "md")])
def test_a_record_whose_parts_do_not_fit_is_told_as_damaged(tmp_path: Path, words: tuple[str, ...]) -> None:
    kind = KINDS["fabrics"]
    answer = decode(FabricSurvey, json.dumps(sample(kind.record)))
    odd = replace(answer, paths=(replace(answer.paths[0], mpi="nothing"),))
    with Store.open(tmp_path / "rankwise.db") as store:
        store.begin(replace(answer.run, kind="fabrics"))
        store.put(answer.run.id, kind.stored, odd)
    told = rankwise(tmp_path, "runs", *words)
    assert told.exit_code == 3
    assert "does not fit together: KeyError: 'nothing'" in told.stderr
