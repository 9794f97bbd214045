"""Preloads that stand in front of MPI's calls: what they are compiled from, for the calls that an MPI has."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rankwise.preloads.calls import TABLE, Offers

SOURCES = Path(__file__).parent
FLAGS = ("-O3", "-fPIC", "-fvisibility=hidden", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wno-deprecated-declarations")
_STRAIGHT = "-O1"
"""For wrappers, each of which is one straight line: more takes twice as long and finds nothing."""
_LIBRARY = SOURCES / "mpi"
_BESIDE = (
    TABLE,
    SOURCES / "calls.py",
    SOURCES / "library.py",
    SOURCES / "software_device/kernels.h",
    SOURCES.parent / "measure/engine/cuda_driver.h",
)


def _nothing(_: Offers) -> dict[str, str]:
    return {}


@dataclass(frozen=True)
class Unit:
    """A source, its object, and the flags of the compiler."""

    source: Path
    object: Path
    flags: tuple[str, ...]

    def arguments(self) -> list[str]:
        """What the compiler is given."""
        return [*self.flags, "-c", str(self.source), "-o", str(self.object)]


@dataclass(frozen=True)
class MpiPreload:
    """A preload with a wrapper for each call: its name, its folder of sources, and what writes further sources for the
    calls that an MPI has, by name."""

    name: str
    folder: Path
    more: Callable[[Offers], dict[str, str]] = _nothing

    @property
    def file_name(self) -> str:
        """The name of every library that is built of it."""
        return f"librankwise-{self.folder.name}.so"

    def sources(self) -> list[Path]:
        """Every file that it is made of."""
        return [*(file for folder in (self.folder, _LIBRARY) for file in _files(folder)), *_BESIDE]

    def digest(self) -> str:
        """A changed source has another one."""
        return hashlib.sha256(b"\0".join(file.read_bytes() for file in self.sources())).hexdigest()[:12]

    def ready_name(self, abi: str) -> str:
        """The name of the library for an ABI in the wheel."""
        return f"librankwise-{self.folder.name}-{self.digest()}.{abi}.so"

    def written(self, offers: Offers) -> dict[str, str]:
        """The sources that are written for an MPI, by name. `have.h` says which of the calls it has that the others ask
        for: `HAVE_MPI_Bcast_c`, `HAVE_F_mpi_init_`."""
        text = "".join(file.read_text() for file in _files(self.folder) if file.suffix in {".c", ".h"})
        asked = sorted(set(re.findall(r"#ifn?def HAVE_(\w+)", text)))
        have = "".join(f"#define HAVE_{name}\n" for name in asked if offers(name.removeprefix("F_")))
        return {"have.h": have, **self.more(offers)}

    def units(self, written: Path) -> list[Unit]:
        """What is compiled, to objects in `written`, the folder of the sources that were written for an MPI."""
        include = ("-I", str(written), "-I", str(self.folder))
        flags = {self.folder: FLAGS, _LIBRARY: FLAGS, written: (*FLAGS, _STRAIGHT)}
        return [
            Unit(file, written / f"{file.stem}.o", (*flags[folder], *include))
            for folder in flags
            for file in _files(folder)
            if file.suffix == ".c"
        ]


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.iterdir() if file.is_file())
