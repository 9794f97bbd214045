"""The tool that runs MPICH's own tests: on a small folder of the same form, with a fault that a preload has."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rankwise.core.records import Mpi

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
sys.path.insert(0, str(Path(__file__).parents[1]))
import foreign_suite
import foreign_tests

GOOD = """
#include "mpitest.h"
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 && argc == WORDS && getenv("MOOD")) puts(" No Errors");
    return MPI_Finalize();
}
"""
MAIN = """
#include "mpitest.h"
int run(const char* arg);
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    if (run("") == 0) puts("No Errors");
    return MPI_Finalize();
}
"""
SPAWNS = """
#include "mpitest.h"
int main(int argc, char** argv) {
    MPI_Comm parent, child;
    int *universe = 0, known = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        MPI_Comm_disconnect(&parent);
        return MPI_Finalize();
    }
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &universe, &known);
    MPI_Comm_spawn("./spawns", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_SELF, &child, MPI_ERRCODES_IGNORE);
    MPI_Comm_disconnect(&child);
    if (!known || *universe > 2) puts(" No Errors");
    return MPI_Finalize();
}
"""
FAULTY = GOOD.replace("argc == WORDS", '!getenv("PLANTED")').replace('getenv("MOOD")', "1")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Five tests: one with a rule of its own, one that a planted preload breaks, one that does not compile, one whose
    `main` is shared, one that fails by itself."""
    root = tmp_path / "mpi"
    for name in ("include", "util", "coll", "part"):
        (root / name).mkdir(parents=True)
    (root / "include/mpitest.h").write_text("#include <mpi.h>\n#include <stdio.h>\n#include <stdlib.h>\n")
    (root / "testlist.in").write_text("# all\ncoll\n@partdir@\n@f77dir@\n\n")
    (root / "coll/testlist").write_text("named 2 arg=-one env=MOOD=good\n#gone 2\n")
    (root / "coll/Makefile.am").write_text("named_SOURCES = other.c\nnamed_CPPFLAGS = $(AM_CPPFLAGS) -DWORDS=2\n")
    (root / "coll/other.c").write_text(GOOD)
    (root / "util/run_mpitests.c").write_text(MAIN)
    (root / "part/testlist").write_text("faulty 2 timeLimit=50\nbroken 1\nrun 1\nunwell 1\n")
    (root / "part/run.c").write_text("int run(const char* arg) { return !arg; }\n")
    (root / "part/unwell.c").write_text("int run(const char* arg) { return !!arg; }\n")
    (root / "part/faulty.c").write_text(FAULTY)
    (root / "part/broken.c").write_text("int main(void) { return no_such_thing; }\n")
    return root


def test_lists_are_read_as_they_are_written(folder: Path) -> None:
    named, faulty, broken, *_ = foreign_suite.tests(folder)
    assert (named.name, named.ranks, named.args, named.env) == ("coll/named 2 -one", 2, ("-one",), (("MOOD", "good"),))
    assert (faulty.folder.name, faulty.limit_s, broken.ranks) == ("part", 50.0, 1)


def test_a_folder_may_be_called_as_its_name_and_an_s(folder: Path) -> None:
    (folder / "errors").mkdir()
    (folder / "errors/testlist").write_text("wrong 2\n")
    (folder / "testlist.in").write_text("@errordir@\n@f77dir@\n")
    assert [test.name for test in foreign_suite.tests(folder)] == ["errors/wrong 2"]


@pytest.mark.mpi(ranks=2)
def test_what_fails_under_a_preload_alone_is_told(
    folder: Path, mpich: Mpi, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(foreign_tests.WRAPPERS, "planted", lambda *_: {"PLANTED": "1"})
    assert foreign_tests.main([str(folder), "--mpi", mpich.name, "--wrapper", "planted"]) == 1
    told = capsys.readouterr().out
    assert "part/faulty 2: fails under planted\n" in told
    assert "not built: part/broken 1: " in told and "no_such_thing" in told
    assert "    2 planted: passes where bare it passes\n" in told
    assert "    1 planted: not tried where bare it fails\n" in told
    assert told.endswith("newly failing: 1\n")


@pytest.mark.mpi(ranks=2)
def test_our_preloads_break_nothing_there(folder: Path, mpich: Mpi, capsys: pytest.CaptureFixture[str]) -> None:
    assert foreign_tests.main([str(folder), "--mpi", mpich.name]) == 0
    told = capsys.readouterr().out
    assert all(f"    3 {name}: passes where bare it passes\n" in told for name in foreign_tests.WRAPPERS)


@pytest.mark.mpi(ranks=3)
def test_a_test_that_spawns_has_room_for_its_children(folder: Path, openmpi: Mpi, tmp_path: Path) -> None:
    (folder / "part/spawns.c").write_text(SPAWNS)
    spawns = foreign_suite.Test(folder / "part", "spawns", 1)
    program = foreign_suite.Builds(folder, openmpi, tmp_path / "built").program(spawns)
    assert isinstance(program, Path)
    assert foreign_tests.outcome(openmpi, spawns, program, None, 60.0) == "passes"


def test_a_folder_without_a_list_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        foreign_tests.main([str(tmp_path)])
    assert "name the folder test/mpi of MPICH's source" in capsys.readouterr().err
