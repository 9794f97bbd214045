"""What is built once is told where a command runs, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.runs import mpi
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.notice import Teller, notice, told_by
from rankwise.measure.build import engine_for


def teller(into: list[str]) -> Teller:
    @contextmanager
    def tell(text: str) -> Iterator[None]:
        into.append(text)
        try:
            yield
        finally:
            into.append("end")

    return tell


def test_a_notice_goes_where_it_is_wanted() -> None:
    outer, inner = list[str](), list[str]()
    with notice("nobody is told"):
        pass
    with told_by(teller(outer)):
        with told_by(teller(inner)), notice("fetching"):
            pass
        with notice("building"):
            assert outer == ["building"]
    assert (outer, inner) == (["building", "end"], ["fetching", "end"])


def test_the_engine_is_named_before_it_is_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told: list[str] = []
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    library = tmp_path / "libmpi.so"
    library.write_bytes(b"")
    broken = replace(mpi("mpich"), library=str(library), compiler="/bin/false")
    with told_by(teller(told)), pytest.raises(EnvironmentProblem, match="engine"):
        engine_for(broken, defines=("X=1",))
    assert told == [f"building the engine for {broken.name} {broken.version}, once, half a minute on quiet CPUs", "end"]
