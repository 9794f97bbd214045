"""Small libraries that are preloaded into ranks: the wheel's, or built here once by the C compiler."""

from __future__ import annotations

import re
from pathlib import Path

from rankwise.core import paths, process
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.files import made_once
from rankwise.measure.build import C, first_of, prebuilt
from rankwise.measure.source import preload_name
from rankwise.preloads.library import SOURCES

FLAGS = ("-O2", "-Wall", "-Wextra")
PRELOADS = ("gate", "noyield", "relay", "settings", "traffic")
"""The libraries of one file: no other file is compiled and loaded by a name, wherever that comes from."""


def preload_for(name: str) -> Path:
    """The shared library built from `preloads/<name>.c`, which is one of `PRELOADS`. It uses no MPI, so one build
    serves all.

    Raises UsageError for another name, EnvironmentProblem when the wheel carries none and there is no C compiler.
    """
    if name not in PRELOADS:
        raise UsageError("no-preload", f"{name!a} is no library of rankwise", f"name one of {', '.join(PRELOADS)}")
    return preloadable(_built(SOURCES / f"{name}.c", ".so"))


def forwarder() -> Path:
    """The program that moves bytes on a relay endpoint. Raises as `preload_for`."""
    return _built(SOURCES / "relay/forwarder.c", "")


def preloadable(library: Path) -> Path:
    """The library, where LD_PRELOAD can hold its path. Raises EnvironmentProblem where it cannot: the loader would say
    so among what the ranks print, and start them without it."""
    if re.search("[ :]", str(library)):
        raise EnvironmentProblem(
            "bad-folder",
            f"{library} cannot be preloaded: LD_PRELOAD separates paths at blanks and colons",
            "name another folder: --out, or XDG_CACHE_HOME for the cache",
        )
    return library


def _built(source: Path, suffix: str) -> Path:
    file_name = preload_name(source, suffix)
    if ready := prebuilt(file_name):
        return ready
    return made_once(paths.cached("preloads", file_name), lambda fresh: build(source, fresh))


def build(source: Path, target: Path) -> None:
    """Compiles one source into `target`, a library by its suffix."""
    compiler = first_of(C)
    if not compiler:
        raise EnvironmentProblem(
            "no-compiler", f"no C compiler to build {source.name}", "install gcc, or use the wheel"
        )
    kind = ("-shared", "-fPIC") if target.suffix == ".so" else ()
    done = process.build([compiler, *FLAGS, *kind, str(source), "-o", str(target), "-ldl"], timeout_s=60)
    if not done.ok:
        raise EnvironmentProblem("build-failed", done.describe(), "the compiler's words above say why")
