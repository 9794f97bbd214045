"""`fabrics --buffers`: what works, what kills the job, and what is told of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rankwise.core.deadline import Deadline
from rankwise.core.records import Mpi
from rankwise.experiment.records import DeviceTrial
from rankwise.report.fabrics import lines
from rankwise.store.runs import Store
from rankwise.verbs.fabrics.devices import CAPABILITIES, AskedDevices, findings, try_devices


@pytest.mark.mpi(2)
def test_an_mpi_without_device_support(mpich: Mpi, tmp_path: Path) -> None:
    survey = try_devices(AskedDevices(mpis=[mpich], buffers="D,D", device="software", out=tmp_path))
    outcomes = {trial.capability: trial.outcome for trial in survey.device_trials}
    assert list(outcomes) == [capability.name for capability in CAPABILITIES]
    copies = [trial for trial in survey.device_trials if not trial.buffers]
    assert [trial.outcome for trial in copies] == ["works"] * 3
    assert all(trial.short_s and trial.rate_bytes_per_s for trial in copies)
    assert outcomes["contiguous"] == outcomes["reduction"] == "kills the job"
    assert [found.id for found in survey.findings] == ["device-pointers-crash"]
    with Store.open(tmp_path / "rankwise.db") as store:
        assert store.load("last").status == "finished"
    text = "\n".join(lines(survey))
    assert "This MPI will crash on device pointers" in text
    assert "kills the job: rank 0 died" in text


@pytest.mark.mpi(2)
def test_any_mpi_with_device_buffers(any_mpi: Mpi, tmp_path: Path) -> None:
    """Every byte is checked, in all that is tried."""
    asked = AskedDevices(mpis=[any_mpi], buffers="D,D", device="software", device_buffers=True, out=tmp_path)
    survey = try_devices(asked)
    assert {trial.capability: trial.outcome for trial in survey.device_trials} == {
        capability.name: "works" for capability in CAPABILITIES
    }


@pytest.mark.mpi(2)
def test_memory_that_every_mpi_can_read(mpich: Mpi, tmp_path: Path) -> None:
    survey = try_devices(AskedDevices(mpis=[mpich], buffers="P,H", device="software", out=tmp_path))
    assert {trial.outcome for trial in survey.device_trials} == {"works"}
    assert survey.findings == ()


@pytest.mark.mpi(2)
def test_what_no_time_was_left_for_is_named(mpich: Mpi, tmp_path: Path) -> None:
    survey = try_devices(
        AskedDevices(mpis=[mpich], buffers="D,D", device="software", out=tmp_path, deadline=Deadline(end_s=0.0))
    )
    assert survey.device_trials == ()
    (warning,) = [words for words in survey.run.warnings if "the budget was over" in words]
    assert warning.endswith(", ".join(capability.name for capability in CAPABILITIES))


def test_what_is_told_of_wrong_bytes_and_closed_memory() -> None:
    trials = [
        DeviceTrial(mpi="x", capability="copy between processes", buffers="", outcome="kills the job", reason="no"),
        DeviceTrial(mpi="x", capability="contiguous", buffers="D", outcome="wrong bytes", reason="element 3"),
    ]
    assert [found.id for found in findings(trials, "gpu")] == ["device-wrong-bytes", "device-no-ipc"]


def test_an_mpi_that_takes_a_part_of_device_pointers_is_not_said_to_take_none() -> None:
    """As MPICH with UCX for CUDA: contiguous messages work, derived datatypes end the job."""
    dies = DeviceTrial(mpi="x", capability="derived type", buffers="D", outcome="kills the job", reason="rank 0 died")
    works = DeviceTrial(mpi="x", capability="contiguous", buffers="D", outcome="works")
    (part,), (none,) = findings([works, dies], "gpu"), findings([dies], "gpu")
    assert part.title.endswith("will crash on some device pointers: x")
    assert none.title.endswith("will crash on device pointers: x")
