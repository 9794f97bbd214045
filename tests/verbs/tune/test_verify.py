"""What `tune verify` confirms, drops and refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.tunings import no_op
from rankwise.apply import file as tuning_file
from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.tuning.explain import in_words
from rankwise.tuning.space import line
from rankwise.verbs.tune import verify_tuning

pytestmark = [pytest.mark.mpi(ranks=2), pytest.mark.usefixtures("first_round")]


def test_a_line_that_changes_nothing_is_dropped_and_the_file_says_so(mpich: Mpi, tmp_path: Path) -> None:
    file = tmp_path / "nothing.toml"
    tuning_file.write(replace(no_op(mpich), verified=True), file)
    found = verify_tuning(file, mpich.name, budget_s=3, out=tmp_path, seed=3)
    assert found.answer in ("leave it", "cannot tell")
    assert list(found.dropped) == ["nothing"]
    assert not found.tuning.verified
    left = tuning_file.read(file)
    assert left.lines == in_words(no_op(mpich)).lines  # a file is never emptied
    assert (left.verified, left.doubts) == (False, found.dropped)
    assert "did not confirm it" in file.read_text()
    assert found.file == str(file)


def test_a_tuning_of_another_build_is_refused(mpich: Mpi, tmp_path: Path) -> None:
    file = tmp_path / "other.toml"
    other = no_op(mpich)
    tuning_file.write(replace(other, build=replace(other.build, version="1.0", library_sha256="0" * 64)), file)
    with pytest.raises(UsageError, match="for version"):
        verify_tuning(file, mpich.name, budget_s=1, out=tmp_path)


def test_a_tuning_of_a_program_is_verified_with_the_program(mpich: Mpi, tmp_path: Path) -> None:
    file = tmp_path / "program.toml"
    tuning_file.write(replace(no_op(mpich), goal="command"), file)
    assert "proven by whole runs of a program" in file.read_text()
    with pytest.raises(UsageError, match="cannot say what that sends"):
        verify_tuning(file, mpich.name, budget_s=1, out=tmp_path)


def test_a_tuning_that_takes_something_from_programs_is_refused(mpich: Mpi, tmp_path: Path) -> None:
    file = tmp_path / "harmful.toml"
    tuning_file.write(replace(no_op(mpich), lines=(line({"env:MPIR_CVAR_NOLOCAL": "1"}),)), file)
    with pytest.raises(UsageError, match="MPI_Comm_split_type"):
        verify_tuning(file, mpich.name, budget_s=1, out=tmp_path)
