"""`rankwise program` as a user types it: found, built, started by the MPI's own launcher, split over cores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rankwise.cli.main import app
from rankwise.core import process
from rankwise.core.errors import Exit
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.mpis import catalog
from rankwise.programs.table import PROGRAMS


def rankwise(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(words))
    return done.exit_code, done.stdout


def test_each_program_of_the_list_is_shown_with_its_check_and_its_options() -> None:
    status, listed = rankwise("program", "list")
    assert status == 0 and [line.split()[0] for line in listed.splitlines()[1:]] == list(PROGRAMS)
    for row in PROGRAMS.values():
        status, shown = rankwise("program", "show", row.name)
        assert status == 0 and shown.startswith(f"{row.name}: {row.computes}\n")
        assert f"check: {row.checked}\n" in shown and "\n--seed" in shown


@pytest.mark.mpi(2)
def test_the_path_of_a_program_is_a_program_like_a_users_own(any_mpi: Mpi) -> None:
    status, printed = rankwise("program", "path", "ring", "--mpi", any_mpi.name)
    (file,) = printed.splitlines()
    place = Place(host=None, program=file, args=("--size", "4096", "--steps", "5"))
    launch = catalog.launcher_for(any_mpi).command(any_mpi, LaunchSpec(places=(place,) * 2))
    done = process.run(launch.argv, timeout_s=60, env=launch.env)
    assert status == 0 and done.ok, done.describe()
    assert done.stdout.splitlines()[-1].startswith('rankwise-program {"program":"ring","ranks":2,')


@pytest.mark.mpi(2)
def test_all_splits_of_the_cores_are_held_against_each_other(mpich: Mpi, tmp_path: Path) -> None:
    words = ("--mpi", mpich.name, "--sweep", "ranks*threads=2", "--budget", "3s", "--out", str(tmp_path))
    status, printed = rankwise("program", "run", "stencil3d", *words, "--json", "--", "--size", "16", "--steps", "4")
    answer = json.loads(printed)["data"]
    assert list(answer["sides"]) == ["2 ranks x 1 thread", "1 rank x 2 threads"]
    assert all(cell["times_s"] for cell in answer["cells"])
    decided = any(ratio["answer"] != "cannot tell" for cell in answer["cells"] for ratio in cell["ratios"].values())
    assert status == (0 if decided else Exit.ANSWER_IS_NO)
    assert (tmp_path / f"compare-{answer['run']['id']}.html").exists()


@pytest.mark.mpi(2)
def test_what_the_machine_would_allow_is_told_where_a_map_was_made(mpich: Mpi, tmp_path: Path) -> None:
    words = ("--mpi", mpich.name, "--out", str(tmp_path))
    run = ("program", "run", "ring", *words, "--ranks", "2", "--", "--size", "4096", "--steps", "50")
    _, before = rankwise(*run)
    assert "the machine would allow" not in before
    assert rankwise("map", *words, "--budget", "5s")[0] == 0
    status, printed = rankwise(*run)
    assert status == 0 and "by the map" in next(line for line in printed.splitlines() if "would allow" in line)
