"""Schedules of a collective for a map: what the command says, and a tuning that a real job follows."""

from __future__ import annotations

import itertools
import socket
from pathlib import Path

import pytest
from click.testing import CliRunner

from builders.programs import compiled
from rankwise.apply.carry import beside
from rankwise.cli.main import app
from rankwise.core import deadline, process
from rankwise.core.errors import UsageError
from rankwise.core.records import Endpoint, Mpi
from rankwise.experiment.sides import CompareOptions
from rankwise.model.records import Fabric, Map
from rankwise.model.records import Path as MapPath
from rankwise.placement.tuning import ready
from rankwise.verbs.run.tuned import started
from rankwise.verbs.schedule import run
from rankwise.verbs.schedule.run import ScheduleOptions, schedule

PHI = Path(__file__).parents[2] / "examples" / "phi-cluster.toml"
CALLS = Path(__file__).parents[1] / "measure" / "schedule_calls.c"


def _here(ranks: int) -> Map:
    """A map of some cores of this machine, as it could have been measured."""
    names = [f"core{number}" for number in range(ranks)]
    pairs = [(one, other) for one in names for other in names if one != other]
    paths = [
        MapPath(source=one, target=other, fabric="shm", latency_s=3e-7, bandwidth_bytes_per_s=8e9)
        for one, other in pairs
    ]
    return Map(
        name="here",
        origin="measured",
        source="",
        endpoints=tuple(Endpoint(id=name, node=socket.gethostname()) for name in names),
        fabrics=(Fabric(id="shm", kind="shm", description=""),),
        paths=tuple(paths),
        classes=(),
    )


def test_the_command_orders_schedules_by_the_model() -> None:
    words = ["schedule", "alltoall", "--machine", str(PHI), "--fabric", "infiniband", "--adapters", "own"]
    printed = CliRunner().invoke(app, [*words, "--sizes", "1MiB"])
    assert printed.exit_code == 0, printed.output
    rows = [line.split()[0] for line in printed.output.splitlines() if "-" in line.split(" ")[0]]
    assert rows[0].startswith("flow-")  # by relays: direct messages to far cards are slow
    assert "direct-1" in rows


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (["barrier"], "no schedules for 'barrier'"),
        (["alltoal"], "did you mean alltoall"),
        (["bcast", "--sizes", "0"], "schedules are for messages with bytes"),
        (["bcast", "--fabric", "smoke"], "the map has no fabric 'smoke'"),
    ],
)
def test_what_cannot_be_made_is_reported(words: list[str], printed: str) -> None:
    answer = CliRunner().invoke(app, ["schedule", words[0], "--machine", str(PHI), *words[1:]])
    assert answer.exit_code == 2
    assert printed in answer.output + answer.stderr


@pytest.mark.mpi(ranks=4)
def test_a_job_follows_the_tuning_that_is_written(mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tuning.toml"
    options = ScheduleOptions("allgather", sizes=(8, 4096), mpi=mpich.name, file=file)
    answer = schedule(_here(4), options)
    assert answer.file == str(file)
    assert all(size.chosen == size.ways[0].name for size in answer.sizes)
    program = compiled(mpich, CALLS, tmp_path / "calls")
    monkeypatch.setenv("RANKWISE_SCHEDULES_SAY", "1")
    launcher = Path(mpich.prefix, "bin", "mpiexec")
    start = started(file, [str(launcher), "-n", "4", str(program), str(tmp_path)], mpi=mpich.name)
    assert [line.answer for line in start.check.lines] == ["in effect"]
    done = process.run(start.argv, timeout_s=200, env=start.env)
    assert done.ok, done.describe()
    assert "allgather:" in done.stderr
    assert "allgather: 0 calls taken" not in done.stderr


def test_schedules_that_were_edited_or_lost_are_refused(mpich: Mpi, tmp_path: Path) -> None:
    file = tmp_path / "tuning.toml"
    schedule(_here(2), ScheduleOptions("bcast", sizes=(8,), mpi=mpich.name, file=file))
    (kept,) = beside(file).iterdir()
    text = kept.read_text()
    kept.write_text(text.replace("recv", "send"))
    with pytest.raises(UsageError, match="holds others"):
        ready(file, mpich)
    kept.unlink()
    with pytest.raises(UsageError, match="cannot read"):
        ready(file, mpich)
    kept.write_text(text)
    assert ready(file, mpich).change.schedules


@pytest.mark.mpi(2)
@pytest.mark.usefixtures("first_round")
def test_schedules_are_tried_beside_the_library(mpich: Mpi, tmp_path: Path) -> None:
    options = ScheduleOptions("allgather", (1024,), mpi=mpich.name, attempt=True, budget_s=2.0, out=tmp_path)
    answer = schedule(_here(2), options)
    (size,) = answer.sizes
    assert answer.run and size.default_s is not None
    assert any(way.time_s for way in size.ways)


class _Asked(Exception):
    """What a trial was asked for."""


@pytest.mark.mpi(2)
def test_a_trial_has_what_making_schedules_left_of_the_budget(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    budgets: list[float] = []

    def compare(options: CompareOptions, *_: object) -> None:
        budgets.append(options.budget_s)
        raise _Asked

    clock = itertools.count()  # a second passes whenever it is looked at
    monkeypatch.setattr(run, "compare_sides", compare)
    monkeypatch.setattr(deadline.time, "monotonic", lambda: float(next(clock)))
    options = ScheduleOptions("allgather", (1024,), mpi=mpich.name, attempt=True, budget_s=60.0, out=tmp_path)
    with pytest.raises(_Asked):
        schedule(_here(2), options)
    assert 0.0 < budgets[0] < 60.0
