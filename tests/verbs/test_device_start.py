"""Programs that pass device pointers to MPIs that know nothing of devices, on the device in software."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from builders.programs import EXAMPLES, built, compiled, fortran, of_debian
from rankwise.core import process
from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.measure import mpi_preload, software_device
from rankwise.measure.build import program_for
from rankwise.preloads.library import SOURCES
from rankwise.programs.table import find
from rankwise.programs.text import told_in
from rankwise.verbs.run.start import plain_start, with_device

# Messages that are announced in few kilobytes: the least size, in many pieces.
ANNOUNCED = {"RANKWISE_DEVICE_THRESHOLD": "65760", "RANKWISE_DEVICE_PIECE": "8192"}
PROGRAMS = Path(__file__).parents[1] / "measure"


# With RANKWISE_TEST_DEVICE=software the tests of a GPU can be tried without one.
GPU = os.environ.get("RANKWISE_TEST_DEVICE", "")
DEVICES = ["software", pytest.param(GPU, id="gpu", marks=pytest.mark.gpu)]
every_device = pytest.mark.parametrize("device", DEVICES)


def started(mpi: Mpi, program: Path, *args: str, buffers: bool = True, device: str = "software", **env: str) -> str:
    """What two ranks of a program print; a program that ends badly prints how."""
    oversubscribed = ["--bind-to", "none", "--oversubscribe"] if mpi.family == "openmpi" else []
    line, own, meant = plain_start(["mpirun", *oversubscribed, "-n", "2", str(program), *args], mpi.name)
    line, own = with_device(line, own, meant, buffers=buffers, device=device)
    done = process.run(line, timeout_s=100, env={**own, **env})
    return done.stdout if done.ok else f"{done.stdout}\nended with {done.returncode}: {done.stderr}"


def steps(text: str) -> list[str]:
    return sorted(line for line in text.splitlines() if line.startswith("rank "))


@every_device
@pytest.mark.mpi(ranks=2)
def test_random_programs_are_as_on_host_memory(any_mpi: Mpi, tmp_path: Path, device: str) -> None:
    program = compiled(any_mpi, PROGRAMS / "device_programs.c", tmp_path / "programs")
    on_host = steps(started(any_mpi, program, "1", "45", "host", buffers=False, device=device))
    assert len(on_host) == 90
    assert steps(started(any_mpi, program, "1", "45", "device", device=device, **ANNOUNCED)) == on_host


@pytest.mark.parametrize("device", DEVICES[1:])
@pytest.mark.mpi(ranks=2)
def test_every_datatype_is_as_on_host_memory(any_mpi: Mpi, tmp_path: Path, device: str) -> None:
    program = compiled(any_mpi, PROGRAMS / "device_types.c", tmp_path / "types")
    on_host = steps(started(any_mpi, program, "host", buffers=False, device=device))
    assert len(on_host) >= 46
    assert steps(started(any_mpi, program, "device", device=device)) == on_host


@every_device
@pytest.mark.mpi(ranks=2)
def test_examples_send_device_memory(any_mpi: Mpi, tmp_path: Path, device: str) -> None:
    program = built(any_mpi, "device_send", tmp_path)
    for way, mode in (("copy", ""), ("pipeline", ""), ("aware", "auto"), ("aware", "staged")):
        words = (way, "1000001", "2")
        text = started(any_mpi, program, *words, buffers=bool(mode), device=device, RANKWISE_DEVICE_BUFFERS=mode)
        assert "1000001 bytes" in text
        assert text.rstrip().endswith(" 0 wrong")


@every_device
@pytest.mark.mpi(ranks=2)
def test_a_pointer_of_openacc_is_passed(mpich: Mpi, tmp_path: Path, device: str) -> None:
    """GCC offloads nothing without a compiler of its own for it: the pointer is then the host's."""
    program = built(mpich, "device_openacc", tmp_path, "-fopenacc")
    text = started(mpich, program, device=device)
    assert sorted(text.splitlines()) == ["rank 0: 0 wrong", "rank 1: 0 wrong"]


@pytest.mark.mpi(ranks=2)
def test_python_sends_what_has_a_cuda_array_interface(any_mpi: Mpi) -> None:
    pytest.importorskip("mpi4py")
    library = str(any_mpi.library)  # not the one that lies beside this Python
    text = started(any_mpi, Path(sys.executable), str(EXAMPLES / "vectors.py"), MPI4PY_LIBMPI=library)
    assert sorted(text.splitlines()) == [f"rank {rank}: 65536 of 65536 sums right" for rank in (0, 1)]


@pytest.mark.mpi(ranks=2)
def test_without_the_library_the_mpi_dies(mpich: Mpi, tmp_path: Path) -> None:
    program = built(mpich, "device_send", tmp_path)
    assert "ended with" in started(mpich, program, "aware", "1000", "1", buffers=False)
    assert "ended with" in started(mpich, program, "aware", "1000", "1", RANKWISE_DEVICE_BUFFERS="0")


@every_device
@pytest.mark.mpi(ranks=2)
def test_cases(any_mpi: Mpi, tmp_path: Path, device: str) -> None:
    program = compiled(any_mpi, PROGRAMS / "device_cases.c", tmp_path / "cases")
    refused = started(any_mpi, program, "window", device=device)
    assert "MPI_Win_create does not take device memory as 'base': what another rank does to a window" in refused
    assert "made" not in refused
    assert started(any_mpi, program, "support", device=device).split() == ["support", "1"] * 2
    assert started(any_mpi, program, "crossed", device=device).splitlines() == ["crossed: right"] * 2
    assert started(any_mpi, program, "threads", device=device).splitlines() == ["threads: right"] * 2
    assert started(any_mpi, program, "alone", device=device).splitlines() == ["alone: right"] * 2
    assert sorted(started(any_mpi, program, "shared", device=device).splitlines()) == [
        "rank 0: 11 of 11 right, none copied directly",
        "rank 1: 12 of 12 right, some copied directly",
    ]
    assert started(any_mpi, program, "rows", device=device).splitlines() == ["0 kernels", "2 kernels"]
    assert started(any_mpi, program, "many", device=device).splitlines() == ["10000 right, within the pool"] * 2


ADDRESS = "*device = part->device + piece->at + block->at,"
PLANTED = {
    "a missing wait": ("stage.c", "if (!at || stage->part[at].lane != stage->part[0].lane)", "if (at < 0)"),
    "a wrong offset": ("stage.c", ADDRESS, ADDRESS.replace("block->at", "block->at + 8")),
    "a missing piece": ("stage.c", "number < shape->count; ++number", "number + 1 < shape->count; ++number"),
    "a wrong row of a kernel": ("rows.h", "(long long)row * layout", "(long long)(row / 2) * layout"),
    "stale memory": ("pending.c", "        if (pending) fetch(&pending->stage);\n", ""),
}


PLANTED_IN_PIECES = {
    "a missing wait for a piece": ("watch.c", "if (copies && !reached(", "if (copies && !slot->copied && !reached("),
    "a wrong offset of a piece": (
        "watch.c",
        "copy_up(watch, slot->at, piece_start(header, watch->arrived),",
        "copy_up(watch, slot->at, piece_start(header, watch->arrived) - 8,",
    ),
    "a dropped piece": ("watch.c", "copy_up(watch, slot->at,", "if (watch->arrived != 1) copy_up(watch, slot->at,"),
    "a stale piece": ("announce.c", "piece_start(header, asked),", "piece_start(header, 0),"),
}


COPY = "driver.MemcpyDtoDAsync_v2(device_address(watch->device), from, bytes, stream)"
PLANTED_IN_OFFERS = {
    "a missing wait for a copy": ("watch.c", '    watch->body = mark_of(watch->lane, stream, "a receive");', ""),
    "a wrong offset of a copy": ("watch.c", "from += header->shared.offset;", "from += header->shared.offset + 8;"),
    "a stale handle": ("offer.c", "old->id == shared->id && old->lane", "old->start == shared->start && old->lane"),
    "a short copy": ("watch.c", COPY, COPY.replace("bytes", "bytes - 8")),
}


def plant(folder: Path, monkeypatch: pytest.MonkeyPatch, file: str, good: str, bad: str) -> None:
    """The library, built from sources with a fault, in place of the right one."""
    preload, package = mpi_preload.DEVICE_BUFFERS, SOURCES.parent
    for source in preload.sources():
        text = source.read_text()
        assert source.name != file or good in text
        copy = folder / "rankwise" / source.relative_to(package)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text.replace(good, bad) if source.name == file else text)
    planted = replace(preload, folder=folder / "rankwise" / preload.folder.relative_to(package))
    monkeypatch.setattr(mpi_preload, "DEVICE_BUFFERS", planted)


@pytest.mark.drawn(1)
@pytest.mark.mpi(ranks=2)
@pytest.mark.parametrize("fault", PLANTED)
def test_random_programs_find_a_planted_fault(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    program = compiled(mpich, PROGRAMS / "device_programs.c", tmp_path / "programs")
    on_host = steps(started(mpich, program, "1", "30", "host", buffers=False))
    plant(tmp_path, monkeypatch, *PLANTED[fault])
    assert steps(started(mpich, program, "1", "30", "device", device="software:h2d=1GB/s,d2h=1GB/s")) != on_host


@pytest.mark.drawn(1)
@pytest.mark.mpi(ranks=2)
@pytest.mark.parametrize("fault", PLANTED_IN_PIECES)
def test_a_fault_of_announced_messages_is_found(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    plant(tmp_path, monkeypatch, *PLANTED_IN_PIECES[fault])
    program = built(mpich, "device_send", tmp_path)
    slow = "software:h2d=100MB/s"
    text = started(mpich, program, "aware", "1000001", "2", device=slow, RANKWISE_DEVICE_IPC="0", **ANNOUNCED)
    assert "wrong" in text
    assert " 0 wrong" not in text


@pytest.mark.drawn(1)
@pytest.mark.mpi(ranks=2)
@pytest.mark.parametrize("fault", PLANTED_IN_OFFERS)
def test_a_fault_of_copies_from_another_rank_is_found(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    plant(tmp_path, monkeypatch, *PLANTED_IN_OFFERS[fault])
    program = compiled(mpich, PROGRAMS / "device_cases.c", tmp_path / "cases")
    assert "12 of 12 right" not in started(mpich, program, "shared", device="software:d2d=100MB/s")


@pytest.mark.mpi(ranks=2)
@pytest.mark.parametrize("family", ["mpich", "impi"])  # the ones of MPI 4.1
def test_kinds_of_memory_are_told(family: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    mpi = request.getfixturevalue(family)
    program = compiled(mpi, PROGRAMS / "device_cases.c", tmp_path / "cases")
    kinds = {word: set(started(mpi, program, "kinds", RANKWISE_DEVICE_BUFFERS=word).split()) for word in ("auto", "0")}
    assert kinds["auto"] == {f"{own},cuda:host,cuda:device,cuda:managed" for own in kinds["0"]}


@pytest.mark.mpi(ranks=2)
def test_a_setting_that_is_unknown_or_no_number_is_told(mpich: Mpi, tmp_path: Path) -> None:
    program = built(mpich, "device_send", tmp_path)
    line, own, meant = plain_start(["mpirun", "-n", "2", str(program), "aware", "1000", "1"], mpich.name)
    line, own = with_device(line, own, meant, buffers=True, device="software")
    done = process.run(
        line, timeout_s=60, env={**own, "RANKWISE_DEVICE_POOL": "64MiB", "RANKWISE_DEVICE_BUFFERS": "on"}
    )
    assert done.ok
    assert "RANKWISE_DEVICE_POOL=64MiB is not a whole number; 67108864 is used" in done.stderr
    assert "unknown RANKWISE_DEVICE_BUFFERS 'on'; use auto, staged or 0" in done.stderr


@pytest.mark.mpi(ranks=2)
def test_a_rank_without_the_library_is_named(mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = compiled(mpich, PROGRAMS / "device_cases.c", tmp_path / "cases")
    words = ["mpirun", "-n", "1", str(program), "support", ":", "-n", "1", "env", "-u", "LD_PRELOAD", str(program)]
    line, own, meant = plain_start([*words, "support"], mpich.name)
    line, own = with_device(line, own, meant, buffers=True, device="software")
    done = process.run(line, timeout_s=60, env={**own, "RANKWISE_DEVICE_AGREE": "1"})
    assert not done.ok
    assert "the library was not loaded, or is switched off, in rank 1" in done.stderr


def test_an_unknown_device_and_a_static_program_are_refused(tmp_path: Path, mpich: Mpi) -> None:
    line, env, meant = plain_start(["mpirun", "-n", "2", sys.executable], mpich.name)
    with pytest.raises(UsageError, match="unknown device 'toaster'"):
        with_device(line, env, meant, buffers=False, device="toaster")
    source, static = tmp_path / "static.c", tmp_path / "static"
    source.write_text("int main(void) { return 0; }\n")
    assert process.run(["gcc", "-static", str(source), "-o", str(static)], timeout_s=60).ok
    with pytest.raises(UsageError, match="static is linked statically"):
        with_device([*line[:-1], str(static)], env, meant, buffers=True, device="")


@pytest.mark.drawn(1)
@pytest.mark.fortran
@pytest.mark.mpi(ranks=2)
@pytest.mark.parametrize("module", ["MPI", "F08"])
@pytest.mark.parametrize("family", ["mpich", "openmpi"])
def test_fortran(family: str, module: str, tmp_path: Path) -> None:
    driver = str(software_device.library_folder() / "libcuda.so.1")
    flags = (f"-D{module}", driver, "-Wl,--allow-shlib-undefined")
    program = fortran(of_debian(family), PROGRAMS / "device_sends.f90", tmp_path / "sends", *flags)
    argv = [f"mpiexec.{family}", *(["--oversubscribe"] if family == "openmpi" else []), "-n", "2", str(program)]
    line, env = with_device(*plain_start(argv, ""), buffers=True, device="software")
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    done = process.run(line, timeout_s=60, env={**env, **root})
    assert done.stdout.split() == ["right", "100"] * 2, done.describe()


@pytest.mark.gpu
@pytest.mark.mpi(ranks=2)
@pytest.mark.parametrize("name", ["asian", "fft3d", "lbm", "ring", "stencil3d", "vectors", "wave3d"])
def test_programs_that_ship_give_the_answer_of_host_memory(any_mpi: Mpi, name: str) -> None:
    """On the device in software test_program.py has them."""
    row = find(name)
    program = program_for(any_mpi, row.source, row.links(any_mpi))
    host = told_in(started(any_mpi, program, buffers=False), any_mpi.name, 1.0)
    device = told_in(started(any_mpi, program, "--buffers", "D", device=GPU), any_mpi.name, 1.0)
    assert host is not None and device is not None
    assert device.result.right and device.result.digest == host.result.digest
