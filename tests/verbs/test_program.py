"""The programs that ship with rankwise: their checks pass, catch what is planted, and do not depend on the ranks."""

from __future__ import annotations

import os
import subprocess
from itertools import permutations
from pathlib import Path

import pytest

import rankwise
from builders.declared import declared_map
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import Mpi
from rankwise.programs.job import launch_of
from rankwise.programs.records import ProgramResult
from rankwise.programs.table import PROGRAMS, find
from rankwise.programs.text import told_in
from rankwise.simulate.smpi import run_program as simulated
from rankwise.store import Store

SMALL = {
    "asian": ("--items", "9", "--paths", "2000", "--intervals", "5", "--ahead", "2"),
    "fft3d": ("--size", "16x12x10", "--steps", "2"),
    "lbm": ("--size", "16x12x10", "--steps", "20"),
    "ring": ("--size", "4096", "--steps", "5"),
    "stencil3d": ("--size", "16x12x10", "--steps", "8"),
    "vectors": ("--size", "4096", "--steps", "3", "--way", "pipeline", "--chunk", "1024"),
    "wave3d": ("--size", "16x12x10", "--steps", "6"),
}


OWN = [name for name in PROGRAMS if name != "smg"]  # which need no library
HALO = ("lbm", "stencil3d", "wave3d")


def job(mpi: Mpi, name: str, ranks: int, *words: str) -> tuple[ProgramResult | None, subprocess.CompletedProcess[str]]:
    launch = launch_of(find(name), mpi, ranks, (*SMALL[name], *words))
    done = subprocess.run(launch.argv, env=launch.env, capture_output=True, text=True, timeout=200, check=False)
    told = told_in(done.stdout, mpi.name, 1.0)
    return told.result if told else None, done


@pytest.mark.drawn(3)
@pytest.mark.mpi(3)
@pytest.mark.parametrize("name", OWN)
def test_the_answer_does_not_depend_on_the_number_of_ranks(any_mpi: Mpi, name: str) -> None:
    digests = set()
    for ranks in (1, 2, 3) if name != "ring" else (2, 3):
        result, done = job(any_mpi, name, ranks)
        assert result is not None and result.right and result.figure, done.stdout + done.stderr
        assert done.returncode == 0
        digests.add(result.digest)
    assert len(digests) == 1
    assert (digests == {""}) == (find(name).promise != "the same bits")


@pytest.mark.drawn(3)
@pytest.mark.mpi(3)
@pytest.mark.parametrize("name", OWN)
def test_a_wrong_bit_is_caught(mpich: Mpi, name: str) -> None:
    # Of the items of `asian`, a worker is sure of those that it gets ahead alone: the others go to who is quicker.
    message = 1 if name == "asian" else 3
    result, done = job(mpich, name, 3, "--fault", f"flip:1:{message}")
    assert result is not None and not result.right and result.figure is None, done.stdout
    assert done.returncode == 4


@pytest.mark.mpi(3)
def test_a_wrong_sum_of_an_early_step_is_caught(mpich: Mpi) -> None:
    """Though the right one of the next step takes its place."""
    result, _ = job(mpich, "vectors", 3, "--fault", "flip:1:8")
    assert result is not None and not result.right


@pytest.mark.drawn(1)
@pytest.mark.mpi(2)
@pytest.mark.parametrize("kind", ["lose", "double"])
@pytest.mark.parametrize("name", HALO)
def test_a_lost_or_doubled_halo_layer_is_caught_on_every_side(mpich: Mpi, name: str, kind: str) -> None:
    for message in range(12, 18):
        result, done = job(mpich, name, 1, "--fault", f"{kind}:0:{message}")
        assert result is not None and not result.right, f"{message}: {done.stdout}"


@pytest.mark.drawn(1)
@pytest.mark.mpi(1)
@pytest.mark.parametrize("name", [name for name in OWN if name != "ring"])
def test_the_answer_does_not_depend_on_the_number_of_threads(mpich: Mpi, name: str) -> None:
    if len(os.sched_getaffinity(0)) < 2:
        pytest.skip("two threads need two cores")
    single, two = job(mpich, name, 1)[0], job(mpich, name, 1, "--threads", "2")[0]
    assert single is not None and two is not None and two.right and two.threads == 2
    assert two.digest == single.digest


@pytest.mark.drawn(1)
@pytest.mark.mpi(2)
@pytest.mark.simgrid
@pytest.mark.parametrize("name", OWN)
def test_the_answer_is_the_same_under_simgrid(mpich: Mpi, name: str) -> None:
    machine = declared_map("two", dict.fromkeys(permutations(("a", "b"), 2), (1e-05, 1000000000.0)))
    done = simulated(machine, find(name).source, SMALL[name])
    there, (here, _) = told_in(done.stdout, "smpi", 1.0), job(mpich, name, 2)
    assert there is not None and here is not None, done.stdout + done.stderr
    assert there.result.right and there.result.digest == here.digest
    assert (there.result.messages, there.result.sent_bytes) == (here.messages, here.sent_bytes)


@pytest.mark.mpi(2)
def test_halos_are_the_same_in_every_way(mpich: Mpi) -> None:
    ways = [("--halo", way) for way in ("sendrecv", "isend_recv", "isend_irecv", "all")]
    ways += [("--faces", form) for form in ("vector", "packed")]
    results = [job(mpich, "stencil3d", 2, *words)[0] for words in ways]
    assert len({result.digest for result in results if result and result.right}) == 1
    assert all(results)
    assert {result.messages for result in results if result} == {8 * 6 * 2}


@pytest.mark.drawn(1)
@pytest.mark.mpi(2)
@pytest.mark.parametrize("name", ["stencil3d", "vectors"])
def test_messages_on_a_device_give_the_same_answer(any_mpi: Mpi, name: str, tmp_path: Path) -> None:
    done = rankwise.run_program(
        name, SMALL[name], mpi=any_mpi.name, ranks=2, buffers="D", device="software", out=tmp_path
    )  # fmt: skip
    on_device, (on_host, _) = done.results[0], job(any_mpi, name, 2)
    assert on_host is not None and on_device.right and on_device.digest == on_host.digest


@pytest.mark.mpi(1)
def test_a_setting_of_ranks_is_sent_as_the_launcher_sends_it(openmpi: Mpi) -> None:
    launch = launch_of(find("ring"), openmpi, 2, (), {"LD_LIBRARY_PATH": "/device", "OF_RANKS": "1"})
    assert "OF_RANKS=1" in launch.argv
    (paths,) = [word for word in launch.argv if word.startswith("LD_LIBRARY_PATH=")]
    assert "/device" in paths.removeprefix("LD_LIBRARY_PATH=").split(":")


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
    with pytest.raises(UsageError, match="stencil3d: ") as caught:
        rankwise.run_program("stencil3d", words, mpi="mpich", ranks=2, out=tmp_path)
    assert told in caught.value.message


@pytest.mark.mpi(2)
@pytest.mark.skipif(Path("/proc/driver/nvidia/version").exists(), reason="there is a GPU driver")
def test_a_device_that_is_not_there_is_told_in_one_line(mpich: Mpi, tmp_path: Path) -> None:
    """It was a program that failed, with the launcher's words around its own."""
    with pytest.raises(EnvironmentProblem, match="vectors: no GPU driver: ") as caught:
        rankwise.run_program("vectors", SMALL["vectors"], mpi=mpich.name, ranks=2, buffers="D", out=tmp_path)
    assert "\n" not in caught.value.message


@pytest.mark.mpi(2)
def test_a_run_is_stored_with_its_phases(mpich: Mpi, tmp_path: Path) -> None:
    answer = rankwise.run_program("stencil3d", SMALL["stencil3d"], mpi=mpich.name, ranks=2, out=tmp_path)
    assert [phase.name for phase in answer.results[0].phases] == ["computing", "exchanging"]
    with Store.of(tmp_path) as store:
        (summary,) = store.runs()
        assert (summary.kind, summary.status) == ("program", "finished")
        assert store.answer(store.load(summary.id)) == answer


@pytest.mark.mpi(2)
@pytest.mark.parametrize("name", ["asian", "stencil3d"])
def test_a_program_counts_the_messages_that_a_trace_counts(mpich: Mpi, name: str, tmp_path: Path) -> None:
    own = rankwise.run_program(name, SMALL[name], mpi=mpich.name, ranks=2, out=tmp_path).results[0]
    program = f"{name}:{' '.join(SMALL[name])}"
    traced = rankwise.trace(program=program, mpi=mpich.name, ranks=2, out=tmp_path)
    assert own.messages == sum(map(sum, traced.matrix_messages)) > 0
    assert own.sent_bytes == sum(map(sum, traced.matrix_bytes))


def test_an_unknown_program_is_told_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="unknown program 'stencil'") as caught:
        find("stencil")
    assert "stencil3d" in caught.value.hint


def test_a_line_that_is_none_is_no_result() -> None:
    for text in ("", "rankwise-program {", "rankwise-program 3", 'rankwise-program {"ranks": "x"}', os.devnull):
        assert told_in(text, "mpich", 1.0) is None
