"""What a SQLite file of somebody else must not be able to do: reach other files, run SQL, or never end."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from rankwise.core.errors import EnvironmentProblem

# https://sqlite.org/fileformat2.html: "The Database Header", "The Rollback Journal"; pager.c: readSuperJournal.
_MAGIC: Final = b"SQLite format 3\0"
_ROLLBACK: Final = b"\x01\x01"  # file format versions at 18 and 19; 2 is a write-ahead log
_JOURNAL_MAGIC: Final = bytes.fromhex("d9d505f920a163d7")
_STEPS: Final = 1000  # instructions of SQLite between two looks
_STEPS_PER_BYTE: Final = 4  # a row takes tens of bytes, and about ten instructions
_ALWAYS: Final = 1 << 20
_MEND: Final = "restore it from a copy, or move it away"


def journal_of(path: Path) -> Path:
    """Where SQLite keeps what it needs to undo a write that was not finished."""
    return path.with_name(f"{path.name}-journal")


def check_files(path: Path) -> None:
    """Raises EnvironmentProblem for a database that is not kept as we keep it, and for a journal that names a file
    beside its own: SQLite deletes that file when it undoes what was not finished."""
    if path.is_file():
        with path.open("rb") as file:
            head = file.read(20)
        cut = (
            not head.strip(b"\0") and journal_of(path).exists()
        )  # a power cut: its journal brings back what was before
        if head and not cut and (not head.startswith(_MAGIC) or head[18:20] != _ROLLBACK):
            raise EnvironmentProblem(
                "not-a-store", f"{path} is no database of rankwise", "choose another --out, or move that file away"
            )
    journal = journal_of(path)
    if journal.is_symlink() or (journal.exists() and not journal.is_file()):
        raise damaged(path, f"{journal.name} is no file")
    if journal.exists():
        with journal.open("rb") as file:
            file.seek(max(0, journal.stat().st_size - len(_JOURNAL_MAGIC)))
            if file.read() == _JOURNAL_MAGIC:
                raise damaged(path, f"{journal.name} names another file, which would be deleted")


@contextmanager
def bounded_work(connection: sqlite3.Connection, path: Path) -> Iterator[Callable[[tuple[Any, ...]], None]]:
    """Within, a query ends that takes more steps than the file has bytes to ask for; what it yields counts the bytes of
    a row. Raises EnvironmentProblem: pages of a damaged file can lead in a circle, or be rows many times."""
    size_bytes = path.stat().st_size if path.exists() else 0
    left = _ALWAYS + _STEPS_PER_BYTE * size_bytes
    bytes_left = _ALWAYS + 2 * size_bytes

    def go_on() -> bool:
        nonlocal left
        left -= _STEPS
        return left < 0

    def count(row: tuple[Any, ...]) -> None:
        nonlocal bytes_left
        bytes_left -= sum(len(cell) for cell in row if isinstance(cell, (str, bytes)))
        if bytes_left < 0:
            raise damaged(path, "it has more rows than bytes")

    connection.set_progress_handler(go_on, _STEPS)
    try:
        yield count
    except sqlite3.OperationalError as error:
        if left < 0:
            raise damaged(path, "a query of it does not end") from error
        raise
    finally:
        connection.set_progress_handler(None, 0)


def damaged(path: Path, why: str) -> EnvironmentProblem:
    """The error for a store that was damaged, or changed by others."""
    return EnvironmentProblem("damaged-store", f"{path} is damaged: {why}", _MEND)
