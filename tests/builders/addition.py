"""One of each thing that people add, as the files that CONTRIBUTING names for it, and what must then work.

A file is its whole text, or the places at which something is put: (text that is there, text that takes its place).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Change = str | tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Addition:
    """`section` of CONTRIBUTING, `limit`: files of the package at most. `works` is Python that raises unless what was
    added is there; it runs where the changed package is imported."""

    section: str
    limit: int
    files: Mapping[str, Change]
    works: str = ""
