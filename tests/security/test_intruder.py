"""A second user of the machine changes nothing of the first one's, while that one reads, measures and stores."""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.robust.hostile import outcomes_of
from benchmarks.robust.table import cases
from builders.runs import run, visit
from rankwise.core import process
from rankwise.core.records import Mpi
from rankwise.store import Store
from security.second_user import second_user

ROOT = Path(__file__).parents[2]


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user can look into, as homes and results of many sites are."""
    folder = Path(tempfile.mkdtemp(prefix="rankwise-first-", dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def seen(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    return {
        str(path): (path.lstat().st_mode, path.lstat().st_uid, path.read_bytes() if path.is_file() else b"")
        for path in folder.rglob("*")
    }


@pytest.mark.mpi(2)
@pytest.mark.other_user
def test_a_second_user_changes_nothing_of_the_first(mpich: Mpi, open_folder: Path) -> None:
    results, work, shared = (open_folder / name for name in ("results", "work", "tmp"))
    work.mkdir()
    shared.mkdir()
    shared.chmod(0o1777)
    with Store.open(results / "rankwise.db") as store:
        store.begin(run())
        store.add_visits(run().id, [visit(run().plan.cells[0].id)])
    before = seen(results)
    env = {**os.environ, "PYTHONPATH": f"{ROOT / 'tests'}:{ROOT}"}
    own = {
        **env,
        "TMPDIR": str(shared),
        **{f"XDG_{name}_HOME": f"{open_folder}/{name}" for name in ("STATE", "CONFIG")},
    }
    with second_user(open_folder) as intruder:
        outcomes = outcomes_of(random.Random(1).sample(range(len(cases())), 6), work)
        rankwise = Path(sys.executable).with_name("rankwise")
        words = ["bench", "pingpong", "--sizes", "8", "--budget", "2s", "--mpi", mpich.name, "--ranks", "2", "-q"]
        done = process.run([rankwise, *words, "--out", open_folder / "measured"], timeout_s=200, env=own)
    assert intruder.worked == []
    assert intruder.tried > 100
    assert done.ok, done.describe()
    assert [outcome.wrong for outcome in outcomes if outcome.wrong] == []
    assert seen(results) == before
    assert [path for path in open_folder.rglob("*") if path.lstat().st_uid != os.geteuid()] == []
