"""Files that users name, and files that other processes may read while they are written."""

from __future__ import annotations

import contextlib
import fcntl
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rankwise.core import bounded
from rankwise.core.bounded import LIMITS
from rankwise.core.errors import EnvironmentProblem, UsageError

_STREAMS: Final = (Path("/dev"), Path("/dev/fd"))  # /dev/stdout may be a file, whose text before and after stays
_HINT: Final = "name another place (--out, XDG_CACHE_HOME)"


def make(folder: Path, hint: str = _HINT) -> Path:
    """The folder, made where it is not there. Raises EnvironmentProblem when it cannot be."""
    with _told(folder, hint):
        _mkdir(folder)
    return folder


def _mkdir(folder: Path) -> None:
    """Makes what is missing of a folder, writable by its owner alone whatever the umask: a cache that a group may write
    to is refused (`core.trust`)."""
    for missing in reversed([part for part in (folder, *folder.parents) if not part.exists()]):
        missing.mkdir(mode=0o755, exist_ok=True)
    folder.mkdir(exist_ok=True)


def read(path: Path, code: str, hint: str, *, most_bytes: int = LIMITS["text"]) -> str:
    """The text of a file or pipe that a user named. Raises UsageError with `code` and `hint` when it cannot be read."""
    try:
        text = load(path, code, hint, most_bytes=most_bytes).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(code, f"cannot read {path}: it is not text", hint) from error
    return text.replace("\r\n", "\n")  # editors of other systems mark UTF-8 and end lines so


def load(path: Path, code: str, hint: str, *, most_bytes: int) -> bytes:
    """The bytes of a file or pipe that a user named; errors as of `read`."""
    try:
        return bounded.content(path, most_bytes)
    except OSError as error:
        raise UsageError(code, f"cannot read {path}: {error.strerror}", hint) from error


def put(path: Path, content: str | bytes, hint: str = _HINT) -> Path:
    """Makes `path` hold this, in a folder that is made where it is not there: whole or not at all, and untouched where
    it does already. What is no file, a device, a pipe or whatever the standard output is, is written to.

    Raises EnvironmentProblem when it cannot be written.
    """
    data = content.encode() if isinstance(content, str) else content
    with _told(path, hint):
        _mkdir(path.parent)
        if path.parent in _STREAMS or (path.exists() and not path.is_file()):
            with path.open("ab") as stream:
                stream.write(data)
        elif not (path.exists() and path.read_bytes() == data):
            _replace(path.resolve(), data)
    return path


@contextlib.contextmanager
def aside(folder: Path) -> Iterator[Path]:
    """A folder in which something is built before it is moved into place. Only for who is `alone` in `folder`: what
    builds left there that were killed is removed."""
    for old in folder.glob(".build-*"):
        shutil.rmtree(old, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=".build-", dir=folder) as name:
        yield Path(name)


@contextlib.contextmanager
def alone(lock: Path, hint: str) -> Iterator[None]:
    """What is done within, one process does at a time. Raises EnvironmentProblem when the lock cannot be made."""
    with _told(lock.parent, hint):
        held = lock.open("w")
    with held:
        with _told(lock, hint):
            fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _replace(target: Path, data: bytes) -> None:
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with part.open("xb") as stream:
            stream.write(data)
        if target.exists():
            target.open("ab").close()  # who may not write to a file may not replace it
            part.chmod(target.stat().st_mode & 0o7777)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def _told(path: Path, hint: str) -> Iterator[None]:
    try:
        yield
    except (OSError, RuntimeError) as error:  # a RuntimeError is what Python before 3.13 makes of links in a circle
        reason = error.strerror if isinstance(error, OSError) else error
        raise EnvironmentProblem("cannot-write", f"cannot write {path}: {reason}", hint) from error
