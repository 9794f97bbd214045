"""The engine's source and its identity. Imports the standard library alone: the wheel's build reads it too."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

SOURCE = Path(__file__).parent / "engine"
PROGRAM_FLAGS = ("-fno-math-errno", "-ffp-contract=off")
"""Roots need no branch, so that loops over them are wide; a cell has the same bits in a wide loop and after it."""
_SUFFIXES = {".cpp", ".hpp", ".h"}


def sources(source: Path = SOURCE) -> list[Path]:
    """The files of an engine that are compiled by themselves."""
    return sorted(source.glob("*.cpp"))


def source_hash(source: Path = SOURCE) -> str:
    """A hash of all C++ of the engine's folder, by name and content."""
    total = hashlib.sha256()
    for file in sorted(path for path in source.rglob("*") if path.suffix in _SUFFIXES):
        total.update(f"{file.relative_to(source)}\0".encode() + file.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def source_define(source: Path = SOURCE) -> str:
    """What every build of the engine is given, so that it can say what it was built from."""
    return f"-DRANKWISE_SOURCE={source_hash(source)}"


def preload_name(source: Path, suffix: str = ".so") -> str:
    """The file name of what is built from one source of `preloads/`, a library or (`suffix` empty) a program: a changed
    source, or one that it includes, has another name."""
    read = {source: source.read_bytes()}
    left = [source]
    while left:
        file = left.pop()
        for name in re.findall(rb'^#include "(.+)"', read[file], re.MULTILINE):
            included = (file.parent / name.decode()).resolve()
            if included not in read and included.is_file():
                read[included] = included.read_bytes()
                left.append(included)
    return f"librankwise-{source.stem}-{hashlib.sha256(b''.join(read.values())).hexdigest()[:12]}{suffix}"


def program_name(main: Path, abi: str) -> str:
    """The file name of the wheel's build of a program that ships with rankwise: changed sources have another name."""
    return f"rankwise-{main.stem}-{source_hash(main.parent)[:6]}{source_hash()[:6]}.{abi}"


def software_device_name(source: Path) -> str:
    """The folder of the library built from `preloads/software_device`: a changed source has another name."""
    text = source_hash(source).encode() + (SOURCE / "cuda_driver.h").read_bytes()
    return f"software-device-{hashlib.sha256(text).hexdigest()[:12]}"
