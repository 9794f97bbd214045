"""What every verb takes at its door means the same in all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from builders import runs
from rankwise.cli.main import app
from rankwise.core.errors import UsageError
from rankwise.measure import build
from rankwise.placement.targets import of_hosts

COMMANDS = {
    "bench": ["bench", "pingpong"],
    "compare": ["compare", "default", "bind=none"],
    "fabrics": ["fabrics"],
    "map": ["map"],
    "survey": ["survey"],
    "tune": ["tune"],
    "tune verify": ["tune", "verify", "tuning.toml"],
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("source", ["--launcher", "RANKWISE_LAUNCHER"])
def test_an_unknown_launcher_is_refused_by_every_command(command: str, source: str, tmp_path: Path) -> None:
    words = [*COMMANDS[command], *(["--launcher", "foo"] if source == "--launcher" else []), "--out", str(tmp_path)]
    env = {"RANKWISE_LAUNCHER": "foo"} if source != "--launcher" else {}
    done = CliRunner().invoke(app, words, env=env)
    assert done.exit_code == 2
    assert f"unknown launcher 'foo' ({source})" in done.output
    assert "use mpiexec or srun" in done.output


def test_the_compiler_setting_holds_wherever_an_engine_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setenv("RANKWISE_COMPILER", "my-g++")
    monkeypatch.setattr(build, "_wrapper", lambda _mpi: "mpicxx")
    monkeypatch.setattr(build, "_build", lambda *given: asked.append(given[3]))
    monkeypatch.setattr(build, "_target", lambda *_given: Path("/nowhere"))
    build.engine_for(runs.mpi("mpich"))
    build.engine_for(runs.mpi("mpich"), compiler="")
    assert asked == ["my-g++", ""]


def test_a_host_that_is_named_twice_has_two_endpoints() -> None:
    twice = of_hosts(["a", "b", "a"], ())
    assert [endpoint.id for endpoint in twice.endpoints] == ["a#0", "b", "a#2"]
    assert twice.hosts == {"a#0": "a", "b": "b", "a#2": "a"}
    with pytest.raises(UsageError, match="two endpoints or more"):
        of_hosts(["a"], ())
