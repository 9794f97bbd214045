"""What it costs to add something: one of each is made in a copy of the package by the tables of CONTRIBUTING, is seen
to work, and does not work when a file of it is left out."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import pytest

from builders.addition import Addition
from builders.additions import ADDITIONS, KERNEL, PARAMETER
from rankwise.core.records import Mpi

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src/rankwise"
_PRELUDE = """
import sys, rankwise
assert rankwise.__file__.startswith(sys.argv[1]), rankwise.__file__
def cli(*words):
    from click.testing import CliRunner
    from rankwise.cli.main import app
    done = CliRunner().invoke(app, list(words), terminal_width=120)
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output
def schema():
    from rankwise.cli.reference import published_schema
    return published_schema()
"""


def listed(addition: Addition) -> list[str]:
    """The files that CONTRIBUTING names for it, of the package first."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    section = text.split(f"\n### {addition.section}\n")[1].split("\n## ")[0].split("\n### ")[0]
    table = section.split("| file | what to add |\n|---|---|\n")[1].split("\n\n")[0]
    return re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)


def made(addition: Addition, folder: Path, *, without: Collection[str] = ()) -> Path:
    """The folder of a copy of the package with what was added, but for some files."""
    copy = folder / "rankwise"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("engines"))
    add(addition, copy, without=without)
    return folder


def add(addition: Addition, copy: Path, *, without: Collection[str] = ()) -> None:
    for name, change in addition.files.items():
        if name in without:
            continue
        file = copy / name
        if isinstance(change, str):
            assert not file.exists()
            file.write_text(change)
            continue
        text = file.read_text()
        for there, instead in change:
            assert text.count(there) == 1, f"{name} has no single place {there!r}"
            text = text.replace(there, instead)
        file.write_text(text)


def tried(addition: Addition, folder: Path) -> subprocess.CompletedProcess[str]:
    """Its check, run where the copy is imported."""
    env = {**os.environ, "PYTHONPATH": f"{folder}:{ROOT / 'tests'}", "COLUMNS": "120"}
    words = [sys.executable, "-c", _PRELUDE + addition.works, str(folder)]
    return subprocess.run(words, env=env, capture_output=True, text=True, check=False, cwd=folder)


@pytest.mark.parametrize("addition", ADDITIONS, ids=lambda addition: addition.section)
def test_it_takes_the_files_that_are_listed_and_no_other(addition: Addition) -> None:
    files = [name for name in listed(addition) if not name.startswith("tests/")]
    assert len(files) <= addition.limit
    words = {"NAME": "sampled", "FAMILY": "mpich", "VERB": "share"}
    named = [re.sub("NAME|FAMILY|VERB", lambda word: words[word[0]], name) for name in files]
    assert named == list(addition.files)


@pytest.mark.parametrize("addition", [one for one in ADDITIONS if one.works], ids=lambda addition: addition.section)
def test_it_works_and_needs_each_of_them(addition: Addition, tmp_path: Path) -> None:
    done = tried(addition, made(addition, tmp_path / "whole"))
    assert done.returncode == 0, done.stderr
    for name in addition.files:
        if name.startswith("measure/engine/"):
            continue
        assert tried(addition, made(addition, tmp_path / name.replace("/", "-"), without=[name])).returncode, name


@pytest.mark.thorough("each addition is compiled or imported")
@pytest.mark.mpi(2)
def test_a_kernel_and_a_parameter_are_measured(mpich: Mpi, tmp_path: Path) -> None:
    folder = made(KERNEL, tmp_path / "copy")
    add(PARAMETER, folder / "rankwise")
    env = {**os.environ, "PYTHONPATH": str(folder), "XDG_CACHE_HOME": str(tmp_path / "cache")}

    def bench(*words: str) -> subprocess.CompletedProcess[str]:
        program = [sys.executable, "-c", "from rankwise.cli.main import main; main()"]
        line = [*program, "bench", "sampled", "--mpi", mpich.name, *words]
        return subprocess.run(line, env=env, capture_output=True, text=True, check=False, cwd=tmp_path)

    measured = bench(*["--sizes", "8", "--ranks", "2", "--budget", "1s", "--launches", "1", "--offset", "3", "--json"])
    assert measured.returncode == 0, measured.stderr
    run = json.loads(measured.stdout)["data"]
    assert [cell["id"] for cell in run["plan"]["cells"]] == [f"{mpich.name}/sampled/8/0-1/offset3"]
    assert run["results"][0]["estimate"]
    listing = bench("--list").stdout.split("sampled  (2 ranks)")[1].split("(")[0]
    assert "added by a test" in listing and "--offset" in listing
    refused = bench(*["--sizes", "8", "--ranks", "2", "--budget", "1s", "--launches", "1", "--offset", "9"])
    assert refused.returncode == 4 and "an offset of 9 is not below 8" in refused.stdout + refused.stderr
