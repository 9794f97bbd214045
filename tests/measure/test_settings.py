"""The preload that brings settings to ranks of launchers that carry no environment."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rankwise.core import process
from rankwise.measure.preload import preload_for

LINES = "# A=9\nA=1\nB=x=y\nC\nD="


@pytest.mark.parametrize(("off", "seen"), [({}, {"A=1", "B=x=y", "D="}), ({"RANKWISE_SETTINGS": "0"}, {"A=0"})])
def test_the_lines_beside_it_replace_what_is_set_unless_it_is_off(
    tmp_path: Path, off: dict[str, str], seen: set[str]
) -> None:
    library = shutil.copy(preload_for("settings"), tmp_path / "settings.so")
    (tmp_path / "environment").write_text(LINES)
    preload = {"LD_PRELOAD": str(library)}
    done = process.run([shutil.which("env") or "env"], timeout_s=100, env={"A": "0", **off, **preload})
    assert done.ok, done.describe()
    assert {line for line in done.stdout.splitlines() if line[:1] in "ABCD"} == seen


def test_a_library_without_lines_beside_it_says_so(tmp_path: Path) -> None:
    library = shutil.copy(preload_for("settings"), tmp_path / "settings.so")
    done = process.run([shutil.which("env") or "env"], timeout_s=100, env={"LD_PRELOAD": str(library)})
    assert done.ok and f"no file `environment` lies beside {library}" in done.stderr
