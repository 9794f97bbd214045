"""Programs that are linked to the standard ABI get preloads of that ABI, whatever else their MPI has."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import rankwise
from builders.programs import EXAMPLES, built, standard
from rankwise.core import leftovers, process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Mpi
from rankwise.mpis import catalog
from rankwise.placement.program_abi import fitted
from rankwise.placement.program_mpi import linked, mpi_of
from rankwise.tracing.library import tracing
from rankwise.tracing.records import Trace
from rankwise.verbs.run.start import plain_start, with_device

PROGRAMS = Path(__file__).parents[1] / "measure"
HEAT = ("2", "16", "10")


@pytest.fixture(params=["mpich", "impi"])
def both_abis(request: pytest.FixtureRequest) -> Mpi:
    """An MPI with a library of its own ABI and one of the standard's."""
    mpi: Mpi = request.getfixturevalue(request.param)
    assert catalog.sonames(mpi) == {"libmpi.so.12", "libmpi_abi.so.1"}
    return mpi


def traced(mpi: Mpi, out: Path, *words: str) -> Trace:
    argv = (str(mpi.launcher), *words)
    return rankwise.trace(argv, mpi=mpi.name, out=out, quiet_output=True)


def check_heat(trace: Trace) -> None:
    assert (trace.status, trace.world, len(trace.ranks)) == (0, 2, 2)
    assert trace.matrix_bytes == ((0, 81920), (81920, 0))
    assert [{call.call: call.calls for call in rank.calls}["Allreduce"] for rank in trace.ranks] == [12, 12]


@pytest.mark.drawn(1)
@pytest.mark.mpi(ranks=2)
def test_a_program_of_the_standard_abi_is_traced(both_abis: Mpi, tmp_path: Path) -> None:
    heat = standard(both_abis, EXAMPLES / "heat.c", tmp_path / "heat")
    assert list(linked([str(heat)])) == [(str(heat), "libmpi_abi.so.1")]
    check_heat(traced(both_abis, tmp_path / "out", "-n", "2", str(heat), *HEAT))
    check_heat(traced(both_abis, tmp_path / "out", "-n", "2", "env", "ANY=1", str(heat), *HEAT))


@pytest.mark.mpi(ranks=2)
def test_programs_of_both_abis_on_one_line_have_a_preload_each(mpich: Mpi, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    own = str(built(mpich, "heat", tmp_path / "own"))
    other = str(standard(mpich, EXAMPLES / "heat.c", tmp_path / "heat"))
    check_heat(traced(mpich, tmp_path / "out", "-n", "1", other, *HEAT, ":", "-n", "1", own, *HEAT))


@pytest.mark.mpi(ranks=2)
def test_the_ranks_of_a_script_say_that_the_abi_is_another(
    mpich: Mpi, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    heat = standard(mpich, EXAMPLES / "heat.c", tmp_path / "heat")
    script = tmp_path / "start"
    script.write_text(f"#!/bin/sh\nexec {heat} {' '.join(HEAT)}\n")
    script.chmod(0o755)
    line, env, meant = plain_start(["mpirun", "-n", "2", str(script)], mpich.name)
    line, env = with_device(line, env, meant, buffers=True, device="software")
    before = leftovers.present()
    done = process.run(line, timeout_s=60, env=env)
    leftovers.sweep(before)
    assert not done.ok
    assert (
        "rankwise device buffers: this rank uses libmpi_abi.so.1, the preloaded library is for another" in done.stderr
    )
    with pytest.raises(MeasurementFailed, match="the program ended with status 0"):
        traced(mpich, tmp_path / "out", "-n", "2", str(script))
    assert (
        "this rank is not traced: it uses libmpi_abi.so.1, the trace library is for another ABI"
        in capfd.readouterr().err
    )


@pytest.mark.mpi(ranks=2)
def test_the_mpi_of_such_a_program_is_one_that_has_the_library(mpich: Mpi, tmp_path: Path) -> None:
    heat = standard(mpich, EXAMPLES / "heat.c", tmp_path / "heat")
    assert catalog.standard_library(mpi_of([str(heat)])) is not None


def test_only_preloads_with_mpi_calls_are_replaced(mpich: Mpi, tmp_path: Path) -> None:
    heat = str(standard(mpich, EXAMPLES / "heat.c", tmp_path / "heat"))
    name = tracing(mpich, tmp_path)["LD_PRELOAD"]
    env = {**os.environ, "LD_PRELOAD": f"/a/own.so:{name}:/b/own.so"}
    line, fit = fitted(["mpiexec", "-n", "2", heat], env, mpich)
    before, library, after = fit["LD_PRELOAD"].split(":")
    assert (line, before, after) == (["mpiexec", "-n", "2", heat], "/a/own.so", "/b/own.so")
    assert Path(library).name == Path(name).name and library != name
    assert fitted(line, fit, mpich) == (line, fit)
    both = ["mpiexec", "-n", "1", heat, "7", ":", "-n", "1", "sh", "-c", "echo $1", "sh", "a b"]
    line, fit = fitted(both, env, mpich)
    assert fit["LD_PRELOAD"] == "/a/own.so:/b/own.so"
    own, other = line[3:9], line[line.index(":") + 3 :]
    assert (own[0], own[3], own[4:]) == ("sh", f"/a/own.so:{library}:/b/own.so", [heat, "7"])
    assert (other[0], other[3], other[4:]) == ("sh", f"/a/own.so:{name}:/b/own.so", both[-5:])
    done = process.run([*other[:3], "theirs", "sh", "-c", "echo $LD_PRELOAD $1", "sh", "a b"], timeout_s=100, env={})
    assert done.stdout == "theirs a b\n"
    unchanged = {**env, "LD_PRELOAD": "/a/own.so"}
    assert fitted(both, unchanged, mpich) == (both, unchanged)
    assert fitted(["python", "a.py"], env, mpich) == (["python", "a.py"], env)


def test_a_library_that_brings_the_standard_abi_counts(mpich: Mpi, tmp_path: Path) -> None:
    library, program, folder = tmp_path / "libhalo.so", tmp_path / "program", Path(mpich.library or "").parent
    for source, words in (
        ("", ["-shared", "-o", str(library), f"-L{folder}", f"-Wl,--no-as-needed,-rpath,{folder}", "-lmpi_abi"]),
        ("int main(void) {}", ["-o", str(program), f"-L{tmp_path}", f"-Wl,--no-as-needed,-rpath,{tmp_path}", "-lhalo"]),
    ):
        done = process.run(["cc", "-x", "c", "-", *words], timeout_s=60, input_text=source)
        assert done.ok, done.describe()
    assert list(linked([str(program)])) == []
    env = {**os.environ, **tracing(mpich, tmp_path)}
    _, fit = fitted(["mpiexec", "-n", "2", str(program)], env, mpich)
    assert Path(fit["LD_PRELOAD"]).name == Path(env["LD_PRELOAD"]).name
    assert fit["LD_PRELOAD"] != env["LD_PRELOAD"]


@pytest.mark.drawn(1)
@pytest.mark.mpi(ranks=2)
def test_device_pointers_are_passed_in_the_standard_abi(both_abis: Mpi, tmp_path: Path) -> None:
    programs = standard(both_abis, PROGRAMS / "device_programs.c", tmp_path / "programs")
    told = []
    for memory in ("host", "device"):
        line, env, meant = plain_start(["mpirun", "-n", "2", str(programs), "1", "45", memory], both_abis.name)
        line, env = with_device(line, env, meant, buffers=memory == "device", device="software")
        done = process.run(line, timeout_s=100, env=env)
        assert done.ok, done.describe()
        told.append(sorted(row for row in done.stdout.splitlines() if row.startswith("rank ")))
    assert len(told[0]) == 90
    assert told[0] == told[1]
