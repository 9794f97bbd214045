"""The C library under every MPI: whether it gives large arrays huge pages when it is asked to."""

from __future__ import annotations

import os
import re
from pathlib import Path

from rankwise.mpis.family import ask

_LOADER = re.compile(r"(?<!\S)/\S*/ld(?:-linux)?[^/\s]*\.so\.\d+$", re.MULTILINE)
_PAGES = Path("/sys/kernel/mm/transparent_hugepage/enabled")


def gives_huge_pages() -> bool:
    """Whether the GNU C library of this process knows `glibc.malloc.hugetlb` (from 2.35; a name that it does not know
    is ignored without a word), and Linux gives huge pages to those that ask."""
    try:
        loader = _LOADER.search(Path("/proc/self/maps").read_text())
        given = "[never]" not in _PAGES.read_text()
    except OSError:
        return False
    return given and loader is not None and "glibc.malloc.hugetlb" in _tunables(loader[0])


def _tunables(loader: str) -> str:
    return ask([loader, "--list-tunables"], os.environ).stdout
