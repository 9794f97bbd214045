"""A rank that comes late to everything: what the trace of real programs says of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from builders.programs import compiled
from fuzz.seeds import trace, whole_trace
from rankwise.core import process
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.mpis import catalog
from rankwise.tracing.events import events_of, read_events
from rankwise.tracing.file import FILE
from rankwise.tracing.library import tracing
from rankwise.tracing.waiting import waiting


@pytest.mark.mpi(ranks=3)
def test_a_late_rank_is_what_others_waited_for(any_mpi: Mpi, tmp_path: Path) -> None:
    program = compiled(any_mpi, Path(__file__).with_name("trace_late.c"), tmp_path / "late")
    folder = tmp_path / "trace"
    folder.mkdir()
    place = Place(host=None, program=str(program))
    launch = catalog.launcher_for(any_mpi).command(any_mpi, LaunchSpec(places=(place,) * 3))
    done = process.run(launch.argv, timeout_s=120, env={**launch.env, **tracing(any_mpi, folder)})
    assert done.ok, done.describe()
    found = waiting(read_events(folder))
    assert found is not None and found.clock_error_s == 0.0 and found.one_of == 1
    assert found.causes[0].rank == 1
    # Each of these 3 rounds lasted 300 ms at the least for the rank that waited.
    kinds = {(wait.why, wait.call) for wait in found.waits if wait.on == 1 and wait.time_s > 0.2}
    assert {
        ("late to a collective", "Allreduce"),
        ("late sender", "Sendrecv"),
        ("late sender", "Waitall"),
        ("late receiver", "Ssend"),
    } <= kinds


def test_times_of_a_damaged_clock_are_no_error() -> None:
    file = np.frombuffer(whole_trace(trace()), FILE, count=1).copy()
    file["loaded_ticks"], file["last_ticks"] = (1 << 63) + 5, (1 << 64) - 1
    events = events_of(file.tobytes())
    assert events is not None and len(events.key) == 1
