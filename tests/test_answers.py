"""Every kind of run is stored, shown, written as a page, and loaded, by the rows of one table."""

from __future__ import annotations

import html
import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

import rankwise
from builders import comparisons, maps, runs, surveys, tunings
from rankwise.cli.main import app
from rankwise.core.kinds import KINDS, page_name
from rankwise.core.late import load
from rankwise.core.records import CellResult, Record, Run, to_builtins
from rankwise.core.records.result import Result
from rankwise.diagnoses.records import Diagnosis
from rankwise.experiment.records import FabricSurvey
from rankwise.inventory.records import Inventory
from rankwise.measure.records import TransportLevel
from rankwise.programs.records import Programmed, ProgramPhase, ProgramResult
from rankwise.report.answers import render
from rankwise.simulate.records import Simulated, SimulatedCell, SimulatedTime
from rankwise.store import Store
from rankwise.tracing.records import Trace, TracedRank
from rankwise.verbs.records import Improved, ScaleReport, Studied, StudyRow, TransportAdvice, TransportScaling
from recorded.machines import node


def a_run(kind: str) -> Run:
    cells = tuple(runs.cell("mpich", size_bytes=size) for size in (8, 1024, 65536, 1 << 20))
    results = tuple(
        CellResult(cell=cell.id, estimate=surveys.estimate(1e-6 + cell.size_bytes / 1e10, seed=cell.id))
        for cell in cells
    )
    plan = runs.plan(cells)
    return replace(runs.run(), kind=kind, plan=plan, results=results, status="finished")


def an_answer(kind: str, run: Run) -> Record:
    """What a run of that kind stores."""
    if kind in ("scale", "transport"):
        level = TransportLevel(
            processes=2, ready_s=0.1, init_s=0.05, connect_s=1e-5,
            pss_before_bytes=10**6, uss_before_bytes=10**6, pss_bytes=2 * 10**6, uss_bytes=10**6,
        )  # fmt: skip
        scaling = TransportScaling(fabric="tcp;ofi_rxm", mode="connected", levels=(level,))
        return ScaleReport(run=run, mpi="mpich", transports=(scaling,))
    if kind == "trace":
        rank = TracedRank(rank=0, host="n1", pid=7, time_s=1.0, ended=True)
        return Trace(run=run, mpi="mpich", program=("./app",), status=0, world=1, ranks=(rank,), communicators=(),
                     matrix_bytes=((0,),), matrix_messages=((0,),), words=("1 rank ran for 1 s.",))  # fmt: skip
    return {
        "compare": replace(comparisons.a_comparison(), run=run),
        "doctor": Diagnosis(run=run, command=("mpirun", "./app"), checked=("start",)),
        "fabrics": FabricSurvey(run=run, summary=("the default is the fastest here",), paths=()),
        "improve": Improved(run=run, command=("mpirun", "./app"), answer="nothing helps"),
        "map": maps.cluster_map(),
        "program": Programmed(
            run=run,
            program="ring",
            arguments=("--steps", "10"),
            results=(
                ProgramResult(
                    mpi="mpich",
                    ranks=2,
                    unit="B/s",
                    figure=1e9,
                    right=True,
                    check="values that did not go round",
                    phases=(ProgramPhase(name="passing", median_s=0.1, slowest_s=0.2, slowest_rank=1),),
                ),
            ),
        ),
        "simulate": Simulated(
            run=run,
            machines=("phi-cluster", "mine"),
            fabric="dapl",
            places=("n1", "n2"),
            cells=(
                SimulatedCell(kernel="bcast", size_bytes=8, times=(SimulatedTime(simulated_s=1e-6),) * 2, ratio=1.0),
            ),
            notes=("no latency was published",),
        ),
        "study": Studied(
            run=run,
            name="ring",
            title="A ring",
            on="simulated",
            tolerance=0.1,
            figures=(
                StudyRow(
                    what="the slowest link",
                    published=500.0,
                    found=400.0,
                    unit="MB/s",
                    ratio=0.8,
                    verdict="missed",
                    reason="paths share an adapter",
                    source="phi_cluster_paths.csv",
                ),
            ),
        ),
        "survey": replace(surveys.survey(), run=run),
        "tune": replace(tunings.a_tuned("mpich"), run=run),
        "tune verify": replace(tunings.a_tuned("mpich"), run=run),
    }.get(kind, run)


def stored(kind: str, out: Path) -> tuple[Run, Record]:
    run = a_run(kind)
    answer = an_answer(kind, run)
    with Store.open(out / "rankwise.db") as store:
        store.begin(run)
        if KINDS[kind].stored:
            store.put(run.id, KINDS[kind].stored, answer)
    return run, answer


def command(out: Path, *words: str) -> str:
    done = CliRunner().invoke(app, [*words, "--out", str(out)])
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("doctor", "Nothing serious found in what was looked at."),
        ("map", "paths work."),
        ("scale", "Use the connected transport, tcp;ofi_rxm."),
        ("bench", "pingpong with mpich: "),
        ("simulate", "Simulated, not measured: "),
        ("study", "1 prediction: 0 within 10%, 1 missed."),
    ],
)
def test_a_page_says_its_answer_before_any_table_or_figure(kind: str, words: str) -> None:
    answer = an_answer(kind, a_run(kind))
    if isinstance(answer, ScaleReport):
        advice = TransportAdvice(recommended="connected", fabric="tcp;ofi_rxm", reasons=("a", "b", "c"), mtu_bytes=None)
        answer = replace(answer, advice=advice)
    head = re.split("<table|<svg", render(answer))[0]
    assert words in html.unescape(head)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_shown_reported_and_loaded_as_it_was_stored(kind: str, tmp_path: Path) -> None:
    run, answer = stored(kind, tmp_path)
    assert isinstance(answer, KINDS[kind].record)
    shown = command(tmp_path, "runs", "show")
    assert len(shown.splitlines()) > 1
    assert "has no verdict" not in shown
    assert json.loads(command(tmp_path, "runs", "show", "--json"))["data"] == json.loads(
        json.dumps(to_builtins(answer))
    )
    page = Path(command(tmp_path, "runs", "page").strip())
    assert page == tmp_path / page_name(run)
    text = page.read_text()
    assert text.startswith("<!doctype html>")
    assert "</html>" in text
    assert f"page: {page}" in command(tmp_path, "runs", "show") or kind == "survey"
    assert rankwise.load_answer(out=tmp_path) == answer
    assert rankwise.write_page(out=tmp_path, page=tmp_path / "again.html").read_text() == text


@pytest.mark.parametrize("kind", [kind for kind, row in KINDS.items() if row.stored])
def test_of_a_run_that_did_not_end_what_it_measured_is_shown(kind: str, tmp_path: Path) -> None:
    run = replace(a_run(kind), status="interrupted")
    with Store.open(tmp_path / "rankwise.db") as store:
        store.begin(run)
    assert f"run {run.id} (interrupted)" in command(tmp_path, "runs", "show")
    assert "This run is interrupted" in Path(command(tmp_path, "runs", "page").strip()).read_text()
    assert rankwise.load_answer(out=tmp_path) == run


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_is_a_line_at_a_prompt_and_a_table(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = an_answer(kind, a_run(kind))
    assert isinstance(answer, Result)
    assert repr(answer).startswith(f"<{type(answer).__name__} ") and len(repr(answer)) < 160
    monkeypatch.setitem(sys.modules, "pandas", None)
    table = answer.to_frame()
    noun = answer.rows.rpartition(".")[2]
    assert f" {len(table)} {noun.removesuffix('s') if len(table) == 1 else noun}>" in repr(answer)
    assert all(isinstance(row, dict) for row in table)
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=lambda rows: ("frame", rows)))
    assert answer.to_frame() == ("frame", table)


def test_what_is_decided_on_a_map_is_a_line_and_a_table_too() -> None:
    plan = rankwise.read_map(Path(__file__).parents[1] / "examples/phi-cluster.toml")
    placed = rankwise.place_ranks(plan, "ring")
    assert repr(placed) == "<Placed phi-cluster: 10 ranks>"
    assert [row["rank"] for row in placed.to_frame()] == list(range(10))
    shared = rankwise.share_work(plan, {"x86_64": 1.0, "k1om": 2.0})
    assert repr(shared) == "<Shared phi-cluster: 2 shares>"
    assert {row["mode"] for row in shared.to_frame()} == {"offload", "symmetric"}
    assert repr(rankwise.make_schedule(plan, "bcast", (8,), fabric="infiniband")) == "<Scheduled phi-cluster: 1 size>"
    assert repr(Inventory(nodes=(node("microvm"),))) == "<Inventory: 1 node>"


def test_the_page_of_a_program_draws_its_phases(tmp_path: Path) -> None:
    stored("program", tmp_path)
    page = Path(command(tmp_path, "runs", "page").strip()).read_text()
    assert "Where the time goes" in page and page.count('<svg class="fig') == 1
    assert "passing: 100 ms, rank 1 200 ms" in page, "what a mark tells"


def test_rows_of_a_run_say_what_was_measured() -> None:
    first = a_run("bench").to_frame()[0]
    assert first["kernel"] and first["size_bytes"] >= 0 and first["estimate_median_s"] > 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_row_names_functions_that_exist(kind: str) -> None:
    row = KINDS[kind]
    assert all(callable(load(place)) for place in (row.lines, row.page))
    assert callable(getattr(rankwise, row.function))


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_of_every_kind_has_other_forms(kind: str, tmp_path: Path) -> None:
    run, _ = stored(kind, tmp_path)
    for form in ("html", "md", "csv", "json"):
        file = Path(command(tmp_path, "runs", "page", "--format", form).strip())
        assert file == (tmp_path / page_name(run)).with_suffix(f".{form}")
    page, md, table = (
        (tmp_path / page_name(run)).with_suffix(f".{form}").read_text() for form in ("html", "md", "csv")
    )
    assert "<" not in "".join(line for line in md.splitlines() if line.startswith("#"))
    assert md.startswith("# ") or "\n# " in md
    assert bool(table) == ("<table" in page)
    figures = page.count('<svg class="fig')
    if figures:
        written = command(tmp_path, "runs", "page", "--file", str(tmp_path / "a.svg")).split()
        assert len(written) == figures
        assert all(Path(name).read_text().startswith("<?xml") for name in written)


def test_a_figure_is_pixels_too_and_a_wrong_suffix_is_refused(tmp_path: Path) -> None:
    stored("bench", tmp_path)
    written = command(tmp_path, "runs", "page", "--file", str(tmp_path / "a.png")).split()
    assert written and all(Path(name).read_bytes().startswith(b"\x89PNG") for name in written)
    for words in (["--file", "a.doc"], ["--file", "a.png", "--format", "md"]):
        done = CliRunner().invoke(app, ["runs", "page", *words, "--out", str(tmp_path)])
        assert (done.exit_code, "does not end in a form" in done.output) == (2, True)
    stored("scale", other := tmp_path / "other")
    done = CliRunner().invoke(app, ["runs", "page", "--format", "svg", "--out", str(other)])
    assert "has no figure" in done.output
