"""The programs that ship with rankwise: their checks pass, catch what is planted, and do not depend on the ranks."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi, ProgramResult
from rankwise.programs.table import PROGRAMS, find
from rankwise.programs.text import result_of
from rankwise.store import Store
from rankwise.verbs.program import ProgramOptions, launch_of, run_program

SMALL = {
    "asian": ("--items", "9", "--paths", "2000", "--intervals", "5", "--ahead", "2"),
    "fft3d": ("--size", "16x12x10", "--steps", "2"),
    "lbm": ("--size", "16x12x10", "--steps", "20"),
    "ring": ("--size", "4096", "--steps", "5"),
    "stencil3d": ("--size", "16x12x10", "--steps", "8"),
    "wave3d": ("--size", "16x12x10", "--steps", "6"),
}


def job(mpi: Mpi, name: str, ranks: int, *words: str) -> tuple[ProgramResult | None, subprocess.CompletedProcess[str]]:
    launch = launch_of(name, mpi, ranks, (*SMALL[name], *words))
    done = subprocess.run(launch.argv, env=launch.env, capture_output=True, text=True, timeout=200, check=False)
    return result_of(done.stdout, mpi.name, 1.0), done


@pytest.mark.mpi(3)
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_answer_does_not_depend_on_the_number_of_ranks(any_mpi: Mpi, name: str) -> None:
    digests = set()
    for ranks in (1, 2, 3) if name != "ring" else (2, 3):
        result, done = job(any_mpi, name, ranks)
        assert result is not None and result.right and result.figure, done.stdout + done.stderr
        assert done.returncode == 0
        digests.add(result.digest)
    assert len(digests) == 1
    assert (digests == {""}) == (find(name).promise != "the same bits")


@pytest.mark.mpi(3)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_wrong_bit_is_caught(mpich: Mpi, name: str) -> None:
    result, done = job(mpich, name, 3, "--fault", "flip:1:3")
    assert result is not None and not result.right and result.figure is None, done.stdout
    assert done.returncode == 4


@pytest.mark.mpi(2)
def test_halos_are_the_same_in_every_way(mpich: Mpi) -> None:
    ways = [("--halo", way) for way in ("sendrecv", "isend_recv", "isend_irecv", "all")]
    ways += [("--faces", form) for form in ("vector", "packed")]
    results = [job(mpich, "stencil3d", 2, *words)[0] for words in ways]
    assert len({result.digest for result in results if result and result.right}) == 1
    assert all(results)
    assert {result.messages for result in results if result} == {8 * 6 * 2}


@pytest.mark.mpi(2)
def test_messages_on_a_device_give_the_same_answer(mpich: Mpi) -> None:
    from rankwise.measure.device_buffers import device_buffers
    from rankwise.measure.software_device import environment

    launch = launch_of("stencil3d", mpich, 2, (*SMALL["stencil3d"], "--buffers", "D"))
    env = {**launch.env, **environment(), **device_buffers(mpich)}
    folders = (environment()["LD_LIBRARY_PATH"], launch.env.get("LD_LIBRARY_PATH"))
    env["LD_LIBRARY_PATH"] = ":".join(filter(None, folders))
    done = subprocess.run(launch.argv, env=env, capture_output=True, text=True, timeout=200, check=False)
    on_device, on_host = result_of(done.stdout, "", 1.0), job(mpich, "stencil3d", 2)[0]
    assert on_device and on_host and on_device.digest == on_host.digest, done.stderr


@pytest.mark.mpi(2)
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--grid", "3x1x1"), "--grid 3x1x1 is 3 ranks, and there are 2"),
        (("--size", "2x0x3"), "--size 2x0x3: give 3 numbers"),
        (("--nope", "1"), "unknown option --nope"),
        (("--size", "100000"), "there is room for"),
        (("--halo", "x"), "use sendrecv"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(
    mpich: Mpi, words: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    options = ProgramOptions("stencil3d", words, mpi="mpich", ranks=2, out=tmp_path)
    with pytest.raises(UsageError, match="stencil3d: ") as caught:
        run_program(options)
    assert told in caught.value.message


@pytest.mark.mpi(2)
def test_a_run_is_stored_with_its_phases(mpich: Mpi, tmp_path: Path) -> None:
    answer = run_program(ProgramOptions("stencil3d", SMALL["stencil3d"], mpi=mpich.name, ranks=2, out=tmp_path))
    assert [phase.name for phase in answer.results[0].phases] == ["computing", "exchanging"]
    with Store.of(tmp_path) as store:
        (summary,) = store.runs()
        assert (summary.kind, summary.status) == ("program", "finished")
        assert store.answer(store.load(summary.id)) == answer


def test_an_unknown_program_is_told_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="unknown program 'stencil'") as caught:
        find("stencil")
    assert "stencil3d" in caught.value.hint


def test_a_line_that_is_none_is_no_result() -> None:
    for text in ("", "rankwise-program {", "rankwise-program 3", 'rankwise-program {"ranks": "x"}', os.devnull):
        assert result_of(text, "mpich", 1.0) is None
