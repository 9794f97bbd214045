"""The knobs of an MPI, enumerated from the library itself and kept by its identity; and checks of names before use."""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import os
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

import msgspec

from rankwise.core import files, paths
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.knob_names import MCA_PREFIX, plain
from rankwise.core.records import Mpi
from rankwise.mpis import knob_semantics
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.knobs_below import from_ofi, from_ucx, misspelt
from rankwise.mpis.records import Knob, KnobHint

_VERSION = 8  # of what is kept: raised when a list is read differently
_BELOW = ("UCX_", "FI_")  # prefixes of what lies under any MPI
_PROVIDERS = frozenset({"shm", "sm2"})
_UCX = frozenset({"self", "sm", "shm", "mm", "posix", "sysv", "cma", "knem", "xpmem"})
_BTL = frozenset({"self", "sm", "vader"})
# By knob the values that carry messages inside a node; a list of nothing else leaves no way out.
_INSIDE: Mapping[str, frozenset[str]] = {
    "env:FI_PROVIDER": _PROVIDERS,
    "env:I_MPI_OFI_PROVIDER": _PROVIDERS,
    "env:I_MPI_FABRICS": frozenset({"shm"}),
    "env:UCX_TLS": _UCX,
    "mca:btl": _BTL,
}


def _bytes(name: str, default: int, changes: str) -> Knob:
    return Knob(
        name=f"env:RANKWISE_DEVICE_{name}",
        type="size",
        value=str(default),
        description=f"{changes[0].upper()}{changes[1:]}, in bytes. Read by ranks with --device-buffers.",
        listed_by="rankwise",
        hint=KnobHint(changes=changes, scope="transport", source="tried on MPICH 5.0.2"),
    )


DEVICE_KNOBS: Final = (
    _bytes("THRESHOLD", 512 << 10, "size from which messages of device memory go in pieces"),
    _bytes("PIECE", 256 << 10, "largest piece of a message that goes in pieces"),
    _bytes("POOL", 64 << 20, "pinned host memory that a rank may use for device buffers"),
)
"""The one that gains most comes first: a search tries them in this order, and may have time for few."""


def knobs(mpi: Mpi) -> tuple[Knob, ...]:
    """Every setting that this library lists, by name, with the hints of its family; then rankwise's own."""
    file = _cache_file(mpi)
    listed: list[Knob] | None = None
    if file is not None:
        with contextlib.suppress(OSError, msgspec.DecodeError):
            listed = msgspec.json.decode(file.read_bytes(), type=list[Knob])
    if listed is None:
        of_library = FAMILIES[mpi.family].knobs(mpi)
        every = [*of_library, *from_ucx(mpi), *from_ofi(mpi)]
        listed = sorted({knob.name: knob for knob in every}.values(), key=lambda item: item.name)
        if file is not None and of_library:  # a library that does not answer now may answer later
            _keep(file, listed)
    hints = FAMILIES[mpi.family].hints
    told = (
        msgspec.structs.replace(knob, hint=hints.get(knob.name), semantics=lost_with(mpi.family, knob.name))
        for knob in listed
    )
    return (*told, *DEVICE_KNOBS)


def lost_with(family: str, name: str) -> str:
    """What a program may no longer rely on when the knob is set; empty when only time changes, as far as is known.

    `env:OMPI_MCA_X` is the same knob as `mca:X`.
    """
    known = (*FAMILIES[family].semantics, *knob_semantics.UCX)
    return next((reason for pattern, reason in known if fnmatchcase(plain(name), pattern)), "")


def set_by_user(mpi: Mpi, environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The variables of an environment that tune this MPI or what lies under it, by name; none that installations and
    launchers set."""
    prefixes = (*FAMILIES[mpi.family].prefixes, *_BELOW)
    given = {name for family in FAMILIES.values() for name in family.given}
    return {name: environment[name] for name in sorted(environment) if name.startswith(prefixes) and name not in given}


def find(mpi: Mpi, name: str) -> Knob:
    """The knob called so; `pml` finds `mca:pml`. Raises UsageError with the nearest names."""
    known = {knob.name: knob for knob in knobs(mpi)}
    asked = plain(name.partition("=")[0])
    bare = asked.removeprefix("env:").removeprefix(MCA_PREFIX)
    for candidate in (asked, f"env:{bare}", f"mca:{bare}"):
        if candidate in known:
            return known[candidate]
    raise unknown(mpi, asked, list(known))


def check(mpi: Mpi, names: list[str]) -> None:
    """Raises UsageError for a knob that belongs to another MPI, or that this library does not have.

    Variables that no MPI owns (`env:UCX_TLS`, `env:FI_PROVIDER`) pass.
    """
    family = FAMILIES[mpi.family]
    known: set[str] = set()
    for name in names:
        kind, _, rest = name.partition(":")
        if kind == "mca" and not family.mca:
            raise UsageError(
                "bad-knob", f"{mpi.name} has no MCA parameters: '{name}' is Open MPI's", "write env:NAME=VALUE"
            )
        if kind == "env" and not rest.startswith(family.prefixes) and (owner := _reader(rest)):
            raise UsageError("bad-knob", f"unknown knob '{name}' for {mpi.name}: {owner} reads it", "name that MPI")
        asked = plain(name)
        if kind == "mca" or rest.startswith(family.listed):
            known = known or {knob.name for knob in knobs(mpi) if _of_library(knob.name, family.listed)}
            if known and asked not in known:
                raise unknown(mpi, asked, sorted(known))


def check_typed(mpi: Mpi, names: list[str]) -> None:
    """As `check`, of names as a user typed them: raises UsageError as well for a variable of UCX or libfabric that they
    do not list, but with one word spelt otherwise. The rest passes: parts that cannot be loaded here list nothing."""
    check(mpi, names)
    for below in ("env:UCX_", "env:FI_"):
        if asked := [name for name in names if name.startswith(below)]:
            known = [knob.name for knob in knobs(mpi) if knob.name.startswith(below)]
            for name in asked:
                if name not in known and misspelt(name, known):
                    raise unknown(mpi, name, known)


def unknown(mpi: Mpi, name: str, known: list[str]) -> UsageError:
    """The error for a knob that is not there, with the nearest names."""
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.6)
    if not near:  # by a part of the name, with or without its prefix
        near = [other for other in known if name.partition(":")[2].lower() in other.lower()][:3] if ":" in name else []
    hint = (
        f"did you mean {' or '.join(near)}?"
        if near
        else f"`rankwise mpi knobs list --mpi {mpi.name} '*'` shows them all; knobs of another MPI take --mpi NAME"
    )
    return UsageError("unknown-knob", f"{mpi.name} {mpi.version} has no knob '{name}'", hint)


def _of_library(name: str, prefixes: tuple[str, ...]) -> bool:
    """Whether the library itself lists a knob: there is none where it does not answer, whatever lies under it lists."""
    kind, _, rest = name.partition(":")
    return kind == "mca" or rest.startswith(prefixes)


def _reader(variable: str) -> str | None:
    """Whose variable it is: MPICH's before its descendants', who read it too."""
    return next((name for name in reversed(FAMILIES) if variable.startswith(FAMILIES[name].prefixes)), None)


def _cache_file(mpi: Mpi) -> Path | None:
    if mpi.library is None:
        return None
    with contextlib.suppress(OSError):
        status = Path(mpi.library).resolve().stat()
        identity = "\0".join(
            map(str, (_VERSION, mpi.family, mpi.version, mpi.prefix, mpi.library, status.st_size, status.st_mtime_ns))
        )
        return paths.cached("knobs", f"{mpi.family}-{hashlib.sha256(identity.encode()).hexdigest()[:16]}.json")
    return None


def _keep(file: Path, listed: list[Knob]) -> None:
    # A cache that cannot be written is only slower.
    with contextlib.suppress(EnvironmentProblem):
        files.put(file, msgspec.json.encode(listed))


def node_only(knobs: Mapping[str, str]) -> bool:
    """Whether these settings serve ranks of one node alone, by any of them. `env:OMPI_MCA_X` is the same as `mca:X`."""
    plainly = {plain(name): value for name, value in knobs.items()}
    if plainly.get("mca:pml", "ob1") != "ob1":
        plainly.pop("mca:btl", None)  # another layer carries the messages
    for name, value in plainly.items():
        words = {word.strip() for word in value.split(",")} - {""}
        if words and words <= _INSIDE.get(name, frozenset()):
            return True
    return False
