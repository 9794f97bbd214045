"""A rank that wakes elsewhere than asked fails its launch."""

from __future__ import annotations

import dataclasses
import os
import shlex
from pathlib import Path

import pytest
from msgspec.structs import replace

from measure.launching import side
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Mpi
from rankwise.measure.session import Session

CPU = min(os.sched_getaffinity(0))
pytestmark = pytest.mark.mpi(2)


def bound_to(mpi: Mpi, cpu: int, program: Path | None = None):  # type: ignore[no-untyped-def]
    plain = side(mpi)
    places = tuple(
        replace(place, cpus=(cpu,), **({"program": str(program)} if program else {})) for place in plain.spec.places
    )
    return dataclasses.replace(plain, spec=replace(plain.spec, places=places, oversubscribed=True))


def test_ranks_say_where_they_woke_whatever_an_outer_job_calls_them(
    mpich: Mpi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMPI_COMM_WORLD_RANK", "7")
    with Session(bound_to(mpich, CPU), 0) as session:
        assert [facts.cpus for facts in session.facts.ranks] == [(CPU,), (CPU,)]


@pytest.mark.each_mpi
def test_a_rank_that_was_moved_fails_the_launch(any_mpi: Mpi, tmp_path: Path) -> None:
    program = tmp_path / "engine"
    real = side(any_mpi).spec.places[0].program
    # A library that binds anew is acted by leaving the engine's own binding away.
    program.write_text(
        "#!/bin/sh\n"
        'words=; skip=; for word in "$@"; do [ "$skip" ] && { skip=; continue; }\n'
        '[ "$word" = --cpus ] && { skip=1; continue; }; words="$words $word"; done\n'
        f"exec {shlex.quote(real)} $words\n"
    )
    program.chmod(0o755)
    if len(os.sched_getaffinity(0)) < 2:
        pytest.skip("one core: there is nowhere else to be")
    with pytest.raises(MeasurementFailed, match=rf"rank 0 on .* runs on CPU .*, not on {CPU}; rank 1") as moved:
        Session(bound_to(any_mpi, CPU, program), 0)
    assert moved.value.code == "misplaced"
