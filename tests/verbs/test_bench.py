"""`bench` end to end on a real MPI: what it measures, keeps and shows, and what it says to a wrong question."""

from __future__ import annotations

from pathlib import Path

import pytest

from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.report.bench import lines
from rankwise.store.runs import Store
from rankwise.verbs.bench import BenchOptions, bench, described


@pytest.mark.mpi(2)
def test_every_cell_is_measured_kept_and_shown(mpich: Mpi, tmp_path: Path) -> None:
    options = BenchOptions(
        kernels=("barrier", "scan", "iallreduce_overlap"),
        sizes=(8, 4096),
        mpi=mpich.name,
        ranks=2,
        datatype="double",
        operation="max",
        budget_s=1.0,
        out=tmp_path,
    )
    run = bench(options)
    assert run.status == "finished"
    names = ["barrier/0/0-1"]
    names += [f"{kernel}/{size}/0-1/double/max" for kernel in options.kernels[1:] for size in ("8", "4KiB")]
    assert [cell.id for cell in run.plan.cells] == [f"{mpich.name}/{name}" for name in names]
    assert all(result.estimate is not None for result in run.results)
    kernel_of = {cell.id: cell.kernel for cell in run.plan.cells}
    with_overlap = {kernel_of[result.cell] for result in run.results if result.overlap is not None}
    assert with_overlap == {"iallreduce_overlap"}
    with Store.open(tmp_path / "rankwise.db") as store:
        assert store.load("last") == run
        visits = store.visits(run.id, f"{mpich.name}/iallreduce_overlap/8/0-1/double/max")
    assert visits
    assert all(visit.pure_s and visit.compute_s for visit in visits)
    text, name = "\n".join(lines(run)), mpich.name
    assert all(
        words in text for words in (f"barrier, {name}, 2 ranks", f"scan, {name}, 2 ranks, double, max", "overlap")
    )


@pytest.mark.mpi(1)
def test_wrong_questions_are_told_before_anything_is_measured(mpich: Mpi, tmp_path: Path) -> None:
    def asked(**changes: object) -> BenchOptions:
        options: dict[str, object] = {"kernels": ("copy",), "sizes": (8,), "mpi": mpich.name, "ranks": 1}
        return BenchOptions(**{**options, "out": tmp_path, **changes})  # type: ignore[arg-type]

    with pytest.raises(UsageError, match="pingpng") as unknown:
        bench(asked(kernels=("pingpng",)))
    assert "pingpong" in unknown.value.hint
    with pytest.raises(UsageError, match="needs 2 ranks"):
        bench(asked(kernels=("pingpong",)))
    with pytest.raises(UsageError, match="no operation 'avg'"):
        bench(asked(operation="avg"))
    with pytest.raises(UsageError, match="no datatype 'char'"):
        bench(asked(datatype="char"))
    with Store.open(tmp_path / "rankwise.db") as store:
        assert store.runs() == []


@pytest.mark.mpi(1)
def test_every_kernel_has_a_name_of_its_own_and_a_definition(mpich: Mpi) -> None:
    found = described(BenchOptions((), (), mpi=mpich.name))
    assert len(found) > 100
    assert all(one.definition for one in found.values())
