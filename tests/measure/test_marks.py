"""Marks of kernels: kept as they were written, and there for every kernel of the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from builders import sessions
from builders.kernel_cells import kernels_of
from rankwise.core.records import Mpi
from rankwise.measure.marks import load, save
from rankwise.measure.records import Mark, Marks


def test_marks_are_read_as_they_were_written(tmp_path: Path) -> None:
    marks = Marks(
        tested_on="2026-01-02",
        kernels={
            "b": Mark(ran={"mpich": "5.0"}, caught={"mpich": "5.0"}),
            "a": Mark(peer="IMB-MPI1 PingPong", ratio_low=0.98, ratio_high=1.01, ratio_cells=4),
        },
    )
    save(marks, tmp_path / "marks.json")
    assert load(tmp_path / "marks.json") == marks
    assert len((tmp_path / "marks.json").read_text().splitlines()) == 8, "a line for each kernel"
    assert load(tmp_path / "none.json") == Marks()


@pytest.mark.mpi(1)
def test_every_kernel_was_tried(mpich: Mpi) -> None:
    """`pytest --marks tests/measure/test_kernels.py tests/measure/test_device_buffers.py` writes the file, and so does
    `tests/simulate/test_kernels.py`."""
    kernels, marks = kernels_of(sessions.describe(mpich)), load().kernels
    assert {kernel.name for kernel in kernels} == set(marks)
    for kernel in kernels:
        assert {"mpich", "openmpi"} <= set(marks[kernel.name].ran), kernel.name
        assert not kernel.payload or {"mpich", "openmpi"} <= set(marks[kernel.name].caught), kernel.name
