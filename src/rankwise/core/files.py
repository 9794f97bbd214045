"""Files that other processes may read while they are written."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rankwise.core.errors import EnvironmentProblem


def make(folder: Path) -> Path:
    """The folder, made where it is not there. Raises EnvironmentProblem when it cannot be."""
    with _told(folder):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def put(path: Path, text: str) -> None:
    """Makes `path` hold `text`: whole or not at all, and untouched where it does already.

    Raises EnvironmentProblem when it cannot be written.
    """
    with contextlib.suppress(OSError, UnicodeDecodeError):
        if path.read_text() == text:
            return
    with _told(path):
        with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=f".{path.name}.", delete=False) as part:
            part.write(text)
        Path(part.name).chmod(0o644)
        Path(part.name).replace(path)


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        message = f"cannot write {path}: {error.strerror}"
        raise EnvironmentProblem("cannot-write", message, "name another place (--out, XDG_CACHE_HOME)") from error
