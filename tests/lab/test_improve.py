"""A program on hosts of a lab whose collectives take nearly all of its time: they are tried as schedules."""

import json
from pathlib import Path

import pytest

from builders.lab_commands import RANKWISE, lab_run
from builders.programs import compiled
from builders.tunings import a_tuning
from rankwise.apply import file as tuning_file
from rankwise.apply.builds import tuned_build
from rankwise.apply.carry import keep
from rankwise.core.records import Mpi
from rankwise.lab import endpoint
from rankwise.lab.records import Lab
from rankwise.optimise.schedules.text import from_text
from rankwise.tuning.records import TuningLine

pytestmark = [pytest.mark.netns, pytest.mark.mpi(3)]
SOURCE = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int bytes = 1 << 16;
    char *own = calloc(1, bytes), *all = malloc((size_t)bytes * ranks);
    for (int step = 0; step < 10; ++step) MPI_Allgather(own, bytes, MPI_BYTE, all, bytes, MPI_BYTE, MPI_COMM_WORLD);
    if (rank == 0) printf("done\n");
    return MPI_Finalize();
}
"""


@pytest.mark.thorough("verbs/improve tries schedules on one node")
def test_collectives_are_tried_as_schedules_on_the_hosts_of_the_ranks(lab: Lab, mpich: Mpi) -> None:
    folder = Path(lab.folder, "improve")  # below the one folder that endpoints see
    folder.mkdir()
    source, program = folder / "program.c", folder / "program"
    source.write_text(SOURCE)
    compiled(mpich, source, program)
    job = [mpich.launcher, "-launcher", "rsh", "-launcher-exec", endpoint.agent_of(lab), "-hosts", "n1:2,n2:1"]
    line = [RANKWISE, "improve", "--mpi", mpich.name, "--budget", "12s", "--out", folder, "--file", folder / "t.toml"]
    done = lab_run(lab, [*line, "--json", "-q", "--", *job, "-n", "3", program], "--network", "slow")
    answer = json.loads(done.stdout)
    assert answer["ok"], done.stdout + done.stderr
    tried = [one for one in answer["data"]["asked"] if one["candidate"] == "schedules"]
    assert tried and all(one["what"].startswith("allgather by ") for one in tried), tried
    assert not any("fails" in one["why"] for one in tried), tried
    for file in (folder / "schedules").iterdir():
        assert [one.schedule.collective for one in from_text(file.read_text()).schedules] == ["allgather"]
        used = TuningLine(id="schedules", why="", undo="", schedules=(file.stem,))
        tuning = folder / f"{file.stem[:8]}.toml"
        tuning_file.write(a_tuning((used,), mpich, library_sha256=tuned_build(mpich).library_sha256), tuning)
        keep([used], [folder / "schedules"], tuning)
        run = ["env", "RANKWISE_SCHEDULES_SAY=1", RANKWISE, "run", "--no-check", "--mpi", mpich.name]
        done = lab_run(lab, [*run, "--tuning", tuning, "--", *job, "-n", "3", program], "--network", "slow")
        assert "allgather: 10 calls taken" in done.stdout + done.stderr, done.stdout + done.stderr
