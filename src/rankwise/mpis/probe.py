"""Asks a library and a launcher what they are: by behaviour, never by path. Each in a child process, answers cached."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from rankwise.core import elf, files, paths
from rankwise.core.errors import EnvironmentProblem
from rankwise.mpis.families import FAMILIES, family_of_library
from rankwise.mpis.family import LibraryFacts, ask, told

# A library may print, hang or crash when it is loaded, so a child does it. MPI_Get_library_version may be called
# before MPI_Init (MPI 4.1, section 9.1.1); MPI_MAX_LIBRARY_VERSION_STRING is at most 8192 in any MPI.
_ASK = """
import ctypes, json, sys
lib = ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)
text, length = ctypes.create_string_buffer(65536), ctypes.c_int()
lib.MPI_Get_library_version(text, ctypes.byref(length))
files = sorted({line.split(None, 5)[5].strip() for line in open("/proc/self/maps") if "/" in line})
print("rankwise:" + json.dumps([text.value.decode(errors="replace"), [f for f in files if ".so" in f]]))
"""


class Library(Struct, frozen=True):
    """A C library of MPI: `family` None when it is not one that rankwise knows, `error` why it did not answer."""

    path: str
    soname: str | None
    machine: str
    family: str | None = None
    version: str = ""
    transports: tuple[str, ...] = ()
    error: str = ""


class LauncherFacts(Struct, frozen=True):
    """A launcher: the families that its words fit (Hydra fits MPICH and its descendants), and its version.

    `error` says how it failed where it did not even tell its version.
    """

    path: str
    families: tuple[str, ...]
    version: str = ""
    error: str = ""


class KeptAnswers:
    """Answers by file, valid while path, size and modification time stay. Load once, save once."""

    def __init__(self) -> None:
        self._file = paths.cached("mpis.json")
        self._changed = False
        self._known: dict[str, Any] = {}
        with contextlib.suppress(OSError, ValueError, RecursionError):
            kept = json.loads(self._file.read_text())
            self._known = kept if isinstance(kept, dict) else {}

    def get(self, kind: str, path: Path) -> Any:
        """The remembered answer, None when there is none."""
        return self._known.get(self._key(kind, path))

    def put(self, kind: str, path: Path, answer: Any) -> None:
        """Remembers an answer."""
        self._known[self._key(kind, path)] = answer
        self._changed = True

    def save(self) -> None:
        """Writes what is new; a cache that cannot be written is only slower."""
        if not self._changed:
            return
        with contextlib.suppress(EnvironmentProblem):
            files.put(self._file, json.dumps(self._known))

    @staticmethod
    def _key(kind: str, path: Path) -> str:
        status = path.stat()
        return f"{kind}|{path}|{status.st_size}|{status.st_mtime_ns}"


def library(path: Path, prefix: Path, answers: KeptAnswers) -> Library | None:
    """What the library at `path` is; None when the file is no shared library."""
    if (known := answers.get("library", path)) is None:
        answer = _ask_library(path, prefix)
        known = asdict(answer) if answer else {}
        answers.put("library", path, known)
    return Library(**{**known, "transports": tuple(known["transports"])}) if known else None


def launcher(path: Path, answers: KeptAnswers) -> LauncherFacts:
    """What the launcher at `path` is. A launcher that no family recognises has no families."""
    if (known := answers.get("launcher", path)) is None:
        env = {**os.environ, "HOME": str(Path.home())}
        done = ask([path, "--version"], env)
        words = done.stdout + done.stderr
        fits = {name: match[1] for name, family in FAMILIES.items() if (match := family.launcher.search(words))}
        known = {"path": str(path), "families": list(fits), "version": next(iter(fits.values()), "")}
        known["error"] = "" if done.ok else done.describe()
        answers.put("launcher", path, known)
    return LauncherFacts(**{**known, "families": tuple(known["families"])})


def wrapper(path: Path, answers: KeptAnswers) -> str | None:
    """The family that a compiler wrapper builds for, by the library that its `-show` links; None when unknown."""
    if (known := answers.get("wrapper", path)) is None:
        env = {**os.environ, "HOME": str(Path.home())}
        words = ask([path, "-show"], env).stdout.split()
        folders = [word[2:].strip('"') for word in words if word.startswith("-L")] + ["/usr/lib"]
        names = [f"lib{word[2:]}.so" for word in words if word in ("-lmpi", "-lmpich", "-lmpi_cray")]
        files = [Path(folder, name) for folder in folders for name in names if Path(folder, name).exists()]
        real = next((file for file in map(_behind, files) if file is not None), None)
        facts = library(real, real.parent.parent, answers) if real else None
        known = {"family": facts.family if facts else None}
        answers.put("wrapper", path, known)
    family: str | None = known["family"]
    return family


def _behind(file: Path) -> Path | None:
    """The library that a link-time name means: through links, and through a linker script `INPUT(libmpi.so.12)`."""
    if elf.read(file) is not None:
        return file
    with contextlib.suppress(OSError, UnicodeDecodeError):
        if match := re.search(r"INPUT\s*\(\s*([^\s()]+)\s*\)", file.read_text()):
            return file.parent / match[1]
    return None


def _ask_library(path: Path, prefix: Path) -> Library | None:
    facts = elf.read(path)
    if cut := elf.cut_short(path):
        return Library(str(path), path.name, facts.machine if facts else "", error=f"it is cut short: {cut}")
    if facts is None or facts.soname is None:
        return None
    blank = Library(str(path), facts.soname, facts.machine)
    if facts.machine != os.uname().machine:
        return _with(blank, error=f"it is built for {facts.machine}, this machine is {os.uname().machine}")
    directories = [str(path.parent), *os.environ.get("LD_LIBRARY_PATH", "").split(":")]
    env = {
        **os.environ,
        "HOME": str(Path.home()),
        "LD_LIBRARY_PATH": ":".join(filter(None, directories)),
    }
    done = ask([sys.executable, "-I", "-c", _ASK, path], env)
    answers = told(done.stdout)
    if not done.ok or not answers:
        lines = done.stderr.strip().splitlines()
        return _with(blank, error=lines[-1] if lines else done.describe())
    words, loaded = answers[0]
    named = family_of_library(words)
    if named is None:
        first = words.splitlines()[0] if words else "nothing"
        return _with(blank, error=f"its MPI_Get_library_version says '{first}', which no known MPI says")
    family, version = named
    transports = family.transports(LibraryFacts(words, tuple(loaded)), prefix)
    return _with(blank, family=family.name, version=version.rstrip(","), transports=transports)


def _with(blank: Library, **more: Any) -> Library:
    return Library(**{**asdict(blank), **more})
