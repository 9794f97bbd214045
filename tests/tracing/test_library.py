"""The library that traces, as it is built, and its files."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem, MeasurementFailed
from rankwise.core.records import Mpi
from rankwise.measure.mpi_preload import built, offers_of
from rankwise.tracing.file import LENGTH, read_folder
from rankwise.tracing.library import TRACE


def test_calls_of_a_fortran_layer_that_lies_elsewhere_are_offered(tmp_path: Path) -> None:
    library, layer = tmp_path / "libmpi.so.12", tmp_path / "elsewhere/libmpichfort.so.12"
    layer.parent.mkdir()
    for file, call in ((library, "PMPI_Send"), (layer, "mpi_init_f08_")):
        line = ["gcc", "-shared", "-x", "c", "-", "-o", str(file)]
        done = process.run(line, timeout_s=60, input_text=f"void {call}(void) {{}}")
        assert done.ok, done.describe()
    assert [offers_of(library)(call) for call in ("MPI_Send", "MPI_Isend", "mpi_init_f08_")] == [True, False, False]
    assert offers_of(library, [layer])("mpi_init_f08_")


def test_a_file_that_is_cut_short_is_named(tmp_path: Path) -> None:
    (tmp_path / "n1.7.trace").write_bytes(b"RWTRACE\n" + bytes(100))
    with pytest.raises(MeasurementFailed, match=rf"n1\.7\.trace: not a whole trace file \(108 of {LENGTH} bytes\)"):
        read_folder(tmp_path)


def test_a_rank_that_was_ended_before_it_counted_is_none(tmp_path: Path) -> None:
    (tmp_path / "n1.7.trace").write_bytes(bytes(LENGTH))
    assert read_folder(tmp_path) == (0, (), ())


def test_without_mpicc_the_error_says_what_to_install(mpich: Mpi) -> None:
    bare = msgspec.structs.replace(mpich, compiler=None)
    with pytest.raises(EnvironmentProblem, match="has no mpicc"):
        built(TRACE, bare)


def test_a_trace_stays_small() -> None:
    assert LENGTH <= 8 << 20
