"""Comparisons on real MPIs: a thing with itself is not called different, planted differences are found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rankwise
from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem, MeasurementFailed, RankwiseError, UsageError
from rankwise.core.records import Mpi
from rankwise.experiment import programs as whole_runs
from rankwise.experiment import sides as running
from rankwise.experiment.paired import paired, series
from rankwise.experiment.records import Comparison
from rankwise.model.ratio import ratio as ratio_of
from rankwise.placement.program import Program
from rankwise.report.compare import lines
from rankwise.store import Store

pytestmark = [pytest.mark.mpi(ranks=2), pytest.mark.usefixtures("first_round")]

# Prints a figure that a setting doubles, or fails when it is told to: after MPI_Finalize, for a launcher whose rank
# aborts may end before it has passed on the last words.
PROGRAM = """
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const char* work = std::getenv("WORK");
    const bool fails = work && work[0] == 'x';
    if (fails) std::fprintf(stderr, "no work is called x\\n");
    else if (rank == 0) std::printf("rate: %s units\\n", work ? work : "1.0");
    MPI_Finalize();
    return fails ? 3 : 0;
}
"""


def kernels(out: Path, *sides: str, budget_s: float = 10.0, sizes: tuple[int, ...] = (65536,)) -> Comparison:
    return rankwise.compare(sides, kernels=("pingpong",), sizes=sizes, ranks=2, budget_s=budget_s, out=out)


def answers(comparison: Comparison) -> list[str]:
    return [ratio.answer for cell in comparison.cells for ratio in cell.ratios.values()]


def test_a_thing_and_itself_are_not_far_apart(any_mpi: Mpi, tmp_path: Path) -> None:
    """How often they are called different at all is a share that `python -m benchmarks identical` measures."""
    name = f"mpi={any_mpi.name}"
    found = kernels(tmp_path, name, f"{name}+env:PSM3_RANKWISE_TEST=1", budget_s=2.0, sizes=(8, 65536))
    different = [
        ratio for cell in found.cells for ratio in cell.ratios.values() if ratio.answer in ("faster", "slower")
    ]
    assert all(1 / 4 < one.ratio < 4 for one in different)
    assert all(cell.control is not None for cell in found.cells)
    with Store.open(tmp_path / "rankwise.db", create=False) as store:
        assert store.load("last").kind == "compare"
        assert store.get(found.run.id, "comparison", Comparison) == found
        assert len({visit.cell for visit in store.visits(found.run.id)}) == 6  # two cells, two sides and the control


def test_a_side_may_be_named_by_anything(mpich: Mpi, tmp_path: Path) -> None:
    """A side is called by the words of a user, such as the path of a tuning: they reach the engine and come back."""
    name = f"mpi={mpich.name}"
    odd = f'{name}+env:RANKWISE_TEST=50% of "ü" \\ %41=b'
    found = kernels(tmp_path, name, odd, budget_s=1.0, sizes=(8,))
    assert found.sides == (name, odd) and not found.run.warnings
    assert set(found.cells[0].times_s) == {name, odd}


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("family", "knob"), [("openmpi", "mca:smsc=^cma"), ("mpich", "env:MPIR_CVAR_CH4_CMA_ENABLE=0")]
)
def test_a_knob_reaches_its_side_alone_and_the_answer_follows_what_was_measured(
    family: str, knob: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Without single copies large messages are slower on some processors and faster on others, so that the answer is
    held against the visits that are stored; what is planted for certain is in the next test."""
    mpi: Mpi = request.getfixturevalue(family)
    default, changed = f"mpi={mpi.name}", f"mpi={mpi.name}+{knob}"
    found = kernels(tmp_path, default, changed, budget_s=10)
    name, _, setting = knob.partition(":")[2].partition("=")
    with_it = {facts.side for facts in found.run.launches if name in facts.env or name in facts.argv}
    assert with_it == {changed}
    assert all(setting in facts.argv or setting in facts.env.values() for facts in found.run.launches
               if facts.side == changed)  # fmt: skip
    ratio = found.cells[0].ratios[changed]
    assert ratio.low <= ratio.ratio <= ratio.high
    with Store.open(tmp_path / "rankwise.db", create=False) as store:
        sides = {cell.id: cell.side for cell in found.run.plan.cells}
        visits = list(store.visits(found.run.id))
    before, after = (series(visit for visit in visits if sides[visit.cell] == side) for side in (default, changed))
    again = ratio_of(paired(before, after))
    assert (ratio.ratio, ratio.low, ratio.high) == pytest.approx((again.ratio, again.low, again.high))


@pytest.mark.thorough("test_a_figure_of_a_program_is_compared plants a difference")
def test_a_planted_slowdown_is_found(openmpi: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANKWISE_ALLOW", "engine")
    assert openmpi.compiler
    from rankwise.measure.build import FLAGS
    from rankwise.measure.source import SOURCE, sources

    engine = tmp_path / "slower-engine"
    argv = [openmpi.compiler, *FLAGS, "-DRANKWISE_PLANT_SLOWDOWN=1.0", "-I", str(SOURCE), *map(str, sources())]
    done = process.run([*argv, "-o", str(engine), "-lrt", "-pthread"], timeout_s=280)
    assert done.ok, done.describe()
    entries = "".join(f'[[endpoint]]\nid = "{cpu}"\ncpus = [{cpu}]\nengine = "{engine}"\n' for cpu in (0, 1))
    slower = tmp_path / "slower.toml"
    slower.write_text(entries)
    name = f"mpi={openmpi.name}"
    found = kernels(tmp_path, name, f"{name}+endpoints={slower}", budget_s=60)
    assert answers(found) == ["slower"], found.summary
    ratio = found.cells[0].ratios[found.sides[1]]
    assert ratio.low < 0.5 * 1.1
    assert ratio.high > 0.5 / 1.1


def test_a_side_that_cannot_be_launched_says_why(mpich: Mpi, tmp_path: Path) -> None:
    # MPICH aborts in MPI_Init on an algorithm that it does not know.
    broken = f"mpi={mpich.name}+env:MPIR_CVAR_BCAST_INTRA_ALGORITHM=nonsense"
    with pytest.raises(MeasurementFailed, match=r"side .*launch"):
        kernels(tmp_path, f"mpi={mpich.name}", broken, budget_s=5)
    left = kernels(tmp_path, f"mpi={mpich.name}", broken, f"mpi={mpich.name}+env:PSM3_RANKWISE_TEST=1", budget_s=5)
    assert broken not in left.sides
    assert any(broken in warning for warning in left.run.warnings)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("broken", [0, 2])
def test_a_side_that_fails_in_one_cell_is_compared_in_the_others(
    broken: int, mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(*given: Any, **named: Any) -> Any:
        sides, placement, warnings = prepared(*given, **named)
        sides[broken] = replace(sides[broken], faults=("corrupt:allreduce",))
        return sides, placement, warnings

    prepared = running.prepared_sides
    monkeypatch.setattr(running, "prepared_sides", faulty)
    names = [f"mpi={mpich.name}", *(f"mpi={mpich.name}+env:PSM3_RANKWISE_TEST={value}" for value in "12")]
    # Both are timed in batches: all calls of a bcast may miss their common start where the machine is busy.
    found = rankwise.compare(names, kernels=("pingpong", "allreduce"), sizes=(8,), ranks=2, budget_s=2, out=tmp_path)
    with Store.open(tmp_path / "rankwise.db", create=False) as store:
        assert store.get(found.run.id, "comparison", Comparison) == found
    assert found.run.status == "failed"
    pingpong, allreduce = found.cells
    assert pingpong.failed == {}
    assert set(allreduce.failed) == {names[broken]}
    assert (
        {side for place in allreduce.ranking for side in place} == set(allreduce.times_s) == {*names} - {names[broken]}
    )
    assert f"{names[broken]} fails at allreduce 8 B." in found.summary
    (row,) = (row.split() for row in lines(found) if row.startswith("allreduce"))
    assert row.count("failed") == 1


def test_a_budget_too_small_cannot_tell(mpich: Mpi, tmp_path: Path) -> None:
    name = f"mpi={mpich.name}"
    found = kernels(tmp_path, name, f"{name}+env:MPIR_CVAR_CH4_CMA_ENABLE=0", budget_s=0.01)
    assert answers(found) == ["cannot tell"]


@pytest.mark.parametrize(
    ("sides", "kind"),
    [
        (("default", "mpi=no-such-mpi"), UsageError),
        (("mpi={mpich}", "mpi={mpich}+mca:pml=ucx"), UsageError),
        (("mpi={mpich}", "mpi={mpich}+cpus=4095,4094"), UsageError),
        (("mpi={mpich}", "mpi={mpich}+endpoints=no-such-file"), UsageError),
        (("mpi={mpich}", "mpi=mpich@/nowhere"), (UsageError, EnvironmentProblem)),
    ],
)
def test_nonsense_is_refused_before_anything_is_measured(
    sides: tuple[str, ...], kind: type[RankwiseError], mpich: Mpi, tmp_path: Path
) -> None:
    with pytest.raises(kind):
        kernels(tmp_path, *(side.format(mpich=mpich.name) for side in sides))


@pytest.fixture(scope="module")
def app(mpich: Mpi, tmp_path_factory: pytest.TempPathFactory) -> Path:
    assert mpich.compiler
    folder = tmp_path_factory.mktemp("app")
    (folder / "app.cpp").write_text(PROGRAM)
    done = process.run([mpich.compiler, str(folder / "app.cpp"), "-o", str(folder / "app")], timeout_s=120)
    assert done.ok, done.describe()
    return folder / "app"


def programs(app: Path, out: Path, mpi: Mpi, *settings: str, **more: object) -> Comparison:
    sides = tuple(f"mpi={mpi.name}{setting}" for setting in settings)
    return rankwise.compare(sides, ["mpirun", "-n", "2", str(app)], budget_s=250, out=out, **more)  # type: ignore[arg-type]


def test_a_figure_of_a_program_is_compared(app: Path, mpich: Mpi, tmp_path: Path) -> None:
    settings = ("+env:WORK=1.0", "+env:WORK=2.0")
    figure = r"rate: ([\d.]+)"
    faster = programs(app, tmp_path, mpich, *settings, figure=figure, higher_is_better=True)
    assert answers(faster) == ["faster"]
    assert faster.cells[0].ratios[faster.sides[1]].ratio == pytest.approx(2.0)
    assert faster.cells[0].times_s == dict(zip(faster.sides, (1.0, 2.0), strict=True))
    assert answers(programs(app, tmp_path, mpich, *settings, figure=figure)) == ["slower"]
    same = programs(app, tmp_path, mpich, "+env:WORK=1.0", "+env:WORK=1.00", figure=figure)
    assert answers(same) == ["same"]


def test_a_program_that_fails_shows_its_words(app: Path, mpich: Mpi, tmp_path: Path) -> None:
    with pytest.raises(MeasurementFailed, match="no work is called x"):
        programs(app, tmp_path, mpich, "", "+env:WORK=x")


def test_a_program_that_cannot_start_is_sent_to_doctor(mpich: Mpi, tmp_path: Path) -> None:
    words = (str(mpich.launcher), "-n", "1", "./nosuch")
    with pytest.raises(whole_runs.SideFailed) as failed:
        whole_runs.compare_programs(
            [Program("default", words, {}, mpich)], whole_runs.RunOptions(argv=words, budget_s=9.0, out=tmp_path)
        )
    assert failed.value.hint.startswith(f"`rankwise doctor -- {' '.join(words)}` looks for the cause")


def test_first_runs_of_all_sides_share_the_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float] = []

    def ended(side: Program, limit_s: float) -> process.Completed:
        limits.append(limit_s)
        return process.Completed(("app",), 0 if len(limits) == 1 else None, "", "")

    monkeypatch.setattr(whole_runs, "whole_run", ended)
    sides = [Program("a", ("app",), {}), Program("b", ("app",), {})]
    with pytest.raises(whole_runs.SideFailed, match="did not end in"):
        whole_runs.compare_programs(sides, whole_runs.RunOptions(argv=("app",), budget_s=50.0, out=tmp_path))
    assert 50.0 >= limits[0] > limits[1] > whole_runs._LEAST_LIMIT_S
