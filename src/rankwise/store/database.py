"""The SQLite file: opened or refused in plain words, brought to this version's schema, SQLite's errors translated."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rankwise.core import files
from rankwise.core.errors import EnvironmentProblem, MeasurementFailed, RankwiseError, UsageError

# Each script brings the schema from version i to i + 1. Never change one that was released: append.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE runs (
            id TEXT PRIMARY KEY, kind TEXT NOT NULL, status TEXT NOT NULL, started_at TEXT NOT NULL,
            hostname TEXT NOT NULL, mpis TEXT NOT NULL, cells INTEGER NOT NULL, body BLOB NOT NULL
        ) WITHOUT ROWID""",
        """CREATE TABLE documents (
            run TEXT NOT NULL REFERENCES runs(id), kind TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (run, kind)
        )""",
        """CREATE TABLE blocks (
            run TEXT NOT NULL REFERENCES runs(id), flush INTEGER NOT NULL, cell TEXT NOT NULL, launch INTEGER NOT NULL,
            entries BLOB NOT NULL, times BLOB NOT NULL, PRIMARY KEY (run, cell, launch, flush)
        )""",
    ),
)
_BUSY_S = 20.0


def connect(path: Path, *, create: bool) -> sqlite3.Connection:
    """An open connection at this version's schema, proven writable when `create` is set.

    Without `create` a missing file is a UsageError and a file that may only be read is opened for reading. Raises
    EnvironmentProblem for a file that cannot be written, is no database, is damaged, or is newer than this rankwise.
    """
    if create:
        _make_folder(path)
    elif not path.is_file():
        raise UsageError("no-store", f"there are no runs in {path}", "`rankwise survey` measures one; --out says where")
    with translated(path):
        return _open(path, create=create)


def _open(path: Path, *, create: bool) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={'rwc' if create else 'rw'}"
    connection = sqlite3.connect(uri, uri=True, timeout=_BUSY_S, isolation_level=None)
    try:
        # A rollback journal, not WAL: one file remains after each command, and WAL is not safe on network file systems.
        connection.execute("PRAGMA journal_mode = DELETE")
        # Syncs the folder too, once a journal is deleted: else a power cut can bring back what was before a commit.
        connection.execute("PRAGMA synchronous = EXTRA")
        connection.execute("PRAGMA foreign_keys = ON")
        _migrate(connection, path, prove=create)
    except BaseException:
        connection.close()
        raise
    return connection


def _migrate(connection: sqlite3.Connection, path: Path, *, prove: bool) -> None:
    version = _version(connection, path)
    if version > len(MIGRATIONS):
        raise EnvironmentProblem(
            "newer-store",
            f"{path} has schema {version}, this rankwise knows up to {len(MIGRATIONS)}",
            "use a newer rankwise, or another --out",
        )
    if version == len(MIGRATIONS) and not prove:
        return
    with transaction(connection):
        # Another process may have brought it up to date between the look above and this lock.
        for number in range(_version(connection, path), len(MIGRATIONS)):
            for statement in MIGRATIONS[number]:
                connection.execute(statement)
            connection.execute(
                "INSERT INTO schema_version VALUES (?, ?)",
                (number + 1, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())),
            )
        if prove:
            # Changes nothing, but is written: a full disk or a read-only file is told before anything is measured.
            connection.execute("UPDATE schema_version SET version = version")


def _version(connection: sqlite3.Connection, path: Path) -> int:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "schema_version" in tables:
        return int(connection.execute("SELECT COALESCE(MAX(version), 0) FROM schema_version").fetchone()[0])
    if tables:
        raise EnvironmentProblem("not-a-store", f"{path} is a database of something else", "choose another --out")
    if not connection.in_transaction:
        return 0
    connection.execute("CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL)")
    return 0


def _make_folder(path: Path) -> None:
    files.place(path, "choose another --out")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, holding the write lock from the start."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # SQLite has already rolled back by itself when the disk was full
            connection.execute("ROLLBACK")
        raise


# SQLite's own words (the error code needs Python 3.11), the code we give, what to do about it.
_ENVIRONMENT = (
    (
        "unable to open",
        "cannot-write",
        "choose another --out, mend its permissions, or allow more open files (ulimit -n)",
    ),
    ("readonly database", "cannot-write", "choose another --out, or mend its permissions"),
    ("file is not a database", "not-a-store", "choose another --out, or move that file away"),
    (
        "malformed",
        "damaged-store",
        "restore it from a copy, or move it away; `sqlite3 FILE .recover` saves what is left",
    ),
    (
        "database is locked",
        "store-busy",
        "another rankwise has been writing to it all the time; wait, or use another --out",
    ),
)
AGAIN = "run the command again (a survey: with --resume)"
_WRITING = (
    ("disk is full", "disk-full", f"free some space, then {AGAIN}"),
    ("disk I/O error", "disk-error", f"is the file system full, over quota, or gone? Then {AGAIN}"),
)


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turns SQLite's errors into rankwise's: what was written before stays and can be read."""
    try:
        yield
    except sqlite3.Error as error:
        raise _error(path, str(error)) from error


def _error(path: Path, words: str) -> RankwiseError:
    for needle, code, hint in _ENVIRONMENT:
        if needle in words:
            return EnvironmentProblem(code, f"{path}: {words}", hint)
    for needle, code, hint in _WRITING:
        if needle in words:
            return MeasurementFailed(code, f"{path}: {words}; what was stored before is kept", hint)
    return EnvironmentProblem("store-failed", f"{path}: {words}", "is this a file that rankwise wrote?")
