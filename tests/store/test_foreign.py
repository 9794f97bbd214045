"""A store that somebody sends runs no SQL, reaches no other file, ends, and is told from a damaged one."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import struct
import zlib
from array import array
from pathlib import Path

import msgspec
import pytest

from builders.runs import run, visit
from rankwise.core.errors import EnvironmentProblem, RankwiseError, UsageError
from rankwise.store import Store, blocks, database
from rankwise.store.foreign import journal_of

ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "rankwise.db"
    with Store.open(file) as store:
        store.begin(run())
        store.add_visits(run().id, [visit("a")])
    return file


def change(path: Path, *statements: str, values: tuple[object, ...] = ()) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement, values)


def read_all(path: Path) -> None:
    with Store.open(path, create=False) as store:
        store.runs()
        store.load("last")
        store.visits(run().id)


def refused(path: Path) -> RankwiseError:
    with pytest.raises(RankwiseError) as told:
        read_all(path)
    assert told.value.code in ("damaged-store", "not-a-store", "bad-record", "store-failed", "newer-store"), told.value
    return told.value


@pytest.mark.parametrize(
    ("statements", "what"),
    [
        (["ALTER TABLE runs RENAME TO kept", f"CREATE VIEW runs AS {ENDLESS} x AS id FROM c"], "table 'blocks'"),
        (["CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM runs; END"], "trigger 't'"),
        (["CREATE INDEX i ON runs (abs(cells))"], "index 'i'"),
        (["CREATE VIEW v AS SELECT 1"], "view 'v'"),
        (["CREATE TABLE more (x, y AS (x + 1))"], "table 'more'"),
        (["ALTER TABLE runs ADD COLUMN extra TEXT DEFAULT 'x'"], "table 'runs'"),
        (["DROP TABLE documents"], "no table 'documents'"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_schema_of_others_is_refused(path: Path, statements: list[str], what: str) -> None:
    change(path, *statements)
    for create in (True, False):
        with pytest.raises(EnvironmentProblem, match=what):
            Store.open(path, create=create)


@pytest.mark.parametrize("cell", ["id", "kind", "status", "started_at", "hostname", "mpis", "cells", "body"])
@pytest.mark.parametrize("value", [b"\xff\x00", "words", -1, 1.5, 1 << 62, b"", "../../x"], ids=repr)
def test_an_odd_cell_of_a_run_is_told(path: Path, cell: str, value: object) -> None:
    change(path, f"UPDATE runs SET {cell} = ?", values=(value,))
    with contextlib.suppress(RankwiseError):
        read_all(path)


@pytest.mark.parametrize("cell", ["flush", "cell", "launch", "entries", "times"])
@pytest.mark.parametrize("value", [b"\xff", "words", -1, 1.5, b"", zlib.compress(b"\x90"), zlib.compress(bytes(8))])
def test_an_odd_cell_of_a_block_is_told(path: Path, cell: str, value: object) -> None:
    change(path, f"UPDATE blocks SET {cell} = ?", values=(value,))
    with contextlib.suppress(RankwiseError):
        read_all(path)


@pytest.mark.parametrize("value", [-1, 99, 1 << 62])
def test_an_odd_version_is_told(path: Path, value: int) -> None:
    change(path, "UPDATE schema_version SET version = ?", values=(value,))
    refused(path)


def test_a_run_whose_name_is_a_path_is_refused(path: Path) -> None:
    body = zlib.compress(b'"../../x"'.join(zlib.decompress(bodies(path)).split(f'"{run().id}"'.encode())))
    change(path, "UPDATE runs SET id = '../../x', body = ?", values=(body,))
    assert "calls itself 'survey' '../../x'" in refused(path).message
    change(path, "UPDATE runs SET id = 'other'")
    assert "calls itself 'survey' '../../x'" in refused(path).message


def bodies(path: Path) -> bytes:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        body: bytes = connection.execute("SELECT body FROM runs").fetchone()[0]
    return body


@pytest.mark.parametrize(
    ("entries", "times"),
    [
        ([(0, 1, 0, 0.5, 10, (1 << 40, 0, 0), None, 0, None, 0.0)], 8),
        ([(0, 1, 0, 0.5, 10, (2, -1, 0), None, 0, None, 0.0)], 8),
        ([(0, 1, 0, float("nan"), 10, (1, 0, 0), None, 0, None, 0.0)], 8),
        ([], 100 << 20),
        ([], 7),
    ],
    ids=["more than there are", "less than none", "no number", "a bomb", "a part of a number"],
)
def test_a_damaged_block_is_told(path: Path, entries: list[object], times: int) -> None:
    packed = zlib.compress(msgspec.msgpack.encode(entries)), zlib.compress(bytes(times), 1)
    change(path, "UPDATE blocks SET entries = ?, times = ?", values=packed)
    assert refused(path).code == "damaged-store"


def test_times_that_are_no_numbers_are_told(path: Path) -> None:
    entries, _ = blocks.pack([(0, visit("a", samples=1))])
    whole = visit("a", samples=1)
    numbers = len(whole.samples_s) + len(whole.rank_samples_s) + len(whole.warmup_s)
    nan = blocks._shuffled(array("d", [float("nan")] * numbers))
    change(path, "UPDATE blocks SET entries = ?, times = ?", values=(entries, zlib.compress(nan)))
    assert "no numbers" in refused(path).message


def test_a_journal_deletes_no_other_file(path: Path, tmp_path: Path) -> None:
    """SQLite deletes the file that the end of a journal names, once it has undone what was not finished."""
    canary = tmp_path / "canary"
    canary.write_text("mine")
    name = str(canary).encode()
    page = 4096
    head = bytes.fromhex("d9d505f920a163d7") + struct.pack(">IIIII", 0, 0, 2, 512, page)
    tail = struct.pack(">I", (1 << 30) // page + 1) + name
    tail += struct.pack(">II", len(name), sum(name)) + head[:8]
    journal_of(path).write_bytes(head.ljust(512, b"\0") + tail)
    for create in (True, False):
        with pytest.raises(EnvironmentProblem, match="names another file"):
            Store.open(path, create=create)
    assert canary.read_text() == "mine"


@pytest.mark.parametrize("kind", ["link", "folder", "pipe"])
def test_a_journal_that_is_no_file_is_refused(path: Path, tmp_path: Path, kind: str) -> None:
    journal = journal_of(path)
    {
        "link": lambda: journal.symlink_to(tmp_path / "elsewhere"),
        "folder": journal.mkdir,
        "pipe": lambda: os.mkfifo(journal),
    }[kind]()
    assert "is no file" in refused(path).message


def test_a_write_ahead_log_is_refused_and_not_followed(path: Path) -> None:
    change(path, "PRAGMA journal_mode = WAL")
    before = sorted(file.name for file in path.parent.iterdir())
    refused(path)
    assert sorted(file.name for file in path.parent.iterdir()) == before


def test_reading_changes_nothing_and_needs_no_permission_to_write(path: Path) -> None:
    before = path.read_bytes(), path.stat().st_mtime_ns
    path.chmod(0o444)
    read_all(path)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_what_a_killed_writer_left_half_done_is_undone(path: Path) -> None:
    pid = os.fork()
    if pid == 0:
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE runs SET body = zeroblob(100000)")
        connection.execute("UPDATE blocks SET times = zeroblob(1000000)")
        os._exit(0)
    os.waitpid(pid, 0)
    assert journal_of(path).exists()
    read_all(path)
    assert not journal_of(path).exists()


def test_pages_in_a_circle_end(path: Path) -> None:
    """An inner page whose children are all one page: more rows than anybody can read."""
    size = int.from_bytes(path.read_bytes()[16:18], "big")
    with contextlib.closing(sqlite3.connect(path)) as connection:
        root = int(connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'blocks'").fetchone()[0])
        pages = int(connection.execute("PRAGMA page_count").fetchone()[0])
    data = bytearray(path.read_bytes())
    leaf = bytes(data[(root - 1) * size : root * size])
    data += leaf
    cells = 300
    for level in range(6):
        child = pages + 1 + level
        page = bytearray(size)
        page[0] = 5  # an inner page of a table
        page[3:5] = cells.to_bytes(2, "big")
        body = size - 5 * cells
        page[5:7] = body.to_bytes(2, "big")
        page[8:12] = child.to_bytes(4, "big")
        for number in range(cells):
            at = body + 5 * number
            page[at : at + 5] = child.to_bytes(4, "big") + b"\x01"
            page[12 + 2 * number : 14 + 2 * number] = at.to_bytes(2, "big")
        data += page
    data[(root - 1) * size : root * size] = page
    data[28:32] = (pages + 7).to_bytes(4, "big")
    path.write_bytes(data)
    with Store.open(path, create=False) as store, pytest.raises(EnvironmentProblem, match=r"more rows|does not end"):
        store._read("SELECT flush, entries FROM blocks NOT INDEXED", (), (int, bytes))


def test_an_empty_name_is_no_run(path: Path) -> None:
    with Store.open(path, create=False) as store, pytest.raises(UsageError, match="empty name"):
        store.load("")


def test_the_schema_that_is_expected_is_the_one_that_is_made(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert len(connection.execute(database._SCHEMA).fetchall()) == 4
