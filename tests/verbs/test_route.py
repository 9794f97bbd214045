"""The fastest way of a message on the example cluster, and what cannot be asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from builders.runs import mpi, run
from builders.tunings import a_ratio, a_tuning
from rankwise.cli.main import app
from rankwise.cluster.plan import read_plan
from rankwise.cluster.plan_map import to_map
from rankwise.core.errors import UsageError
from rankwise.core.records import RunStatus
from rankwise.experiment.records import ComparedCell, Comparison
from rankwise.experiment.sides import CompareOptions
from rankwise.model.records import Answer, Map
from rankwise.mpis import catalog
from rankwise.optimise.routes import routed as route
from rankwise.placement.choice import Choice, parse
from rankwise.report.optimised import route_lines
from rankwise.verbs.route import find_route, trial

PHI = Path(__file__).parents[2] / "examples" / "phi-cluster.toml"
FAR = ("c001-n001-mic2", "c001-n002-mic2")


@pytest.fixture(scope="module")
def phi() -> Map:
    return to_map(read_plan(PHI))


def test_far_cards_are_faster_through_their_hosts(phi: Map) -> None:
    answer = route(phi, *FAR, 4 << 20)
    assert answer.direct.endpoints == FAR
    assert answer.best.endpoints == (FAR[0], "c001-n001", "c001-n002", FAR[1])
    assert answer.best.pieces > 1
    assert answer.gain is not None and answer.gain > 5


def test_no_relay_is_named_where_none_pays(phi: Map) -> None:
    answer = route(phi, "c001-n001", "c001-n002", 8)
    assert answer.best == answer.direct
    assert answer.gain == 1.0


def test_the_command_tells_both_ways() -> None:
    done = CliRunner().invoke(app, ["route", *FAR, "--machine", str(PHI)])
    assert done.exit_code == 0
    assert "direct" in done.output and "2 relays" in done.output and "nothing was sent" in done.output


@pytest.mark.parametrize(
    ("ends", "size", "words"),
    [((FAR[0], "nobody"), 8, "no endpoint 'nobody'"), ((FAR[0], FAR[0]), 8, "both ends"), (FAR, 0, "without bytes")],
)
def test_what_cannot_be_asked(phi: Map, ends: tuple[str, str], size: int, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        route(phi, *ends, size)


def test_only_a_route_with_relays_is_tried(phi: Map) -> None:
    with pytest.raises(UsageError, match="no relay pays"):
        find_route(phi, "c001-n001", "c001-n002", 8, measure=True)
    done = CliRunner().invoke(app, ["route", *FAR, "--machine", str(PHI), "--network", "10.34.0.0/15"])
    assert done.exit_code == 2


def test_the_relayed_side_is_not_named_like_one_to_type(
    phi: Map, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sides: list[Choice] = []

    def measured(options: CompareOptions, _watcher: object) -> None:
        sides.extend(options.sides)
        raise Measured

    monkeypatch.setattr(catalog, "find", lambda _name: mpi("mpich"))
    monkeypatch.setattr(trial, "tuned_build", lambda _mpi: a_tuning().build)
    monkeypatch.setattr(trial, "compare_sides", measured)
    with pytest.raises(Measured):
        trial.tried(route(phi, *FAR, 4 << 20), mpi="mpich", network="", budget_s=1.0, out=tmp_path, file=None)
    direct, relayed = sides
    assert parse(direct.name).hosts == direct.hosts == FAR
    assert relayed.name == "through c001-n001 and c001-n002"
    assert relayed.relay is not None


class Measured(Exception):
    """The comparison began."""


CAME_THROUGH: list[tuple[dict[str, str], RunStatus, Answer, str]] = [
    ({}, "finished", "faster", "faster"),
    ({"through x": "wrong data"}, "failed", "faster", "failed"),
    ({}, "interrupted", "faster", "failed"),
    ({}, "finished", "cannot tell", "cannot tell"),
    ({}, "finished", "slower", "slower"),
]


@pytest.mark.parametrize("case", CAME_THROUGH, ids=lambda case: f"{case[1]}, {case[3]}")
def test_a_tuning_is_written_only_where_all_kernels_came_through(
    phi: Map, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, case: tuple[dict[str, str], RunStatus, Answer, str]
) -> None:
    failed, status, answer, outcome = case
    cells = tuple(
        ComparedCell(
            kernel=kernel,
            size_bytes=4 << 20,
            ranks=2,
            times_s={"direct": 2.0, "through x": 1.0},
            ratios={} if lost else {"through x": replace(a_ratio(), answer=answer)},
            control=None,
            band=1.01,
            ranking=(),
            failed=lost,
        )
        for kernel, lost in (("pingpong", {}), ("uniband", failed))
    )
    of_trial = Comparison(run=replace(run(), status=status), sides=("direct", "through x"), cells=cells, summary=())
    monkeypatch.setattr(catalog, "find", lambda _name: mpi("mpich"))
    monkeypatch.setattr(trial, "tuned_build", lambda _mpi: a_tuning().build)
    monkeypatch.setattr(trial, "compare_sides", lambda *_: of_trial)
    file = tmp_path / "t.toml"
    told = trial.tried(route(phi, *FAR, 4 << 20), mpi="mpich", network="", budget_s=1.0, out=tmp_path, file=file)
    assert told.outcome == outcome and bool(told.file) == file.exists() == (outcome == "faster")
    assert ("no tuning is written" in "\n".join(route_lines(told))) == (outcome != "faster")
