"""Every kernel runs on every MPI with its payload checked, and the check catches one corrupted byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from builders import marks, sessions
from builders.kernel_cells import ODD_SIZE, SIZES, Kernel, cells_of, forms_of, kernels_of, reductions, with_payload
from rankwise.core.errors import UsageError
from rankwise.core.records import Cell, Mpi, Pace
from rankwise.measure.kernels import check_names
from rankwise.measure.records import Marks
from rankwise.measure.session import CellFailed, Session
from rankwise.measure.visits import VisitOptions

# Intel MPI 2021.18.1: a rank's own block of these is taken when the request is made and not when it is started, so that
# what was written to the send buffer in between is lost; with three ranks a scatter ends in `Invalid communicator`.
WRONG_IN_IMPI = ("allgather_persistent", "gather_persistent", "scatter_persistent")


def _on_ranks(mpi: Mpi, kernels: list[Kernel], ranks: int) -> list[Kernel]:
    """All kernels where each rank has a core. Where they outnumber cores, each MPI takes another third: every kernel
    then runs on three ranks with one MPI, and on two with all."""
    if ranks < 3:
        return kernels
    third = ("mpich", "openmpi", "impi").index(mpi.family)
    return [kernel for place, kernel in enumerate(kernels) if place % 3 == third or kernel.min_ranks > 2]


def _cells(mpi: Mpi, kernels: list[Kernel], ranks: int) -> list[Cell]:
    """Every cell that this MPI does right; few where ranks outnumber cores and wait for the scheduler."""
    wrong = WRONG_IN_IMPI if (mpi.family, mpi.version) == ("impi", "2021.18.1") else ()
    cells = cells_of(_on_ranks(mpi, kernels, ranks), ranks, sizes=SIZES if ranks < 3 else ODD_SIZE)
    return [cell for cell in cells if cell.kernel not in wrong]


def _forms(mpi: Mpi, kernels: list[Kernel], ranks: int) -> list[Cell]:
    wrong = WRONG_IN_IMPI if (mpi.family, mpi.version) == ("impi", "2021.18.1") else ()
    return [cell for cell in forms_of(_on_ranks(mpi, kernels, ranks), ranks) if cell.kernel not in wrong]


@pytest.fixture(scope="module")
def kernels(any_mpi: Mpi) -> list[Kernel]:
    return kernels_of(sessions.describe(any_mpi))


def test_every_kernel_is_known_before_an_engine_is_built(
    kernels: list[Kernel], monkeypatch: pytest.MonkeyPatch
) -> None:
    check_names(kernel.name for kernel in kernels)
    monkeypatch.setattr("rankwise.measure.marks.load", Marks)  # a new kernel has no mark yet
    check_names(kernel.name for kernel in kernels)
    with pytest.raises(UsageError, match="no kernel is called 'pingpng'"):
        check_names(["pingpong", "pingpng"])


@pytest.mark.mpi(3)
@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_every_kernel_is_right(any_mpi: Mpi, kernels: list[Kernel], ranks: int) -> None:
    with Session(sessions.side(any_mpi, ranks), 0) as session:
        for cell in _cells(any_mpi, kernels, ranks):
            visits, frame = session.visit(cell, 0, sessions.QUICK)
            assert frame.times.cell == cell.id
            assert len(frame.times.rank_samples_s) in (1, ranks), "all ranks, or the one whose time it is"
            # On a busy machine a common start can be missed: such calls are counted, not timed.
            assert len(visits[0].samples_s) + visits[0].invalid_samples >= sessions.QUICK.samples, cell.id
            assert all(sample_s > 0.0 for sample_s in visits[0].samples_s), cell.id
            assert visits[0].first_call_s is not None
            marks.ran(cell.kernel, any_mpi.family, any_mpi.version)


@pytest.mark.mpi(3)
@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_one_corrupted_byte_is_caught_in_every_kernel(any_mpi: Mpi, kernels: list[Kernel], ranks: int) -> None:
    faults = tuple(f"corrupt:{kernel.name}" for kernel in kernels)
    with Session(sessions.side(any_mpi, ranks, faults=faults), 0) as session:
        for cell in with_payload(kernels, _cells(any_mpi, kernels, ranks)):
            with pytest.raises(CellFailed, match="wrong data") as caught:
                session.visit(cell, 0, sessions.QUICK)
            assert caught.value.kind == "payload"
            marks.caught(cell.kernel, any_mpi.family, any_mpi.version)


@pytest.mark.mpi(2)
@pytest.mark.parametrize("check", [0, 1])
def test_a_byte_that_is_wrong_at_one_end_of_a_visit_is_caught(mpich: Mpi, check: int) -> None:
    cell = Cell(id="pingpong", side="tested", kernel="pingpong", size_bytes=64, groups=((0, 1),))
    side = sessions.side(mpich, 2, faults=(f"corrupt:pingpong:{check}",))
    with Session(side, 0) as session, pytest.raises(CellFailed, match="wrong data"):
        session.visit(cell, 0, VisitOptions(samples=3))


@pytest.mark.mpi(3)
@pytest.mark.parametrize("ranks", [2, 3])
def test_every_form_of_a_kernel_is_right(any_mpi: Mpi, kernels: list[Kernel], ranks: int) -> None:
    with Session(sessions.side(any_mpi, ranks, threads=True), 0) as session:
        for cell in _forms(any_mpi, kernels, ranks):
            visits, _ = session.visit(cell, 0, sessions.QUICK)
            assert len(visits[0].samples_s) + visits[0].invalid_samples >= sessions.QUICK.samples, cell.id
            marks.ran(cell.kernel, any_mpi.family, any_mpi.version)


@pytest.mark.mpi(2)
def test_one_corrupted_byte_is_caught_in_every_form(any_mpi: Mpi, kernels: list[Kernel]) -> None:
    faults = tuple(f"corrupt:{kernel.name}" for kernel in kernels)
    with Session(sessions.side(any_mpi, 2, faults=faults, threads=True), 0) as session:
        for cell in with_payload(kernels, _forms(any_mpi, kernels, 2)):
            with pytest.raises(CellFailed, match="wrong data"):
                session.visit(cell, 0, sessions.QUICK)
            marks.caught(cell.kernel, any_mpi.family, any_mpi.version)


@pytest.mark.mpi(3)
@pytest.mark.parametrize("ranks", [2, 3])
def test_reductions_are_exact_in_every_type_and_operation(any_mpi: Mpi, ranks: int) -> None:
    with Session(sessions.side(any_mpi, ranks), 0) as session:
        for cell in reductions(ranks):
            session.visit(cell, 0, sessions.QUICK)


@pytest.mark.mpi(2)
def test_an_operation_that_mpi_does_not_define_is_refused(mpich: Mpi) -> None:
    cell = next(reductions(2))
    with Session(sessions.side(mpich, 2), 0) as session:
        for datatype, operation in (("double", "band"), ("complex", "max"), ("text", "sum"), ("int", "mean")):
            with pytest.raises(CellFailed, match=r"define|unknown"):
                session.visit(replace(cell, datatype=datatype, operation=operation), 0, sessions.QUICK)


@pytest.mark.mpi(2)
def test_counts_beyond_an_int_take_the_calls_for_them_or_are_refused(any_mpi: Mpi, kernels: list[Kernel]) -> None:
    """With the limit moved to 100 elements, so that 4096 bytes go where more than 2^31 - 1 would."""
    with Session(sessions.side(any_mpi, 2, faults=("counts:100",)), 0) as session:
        for kernel in kernels:
            if not kernel.fits(2) or not kernel.sized or kernel.threaded:
                continue
            cell = next(iter(cells_of([kernel], 2, sizes=ODD_SIZE)))
            if kernel.large:
                session.visit(cell, 0, sessions.QUICK)
            else:
                with pytest.raises(CellFailed, match="does not fit an MPI count"):
                    session.visit(cell, 0, sessions.QUICK)
    assert any(kernel.large for kernel in kernels) == (any_mpi.family != "openmpi")


@pytest.mark.mpi(2)
def test_calls_behind_barriers_are_timed_by_each_rank_alone(mpich: Mpi) -> None:
    """As IMB counts: a barrier before each call is in no time; the figure is a mean, of ranks the largest."""
    cell = Cell(id="bcast", side="tested", kernel="bcast", size_bytes=4096, groups=((0, 1),), pace="barrier")
    with Session(sessions.side(mpich, 2), 0) as session:
        visits, _ = session.visit(cell, 0, VisitOptions(samples=3, calls=20))
    assert visits[0].calls_per_sample == 20
    assert len(visits[0].samples_s) == 3
    means = visits[0].rank_samples_s
    assert max(means) <= sum(visits[0].samples_s) / 3 * (1 + 1e-6)  # frames carry nine digits
    assert all(mean_s > 0.0 for mean_s in means)


@pytest.mark.mpi(2)
@pytest.mark.parametrize("pace", ["barrier", "batch"])
def test_the_parts_of_overlapped_calls_are_means(mpich: Mpi, pace: Pace) -> None:
    """Time to begin and time to wait lie within the call, whichever way calls follow each other."""
    cell = Cell(
        id=pace, side="tested", kernel="ibarrier_overlap", size_bytes=0, groups=((0, 1),), compute_share=0.01, pace=pace
    )
    with Session(sessions.side(mpich, 2), 0) as session:
        (visit,), _ = session.visit(cell, 0, VisitOptions(samples=1, calls=100))
    assert visit.begin_s is not None
    assert visit.wait_s is not None
    assert 0.0 < visit.begin_s + visit.wait_s <= max(visit.rank_samples_s) * 1.01  # two clocks


@pytest.mark.thorough("fills 4 GiB of memory twice")
@pytest.mark.mpi(2)
def test_a_message_of_more_than_two_gib(mpich: Mpi) -> None:
    """Through MPI_Bcast_c, every byte checked; where there is not enough memory it is refused before it is touched."""
    size_bytes = 2**31 + 4096
    cell = Cell(id="large", side="tested", kernel="bcast", size_bytes=size_bytes, groups=((0, 1),))
    with Session(sessions.side(mpich, 2), 0, watchdog_s=600.0) as session:
        try:
            visits, frame = session.visit(cell, 0, VisitOptions(samples=1, warm_s=0.0))
        except CellFailed as refused:
            assert "more than this machine has available" in str(refused)
            return
    assert len(frame.times.rank_samples_s) == 2
    assert visits[0].first_call_s is not None


@pytest.mark.mpi(4)
def test_what_all_ranks_of_a_node_need_together_is_refused_before_it_is_touched(any_mpi: Mpi) -> None:
    """A machine that has 100 MiB: each buffer of these cells and each rank of them would have room alone."""
    pair = Cell(id="pair", side="tested", kernel="pingpong", size_bytes=30 << 20, groups=((0, 1),))
    pairs = replace(pair, id="pairs", size_bytes=15 << 20, groups=((0, 1), (2, 3)))
    window = replace(pair, id="window", kernel="put_flush", size_bytes=16 << 20)
    created = replace(window, id="created", window_kind="create")
    load = {"load": "sendrecv", "load_size_bytes": 15 << 20, "load_groups": ((2, 3),)}
    loaded = replace(pair, id="loaded", size_bytes=15 << 20, **load)
    with Session(sessions.side(any_mpi, 4, faults=(f"memory:{100 << 20}",)), 0) as session:
        before = [most_resident_bytes(rank.pid) for rank in session.facts.ranks]
        for cell in (pair, pairs, window, created, loaded):
            with pytest.raises(CellFailed, match="more than this machine has available"):
                session.visit(cell, 0, sessions.QUICK)
        after = [most_resident_bytes(rank.pid) for rank in session.facts.ranks]
        assert max(now - then for now, then in zip(after, before, strict=True)) < 15 << 20
        session.visit(replace(pair, id="fits", size_bytes=20 << 20), 0, sessions.QUICK)
        everyone = replace(pair, kernel="gather", size_bytes=24 << 20, groups=((0, 1, 2, 3),))
        for kernel, root, needs in (("gather", 0, 192), ("scatter", 1, 192), ("reduce", 0, 120), ("gather", -1, 480)):
            with pytest.raises(CellFailed, match=f"needs {needs} MiB of buffers on 4 ranks"):
                session.visit(replace(everyone, id=f"{kernel}/{root}", kernel=kernel, root=root), 0, sessions.QUICK)


def most_resident_bytes(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return 1024 * int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1])


@pytest.mark.mpi(4)
def test_others_load_the_machine_meanwhile(mpich: Mpi) -> None:
    alone = Cell(id="victim", side="tested", kernel="sendrecv", size_bytes=4096, groups=((0, 1),))
    loaded = replace(alone, id="loaded", load="alltoall", load_size_bytes=4096, load_groups=((2, 3),))
    with Session(sessions.side(mpich, 4), 0) as session:
        for cell in (alone, loaded, alone, loaded):
            visits, frame = session.visit(cell, 0, sessions.QUICK)
            assert (len(visits), len(frame.times.rank_samples_s)) == (1, 2)
    with Session(sessions.side(mpich, 4, faults=("corrupt:alltoall",)), 0) as session:
        with pytest.raises(CellFailed, match="wrong data"):
            session.visit(loaded, 0, sessions.QUICK)
        session.visit(alone, 0, sessions.QUICK)


@pytest.mark.thorough("others load the machine meanwhile, in two groups")
@pytest.mark.mpi(4)
def test_two_groups_at_once_are_right(mpich: Mpi) -> None:
    kernels = kernels_of(sessions.describe(mpich))
    with Session(sessions.side(mpich, 4), 0) as session:
        # Four ranks on two cores take their time: a third of the kernels, as those on three ranks.
        for cell in cells_of(_on_ranks(mpich, kernels, 4), 2, (3, 2), sizes=ODD_SIZE):
            visits, _ = session.visit(cell, 0, sessions.QUICK)
            assert [visit.group for visit in visits] == [0, 1]
