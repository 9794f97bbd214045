"""The SQLite file: opened or refused in plain words, brought to this version's schema, SQLite's errors translated."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, Literal

from rankwise.core import files
from rankwise.core.errors import EnvironmentProblem, MeasurementFailed, RankwiseError, UsageError
from rankwise.store import foreign

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
_VERSIONS = "CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL)"
_SCHEMA = "SELECT type, name, COALESCE(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite_autoindex_%'"


def connect(path: Path, *, create: bool) -> sqlite3.Connection:
    """An open connection at this version's schema, proven writable when `create` is set.

    Without `create` a missing file is a UsageError, and nothing is written but what a writer that was killed left half
    done. Raises EnvironmentProblem for a file that cannot be written, is no database, is damaged, was changed by
    others, or is newer than this rankwise.
    """
    if create:
        _make_folder(path)
    elif not files.is_file(path):
        raise UsageError("no-store", f"there are no runs in {path}", "`rankwise survey` measures one; --out says where")
    with translated(path):
        foreign.check_files(path)
        if create:
            return _open(path, "rwc")
        unfinished = foreign.journal_of(path).exists()  # to be undone, which needs to write
        try:
            return _open(path, "rw" if unfinished else "ro")
        except _Older:
            return _open(path, "rw")


class _Older(Exception):
    """A store that has to be brought up to date, opened for reading."""


def _open(path: Path, mode: Literal["ro", "rw", "rwc"]) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, timeout=_BUSY_S, isolation_level=None)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        if mode != "ro":
            # A rollback journal, not WAL: one file remains after each command, and WAL is not safe on network file
            # systems.
            connection.execute("PRAGMA journal_mode = DELETE")
            # Syncs the folder too, once a journal is deleted: else a power cut can bring back what was before a commit.
            connection.execute("PRAGMA synchronous = EXTRA")
            connection.execute("PRAGMA foreign_keys = ON")
        _migrate(connection, path, mode)
    except BaseException:
        connection.close()
        raise
    return connection


def read(
    connection: sqlite3.Connection, path: Path, query: str, parameters: Sequence[object], kinds: tuple[type, ...]
) -> list[tuple[Any, ...]]:
    """The rows of a query, every cell of its kind. Raises EnvironmentProblem for a cell that is of another, and for a
    damaged file that has more rows than it can hold: its pages may lead in a circle."""
    with translated(path), foreign.bounded_work(connection, path) as count:
        rows = []
        for row in connection.execute(query, parameters):
            for cell, kind in zip(row, kinds, strict=True):
                if not isinstance(cell, kind):
                    raise foreign.damaged(path, f"{type(cell).__name__} where {kind.__name__} should be")
            count(row)
            rows.append(row)
        return rows


def _migrate(connection: sqlite3.Connection, path: Path, mode: Literal["ro", "rw", "rwc"]) -> None:
    version, prove = _version(connection, path), mode == "rwc"
    if version > len(MIGRATIONS):
        raise EnvironmentProblem(
            "newer-store",
            f"{path} has schema {version}, this rankwise knows up to {len(MIGRATIONS)}",
            "use a newer rankwise, or another --out",
        )
    if version == len(MIGRATIONS) and not prove:
        return
    if mode == "ro":
        raise _Older
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
    schema = read(connection, path, _SCHEMA, (), (str, str, str))
    if ("table", "schema_version", _VERSIONS) in schema:
        query = "SELECT COALESCE(MAX(version), 0) FROM schema_version"
        version = int(read(connection, path, query, (), (int,))[0][0])
        _check_schema(path, schema, version)
        return version
    if schema:
        raise EnvironmentProblem("not-a-store", f"{path} is a database of something else", "choose another --out")
    if connection.in_transaction:
        connection.execute(_VERSIONS)
    return 0


def _check_schema(path: Path, schema: list[tuple[Any, ...]], version: int) -> None:
    """Raises EnvironmentProblem for tables, views, triggers or columns that no release made: SQL of others would run
    where runs are read."""
    if version < 0:
        raise foreign.damaged(path, f"it has schema {version}")
    if version > len(MIGRATIONS):
        return  # of a release to come
    with contextlib.closing(sqlite3.connect(":memory:")) as ours:
        for statement in (_VERSIONS, *chain.from_iterable(MIGRATIONS[:version])):
            ours.execute(statement)
        expected = set(ours.execute(_SCHEMA))
    if foreign_parts := sorted(set(schema) - expected):
        kind, name, _ = foreign_parts[0]
        raise foreign.damaged(path, f"its {kind} '{name}' is none that rankwise made")
    if missing := sorted(expected - set(schema)):
        raise foreign.damaged(path, f"it has no {missing[0][0]} '{missing[0][1]}'")


def _make_folder(path: Path) -> None:
    files.place(path)


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
