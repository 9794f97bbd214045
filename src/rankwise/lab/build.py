"""The lab's two programs, built from source into the cache once per source and compiler."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rankwise.core import paths, process
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.files import made_once

_HERE = Path(__file__).parent
_FLAGS = ("-std=c++20", "-O2", "-Wall", "-Wextra", "-Wconversion", "-Werror")
_PROGRAMS = {
    "rankwise-lab-endpoint": ("endpoint/*.cpp",),
    "rankwise-lab-switch": ("switch/*.cpp", "endpoint/request.cpp"),
}


@dataclass(frozen=True)
class Programs:
    """Where the built programs are."""

    endpoint: Path
    switch: Path


def build() -> Programs:
    """The programs, built now if they are not there yet. Raises EnvironmentProblem without a C++20 compiler."""
    compiler = shutil.which(os.environ.get("CXX", "g++")) or ""
    folder = paths.cached("lab", _fingerprint(compiler))

    def built(name: str) -> Path:
        return made_once(folder / name, lambda fresh: _compile(compiler, _PROGRAMS[name], fresh))

    return Programs(*map(built, _PROGRAMS))


def _compile(compiler: str, patterns: Sequence[str], target: Path) -> None:
    if not compiler:
        raise EnvironmentProblem(
            "no-compiler", "a lab needs a C++20 compiler and there is no g++", "install g++ 10 or later, or set CXX"
        )
    sources = [source for pattern in patterns for source in sorted(_HERE.glob(pattern))]
    done = process.build([compiler, *_FLAGS, *sources, "-o", target], timeout_s=300.0)
    if not done.ok:
        raise EnvironmentProblem("build-failed", done.describe(), "g++ 10 or later is needed")


def _fingerprint(compiler: str) -> str:
    digest = hashlib.sha256(" ".join((compiler, *_FLAGS)).encode())
    for source in sorted(_HERE.glob("*/*.[ch]pp")):
        digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:16]
