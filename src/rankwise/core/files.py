"""Files that other processes may read while they are written."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path


def put(path: Path, text: str) -> None:
    """Makes `path` hold `text`: whole or not at all, and untouched where it does already."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        if path.read_text() == text:
            return
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=f".{path.name}.", delete=False) as part:
        part.write(text)
    Path(part.name).chmod(0o644)
    Path(part.name).replace(path)
