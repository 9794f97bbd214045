"""A mistyped name or value is refused before anything is built."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from rankwise.cli.main import app
from rankwise.core.errors import Exit
from rankwise.measure import build


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("bench pingpng -n 2", "no kernel is called 'pingpng'"),
        ("bench pingpong --load allreduc:8 -n 2", "no kernel is called 'allreduc'"),
        ("bench pingpong --comm x,y -n 2", "'x,y' names no ranks"),
        ("bench pingpong --sizes 8q", "'8q' is not a size"),
        ("bench pingpong --mpi mpcih", "no MPI is called 'mpcih'"),
        ("compare default bind=none --kernels pingpng", "no kernel is called 'pingpng'"),
        ("compare default bind=none --sizes 8q", "'8q' is not a size"),
        ("compare mpcih openmpi", "no MPI is called 'mpcih'"),
        ("survey --mpi mpcih", "no MPI is called 'mpcih'"),
        ("survey --precision x", "'x' is not a precision"),
        ("fabrics --mpi mpcih", "no MPI is called 'mpcih'"),
        ("map --mpi mpcih", "no MPI is called 'mpcih'"),
        ("scale --mpi mpcih", "no MPI is called 'mpcih'"),
        ("tune --mpi mpcih", "no MPI is called 'mpcih'"),
        ("simulate phi-cluster --kernels pingpng", "no kernel is called 'pingpng'"),
    ],
)
def test_it_is_refused_before_a_build(line: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def made(*_arguments: object) -> Path:
        raise AssertionError("a build begins")

    monkeypatch.setattr(build, "made_once", made)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, shlex.split(line))
    assert done.exit_code == Exit.USAGE, done.output
    assert done.stderr.splitlines()[-2 if "->" in done.stderr else -1].startswith(f"rankwise: {told}")


@pytest.mark.parametrize(
    "line",
    ["tune", "improve -- mpirun -n 2 ./app", "schedule bcast --machine phi-cluster --fabric dapl --sizes 8"],
)
def test_where_nothing_can_be_written_is_told_before_the_work(line: str, tmp_path: Path) -> None:
    own, _, program = line.partition(" -- ")
    for name in (".", "file/tuning.toml"):
        (tmp_path / "file").touch()
        words = [*own.split(), "--file", str(tmp_path / name), *(["--", *program.split()] if program else [])]
        done = CliRunner().invoke(app, words)
        assert done.exit_code == Exit.ENVIRONMENT, done.output
        assert f"cannot write {tmp_path / name}: " in done.stderr and "choose another --file" in done.stderr


def test_a_folder_is_no_tuning() -> None:
    for folder in (".", "/", ".."):
        done = CliRunner().invoke(app, ["tune", "explain", folder])
        assert done.exit_code == Exit.USAGE and f"cannot read {folder}: it is a folder" in done.stderr


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("simulate nomachine", "`rankwise machine list` names the machines"),
        ("simulate phi-clustr", "do you mean the machine phi-cluster?"),
        ("place --machine cluster.toml --pattern ring", "`rankwise cluster new` writes a plan"),
        ("cluster check cluster.toml", "`rankwise cluster new` writes a plan"),
        ("cluster render cluster.toml files", "`rankwise cluster new` writes a plan"),
    ],
)
def test_a_hint_names_the_command_that_makes_what_is_missing(
    line: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, shlex.split(line))
    assert done.exit_code == Exit.USAGE and hint in done.stderr, done.stderr
