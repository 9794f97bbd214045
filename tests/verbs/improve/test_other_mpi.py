"""A program under another MPI of its ABI: which ones are offered, and that its ranks really get that library."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.programs import compiled
from builders.tunings import a_tuning
from rankwise.apply import file
from rankwise.apply.builds import tuned_build
from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.experiment.programs import RunOptions
from rankwise.measure.watcher import Watcher
from rankwise.placement.choice import parse
from rankwise.placement.program import program, whole_run
from rankwise.tuning.changes import ChangeMaker
from rankwise.tuning.program_judge import ProgramJudge
from rankwise.verbs.improve.candidates.other_mpi import offers, why_not
from rankwise.verbs.improve.case import Case, ImproveOptions
from rankwise.verbs.run.tuned import started

SOURCE = r"""
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
    char words[MPI_MAX_LIBRARY_VERSION_STRING];
    int rank, ranks, length;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Get_library_version(words, &length);
    printf("rank %d of %d: %.12s\n", rank, ranks, words);
    MPI_Finalize();
    return 0;
}
"""


def job(mpi: Mpi, folder: Path, *words: str) -> Case:
    argv = (str(mpi.launcher), "-n", "2", *words)
    judge = ProgramJudge(ChangeMaker(mpi, folder), RunOptions(argv=argv, out=folder), Watcher(), 1.0)
    return Case(ImproveOptions(argv=argv), mpi, judge, (), None, 0.5, time.monotonic() + 10.0)


@pytest.mark.mpi(ranks=2)
def test_ranks_get_the_launcher_and_library_of_the_other_mpi(
    mpich: Mpi, impi: Mpi, openmpi: Mpi, tmp_path: Path
) -> None:
    (tmp_path / "says.c").write_text(SOURCE)
    says = str(compiled(mpich, tmp_path / "says.c", tmp_path / "says"))
    case = job(mpich, tmp_path, says)
    assert not why_not(case)
    offer = next(offer for offer in offers(case) if offer.line.mpi == tuned_build(impi))
    assert {offer.line.mpi.family for offer in offers(case) if offer.line.mpi} <= {"mpich", "impi"}

    done = whole_run(case.judge.side("other", [offer.line]), 60.0)
    expected = ["rank 0 of 2: Intel(R) MPI", "rank 1 of 2: Intel(R) MPI"]
    assert sorted(line.strip() for line in done.stdout.splitlines()) == expected, done.describe()
    case.lines.append(offer.line)
    assert case.mpi.library == impi.library

    # The file is for Intel MPI, and serves a line of MPICH's launcher: as a side of compare, and under `run`.
    file.write(replace(a_tuning(), build=tuned_build(impi), lines=(offer.line,)), tmp_path / "tuning.toml")
    side = program(parse(f"tuning={tmp_path / 'tuning.toml'}"), case.argv)
    start = started(tmp_path / "tuning.toml", case.argv, look=False)
    assert side.argv == start.argv == (impi.launcher, *case.argv[1:])
    with pytest.raises(UsageError, match="is not for"):
        started(tmp_path / "tuning.toml", (str(openmpi.launcher), "-n", "2", says), look=False)


def test_what_cannot_be_seen_to_load_the_other_mpi_is_not_asked(mpich: Mpi, openmpi: Mpi, tmp_path: Path) -> None:
    assert "no other MPI" in why_not(job(mpich, tmp_path, "sh"))  # a script may load anything
    assert "no other MPI" in why_not(job(openmpi, tmp_path, "/bin/true"))
    case = job(mpich, tmp_path, "/bin/true")
    case.share = 0.01
    assert why_not(case) == "only 1% of the run is in MPI"
