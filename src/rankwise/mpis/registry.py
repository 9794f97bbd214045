"""The MPIs that a user named: prefixes in one small file of the data directory."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from rankwise.core import files, paths


def registered() -> list[Path]:
    """The prefixes, in the order they were added."""
    with contextlib.suppress(OSError, ValueError):
        return [Path(item) for item in json.loads(_file().read_text())]
    return []


def register(prefix: Path) -> None:
    """Adds a prefix, once."""
    _write(list(dict.fromkeys([*registered(), prefix])))


def forget(prefix: Path) -> bool:
    """Removes a prefix; False when it was not registered."""
    known = registered()
    _write([item for item in known if item != prefix])
    return prefix in known


def _write(prefixes: list[Path]) -> None:
    files.put(_file(), json.dumps([str(prefix) for prefix in prefixes], indent=1) + "\n")


def _file() -> Path:
    return paths.kept("mpis.json")
