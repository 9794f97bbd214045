"""One hostile case: files in an empty folder, and the command lines that are run on them there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

CANARY: Final = "{canary}"
"""Stands for the full path of a file that must stay as it is, in texts and in command lines."""

WORK: Final = "{work}"
"""Stands for the full path of the folder in which commands run."""

MARK: Final = "HOSTILE"
"""What no written line may begin with, and no program may be started with."""

Content = str | bytes | Callable[[Path], object]
"""Of a file: its text, its bytes, or what makes it at a path."""


@dataclass(frozen=True)
class Case:
    """`files` lie in the folder `work`, below which `out` is the folder that commands may write to. `home` are files of
    the user's own, by their path below HOME. `statuses` are those that the last line may have. `shell` is run by bash
    afterwards, to show that what was written runs nothing. `mpi`: the installed MPIs of the tests can be seen."""

    area: str
    name: str
    lines: tuple[str, ...]
    files: Mapping[str, Content] = field(default_factory=dict)
    home: Mapping[str, Content] = field(default_factory=dict)
    statuses: tuple[int, ...] = (0, 1, 2, 3, 4)
    shell: str = ""
    mpi: bool = False

    @property
    def id(self) -> str:
        """Its name in tables and tests."""
        return f"{self.area}/{self.name}"


REFUSED: Final = (2, 3, 4)
"""Statuses of a command that did not do what it was asked for."""
