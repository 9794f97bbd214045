"""`bench` end to end on a real MPI: what it measures, keeps and shows, and what it says to a wrong question."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace

from builders import runs
from builders.kernel_facts import kernel_facts
from rankwise.core.errors import UsageError
from rankwise.core.records import CellResult, Mpi
from rankwise.measure.cells import DEFINITIONS, cell
from rankwise.measure.side import Side
from rankwise.report.bench import lines
from rankwise.store.runs import Store
from rankwise.verbs.bench import bench, described
from rankwise.verbs.bench.cells import AskedCells, with_impacts


@pytest.mark.usefixtures("first_round")
@pytest.mark.mpi(2)
def test_every_cell_is_measured_kept_and_shown(mpich: Mpi, tmp_path: Path) -> None:
    run = bench(
        kernels=("barrier", "scan", "iallreduce_overlap"),
        sizes=(8, 4096),
        mpi=mpich.name,
        ranks=2,
        parameters={"datatype": "double", "operation": "max"},
        budget_s=1.0,
        out=tmp_path,
    )
    assert run.status == "finished"
    names = ["barrier/0/0-1"]
    names += [f"{kernel}/{size}/0-1/double/max" for kernel in ("scan", "iallreduce_overlap") for size in ("8", "4KiB")]
    assert [cell.id for cell in run.plan.cells] == [f"{mpich.name}/{name}" for name in names]
    # Where others keep the cores busy a common start may be missed by all calls.
    lost = [result.error or "" for result in run.results if result.estimate is None]
    assert all("common start" in error for error in lost), lost
    kernel_of = {cell.id: cell.kernel for cell in run.plan.cells}
    with_overlap = {kernel_of[result.cell] for result in run.results if result.overlap is not None}
    measured = {kernel_of[result.cell] for result in run.results if result.estimate is not None}
    assert with_overlap == measured & {"iallreduce_overlap"}
    with Store.open(tmp_path / "rankwise.db") as store:
        assert store.load("last") == run
        visits = store.visits(run.id, f"{mpich.name}/iallreduce_overlap/8/0-1/double/max")
    assert visits
    assert all(visit.pure_s and visit.compute_s for visit in visits if visit.samples_s)
    text, name = "\n".join(lines(run)), mpich.name
    assert all(
        words in text for words in (f"barrier, {name}, 2 ranks", f"scan, {name}, 2 ranks, double, max", "overlap")
    )


@pytest.mark.mpi(2)
def test_what_does_not_fit_into_memory_is_said_in_place_of_a_table(mpich: Mpi, tmp_path: Path) -> None:
    run = bench(kernels=("pingpong",), sizes=(1 << 50,), mpi=mpich.name, ranks=2, budget_s=1, out=tmp_path)
    title, problem, empty, where = lines(run)
    assert title == f"pingpong, {mpich.name}, 2 ranks"
    assert problem.startswith("  1024TiB: rank ") and problem.endswith("more than this machine has available")
    assert empty == "" and where.startswith("run ")


@pytest.mark.mpi(1)
def test_wrong_questions_are_told_before_anything_is_measured(mpich: Mpi, tmp_path: Path) -> None:
    def asked(kernel: str = "copy", **changes: object) -> None:
        bench((kernel,), (8,), mpi=mpich.name, ranks=1, out=tmp_path, parameters=changes)

    with pytest.raises(UsageError, match="pingpng") as unknown:
        asked("pingpng")
    assert "pingpong" in unknown.value.hint
    with pytest.raises(UsageError, match="needs 2 ranks"):
        asked("pingpong")
    with pytest.raises(UsageError, match="unknown operation 'avg'"):
        asked(operation="avg")
    with pytest.raises(UsageError, match="unknown datatype 'char'"):
        asked(datatype="char")
    with pytest.raises(UsageError, match="unknown parameter 'windows'"):
        asked(windows=2)
    with Store.open(tmp_path / "rankwise.db") as store:
        assert store.runs() == []


@pytest.mark.usefixtures("first_round")
@pytest.mark.mpi(2)
def test_forms_are_measured_and_named(mpich: Mpi, tmp_path: Path) -> None:
    run = bench(
        kernels=("bcast", "isend_irecv_overlap", "put_flush", "uniband", "sendrecv_threads"),
        sizes=(4096,),
        mpi=mpich.name,
        ranks=2,
        parameters={
            "datatype": "vector",
            "root": "rotate",
            "window": (1, 4),
            "window_kind": "create",
            "compute_share": "0.5,1",
        },
        communicator="duplicate",
        budget_s=1.0,
        out=tmp_path,
    )
    ids = [cell.id for cell in run.plan.cells]
    names = [
        "bcast/4KiB/0-1/vector/rotating/duplicate",
        "isend_irecv_overlap/4KiB/0-1/vector/duplicate/compute0.5",
        "isend_irecv_overlap/4KiB/0-1/vector/duplicate",
        "put_flush/4KiB/0-1/duplicate/create",
        "uniband/4KiB/0-1/w1/vector/duplicate",
        "uniband/4KiB/0-1/w4/vector/duplicate",
        "sendrecv_threads/4KiB/0-1/vector/duplicate/threads2",
    ]
    assert ids == [f"{mpich.name}/{name}" for name in names]
    # Where others keep the cores busy a common start may be missed by all calls.
    lost = [result.error or "" for result in run.results if result.estimate is None]
    assert all("common start" in error for error in lost), lost
    by_cell = {result.cell: result for result in run.results}
    overlapped = by_cell[f"{mpich.name}/{names[2]}"]
    assert overlapped.estimate is None or overlapped.overlap is not None
    assert overlapped.overlap is None or overlapped.overlap.begin_s > 0.0
    assert by_cell[f"{mpich.name}/{names[5]}"].imb_max_s is None, "IMB prints no time of a window"
    text = "\n".join(lines(run))
    assert "root rotating, duplicate communicator" in text
    assert "sendrecv_threads" in text


@pytest.mark.usefixtures("first_round")
@pytest.mark.mpi(2)
def test_a_progress_thread_is_a_side_of_its_own(mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANKWISE_WATCHDOG", "200s")  # twice as many threads that spin as there are cores
    run = bench(
        kernels=("isend_irecv_overlap",), sizes=(8,), mpi=mpich.name, ranks=2, progress="both", budget_s=1.0,
        launches=1, out=tmp_path,
    )  # fmt: skip
    assert [cell.side for cell in run.plan.cells] == [mpich.name, f"{mpich.name}+progress"]
    assert [
        result.error for result in run.results if result.estimate is None and "common start" not in str(result)
    ] == []


@pytest.mark.mpi(1)
def test_a_form_that_a_kernel_lacks_is_told(mpich: Mpi, tmp_path: Path) -> None:
    for kernel, changes in (
        ("barrier", {"in_place": True}),
        ("copy", {"datatype": "vector"}),
        ("copy", {"window_kind": "shared"}),
        ("copy", {"root": -1}),
        ("copy", {"compute_share": 2.0}),
    ):
        with pytest.raises(UsageError, match="no form for"):
            bench((kernel,), (8,), mpi=mpich.name, ranks=1, out=tmp_path, parameters=changes)


def test_an_option_that_no_kernel_has_is_refused_and_one_that_some_have_is_asked_of_these() -> None:
    known = kernel_facts(("pingpong", "barrier", "bcast", "uniband"))
    for wrong in ({"root": "1"}, {"window": "4"}, {"threads": 3}):
        with pytest.raises(UsageError, match="pingpong has no form for --"):
            cells_of("pingpong", **wrong).chosen(SIDE, known)
        with pytest.raises(UsageError, match="pingpong, barrier have no form for --"):
            cells_of("pingpong", "barrier", **wrong).chosen(SIDE, known)
    assert cells_of("pingpong", "bcast", root="1").chosen(SIDE, known) == [known["pingpong"], known["bcast"]]
    assert len(cells_of("pingpong", "uniband", window="4").chosen(SIDE, known)) == 2
    assert len(cells_of("pingpong", root="0", window="0", threads=2).chosen(SIDE, known)) == 1


def test_a_reduction_is_called_by_the_bytes_of_its_whole_numbers() -> None:
    """The engine sends the next whole number: 1 B to 4 B of float are the same call."""
    known = kernel_facts(("pingpong", "allreduce"))
    for datatype, sizes in (
        ("", [0, 4, 8]),
        ("double", [0, 8]),
        ("double_complex", [0, 16]),
        ("int8", [0, 1, 2, 4, 6]),
    ):
        wanted = cells_of("allreduce", sizes=(0, 1, 2, 4, 6), datatype=datatype)
        assert [each.size_bytes for each in wanted.cells(SIDE, known["allreduce"])] == sizes
    plain = cells_of("pingpong", sizes=(1, 6), datatype="")
    assert [each.size_bytes for each in plain.cells(SIDE, known["pingpong"])] == [1, 6]


SIDE = cast(Side, SimpleNamespace(name="m", ranks=2))


def cells_of(*kernels: str, sizes: tuple[int, ...] = (8,), **parameters: object) -> AskedCells:
    return AskedCells(kernels, sizes, parameters, "world", "")


@pytest.mark.mpi(1)
def test_every_kernel_has_a_name_of_its_own_and_a_definition(mpich: Mpi) -> None:
    found = described(mpich.name)
    assert len(found) > 100
    assert all(one.definition for one in found.values())
    assert set(found) >= set(DEFINITIONS)
    assert [cell("s", name, 8, (0, 1)).definition for name in ("halo_all_2d", "halo_all_1d")] == [2, 1]


def test_the_impact_of_a_load_is_of_the_same_rounds() -> None:
    """The machine is up to twenty times as slow in one round as in another; the load always costs half as much more."""
    alone = runs.cell("m")
    loaded = replace(alone, id="loaded", load="alltoall", load_size_bytes=65536, load_groups=((2, 3),))
    visits = [
        replace(runs.visit(each.id, launch, number), samples_s=(factor * 1e-6 * (1 + 19 * ((launch + number) % 2)),))
        for each, factor in ((alone, 1.0), (loaded, 1.5))
        for launch in range(4)
        for number in range(4)
    ]
    measured = runs.run(cells=(alone, loaded))
    measured = replace(measured, results=tuple(CellResult(cell=each.id) for each in (alone, loaded)))
    first, second = with_impacts(measured, visits).results
    assert first.impact is None
    assert second.impact is not None and second.impact.ratio == pytest.approx(1.5)
    assert 1.4 < second.impact.low < second.impact.high < 1.6
    assert with_impacts(measured, visits[:16]).results[1].impact is None
