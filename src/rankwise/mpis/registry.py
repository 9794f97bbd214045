"""The MPIs that a user named: prefixes in one small file of the data directory."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from rankwise.core import bounded, files, paths
from rankwise.core.bounded import LIMITS


def registered() -> list[Path]:
    """The prefixes, in the order they were added."""
    with contextlib.suppress(OSError, ValueError, RecursionError):
        listed = json.loads(bounded.content(_file(), LIMITS["text"]))
        if isinstance(listed, list):
            return [Path(item) for item in listed if isinstance(item, str)]
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
