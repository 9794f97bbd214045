"""What every verb takes at its door means the same in all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from builders import runs
from rankwise.cli.main import app
from rankwise.core import settings
from rankwise.measure import build

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


@pytest.mark.parametrize(("name", "words"), [("precision", "is not a precision"), ("watchdog", "is not a duration")])
def test_a_setting_that_is_no_figure_is_refused_wherever_settings_are_read(name: str, words: str) -> None:
    for command in (["config"], ["bench", "pingpong"]):
        done = CliRunner().invoke(app, command, env={settings.variable(name): "foo"})
        assert done.exit_code == 2
        assert f"{name} ({settings.variable(name)}): 'foo' {words}" in done.output


def test_the_compiler_setting_holds_wherever_an_engine_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setenv("RANKWISE_COMPILER", "my-g++")
    monkeypatch.setattr(build, "_wrapper", lambda _mpi: "mpicxx")
    monkeypatch.setattr(build, "_builder", lambda *_given, compiler, **_named: asked.append(compiler))
    monkeypatch.setattr(build, "made_once", lambda target, _build: target)
    monkeypatch.setattr(build, "_target", lambda *_given: Path("/nowhere"))
    build.engine_for(runs.mpi("mpich"))
    build.engine_for(runs.mpi("mpich"), compiler="")
    assert asked == ["my-g++", ""]


WHERE = {"bench", "fabrics", "map", "survey", "tune", "tune verify"}


@pytest.mark.parametrize("command", sorted(WHERE))
def test_where_ranks_run_is_said_in_the_same_words_by_every_command(command: str, tmp_path: Path) -> None:
    words = [*COMMANDS[command], "--hosts", "n1,n2", "--plan", str(tmp_path / "plan.toml"), "--out", str(tmp_path)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2
    assert "--hosts and --plan each say how many ranks run, and where" in done.output
    lost = CliRunner().invoke(app, [*COMMANDS[command], "--lab", "no-such-lab", "--out", str(tmp_path)])
    assert lost.exit_code != 0
    assert "the lab 'no-such-lab' is not up" in lost.output
