"""What endpoints see although /tmp is private inside a lab."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from rankwise.lab import up
from rankwise.lab.build import Programs


def test_engines_and_mpis_below_tmp_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as home:
        for variable, name in (("XDG_CACHE_HOME", "cache"), ("XDG_DATA_HOME", "data")):
            monkeypatch.setenv(variable, f"{home}/{name}")
        programs = Programs(Path("/x/endpoint"), Path("/x/switch"))
        seen = up._visible(Path("/x/lab"), programs, ())
        kept = {Path(home).resolve() / "cache/rankwise", Path(home).resolve() / "data/rankwise"}
        assert kept <= set(seen)
        assert all(path.is_dir() for path in kept)


def test_what_is_not_below_tmp_needs_no_share(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(variable, "/root/elsewhere")
    seen = up._visible(Path("/x/lab"), Programs(Path("/x/endpoint"), Path("/x/switch")), ())
    assert not [path for path in seen if path.is_relative_to("/root/elsewhere")]
