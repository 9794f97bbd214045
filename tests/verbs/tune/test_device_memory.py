"""Messages of device memory are tuned: with knobs of rankwise's own library, on the device in software."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

import rankwise
from builders.programs import built
from builders.tunings import a_tuned
from rankwise.apply import file as tuning_file
from rankwise.apply.builds import tuned_build
from rankwise.apply.questions import Settings, ask
from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import DeviceMemory, Mpi
from rankwise.measure.mpi_preload import device_buffers
from rankwise.measure.watcher import Watcher
from rankwise.mpis.knobs import DEVICE_KNOBS
from rankwise.placement.tuning import checked, exported, ready
from rankwise.placement.where import Where
from rankwise.tuning.goals import Target
from rankwise.tuning.launch import BASE
from rankwise.tuning.records import Tuning
from rankwise.tuning.sources import space_for
from rankwise.tuning.space import line
from rankwise.tuning.tune import TuneOptions, tune_kernels
from rankwise.tuning.tuning_run import prepared
from rankwise.verbs.run.start import with_device
from rankwise.verbs.run.tuned import started
from rankwise.verbs.tune import verify_tuning

pytestmark = [pytest.mark.mpi(ranks=2), pytest.mark.usefixtures("first_round")]
MEMORY = DeviceMemory(buffers="D", device="software", library=True)
POINT = ("pingpong", 1 << 17)
LINE = line({"env:RANKWISE_DEVICE_THRESHOLD": "131072"})


def test_knobs_are_listed_as_the_library_has_them(mpich: Mpi) -> None:
    names = [knob.name.removeprefix("env:") for knob in DEVICE_KNOBS]
    printed = ask(mpich, Settings(preloads=[Path(device_buffers(mpich)["LD_PRELOAD"])]), 2, variables=names)
    assert printed.variables == {name: knob.value for name, knob in zip(names, DEVICE_KNOBS, strict=True)}


def test_candidates_are_measured_on_device_memory(mpich: Mpi, tmp_path: Path) -> None:
    with prepared(mpich, Watcher(), out=tmp_path, where=Where(ranks=2), seed=1, memory=MEMORY) as ranks:
        offered = [one.line.knobs for one in space_for(mpich, ranks.placement, hints=True, device_buffers=True)]
        assert LINE.knobs in offered
        assert LINE.knobs not in [one.line.knobs for one in space_for(mpich, ranks.placement, hints=True)]
        with ranks.begun("tune", Target("all", {POINT: 1.0}, 0.97), 60.0, {}) as here:
            changes = {BASE: here.carry(()), LINE.id: here.carry([LINE])}
            found = here.runner.launch(changes, [POINT], launches=1, rounds=1)
            assert {one.buffers for one in found.cells[POINT]} == {"D"}
            assert not found.error(LINE.id)
            assert found.median_s(LINE.id, POINT)
            here.keep(replace(a_tuned("mpich"), run=here.end(None)))


def written(mpi: Mpi, file: Path) -> Tuning:
    tuning = Tuning(name="device", build=tuned_build(mpi), machine="here", ranks=2, lines=(LINE,), memory=MEMORY)
    tuning_file.write(replace(tuning, sizes_bytes=(1 << 16, 1 << 20)), file)
    return tuning


def test_a_line_is_in_effect_and_is_verified_on_device_memory(mpich: Mpi, tmp_path: Path) -> None:
    file = tmp_path / "tuning.toml"
    tuning = written(mpich, file)
    assert tuning_file.read(file).memory == MEMORY
    (seen,) = checked(ready(file, mpich)).lines
    assert (seen.answer, seen.evidence) == ("in effect", "a running rank has RANKWISE_DEVICE_THRESHOLD = 131072")
    found = verify_tuning(file, mpich.name, budget_s=2, out=tmp_path, keep=True)
    assert {cell.buffers for cell in found.run.plan.cells} == {"D"}
    tuning_file.write(replace(tuning, lines=(line({"env:RANKWISE_DEVICE_THRESHOLD": "8"}),)), file)
    (seen,) = checked(ready(file, mpich)).lines
    assert "= 65760 (asked: 8, unset: 524288)" in seen.evidence  # the least that there is


def test_a_tuning_brings_the_library_to_programs(mpich: Mpi, tmp_path: Path) -> None:
    file, program = tmp_path / "tuning.toml", built(mpich, "device_send", tmp_path)
    written(mpich, file)
    start = started(file, ["mpirun", "-n", "2", str(program), "aware", "200000", "2"], mpi=mpich.name)
    line, env = with_device(start.argv, start.env, start.mpi, buffers=False, device="software")
    assert env["RANKWISE_DEVICE_THRESHOLD"] == "131072"
    done = process.run(line, timeout_s=60, env=env)
    assert done.stdout.rstrip().endswith(" 0 wrong"), done.describe()
    exported(file, tmp_path / "site", ("env",))
    brought = tmp_path / "site" / Path(device_buffers(mpich)["LD_PRELOAD"]).name
    assert brought.is_file()
    assert f"export LD_PRELOAD={brought}" in (tmp_path / "site/environment.sh").read_text()


@pytest.mark.thorough("test_a_line_is_in_effect_and_is_verified_on_device_memory")
def test_sides_with_a_tuning_of_device_memory_are_compared_there(mpich: Mpi, tmp_path: Path) -> None:
    file, program = tmp_path / "tuning.toml", built(mpich, "device_send", tmp_path)
    written(mpich, file)
    beside = ("default", f"tuning={file}")
    found = rankwise.compare(beside, kernels=("pingpong",), sizes=(1 << 17,), budget_s=4, out=tmp_path)
    assert {(cell.kernel, cell.buffers) for cell in found.run.plan.cells} == {("pingpong", "D")}
    sides = tuple(f"mpi={mpich.name}+device=auto{more}" for more in ("", f"+tuning={file}"))
    argv = ("mpirun", "-n", "2", str(program), "aware", "200000", "2")
    done = rankwise.compare(sides, argv, budget_s=5, out=tmp_path, device="software")
    assert set(done.sides) == set(sides)


def test_an_mpi_that_takes_no_device_memory_is_refused(mpich: Mpi, tmp_path: Path) -> None:
    with pytest.raises(MeasurementFailed, match="crashes on device pointers"):
        tune_kernels(
            TuneOptions(mpi=mpich.name, where=Where(ranks=2), out=tmp_path, memory=replace(MEMORY, library=False))
        )
