"""Files that users name, and files that other processes may read while they are written."""

from __future__ import annotations

import contextlib
import csv
import errno
import fcntl
import io
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from rankwise.core import bounded
from rankwise.core.bounded import LIMITS
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.folder import Folder

_STREAMS: Final = (  # /dev/stdout may be a file, whose text before and after stays
    Path("/dev"),
    Path("/dev/fd"),
    Path("/proc/self/fd"),
)
_HINT: Final = "name another place (--out, XDG_CACHE_HOME)"
OWN_CACHE: Final = "set XDG_CACHE_HOME to a place you own"


def exists(path: str | Path) -> bool:
    """Whether a word names something. One that is too long, or below a folder that is closed to us, names nothing."""
    with contextlib.suppress(OSError, ValueError):
        return Path(path).exists()
    return False


def is_file(path: str | Path) -> bool:
    """Whether a word names a regular file; see `exists`."""
    with contextlib.suppress(OSError, ValueError):
        return Path(path).is_file()
    return False


def is_folder(path: str | Path) -> bool:
    """Whether a word names a folder; see `exists`."""
    with contextlib.suppress(OSError, ValueError):
        return Path(path).is_dir()
    return False


def make(folder: Path, hint: str = _HINT) -> Path:
    """The folder, made where it is not there. Raises EnvironmentProblem when it cannot be."""
    with _told(folder, hint), Folder.opened(folder):
        return folder


def read(path: Path, code: str, hint: str, *, most_bytes: int = LIMITS["text"]) -> str:
    """The text of a file or pipe that a user named. Raises UsageError with `code` and `hint` when it cannot be read."""
    try:
        text = load(path, code, hint, most_bytes=most_bytes).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(code, f"cannot read {path}: it is not text", hint) from error
    return text.replace("\r\n", "\n")  # editors of other systems mark UTF-8 and end lines so


def csv_rows(text: str, source: str, code: str, hint: str) -> list[tuple[int, list[str]]]:
    """The rows of a table in CSV that are not empty, each with the number of its line.

    Raises UsageError with `code` and `hint`, which names the line, where it is no CSV.
    """
    reader = csv.reader(io.StringIO(text, newline=""))
    try:
        return [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise UsageError(code, f"{source}, line {reader.line_num}: {error}", hint) from None


def load(path: Path, code: str, hint: str, *, most_bytes: int) -> bytes:
    """The bytes of a file or pipe that a user named; errors as of `read`."""
    try:
        return bounded.content(path, most_bytes)
    except OSError as error:
        raise UsageError(code, f"cannot read {path}: {error.strerror}", hint) from error


def put(path: Path, content: str | bytes, hint: str = _HINT) -> Path:
    """Makes `path` hold this, in a folder that is made where it is not there: whole or not at all, and untouched where
    it does already. What is no file, a device, a pipe or whatever the standard output is, is written to.

    Raises EnvironmentProblem when it cannot be written, or where another user could have placed a link to it.
    """
    data = content.encode() if isinstance(content, str) else content
    with _told(path, hint):
        if path.parent in _STREAMS:
            with path.open("ab") as stream:
                stream.write(data)
        else:
            with Folder.around(path) as (folder, name):
                folder.put(name, data)
    return path


def reserve(path: Path, hint: str = _HINT) -> Path:
    """Makes sure, before long work, that `put` can write this file: empty where it was not there. Raises as `put`."""
    if path.parent not in _STREAMS:
        with _told(path, hint), Folder.around(path) as (folder, name):
            folder.lock(name).close()
    return path


def writable(path: Path) -> Path:
    """Makes sure, before long work, that `put` can write this --file, and leaves none behind. Raises as `put`."""
    there, hint = exists(path), "choose another --file"
    reserve(path, hint)
    if not there:
        with _told(path, hint):
            path.unlink()
    return path


def place(path: Path) -> Path:
    """The path of a file that another library writes, in a folder that is made where it is not there. Raises as `put`,
    also for a link to it that another user could have placed."""
    with _told(path, _HINT), Folder.around(path):
        return path


@contextlib.contextmanager
def below(folder: Path, hint: str, *, make: bool = True) -> Iterator[Folder]:
    """A folder that a user named, to write and read files below it by names that cannot lead out of it.

    Raises EnvironmentProblem for what cannot be written, also for a link inside.
    """
    with contextlib.ExitStack() as stack:
        with _told(folder, hint):
            root = stack.enter_context(Folder.opened(folder, make=make))
        try:
            yield root
        except OSError as error:
            raise _unwritten(folder / str(error.filename or ""), error, hint) from error


@contextlib.contextmanager
def aside(folder: Path) -> Iterator[Path]:
    """A folder in which something is built before it is moved into place. Only for who is `alone` in `folder`: what
    builds left there that were killed is removed."""
    for old in folder.glob(".build-*"):
        shutil.rmtree(old, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=".build-", dir=folder) as name:
        yield Path(name)


def made_once(target: Path, build: Callable[[Path], None]) -> Path:
    """A file of the cache, which is built where it is not there: by `build`, in a folder aside, and then moved into
    place, so that it is there whole or not at all. One process does it at a time. Raises EnvironmentProblem."""
    if not target.is_file():
        with alone(make(target.parent, OWN_CACHE) / "lock", OWN_CACHE):
            if not target.is_file():
                with aside(target.parent) as folder:
                    fresh = folder / target.name
                    build(fresh)
                    fresh.replace(target)
    return target


@contextlib.contextmanager
def alone(lock: Path, hint: str) -> Iterator[None]:
    """What is done within, one process does at a time. Raises EnvironmentProblem when the lock cannot be made."""
    with _told(lock.parent, hint), Folder.around(lock, make=False) as (folder, name):
        held = folder.lock(name)
    with held:
        with _told(lock, hint):
            fcntl.flock(held, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def _told(path: Path, hint: str) -> Iterator[None]:
    try:
        yield
    except (OSError, RuntimeError) as error:  # a RuntimeError is what Python before 3.13 makes of links in a circle
        raise _unwritten(path, error, hint) from error


def _unwritten(path: Path, error: OSError | RuntimeError, hint: str) -> EnvironmentProblem:
    reason = error.strerror if isinstance(error, OSError) else error
    full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
    return EnvironmentProblem("disk-full" if full else "cannot-write", f"cannot write {path}: {reason}", hint)
