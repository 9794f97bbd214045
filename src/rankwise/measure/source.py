"""The engine's source and its identity. Imports the standard library alone: the wheel's build reads it too."""

from __future__ import annotations

import hashlib
from pathlib import Path

SOURCE = Path(__file__).parent / "engine"
_SUFFIXES = {".cpp", ".hpp", ".h"}


def source_hash(source: Path = SOURCE) -> str:
    """A hash of all C++ of the engine's folder, by name and content."""
    total = hashlib.sha256()
    for file in sorted(path for path in source.rglob("*") if path.suffix in _SUFFIXES):
        total.update(f"{file.relative_to(source)}\0".encode() + file.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def preload_name(source: Path) -> str:
    """The file name of the library built from one source of `interpose/`: a changed source has another name."""
    return f"librankwise-{source.stem}-{hashlib.sha256(source.read_bytes()).hexdigest()[:12]}.so"
