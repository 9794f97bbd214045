"""Preloads that stand in front of MPI's calls: what they are compiled from, for the calls that an MPI has."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rankwise.preloads.calls import TABLE, Offers

SOURCES = Path(__file__).parent
SHARED = (
    TABLE,
    SOURCES / "calls.py",
    SOURCES / "library.py",
    SOURCES / "mpi_library.h",
    SOURCES / "software_device/kernels.h",
    SOURCES.parent / "measure/engine/cuda_driver.h",
)


@dataclass(frozen=True)
class MpiPreload:
    """A preload with a wrapper for each call: its name, its folder of sources, its file to compile, and what writes
    headers for the calls that an MPI has, by their names."""

    name: str
    folder: Path
    main: str
    headers: Mapping[str, Callable[[Offers], str]] = field(default_factory=dict)

    @property
    def file_name(self) -> str:
        """The name of every library that is built of it."""
        return f"librankwise-{self.folder.name}.so"

    def sources(self) -> list[Path]:
        """Every file that it is made of."""
        return [*sorted(file for file in self.folder.iterdir() if file.is_file()), *SHARED]

    def digest(self) -> str:
        """A changed source has another one."""
        return hashlib.sha256(b"\0".join(file.read_bytes() for file in self.sources())).hexdigest()[:12]

    def ready_name(self, abi: str) -> str:
        """The name of the library for an ABI in the wheel."""
        return f"librankwise-{self.folder.name}-{self.digest()}.{abi}.so"

    def written(self, offers: Offers) -> dict[str, str]:
        """The headers that its sources include and that are written for an MPI, by name. `have.h` says which of the
        calls it has that the sources ask for: `HAVE_MPI_Bcast_c`, `HAVE_F_mpi_init_`."""
        text = "".join(file.read_text() for file in sorted(self.folder.glob("*.[ch]")))
        asked = sorted(set(re.findall(r"#ifn?def HAVE_(\w+)", text)))
        have = "".join(f"#define HAVE_{name}\n" for name in asked if offers(name.removeprefix("F_")))
        return {"have.h": have, **{name: write(offers) for name, write in self.headers.items()}}
