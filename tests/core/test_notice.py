"""What is built once is told where a command runs, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.runs import mpi
from rankwise.core import notice
from rankwise.core.errors import EnvironmentProblem
from rankwise.measure.build import engine_for


def test_a_notice_goes_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(notice, "_LISTENERS", [])
    notice.notice("nobody is told")
    notice.tell_by(told.append)
    notice.notice("building")
    assert told == ["building"]


def test_the_engine_is_named_before_it_is_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told: list[str] = []
    monkeypatch.setattr(notice, "_LISTENERS", [told.append])
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    library = tmp_path / "libmpi.so"
    library.write_bytes(b"")
    broken = replace(mpi("mpich"), library=str(library), compiler="/bin/false")
    with pytest.raises(EnvironmentProblem, match="engine"):
        engine_for(broken, defines=("X=1",))
    assert told == [f"building the engine for {broken.name} {broken.version}, once, for up to half a minute"]
