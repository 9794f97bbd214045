"""`improve` on real programs: the answer holds what each step showed; what cannot work is told before the search."""

from __future__ import annotations

from pathlib import Path

import pytest

import rankwise
from builders.programs import by_cxx
from rankwise.core.errors import EnvironmentProblem, MeasurementFailed, UsageError
from rankwise.core.files import put
from rankwise.core.records import Mpi
from rankwise.measure.watcher import Watcher
from rankwise.report.improve import lines
from rankwise.verbs.improve.look import without_mpi

SOURCE = r"""
#include <mpi.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<double> data(1 << 12, 1.0), sum(1 << 12);
    for (int round = 0; round < 200; ++round)
        MPI_Allreduce(data.data(), sum.data(), 1 << 12, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) std::printf("sum %g\nmark %d\n", sum[0], argc > 1 && argv[1][0] == 'r' ? (int)getpid() : 0);
    MPI_Finalize();
    return argc > 1 && argv[1][0] == 'f' ? 3 : 0;
}
"""


def line(mpi: Mpi, folder: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
    """`mpiexec -n 2 ./app` with an app of that MPI."""
    for name, value in {**mpi.env, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}.items():
        monkeypatch.setenv(name, value)
    assert mpi.launcher
    source = put(folder / "app.cpp", "#include <unistd.h>\n" + SOURCE)
    return [mpi.launcher, "-n", "2", str(by_cxx(mpi, source, folder / "app")), *words]


_LONGER = pytest.mark.thorough("MPICH, of which a run is short")


@pytest.mark.mpi(2)
@pytest.mark.parametrize(
    ("family", "budget_s"),
    [("mpich", 12.0), pytest.param("openmpi", 30.0, marks=_LONGER), pytest.param("impi", 30.0, marks=_LONGER)],
)
def test_a_program_is_looked_at_traced_and_searched(
    family: str, budget_s: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    argv = line(request.getfixturevalue(family), tmp_path, monkeypatch)
    file = tmp_path / "tuning.toml"
    budgets: list[float] = []
    watcher = Watcher(begin=lambda _run, total_s: budgets.append(total_s))
    answer = rankwise.improve(argv, budget_s=budget_s, same="sum .*", file=file, out=tmp_path / "out", watcher=watcher)
    assert budgets == [budget_s], "its parts have no budgets of their own"
    assert answer.answer in ("faster", "nothing helps", "cannot tell")
    assert file.is_file() == (answer.answer == "faster")
    assert [rank.world for rank in answer.ranks] == [2, 2]
    assert answer.trace is not None and answer.trace.world == 2
    calls = {call.call.lower(): call.calls for call in answer.trace.ranks[0].calls}
    assert calls["allreduce"] == 200
    assert answer.mpi_share is not None and 0.0 < answer.mpi_share <= 1.0
    assert answer.printed == ("sum 2",)
    assert {asked.candidate for asked in answer.asked} >= {"rank order", "binding"}
    assert next(one.why for one in answer.asked if one.candidate == "rank order").startswith(
        "all ranks are on one host"
    )
    assert rankwise.load_answer(answer.run.id, tmp_path / "out") == answer
    text = "\n".join(lines(answer))
    assert "2 ranks" in text and "of the run is in MPI" in text and "whole" in text
    assert "Allreduce" in rankwise.write_page(answer.run.id, out=tmp_path / "out").read_text()


@pytest.mark.mpi(2)
def test_what_cannot_be_judged_is_told_before_the_search(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    argv = line(mpich, tmp_path, monkeypatch)
    with pytest.raises(UsageError, match="fits nothing that is printed"):
        rankwise.improve(argv, budget_s=250, same="residual", out=tmp_path / "out")
    with pytest.raises(UsageError, match="--same"):
        rankwise.improve(argv, budget_s=250, same="(", out=tmp_path / "out")
    with pytest.raises(UsageError, match="no host of the job matches 'nowhere'"):
        rankwise.improve(argv, budget_s=250, endpoints="nowhere", out=tmp_path / "out")
    with pytest.raises(MeasurementFailed, match="status 3"):
        rankwise.improve([*argv, "f"], budget_s=250, out=tmp_path / "out")


@pytest.mark.mpi(2)
def test_a_program_of_another_mpi_is_refused_with_the_line_to_type(
    mpich: Mpi, openmpi: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    argv = line(mpich, tmp_path, monkeypatch)
    with pytest.raises(EnvironmentProblem, match="another MPI") as refused:
        rankwise.improve([str(openmpi.launcher), *argv[1:]], budget_s=250, out=tmp_path / "out")
    assert refused.value.hint is not None and str(mpich.launcher) in refused.value.hint


def test_a_program_that_starts_no_mpi_is_refused_before_the_search(mpich: Mpi, tmp_path: Path) -> None:
    for argv in (["true"], [str(mpich.launcher), "-n", "2", "true", "input.dat"]):
        with pytest.raises(UsageError, match="`true` starts no MPI"):
            rankwise.improve(argv, budget_s=60, mpi=mpich.name, out=tmp_path / "out")


def test_what_may_start_mpi_unseen_is_not_refused(tmp_path: Path) -> None:
    script = tmp_path / "job.sh"
    script.write_text("#!/bin/sh\nexec ./app\n")
    script.chmod(0o755)
    static = tmp_path / "static"
    static.write_bytes(Path("/bin/true").read_bytes() + b"PMPI_Init\0")
    static.chmod(0o755)
    for line in (str(script), "sh -c ./app", str(static), f"env {static}", "python3 app.py", "no-such-program"):
        assert without_mpi(["mpiexec", "-n", "2", *line.split()]) == ""
    assert without_mpi(["mpiexec", "-n", "1", "true", ":", "-n", "1", "true", "7"]) == "true"
