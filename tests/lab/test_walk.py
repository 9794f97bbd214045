"""The walk of docs/cluster.md, as it stands there: a plan, its files, a lab of them, each class of path, one job."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import rankwise
from rankwise.core.records import Mpi
from rankwise.lab.down import down
from rankwise.model.records import Map

pytestmark = [pytest.mark.netns, pytest.mark.mpi(4), pytest.mark.timeout(900)]
ROOT = Path(__file__).parents[2]


def commands() -> str:
    """The lines of the walk that a shell takes."""
    text = (ROOT / "docs/cluster.md").read_text().partition("## The whole walk")[2]
    return textwrap.dedent("\n".join(re.findall(r"^    .*$", text, re.MULTILINE)))


@pytest.mark.thorough("its commands have tests of their own")
def test_every_command_of_the_walk_works(mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))  # its lab is the only one that is up
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    data = str(Path(mpich.prefix).parents[2])
    script = commands().replace("~/.local/share", data)
    assert script.count("rankwise ") >= 8
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    try:
        done = subprocess.run(
            ["bash", "-e", "-x", "-c", script],
            cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    finally:
        down("phi-cluster")
    assert "what was looked at is all as planned" in done.stdout
    out = tmp_path / "rankwise-results"
    results = [rankwise.load_answer(run.id, out) for run in rankwise.list_runs(out)]
    (measured,) = [result for result in results if isinstance(result, Map)]
    assert measured.classes and all(item.latency_s > 0 for item in measured.classes)
    assert {endpoint.kind for endpoint in measured.endpoints} == {"core", "card"}
    assert all(path.reachable for path in measured.paths)
    assert re.search(r"^allreduce, mpich.*4 ranks", done.stdout, re.MULTILINE)
