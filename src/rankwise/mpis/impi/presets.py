"""What Intel MPI says of its own tables and presets, and copies of its tables with rules among their entries."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rankwise.core.files import make, put
from rankwise.core.records import Mpi
from rankwise.mpis.family import ask
from rankwise.mpis.impi.table import Algorithms, Node, collectives, grafted, packed, unpacked
from rankwise.mpis.knob_lists import bare_environment

PATH: Final = "env:I_MPI_TUNING_BIN_PATH"
_INIT: Final = "import ctypes, sys; lib = ctypes.CDLL(sys.argv[1]); lib.MPI_Init(None, None); lib.MPI_Finalize()"
_LOADED: Final = re.compile(r'Load tuning file: "([^"]+)"')
_REFUSED: Final = re.compile(r"Incorrect algorithm: (\w+)=(\d+)")
_MOST_PRESETS: Final = 64


Rules = Mapping[str, Mapping[int, Sequence[tuple[int, int, int]]]]
"""By collective and ranks: the first and the last size of each rule (-1: no end), and the preset, ascending."""


def copies(mpi: Mpi, rules: Rules, folder: Path) -> bool:
    """Writes into `folder` the tables of this library with rules among their entries. False, and nothing is written,
    where the library does not say what it has: other releases have other tables, or other presets.

    Tables for other processors are there as links, without rules: the library loses all of its choices where the table
    that it looks for is missing."""
    try:
        library = _Library.of(mpi)
        own, added = _own(library), tuple(_added(library, rules))
        files = {file.name: _grafted(_tree(file), added) for file in _alike(own)}
    except (ValueError, KeyError, OSError):
        return False
    make(folder)
    for file in own.parent.glob("tuning_*.dat"):
        _place(folder / file.name, file, files.get(file.name))
    return True


def _place(path: Path, own: Path, content: bytes | None) -> None:
    """The copy, or a link to the library's own table. The folder may be one of an earlier run, on another processor: a
    link that is there is never written through."""
    if path.is_symlink():
        path.unlink(missing_ok=True)
    if content is not None:
        put(path, content)
        return
    path.unlink(missing_ok=True)
    try:
        path.symlink_to(own)
    except OSError:  # a file system without links; or another start of the same tuning was faster
        put(path, own.read_bytes())


def known(mpi: Mpi) -> bool:
    """Whether the library says what its tables are, and they have the form that rules can be put into."""
    try:
        return bool(_before(_Library.of(mpi)))
    except (ValueError, OSError):
        return False


def read_from(output: str, folder: str) -> str:
    """The table of this folder that the library said, under I_MPI_DEBUG, it read; empty where it read none."""
    names = [name for name in _files(output) if Path(name).parent == Path(folder)]
    return next((name for name in names if f'"{name}" not found' not in output), "")


_Sizes = tuple[tuple[int, int, Algorithms], ...]
_Added = tuple[int, int, _Sizes]
"""A collective by its number in tables, ranks, and the rules of both."""


def _added(library: _Library, rules: Rules) -> Iterator[_Added]:
    for name, by_ranks in rules.items():
        number, algorithms = _presets(library, name)
        for ranks, sizes in by_ranks.items():
            yield number, ranks, tuple((first, last, algorithms[preset]) for first, last, preset in sizes)


@lru_cache(maxsize=64)  # by content: tables of some transports are alike
def _grafted(tree: bytes, added: tuple[_Added, ...]) -> bytes:
    by_collective: dict[int, dict[int, _Sizes]] = {}
    for number, ranks, sizes in added:
        by_collective.setdefault(number, {})[ranks] = sizes
    return packed(grafted(tree, by_collective))


@lru_cache(maxsize=32)
def _tree(file: Path) -> bytes:
    return unpacked(file.read_bytes())


def _alike(own: Path) -> list[Path]:
    """The tables for the same processor: which of them a job reads depends on its transports."""
    processor = own.name.split("_")[1]
    return sorted(own.parent.glob(f"tuning_{processor}_*.dat"))


def _own(library: _Library) -> Path:
    """The table that one process alone reads. Raises ValueError where the library names none."""
    names = _files(_asked(library, "")[0])
    if not names:
        raise ValueError("the library names no table")
    return Path(names[-1])


def _files(output: str) -> list[str]:
    return _LOADED.findall(output)


@dataclass(frozen=True)
class _Library:
    """A library and the environment that it is asked in: what answers are kept by."""

    file: str
    environment: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, mpi: Mpi) -> _Library:
        """Raises ValueError where the MPI has no library."""
        if mpi.library is None:
            raise ValueError("no library")
        return cls(mpi.library, tuple(sorted(bare_environment(mpi).items())))


@lru_cache(maxsize=64)
def _presets(library: _Library, collective: str) -> tuple[int, dict[int, Algorithms]]:
    """The number of a collective in tables, and what each preset of it stands for there: a job gets all of them as
    those of different sizes, and writes its table. Raises ValueError where that is not plain."""
    name = collective.upper()
    sizes: dict[str, dict[str, object]] = {
        f"msg_size={preset}": {f"{name}={preset}": {}} for preset in range(_MOST_PRESETS)
    }
    ranks = {"comm_size=-1": {"comm_id=-1": {**sizes, "msg_size=-1": {f"{name}=-1": {}}}}}
    said, dump = _asked(library, json.dumps({f"coll={collective.capitalize()}": {"ppn=-1": ranks}}))
    before = _before(library)
    changed = {number: node for number, node in collectives(unpacked(dump)).items() if node != before.get(number)}
    if len(changed) != 1:
        raise ValueError(f"presets of {collective} change {len(changed)} collectives")
    ((number, node),) = changed.items()
    refused = {int(preset) for _, preset in _REFUSED.findall(said)}
    entries = {size.value: size.below[0].algorithms for size in node.at(-1, -1, -1).below}
    return number, {preset: entries[preset] for preset in range(_MOST_PRESETS) if preset not in refused}


@lru_cache(maxsize=8)
def _before(library: _Library) -> dict[int, Node]:
    return collectives(unpacked(_asked(library, "")[1]))


@lru_cache(maxsize=8)
def _asked(library: _Library, presets: str) -> tuple[str, bytes]:
    """What one process says of its tables with such presets (JSON of I_MPI_TUNING), and its table. Raises ValueError
    where it writes none."""
    with TemporaryDirectory(prefix="rankwise-impi-") as folder:
        dump, given = Path(folder, "table"), Path(folder, "presets.json")
        env = {**dict(library.environment), "I_MPI_DEBUG": "10", "I_MPI_TUNING_BIN_DUMP": str(dump)}
        if presets:
            put(given, presets)
            env["I_MPI_TUNING"] = str(given)
        done = ask([sys.executable, "-I", "-c", _INIT, library.file], env)
        if not dump.is_file():
            raise ValueError(f"no table was written: {done.describe()}")
        return done.stdout, dump.read_bytes()
