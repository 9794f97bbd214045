"""Every kernel runs under SimGrid with its payload checked, and the check catches one corrupted byte."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders import marks
from builders.declared import declared_map, two_hosts
from builders.kernel_cells import ODD_SIZE, SIZES, Kernel, cells_of, forms_of, kernels_of, with_payload
from rankwise.core import process
from rankwise.core.records import Cell
from rankwise.measure.build import engine_for, platform_for
from rankwise.simulate import smpi
from rankwise.simulate.platform import of_map

pytestmark = pytest.mark.simgrid

MACHINE = declared_map("four", dict.fromkeys(permutations("abcd", 2), (1e-6, 1e9)))


def _wrong_here(cell: Cell) -> bool:
    """SimGrid 3.32: persistent requests take only the first element of a derived datatype, alltoallv and -w in place
    do not know its extent, nonblocking collectives do not know MPI_IN_PLACE; and every rank is a node of its own."""
    apart = cell.datatype in ("vector", "resized")
    return (
        (apart and cell.kernel.endswith("_persistent"))
        or (apart and cell.in_place and cell.kernel.endswith(("alltoallv", "alltoallw")))
        or (cell.in_place and cell.kernel.startswith("i"))
        or cell.window_kind == "shared"
    )


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> list[Kernel]:
    folder = tmp_path_factory.mktemp("describe")
    (folder / "machine").write_text(of_map(two_hosts(1e-6, 1e9)).text)
    (folder / "hosts").write_text("e0\n")
    mpi = smpi.find()
    shape = str(platform_for(mpi, smpi.PLATFORM))
    argv = [str(mpi.launcher), "-np", "1", "-platform", shape, "-hostfile", "hosts", str(engine_for(mpi))]
    done = process.run([*argv, "--describe"], timeout_s=100, cwd=folder)
    assert done.ok, done.describe()
    return kernels_of(done.stdout)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("ranks", [1, 2, 3, 4])
def test_every_kernel_is_right(kernels: list[Kernel], ranks: int) -> None:
    cells = list(cells_of(kernels, ranks, sizes=SIZES if ranks < 3 else ODD_SIZE))
    done = smpi.run_cells(MACHINE, cells)
    assert done.errors == {}
    assert [visit.cell for visit in done.visits] == [cell.id for cell in cells]
    # A message that must travel takes at least the latency of a path, except where its origin alone need be ready.
    assert all(visit.samples_s[0] >= 1e-6 or "_local" in visit.cell for visit in done.visits) or ranks == 1
    for cell in cells:
        marks.ran(cell.kernel, "simgrid", smpi.find().version)


@pytest.mark.parametrize("ranks", [2, 3, 4])
def test_every_form_of_a_kernel_is_right(kernels: list[Kernel], ranks: int) -> None:
    cells = [cell for cell in forms_of(kernels, ranks) if not _wrong_here(cell)]
    done = smpi.run_cells(MACHINE, cells)
    assert done.errors == {}
    assert [visit.cell for visit in done.visits] == [cell.id for cell in cells]


def test_a_load_on_other_links_costs_nothing() -> None:
    alone = Cell(id="victim", side="tested", kernel="sendrecv", size_bytes=4096, groups=((0, 1),))
    loaded = replace(alone, id="loaded", load="alltoall", load_size_bytes=4096, load_groups=((2, 3),))
    done = smpi.run_cells(MACHINE, [alone, loaded])
    assert done.errors == {}
    assert done.visits[1].samples_s == pytest.approx(done.visits[0].samples_s, rel=1e-9)


def test_two_groups_at_once_are_right(kernels: list[Kernel]) -> None:
    cells = list(cells_of(kernels, 2, (3, 2), sizes=ODD_SIZE))
    done = smpi.run_cells(MACHINE, cells)
    assert done.errors == {}
    assert [(visit.cell, visit.group) for visit in done.visits] == [
        (cell.id, group) for cell in cells for group in (0, 1)
    ]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("ranks", [1, 2, 3, 4])
def test_one_corrupted_byte_is_caught_in_every_kernel(kernels: list[Kernel], ranks: int, tmp_path: Path) -> None:
    cells = with_payload(kernels, cells_of(kernels, ranks, sizes=SIZES if ranks < 3 else ODD_SIZE))
    done = smpi.run_cells(MACHINE, cells, faults=[f"corrupt:{kernel.name}" for kernel in kernels])
    assert set(done.errors) == {cell.id for cell in cells}
    assert all("wrong data" in words for words in done.errors.values())
    for cell in cells:
        marks.caught(cell.kernel, "simgrid", smpi.find().version)
