"""Tuning for a program of the user's own: what it sends is what is tried, and its own figure has the last word."""

from __future__ import annotations

from pathlib import Path

import pytest

from builders.programs import built
from rankwise.core.records import Mpi
from rankwise.measure.watcher import Watcher
from rankwise.placement.program_mpi import mpi_of
from rankwise.placement.where import Where
from rankwise.store import Store
from rankwise.tuning.records import Tuned
from rankwise.tuning.tune import TuneOptions
from rankwise.tuning.tune_program import tune_program


@pytest.mark.usefixtures("first_round")
@pytest.mark.mpi(ranks=2)
def test_what_the_program_sends_is_what_is_tuned(mpich: Mpi, tmp_path: Path) -> None:
    heat = built(mpich, "heat", tmp_path)
    options = TuneOptions(mpi=mpich.name, budget_s=6, out=tmp_path, file=tmp_path / "t.toml")
    argv = [str(mpich.launcher), "-n", "2", str(heat), "2", "16", "10"]
    found = tune_program(options, argv, figure=r"([\d.]+) us per step")
    assert {(one.kernel, one.size_bytes) for one in found.sent} == {("message_rate", 128), ("allreduce", 8)}
    assert sum(one.share for one in found.sent) == pytest.approx(1.0)
    assert found.tuning.goal == "command"
    assert options.file.is_file() == (found.answer == "tuned")
    assert {cell.window for cell in found.run.plan.cells if cell.kernel == "message_rate"} == {64}
    with Store.open(tmp_path / "rankwise.db", create=False) as store:
        assert store.get(found.run.id, "tuned", Tuned) == found


@pytest.mark.mpi(ranks=2)
def test_a_program_that_cannot_be_counted_is_told(mpich: Mpi, tmp_path: Path) -> None:
    # It fails where it is counted, and only there; the search goes on without what it sends.
    argv = ["sh", "-c", '[ -z "$RANKWISE_TRACE" ] || exit 3; echo took 2.5']
    options = TuneOptions(mpi=mpich.name, budget_s=3, where=Where(ranks=2), out=tmp_path, file=tmp_path / "t.toml")
    phases, budgets = list[str](), list[float | None]()
    watcher = Watcher(phase=phases.append, budget=budgets.append, begin=lambda _run, total_s: budgets.append(total_s))
    found = tune_program(options, argv, watcher, figure=r"took ([\d.]+)")
    assert budgets == [options.budget_s], "its parts have no budgets of their own"
    printed = "what the program sends could not be counted ("
    assert any(text.startswith(printed) for text in phases)
    assert found.run.warnings[0].startswith(printed)
    assert found.run.warnings[0].endswith("): the search is for any program")
    assert found.sent == ()


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=2)
def test_a_launch_line_means_the_mpi_of_its_launcher_or_of_its_program(any_mpi: Mpi, tmp_path: Path) -> None:
    heat = built(any_mpi, "heat", tmp_path)
    assert mpi_of([str(any_mpi.launcher), "-n", "2", "./other"]).prefix == any_mpi.prefix
    assert mpi_of(["srun", str(heat)]).soname == any_mpi.soname
