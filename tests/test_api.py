"""`import rankwise`: the verbs as functions, with real processes behind them."""

from __future__ import annotations

import inspect
import re
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

import rankwise
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import Mpi
from rankwise.tuning.tune import TuneOptions
from rankwise.verbs.survey.prepare import SurveyOptions

PHI = Path(__file__).parents[1] / "examples/phi-cluster.toml"


@pytest.mark.usefixtures("first_round")
@pytest.mark.mpi(2)
def test_a_survey_is_measured_stored_and_read_back(mpich: Mpi, tmp_path: Path) -> None:
    survey = rankwise.survey(mpich.prefix, budget_s=1.0, experiments=False, out=tmp_path)
    assert survey.run.status == "finished"
    assert survey.lines
    (listed,) = rankwise.list_runs(tmp_path)
    assert listed.id == survey.run.id
    assert rankwise.load_run(out=tmp_path) == survey.run
    assert rankwise.load_answer(listed.id, tmp_path) == survey
    visits = rankwise.load_visits(out=tmp_path)
    assert {visit.cell for visit in visits} <= {cell.id for cell in survey.run.plan.cells}
    table = rankwise.cell_table(survey.run)
    measured = {result.cell: result for result in survey.run.results if result.estimate}
    assert measured
    for row in (row for row in table if str(row["cell"]) in measured):  # a busy machine leaves some out
        result = measured[str(row["cell"])]
        assert result.estimate is not None
        assert row["median_s"] == result.estimate.median_s


def test_this_machine_and_its_mpis(mpich: Mpi) -> None:
    (node,) = rankwise.take_inventory().nodes
    assert node.cpus
    assert mpich.prefix in {mpi.prefix for mpi in rankwise.find_mpis()}


def test_the_precision_of_a_survey_takes_its_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANKWISE_PRECISION", "3%")
    asked: list[SurveyOptions] = []
    monkeypatch.setattr("rankwise.verbs.survey.run.survey", lambda options, _watcher: asked.append(options))
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


def test_a_text_is_read_as_on_the_command_line(tmp_path: Path) -> None:
    """Python takes a text for the list of its letters: `bench("pingpong")` had no kernel called p."""
    simulate = partial(rankwise.simulate_machine, "phi-cluster", estimate=True, out=tmp_path)
    answer = simulate(kernels="bcast", sizes="8,64KiB", budget_s="90s")
    assert [(cell.kernel, cell.size_bytes) for cell in answer.cells] == [("bcast", 8), ("bcast", 65536)]
    assert answer.machines == ("phi-cluster",)
    for wrong in ({"ranks": -1}, {"sizes": "8x"}, {"budget_s": "soon"}):
        with pytest.raises(UsageError):
            simulate(**wrong)
    with pytest.raises(UsageError, match="no kernel is called 'pingpng'"):
        rankwise.bench("pingpng", out=tmp_path)
    assert rankwise.bench is rankwise.bench


def test_a_text_is_a_launch_line_a_recording_or_hosts(tmp_path: Path) -> None:
    """Python takes it for its letters: `trace("mpirun ...")` had no program m, and inventory asked a host n."""
    with pytest.raises(UsageError, match=r"'\./no-such-launcher' is not a program"):
        rankwise.trace("./no-such-launcher -n 2 './my app'", out=tmp_path)
    with pytest.raises(UsageError, match="close the quotes"):
        rankwise.trace("mpirun './my app", out=tmp_path)
    with pytest.raises(UsageError, match="cannot read no-such-recording"):
        rankwise.take_inventory("no-such-recording")
    told = tmp_path / "agent"
    told.write_text('#!/bin/sh\necho "$1" >> "$0.hosts"; exit 7\n')
    told.chmod(0o755)
    with pytest.raises(EnvironmentProblem):
        rankwise.take_inventory(hosts="n[1-2]", agent=str(told))
    assert set((tmp_path / "agent.hosts").read_text().split()) <= {"n1", "n2"}


@pytest.mark.parametrize(
    ("verb", "words"),
    [
        ("place_ranks", {"pattern": "ring", "size_bytes": -5}),
        ("find_route", {"source": "head", "target": "c001-n001", "size_bytes": -1}),
        ("share_work", {"speeds": {"*": 1.0}, "exchange_bytes": -8}),
        ("make_schedule", {"collective": "bcast", "sizes": (8, -8)}),
        ("make_schedule", {"collective": "bcast", "scratch_bytes": 1 << 60}),
        ("simulate_machine", {"sizes": [-1], "estimate": True}),
    ],
)
def test_numbers_are_refused_that_the_command_line_refuses(verb: str, words: dict[str, Any]) -> None:
    with pytest.raises(UsageError) as refused:
        getattr(rankwise, verb)("phi-cluster", **words)
    assert refused.value.code == "bad-size"


@pytest.mark.parametrize("processes", [(1, 8), (0,), (-2, 4)])
def test_process_counts_are_read_as_on_the_command_line(processes: tuple[int, ...], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not a list of process counts"):
        rankwise.scale(processes=processes, out=tmp_path)


@pytest.mark.parametrize("name", ["phi-cluster", str(PHI), PHI])
def test_a_map_is_named_as_on_the_command_line(name: str | Path) -> None:
    """It was an AttributeError: a text has no endpoints."""
    share_work, make_schedule = cast(Any, rankwise.share_work), cast(Any, rankwise.make_schedule)
    assert share_work(name, {"*": 1.0}).machine == rankwise.read_map(name).name
    fabric = rankwise.read_map(name).fabrics[0].id
    scheduled = make_schedule(name, "bcast", "8", fabric=fabric, endpoints="n1*,c001-n001*")
    assert scheduled.machine == rankwise.read_map(name).name
    with pytest.raises(UsageError, match="do you mean the machine phi-cluster"):
        share_work("phi-clustr", {"*": 1.0})


def test_the_documented_signatures_are_those_of_the_code() -> None:
    text = (Path(__file__).parents[1] / "docs" / "python.md").read_text().replace("\n  ", " ")
    documented = dict(re.findall(r"^- `(\w+)\((.*?)\)`:", text, re.MULTILINE))
    for name, words in documented.items():
        signature = inspect.signature(getattr(rankwise, name))
        shown = {inspect.Parameter.KEYWORD_ONLY: "{}=", inspect.Parameter.VAR_KEYWORD: "**{}"}
        told = [shown.get(each.kind, "{}").format(each.name) for each in signature.parameters.values()]
        assert words.split(", ") == (told or [""]), name
    assert set(documented) == set(rankwise.__all__) - {"__version__"}


def test_a_tuning_is_asked_for_as_on_the_command_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    trace = tmp_path / "trace.tsv"
    trace.write_text("bcast 8 10\n")
    asked: list[TuneOptions] = []
    monkeypatch.setattr("rankwise.tuning.tune.tune_kernels", lambda options, _watcher: asked.append(options))
    rankwise.tune(trace=trace, worst=0.9, hints=False)
    (options,) = asked
    assert options.trace is not None and dict(options.trace.weights) == {("bcast", 8): 10.0}
    assert (options.worst, options.hints) == (0.9, False)
    rankwise.tune()
    assert (asked[1].worst, asked[1].hints) == (TuneOptions().worst, TuneOptions().hints)


def test_all_names_are_there() -> None:
    assert {name for name in rankwise.__all__ if callable(getattr(rankwise, name))} == set(rankwise.__all__) - {
        "__version__"
    }
    assert set(rankwise.__all__) <= set(dir(rankwise))


def test_no_package_takes_the_name_of_a_function() -> None:
    """Python would put the package in the function's place as soon as something imports it."""
    inside = {path.stem for path in Path(rankwise.__file__).parent.iterdir()}
    assert not inside & set(rankwise.__all__)


def test_decisions_by_a_map(tmp_path: Path) -> None:
    machine = rankwise.read_map(Path(__file__).parents[1] / "examples" / "phi-cluster.toml")
    placed = rankwise.place_ranks(machine, "ring", pins={0: machine.endpoints[0].id})
    rate = placed.bottleneck_bytes_per_s
    assert rate.default is not None and rate.chosen is not None and rate.chosen > 2 * rate.default
    assert placed.ranks[0].chosen == machine.endpoints[0].id
    slow = placed.slowest["default"]
    assert (rankwise.find_route(machine, *slow).gain or 0.0) > 1.0
    shared = rankwise.share_work(machine, {"core": 2.0, "card": 1.0}, work=100.0)
    assert sum(shared.shares[0].units.values()) == pytest.approx(100.0)
    scheduled = rankwise.make_schedule(machine, "bcast", (1 << 20,))
    assert [size.size_bytes for size in scheduled.sizes] == [1 << 20]
    with pytest.raises(UsageError, match="allfoo"):
        rankwise.make_schedule(machine, "allfoo")
