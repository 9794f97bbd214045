"""Samples of mpi4py's own tests, with schedules forced, under a trace and with device buffers. `python -m benchmarks
schedules-mpi4py`, `trace-mpi4py` and `device-mpi4py` run all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.device.mpi4py_tests import loaded
from benchmarks.robust.mpi4py_tests import differences, outcomes, taken
from rankwise.core.records import Mpi
from rankwise.tracing.file import read_folder
from rankwise.tracing.library import tracing

POINT_TO_POINT = ("-i", "test_p2p_buf.py", "-x", "BufSelf", "-x", "BufDup")
SAMPLE = ("-i", "test_cco_buf.py", "-x", "BufSelf", "-x", "BufInplaceSelf", "-x", "BufDup")


@pytest.mark.thorough("its tests with device buffers are part of `make test`")
@pytest.mark.mpi(ranks=3)
def test_mpi4py_passes_its_own_tests_with_schedules(any_mpi: Mpi) -> None:
    pytest.importorskip("mpi4py")
    found, printed = outcomes(any_mpi, 3, SAMPLE, turn=0)
    assert all(len(one) > 20 for one in found), printed
    assert {outcome for one in found for outcome in one.values()} <= {"passes", "skipped"}, printed
    assert taken(printed) > 1000, printed


@pytest.mark.mpi(ranks=2)
def test_mpi4py_passes_its_own_tests_traced(any_mpi: Mpi, tmp_path: Path) -> None:
    pytest.importorskip("mpi4py")
    found, printed = outcomes(any_mpi, 2, POINT_TO_POINT, env=tracing(any_mpi, tmp_path))
    assert all(len(one) > 20 for one in found), printed
    assert {outcome for one in found for outcome in one.values()} <= {"passes", "skipped"}, printed
    world, ranks, _ = read_folder(tmp_path)
    assert (world, [rank.rank for rank in ranks]) == (2, [0, 1])
    assert all(sum(row.messages for row in rank.rows) > 100 for rank in ranks)


@pytest.mark.mpi(ranks=2)
def test_mpi4py_passes_its_own_tests_with_device_buffers(mpich: Mpi) -> None:
    pytest.importorskip("mpi4py")
    found, printed = outcomes(mpich, 2, POINT_TO_POINT, env=loaded(mpich))
    assert all(len(one) > 20 for one in found), printed
    assert {outcome for one in found for outcome in one.values()} <= {"passes", "skipped"}, printed


def test_a_test_that_never_ends_or_is_missing_is_told() -> None:
    plain = [{"a": "passes", "b": "passes", "c": "skipped"}]
    assert differences(plain, plain) == []
    words = differences(plain, [{"a": "passes", "b": "begins"}])
    assert words == [
        "rank 0: b passes plain, begins scheduled",
        "rank 0: c skipped plain, is not there scheduled",
    ]
