"""The words of a user's own launch line."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from rankwise.core.errors import UsageError

LAUNCHERS = ("mpirun", "mpiexec", "orterun", "prterun")


def is_launcher(word: str) -> bool:
    """Whether a word is an MPI launcher: `mpirun`, `/opt/x/bin/mpiexec.hydra`."""
    return Path(word).name.split(".")[0] in LAUNCHERS


def check_program(argv: Sequence[str]) -> None:
    """Raises UsageError when the line is empty or its first word is no program."""
    if not argv:
        raise UsageError("no-program", "nothing follows --", "for example: -- mpirun -n 2 ./app")
    if shutil.which(argv[0]) is None and not is_launcher(argv[0]):
        raise UsageError("no-program", f"'{argv[0]}' is no program that can be started", "is the path right?")
