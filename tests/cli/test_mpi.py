"""`rankwise mpi` as users and scripts meet it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from builders import runs
from builders.programs import EXAMPLES
from rankwise.cli.main import app
from rankwise.core import process
from rankwise.core.records import Mpi
from rankwise.mpis import catalog
from rankwise.verbs import mpi as verb


def rankwise(*words: str, **env: str) -> process.Completed:
    return process.run(
        [sys.executable, "-c", "from rankwise.cli.main import main; main()", *words],
        timeout_s=200,
        env={**os.environ, **env},
    )


def answer(*words: str, **env: str) -> dict[str, object]:
    done = rankwise(*words, "--json", **env)
    envelope: dict[str, object] = json.loads(done.stdout)
    assert envelope["schema"] == "rankwise/1"
    assert envelope["ok"] is (done.returncode == 0)
    return envelope


def test_list_names_what_is_installed(mpich: Mpi, openmpi: Mpi, impi: Mpi) -> None:
    listed = {item["prefix"]: item for item in answer("mpi", "list")["data"]}  # type: ignore[attr-defined]
    for mpi in (mpich, openmpi, impi):
        assert listed[mpi.prefix]["usable"]
        assert listed[mpi.prefix]["version"] == mpi.version
        assert listed[mpi.prefix]["engine"]
    words = rankwise("mpi", "list", NO_COLOR="1", COLUMNS="200").stdout
    assert all(mpi.version in words for mpi in (mpich, openmpi, impi))


def test_show_tells_all_of_one(openmpi: Mpi) -> None:
    words = rankwise("mpi", "show", openmpi.prefix).stdout
    for part in (openmpi.version, openmpi.prefix, "libmpi.so.40", "shm tcp ucx", str(openmpi.launcher)):
        assert part in words


@pytest.mark.mpi(2)
def test_show_says_how_to_use_it_in_a_shell(any_mpi: Mpi, tmp_path: Path) -> None:
    lines = rankwise("mpi", "show", any_mpi.prefix).stdout.splitlines()
    (export,) = [line.partition("export ")[2] for line in lines if line.startswith("in a shell")]
    script = f"export {export}; mpicc -O2 '{EXAMPLES}/descent.c' -o descent -lm && mpirun -n 2 ./descent 1024 10"
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    done = process.run(["sh", "-c", script], timeout_s=200, cwd=tmp_path, env={**os.environ, **root})
    assert done.ok and "us per step" in done.stdout, done.describe()


@pytest.mark.usefixtures("mpich")
def test_mistakes_have_codes_and_hints() -> None:
    error = answer("mpi", "show", "mpihc")["error"]
    assert error["code"] == "unknown-mpi" and "mpich" in error["hint"]  # type: ignore[index]
    assert rankwise("mpi", "show", "mpihc").returncode == 2
    assert answer("mpi", "install", "mvapich")["error"]["code"] == "not-installable"  # type: ignore[index]


def test_an_installation_beside_the_same_version_says_under_which_name_that_is(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, other = runs.mpi("mpich"), runs.mpi("mpich"), runs.mpi("openmpi")
    second = replace(second, name="mpich@/data/mpich", prefix="/data/mpich")
    monkeypatch.setattr(catalog, "find_all", lambda: [first, second, other])
    monkeypatch.setattr(verb.installer, "install", lambda _name, _device="": second)
    monkeypatch.setattr(verb, "with_engine", lambda mpi: mpi)
    done = CliRunner().invoke(app, ["mpi", "install", "mpich", "--json"])
    (warning,) = json.loads(done.stdout)["warnings"]
    assert warning == (
        "mpich 5.0.2 is here already, as mpich: this installation is called mpich@/data/mpich, and `--mpi all` "
        "measures each of them"
    )
    monkeypatch.setattr(catalog, "find_all", lambda: [second, other])
    assert not json.loads(CliRunner().invoke(app, ["mpi", "install", "mpich", "--json"]).stdout).get("warnings")


def test_add_and_remove(openmpi: Mpi, tmp_path: Path) -> None:
    here = {"XDG_DATA_HOME": str(tmp_path)}
    added = answer("mpi", "add", f"{openmpi.prefix}/lib/libmpi.so.40", **here)["data"]
    assert [item["prefix"] for item in added] == [openmpi.prefix]  # type: ignore[attr-defined]
    assert "forgot" in rankwise("mpi", "remove", openmpi.prefix, **here).stdout
    assert Path(openmpi.prefix, "bin").is_dir()
    assert rankwise("mpi", "remove", openmpi.prefix, **here).returncode == 2
