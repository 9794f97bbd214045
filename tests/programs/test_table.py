"""The table of programs: its options are those of the source, and hypre is the one that was linked to the MPI."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import Mpi
from rankwise.programs.hypre import hypre_for
from rankwise.programs.shipped import shipped
from rankwise.programs.table import PROGRAMS
from rankwise.programs.text import planned_in, so_far_in
from rankwise.verbs.program.sweep import splits


def mpi_like(soname: str, library: str = "/opt/mpi/lib/libmpi.so") -> Mpi:
    return Mpi(name="own", family="openmpi", version="5", prefix="/opt/mpi", where="", soname=soname, library=library)


def test_options_are_read_from_the_source() -> None:
    for row in PROGRAMS.values():
        names = [name for name, _, _ in row.options()]
        assert {"seed", "threads", "buffers", "pace", "plan", "fault"} <= set(names), row.name
        assert len(names) == len(set(names)), row.name
        assert all(why for _, _, why in row.options())
    assert ("--seconds" in {f"--{name}" for name, _, _ in PROGRAMS["lbm"].options()}) is True
    assert ("steps", "100", "time steps") in PROGRAMS["lbm"].options()


def test_every_source_is_in_the_table() -> None:
    folder = PROGRAMS["ring"].source.parent
    assert {file.stem for file in folder.glob("*.cpp")} == set(PROGRAMS)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A prefix whose libHYPRE.so is a library that needs libc alone, and no MPI."""
    (tmp_path / "include").mkdir()
    (tmp_path / "include/HYPRE_struct_ls.h").touch()
    (tmp_path / "lib").mkdir()
    return tmp_path


def test_hypre_is_where_its_folder_is_named(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (library / "lib/libHYPRE.a").touch()
    monkeypatch.setenv("HYPRE_DIR", str(library))
    assert hypre_for(mpi_like("libmpi.so.40")).libraries == library / "lib"


def test_hypre_of_another_mpi_is_told_with_what_to_install(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    debian = Path(f"/usr/lib/{os.uname().machine}-linux-gnu/libHYPRE.so")
    if not debian.exists():
        pytest.skip("needs hypre")
    shutil.copy(debian, library / "lib/libHYPRE.so")
    monkeypatch.setenv("HYPRE_DIR", str(library))
    assert hypre_for(mpi_like("libmpi.so.40")).include == library / "include"
    with pytest.raises(EnvironmentProblem, match=r"no hypre for own \(libmpi.so.12\)") as caught:
        hypre_for(mpi_like("libmpi.so.12"))
    assert "libhypre-dev" in caught.value.hint


def test_no_hypre_at_all_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HYPRE_DIR", str(tmp_path))
    with pytest.raises(EnvironmentProblem, match="there is no hypre for own"):
        hypre_for(mpi_like("libmpi.so.40"))


def test_what_was_done_so_far_is_told_in_words() -> None:
    line = 'rankwise-partial {"done":34,"all":64,"what":"items priced","average":12.5,"phase_waiting_s":0.25}'
    assert (
        so_far_in(f"words\n{line}\nrankwise-partial {{")
        == "34 of 64 items priced, 12.5 on average; rank 0: waiting 250 ms"
    )
    assert so_far_in('rankwise-partial {"done": "x"}') == so_far_in("words\n") == ""


def test_a_plan_is_what_people_read() -> None:
    assert planned_in('lbm on 2 ranks: faces\nrankwise-program {"plan":1}\n') == "lbm on 2 ranks: faces"
    assert planned_in('rankwise-program {"figure":1}\n') == ""


def test_a_program_with_arguments_stands_for_a_launch_line() -> None:
    known = shipped("lbm:--size '32' --steps 3", ranks=2)
    assert known is not None and known.arguments == ("--size", "32", "--steps", "3") and known.same
    assert shipped("fft3d", 2).same == ""  # type: ignore[union-attr]  # its bits are not promised
    assert shipped("") is None
    for text, told in (("nope", "unknown program"), ("lbm:'", "quotation")):
        with pytest.raises(UsageError, match=told):
            shipped(text)
    with pytest.raises(UsageError, match="both name a program"):
        shipped("lbm", 0, ["./app"])


def test_splits_have_the_product() -> None:
    assert splits(8, "lbm") == [(8, 1), (4, 2), (2, 4), (1, 8)]
    assert splits(4, "ring") == [(4, 1), (2, 2)]
