"""A command that becomes itself inside a lab: --lab of every command that measures."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path


def enter_lab(name: str | None, on: str | None = None, folders: Sequence[Path] = ()) -> None:
    """Becomes this same command in the endpoint of the lab from which jobs are launched, or in `on`, unless it is there
    already. Raises UsageError for one of `folders` that is private there: what is written to it would be lost.
    """
    if name is None or os.environ.get("RANKWISE_LAB") == name:
        return
    from rankwise.verbs.lab import entering

    line, env = entering(name, [sys.executable, *sys.argv], on, folders)
    os.execve(line[0], line, env)
