"""Every kernel runs on every MPI with its payload checked, and the check catches one corrupted byte."""

from __future__ import annotations

import pytest

from builders import sessions
from builders.kernel_cells import ODD_SIZE, SIZES, Kernel, cells_of, kernels_of, with_payload
from rankwise.core.records import Cell, Mpi
from rankwise.measure.session import CellFailed, Session

# Intel MPI 2021.18.1: a rank's own block of these is taken when the request is made and not when it is started, so that
# what was written to the send buffer in between is lost; with three ranks a scatter ends in `Invalid communicator`.
WRONG_IN_IMPI = ("allgather_persistent", "gather_persistent", "scatter_persistent")


def _cells(mpi: Mpi, kernels: list[Kernel], ranks: int) -> list[Cell]:
    """Every cell that this MPI does right; few where ranks outnumber cores and wait for the scheduler."""
    wrong = WRONG_IN_IMPI if (mpi.family, mpi.version) == ("impi", "2021.18.1") else ()
    cells = cells_of(kernels, ranks, sizes=SIZES if ranks < 3 else ODD_SIZE)
    return [cell for cell in cells if cell.kernel not in wrong]


@pytest.fixture(scope="module")
def kernels(any_mpi: Mpi) -> list[Kernel]:
    return kernels_of(sessions.describe(any_mpi))


@pytest.mark.mpi(3)
@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_every_kernel_is_right(any_mpi: Mpi, kernels: list[Kernel], ranks: int) -> None:
    with Session(sessions.side(any_mpi, ranks), 0) as session:
        for cell in _cells(any_mpi, kernels, ranks):
            visits, frame = session.visit(cell, 0, sessions.QUICK)
            assert (frame.cell, len(frame.ranks)) == (cell.id, ranks)
            # On a busy machine a common start can be missed: such calls are counted, not timed.
            assert len(visits[0].samples_s) + visits[0].invalid_samples >= sessions.QUICK.samples, cell.id
            assert all(sample_s > 0.0 for sample_s in visits[0].samples_s), cell.id
            assert visits[0].first_call_s is not None


@pytest.mark.mpi(3)
@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_one_corrupted_byte_is_caught_in_every_kernel(any_mpi: Mpi, kernels: list[Kernel], ranks: int) -> None:
    faults = tuple(f"corrupt:{kernel.name}" for kernel in kernels)
    with Session(sessions.side(any_mpi, ranks, faults=faults), 0) as session:
        for cell in with_payload(kernels, _cells(any_mpi, kernels, ranks)):
            with pytest.raises(CellFailed, match="wrong data") as caught:
                session.visit(cell, 0, sessions.QUICK)
            assert caught.value.kind == "payload"


@pytest.mark.mpi(4)
def test_two_groups_at_once_are_right(mpich: Mpi) -> None:
    kernels = kernels_of(sessions.describe(mpich))
    with Session(sessions.side(mpich, 4), 0) as session:
        for cell in cells_of(kernels, 2, (3, 2), sizes=ODD_SIZE):
            visits, _ = session.visit(cell, 0, sessions.QUICK)
            assert [visit.group for visit in visits] == [0, 1]
