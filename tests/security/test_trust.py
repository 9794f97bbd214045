"""Whose settings and caches are followed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rankwise.core import paths, settings
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.files import put
from rankwise.core.trust import check_file, checked_folder
from rankwise.measure.preload import preload_for

NOBODY = 65534


@pytest.fixture(autouse=True)
def _nothing_judged_before() -> None:
    checked_folder.cache_clear()


def rankwise(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from rankwise.cli.main import main; main()", *words],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.other_user
@pytest.mark.parametrize("owned", ["file", "folder"])
def test_settings_of_another_user_are_refused_with_the_owner(tmp_path: Path, owned: str) -> None:
    file = tmp_path / "rankwise.toml"
    file.write_text('compiler = "/tmp/evil"\n')
    os.chown(file if owned == "file" else tmp_path, NOBODY, NOBODY)
    refused = rankwise(tmp_path, "config")
    assert refused.returncode == 3
    assert "belongs to user nobody, not to user root" in refused.stderr
    assert f"rankwise --trust {tmp_path}" in refused.stderr
    assert "/tmp/evil" in rankwise(tmp_path, "--trust", str(tmp_path), "config").stdout
    assert "/tmp/evil" in rankwise(tmp_path, "config", RANKWISE_TRUST=f"/nowhere:{tmp_path}").stdout


@pytest.mark.parametrize(("mode", "who"), [(0o666, "every user"), (0o777, "every user")])
def test_settings_that_everybody_may_write_are_refused(tmp_path: Path, mode: int, who: str) -> None:
    file = tmp_path / "rankwise.toml"
    file.write_text("")
    (file if mode == 0o666 else tmp_path).chmod(mode)
    with pytest.raises(EnvironmentProblem, match=f"may be written by {who}"):
        check_file(file)


@pytest.mark.other_user
def test_a_shared_group_is_refused_and_a_folder_that_keeps_files_apart_is_not(tmp_path: Path) -> None:
    file = tmp_path / "rankwise.toml"
    file.write_text("")
    tmp_path.chmod(0o1777)  # as /tmp: others can make files there, but not replace this one
    check_file(file)
    os.chown(file, 0, NOBODY)
    file.chmod(0o664)
    with pytest.raises(EnvironmentProblem, match="may be written by group"):
        check_file(file)


@pytest.mark.other_user
@pytest.mark.parametrize("variable", ["XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"])
def test_what_another_user_keeps_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, str(tmp_path))
    (tmp_path / "rankwise").mkdir()
    wanted = {
        "XDG_CACHE_HOME": paths.cache_dir,
        "XDG_STATE_HOME": paths.state_dir,
        "XDG_DATA_HOME": paths.data_dir,
        "XDG_CONFIG_HOME": paths.config_dir,
    }[variable]
    assert wanted() == tmp_path / "rankwise"
    os.chown(tmp_path / "rankwise", NOBODY, NOBODY)
    checked_folder.cache_clear()
    with pytest.raises(EnvironmentProblem, match="belongs to user nobody"):
        wanted()
    monkeypatch.setenv("RANKWISE_TRUST", str(tmp_path))
    assert wanted() == tmp_path / "rankwise"


@pytest.mark.parametrize("home", ["", "here"])
def test_a_home_that_is_no_full_path_is_refused(home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", home)
    with pytest.raises(UsageError, match=f"HOME is '{home}'"):
        paths.cache_dir()
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")
    with pytest.raises(UsageError, match="XDG_CACHE_HOME is 'cache'"):
        paths.cache_dir()


def test_an_empty_folder_for_results_is_refused() -> None:
    with pytest.raises(UsageError, match="--out is empty"):
        settings.load({"out": ""})


def test_what_rankwise_makes_is_not_refused_whatever_the_umask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    before = os.umask(0)
    try:
        put(paths.cache_dir() / "knobs" / "x.json", "{}")
    finally:
        os.umask(before)
    checked_folder.cache_clear()
    assert paths.cache_dir().stat().st_mode & 0o022 == 0


@pytest.mark.other_user
@pytest.mark.parametrize("depth", [1, 2, 3], ids=["preloads", "folder", "library"])
def test_what_another_user_put_below_the_own_cache_is_not_loaded(
    tmp_path: Path, depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    parts = ("preloads", "schedules-x", "librankwise-schedules.so")
    put(tmp_path.joinpath("rankwise", *parts), "x")
    assert paths.cached(*parts).is_file()
    os.chown(tmp_path.joinpath("rankwise", *parts[:depth]), NOBODY, NOBODY)
    with pytest.raises(EnvironmentProblem, match="belongs to user nobody"):
        paths.cached(*parts)


@pytest.mark.other_user
def test_a_library_of_another_user_is_refused_where_it_would_be_preloaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    library = preload_for("noyield")
    assert library.is_relative_to(tmp_path), "this checkout has no library that is built already"
    os.chown(library, NOBODY, NOBODY)
    with pytest.raises(EnvironmentProblem, match="belongs to user nobody"):
        preload_for("noyield")


@pytest.mark.parametrize("name", ["/tmp/x", "../x", "x", "relay/forwarder", ""])
def test_no_file_but_our_own_is_compiled_and_loaded_by_a_name(name: str) -> None:
    with pytest.raises(UsageError, match="is no library of rankwise"):
        preload_for(name)


LONG = "x" * 300


@pytest.mark.parametrize("variable", ["HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"])
def test_a_home_that_cannot_be_looked_at_is_told(tmp_path: Path, variable: str) -> None:
    """Its name is too long; one below a folder that is closed to the user is the same."""
    homes = {"HOME": str(tmp_path), "XDG_CACHE_HOME": "", "XDG_DATA_HOME": ""}
    told = rankwise(tmp_path, "mpi", "list", **{**homes, variable: str(tmp_path / LONG)})
    assert told.returncode == 3
    assert "File name too long" in told.stderr and "to a folder that you own" in told.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("run", "--tuning", LONG, "--", "true"),
        ("runs", "list", "--out", LONG),
        ("bench", "pingpong", "--out", LONG),
        ("bench", "pingpong", "--mpi", f"mpich@/{LONG}"),
        ("machine", "export", "phi-cluster", "--to", LONG),
        ("cluster", "render", "plan.toml", LONG),
    ],
    ids=lambda words: " ".join(words[:3]),
)
def test_a_path_that_cannot_be_looked_at_is_told(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "plan.toml").write_text('name = "p"\nnodes = [{ numbers = [1, 2], name = "n{node}" }]\n')
    told = rankwise(tmp_path, *words)
    assert told.returncode in (2, 3), told.stderr
    assert told.stderr.startswith("rankwise: ") and "Traceback" not in told.stderr
