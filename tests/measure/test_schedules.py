"""Real programs whose collectives follow schedules: the library's bytes, and equal sums on all libraries."""

from __future__ import annotations

import os
import re
import socket
from pathlib import Path

import pytest

from builders.networks import network
from builders.programs import compiled, standard
from rankwise.core import process
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure.mpi_preload import SCHEDULES, built
from rankwise.mpis import catalog
from rankwise.optimise.schedules.steps import COLLECTIVES, ROOTED, Schedule
from rankwise.optimise.schedules.table import GENERATORS, Reductions, schedules
from rankwise.optimise.schedules.text import File, Ranged, to_text
from rankwise.placement.program_abi import fitted

PROGRAM = Path(__file__).with_name("schedule_calls.c")
SETS = (("direct", "ring", "halves", "flow"), ("binomial", "levels", "packed"))


HOST = socket.gethostname()
NODE = HOST.partition(".")[0]


def _made(ranks: int, names: tuple[str, ...], reductions: Reductions, host: str = HOST) -> str:
    """A file with the last schedule that these generators make of each collective and root."""
    net, found = network(ranks, 3), list[Schedule]()
    for collective in COLLECTIVES:
        for root in range(ranks) if collective in ROOTED else (-1,):
            made = schedules(net, collective, root, reductions, only=names)
            found += made[-1:] or schedules(net, collective, root, reductions, only=("direct",))[-1:]
    return to_text(File((host,) * ranks, reductions, 1 << 26, tuple(Ranged(one, 0, 1 << 30) for one in found)))


def _run(mpi: Mpi, program: Path, folder: Path, files: list[str], *more: str) -> tuple[list[list[str]], str]:
    """What each of four ranks wrote, and all that was said."""
    folder.mkdir()
    paths = [folder / f"{number}.schedules" for number in range(len(files))]
    for path, text in zip(paths, files, strict=True):
        path.write_text(text)
    place = Place(host=None, program=str(program), args=(str(folder), *more))
    launch = catalog.launcher_for(mpi).command(mpi, LaunchSpec(places=(place,) * 4, bind=False))
    env = {**os.environ, **launch.env}
    if files:
        env |= {
            "LD_PRELOAD": str(built(SCHEDULES, mpi)),
            "RANKWISE_SCHEDULES": ":".join(map(str, paths)),
            "RANKWISE_SCHEDULES_SAY": "1",
        }
    line, env = fitted(launch.argv, env, mpi)
    done = process.run(line, timeout_s=200, env=env)
    assert done.ok, done.describe()
    return [(folder / str(rank)).read_text().splitlines() for rank in range(4)], done.stderr + done.stdout


def _sums(mpi: Mpi, program: Path, folder: Path) -> list[list[list[str]]]:
    """What each rank summed with each set of generators, after all else was found to be as without schedules."""
    plain, _ = _run(mpi, program, folder / "plain", [])
    assert all(len(lines) > 200 for lines in plain)
    sums = []
    for number, names in enumerate(SETS):
        assert set(names) <= set(GENERATORS)
        files = [_made(ranks, names, "fixed") for ranks in (4, 2)]
        found, printed = _run(mpi, program, folder / str(number), files)
        for wanted, lines in zip(plain, found, strict=True):
            exact = [line for line in lines if not line.startswith("float")]
            assert exact == [line for line in wanted if not line.startswith("float")]
        sums.append([[line for line in lines if line.startswith("float")] for lines in found])
        for collective in COLLECTIVES:
            match = re.search(rf"rankwise schedules: {collective}: (\d+) calls taken, (\d+) left", printed)
            assert match, printed
            assert int(match[1]) > 0
    return sums


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=4)
def test_wrong_calls_end_as_without_schedules(any_mpi: Mpi, tmp_path: Path) -> None:
    program = compiled(any_mpi, PROGRAM.with_name("schedule_wrong.c"), tmp_path / "wrong")
    plain, _ = _run(any_mpi, program, tmp_path / "plain", [])
    many, one = zip(*plain, strict=True)
    assert all(line.startswith("refused") for line in many)
    assert all(line.startswith("done 10 " if any_mpi.family == "openmpi" else "refused") for line in one)
    for names in SETS:
        seen, _ = _run(any_mpi, program, tmp_path / names[0], [_made(4, names, "any")], "short")
        assert [lines[:-1] for lines in seen] == plain
        assert [lines[-1] for lines in seen] == ["truncated, 0 beyond", *["as usual, 0 beyond"] * 3]


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=4)
def test_ranks_follow_schedules_after_an_error_handler_has_left_a_call_by_a_jump(any_mpi: Mpi, tmp_path: Path) -> None:
    program = compiled(any_mpi, PROGRAM.with_name("schedule_wrong.c"), tmp_path / "wrong")
    seen, printed = _run(any_mpi, program, tmp_path / "jump", [_made(4, SETS[0], "any")], "jump")
    assert seen == [["6"]] * 4
    assert "allreduce: 1 calls taken, 0 left" in printed


@pytest.mark.mpi(ranks=4)
def test_a_program_may_have_most_communicators_of_the_library(mpich: Mpi, tmp_path: Path) -> None:
    program = compiled(mpich, PROGRAM.with_name("schedule_wrong.c"), tmp_path / "wrong")
    seen, printed = _run(mpich, program, tmp_path / "many", [_made(4, SETS[0], "any")], "many")
    assert seen == [[str(4 * 1099)]] * 4
    assert "allreduce: 256 calls taken, 844 left" in printed


@pytest.mark.mpi(ranks=4)
def test_what_schedules_carry_is_what_the_library_carries(any_mpi: Mpi, tmp_path: Path) -> None:
    program = compiled(any_mpi, PROGRAM, tmp_path / "calls")
    sums = _sums(any_mpi, program, tmp_path)
    assert sums[0] == sums[1]
    SUMS[any_mpi.family] = sums[0]
    assert all(other == sums[0] for other in SUMS.values()), "equal bits over libraries"


@pytest.mark.drawn(1)
@pytest.mark.mpi(ranks=4)
@pytest.mark.parametrize("family", ["mpich", "impi"])
def test_programs_of_the_standard_abi_follow_schedules(
    family: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    mpi = request.getfixturevalue(family)
    program = standard(mpi, PROGRAM, tmp_path / "calls")
    sums = _sums(mpi, program, tmp_path)
    assert sums[0] == sums[1]
    script = tmp_path / "start"
    script.write_text(f'#!/bin/sh\nexec {program} "$@"\n')
    script.chmod(0o755)
    with pytest.raises(AssertionError, match=r"rankwise schedules: this rank uses libmpi_abi\.so\.1"):
        _run(mpi, script, tmp_path / "script", [_made(4, SETS[0], "fixed")])


SUMS: dict[str, list[list[str]]] = {}
"""What each library's ranks summed so far."""


@pytest.mark.mpi(ranks=4)
@pytest.mark.parametrize(("reductions", "taken"), [("fixed", 1), ("library", 0)])
def test_sums_of_floating_point_stay_with_the_library_where_they_are_to(
    mpich: Mpi, tmp_path: Path, reductions: Reductions, taken: int
) -> None:
    program = compiled(mpich, PROGRAM, tmp_path / "calls")
    _, printed = _run(mpich, program, tmp_path / "sums", [_made(4, SETS[0], reductions)], "sums")
    assert f"allreduce: {taken} calls taken, {1 - taken} left" in printed
    assert "gather: 0 calls taken, 0 left" in printed


@pytest.mark.mpi(ranks=4)
@pytest.mark.parametrize(("host", "taken"), [(f"{NODE}.example", True), (NODE[:-1], False), (f"{NODE}1", False)])
def test_schedules_serve_the_hosts_that_they_name_alone(mpich: Mpi, tmp_path: Path, host: str, taken: bool) -> None:
    """A host may have its domain in one place and not in the other; a name that only begins alike is another's."""
    program = compiled(mpich, PROGRAM, tmp_path / "calls")
    _, printed = _run(mpich, program, tmp_path / "sums", [_made(4, SETS[0], "fixed", host)], "sums")
    assert ("allreduce: 1 calls taken, 0 left" in printed) == taken


@pytest.mark.mpi(ranks=4)
@pytest.mark.parametrize(
    "damage", [(r" pieces \d+ ", " pieces 0 "), (r"(?s)(.*)end.*", r"\1"), ("schedules 1", "schedules 2")]
)
def test_a_file_that_cannot_be_read_ends_the_job(mpich: Mpi, tmp_path: Path, damage: tuple[str, str]) -> None:
    program = compiled(mpich, PROGRAM, tmp_path / "calls")
    damaged, changed = re.subn(*damage, _made(4, SETS[0], "fixed"), count=1)
    assert changed
    with pytest.raises(AssertionError, match=r"cannot read the schedules in .*; every node must have this file"):
        _run(mpich, program, tmp_path / "sums", [damaged], "sums")
