"""A folder held open: files below it are written, read and removed by name, and no name leads out of it.

Each part of a path is opened on its own, relative to the part before and without following a link (openat(2) with
O_NOFOLLOW). So nothing that another process changes meanwhile leads elsewhere. Of the path that the user gave, links
are followed where nobody else could have placed them.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO, Final

from rankwise.core import trust
from rankwise.core.errors import EnvironmentProblem

_INSIDE: Final = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_MOST_LINKS: Final = 40  # as many as Linux follows


class Folder:
    """A folder by its descriptor. Names are paths below it; their folders are made where they are not there."""

    def __init__(self, descriptor: int, path: Path) -> None:
        self._descriptor = descriptor
        self.path = path

    @classmethod
    @contextlib.contextmanager
    def opened(cls, path: Path, *, make: bool = True) -> Iterator[Folder]:
        """The folder at a path that the user gave. Raises EnvironmentProblem for a link on it that another user could
        have placed, OSError where the folder cannot be opened or made."""
        descriptor, rest = _walk(path, make=make, last=True)
        assert not rest
        try:
            yield cls(descriptor, path)
        finally:
            os.close(descriptor)

    @classmethod
    @contextlib.contextmanager
    def around(cls, path: Path, *, make: bool = True) -> Iterator[tuple[Folder, str]]:
        """The folder of a file at a path that the user gave, and the file's name in it: of the file that a link of the
        user's own leads to. Raises as `opened`."""
        descriptor, name = _walk(path, make=make, last=False)
        try:
            yield cls(descriptor, path), name
        finally:
            os.close(descriptor)

    def status(self, name: str) -> os.stat_result | None:
        """What is there, of a link the link itself; None for nothing."""
        with contextlib.suppress(FileNotFoundError, NotADirectoryError), self._parent(name) as (parent, last):
            return os.stat(last, dir_fd=parent, follow_symlinks=False)
        return None

    def read(self, name: str) -> bytes | None:
        """The content of a file; None for what is not there or no file, such as a link."""
        status = self.status(name)
        if status is None or not stat.S_ISREG(status.st_mode):
            return None
        with self._parent(name) as (parent, last):
            return _stream(last, os.O_RDONLY | os.O_NONBLOCK, parent, "rb").read()

    def put(self, name: str, data: bytes, mode: int | None = None) -> None:
        """Makes the file hold this, whole or not at all, and untouched where it does already. A device or a pipe is
        written to. A link is replaced by a file; a file of the user's keeps its mode where none is given."""
        status = self.status(name)
        with self._parent(name, make=True) as (parent, last):
            if status is None or stat.S_ISLNK(status.st_mode):
                _replace(last, data, parent, mode)
            elif not stat.S_ISREG(status.st_mode):
                with _stream(last, os.O_WRONLY | os.O_APPEND, parent, "ab") as stream:
                    stream.write(data)
            elif status.st_size != len(data) or self.read(name) != data or mode not in (None, status.st_mode & 0o7777):
                # Who may not write to a file may not replace it.
                _stream(last, os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK, parent, "ab").close()
                kept = stat.S_IMODE(status.st_mode) if status.st_uid == os.geteuid() else None
                _replace(last, data, parent, kept if mode is None else mode)

    def lock(self, name: str) -> IO[bytes]:
        """A file to lock, empty where it was not there."""
        with self._parent(name) as (parent, last):
            return _stream(last, os.O_RDWR | os.O_CREAT, parent, "r+b")

    def remove(self, name: str) -> None:
        """Removes a file or a link."""
        with self._parent(name) as (parent, last):
            os.unlink(last, dir_fd=parent)

    @contextlib.contextmanager
    def _parent(self, name: str, *, make: bool = False) -> Iterator[tuple[int, str]]:
        """The folder that a name lies in, and the last part of the name. Raises EnvironmentProblem for a name that
        leads out of the folder, OSError where a part is a link."""
        parts = name.split("/")
        if not {"", ".", ".."}.isdisjoint(parts) or "\0" in name:
            raise EnvironmentProblem(
                "outside", f"{name!a} is not below {self.path}", "nothing is written outside this folder"
            )
        descriptor = os.dup(self._descriptor)
        try:
            for part in parts[:-1]:
                here, descriptor = descriptor, -1
                descriptor = _step(here, part, make=make)
            yield descriptor, parts[-1]
        finally:
            if descriptor >= 0:
                os.close(descriptor)


def _stream(name: str, flags: int, parent: int, mode: str) -> IO[bytes]:
    """The file, no link, in the folder `parent`."""
    return os.fdopen(os.open(name, flags | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666, dir_fd=parent), mode)


def _replace(name: str, data: bytes, parent: int, mode: int | None) -> None:
    part = f".{name[:200]}.{secrets.token_hex(4)}"
    try:
        with _stream(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, parent, "wb") as stream:
            stream.write(data)
            if mode is not None:
                os.fchmod(stream.fileno(), mode)
        os.rename(part, name, src_dir_fd=parent, dst_dir_fd=parent)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part, dir_fd=parent)
        raise


def _step(descriptor: int, part: str, *, make: bool) -> int:
    """The folder `part` in another one, whose descriptor is closed."""
    try:
        if make and not _is_there(part, descriptor):
            # Writable by its owner alone whatever the umask: a cache that a group may write to is refused.
            with contextlib.suppress(FileExistsError):
                os.mkdir(part, 0o755, dir_fd=descriptor)
        return os.open(part, _INSIDE, dir_fd=descriptor)
    except NotADirectoryError:
        if _link(descriptor, part) is None:
            raise
        raise NotADirectoryError(errno.ENOTDIR, "it is a link, which is not followed here", part) from None
    finally:
        os.close(descriptor)


def _is_there(name: str, parent: int) -> bool:
    try:
        os.stat(name, dir_fd=parent, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def _walk(path: Path, *, make: bool, last: bool) -> tuple[int, str]:
    """A descriptor of the folder at a path and an empty name; without `last` of the folder that its last part lies in,
    and that part."""
    descriptor = os.open("/" if path.is_absolute() else ".", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    waiting = [part for part in path.parts if part != "/"]
    links = 0
    try:
        while waiting:
            part = waiting.pop(0)
            target = _link(descriptor, part)
            if target is not None:
                links += 1
                if links > _MOST_LINKS:
                    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
                trust.check_link(descriptor, part)
                if target.startswith("/"):
                    os.close(descriptor)
                    descriptor = -1
                    descriptor = os.open("/", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
                waiting = [*(name for name in PurePosixPath(target).parts if name != "/"), *waiting]
            elif not waiting and not last:
                return descriptor, part
            else:
                here, descriptor = descriptor, -1
                descriptor = _step(here, part, make=make)
        if not last:
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        return descriptor, ""
    except BaseException:
        if descriptor >= 0:
            os.close(descriptor)
        raise


def _link(descriptor: int, part: str) -> str | None:
    """Where a link leads; None for what is none, or not there."""
    try:
        return os.readlink(part, dir_fd=descriptor)
    except OSError:
        return None
