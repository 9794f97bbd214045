"""The knobs of an MPI, enumerated from the library itself and kept by its identity; and checks of names before use."""

from __future__ import annotations

import contextlib
import difflib
import hashlib
from pathlib import Path

import msgspec

from rankwise.core import files, paths
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import Knob, Mpi
from rankwise.mpis.knob_hints import HINTS
from rankwise.mpis.knob_lists import from_impi_info, from_mpi_t, from_ompi_info
from rankwise.mpis.knob_ofi import from_ofi
from rankwise.mpis.knob_semantics import lost_with
from rankwise.mpis.knob_ucx import from_ucx

_VERSION = 6  # of what is kept: raised when a list is read differently

# Variables by whose prefix a family knows its own. Those of _ENUMERATED are all listed by the library; the others are
# older names or ones that only a launcher reads, and pass unchecked.
PREFIXES = {
    "openmpi": ("OMPI_MCA_",),
    "mpich": ("MPIR_CVAR_",),
    "mvapich": ("MPIR_CVAR_", "MVP_"),
    "cray": ("MPIR_CVAR_", "MPICH_"),
    "impi": ("I_MPI_", "MPIR_CVAR_"),
}
_ENUMERATED = {"openmpi": ("OMPI_MCA_",), "mpich": ("MPIR_CVAR_",), "impi": ("I_MPI_",)}


def knobs(mpi: Mpi) -> tuple[Knob, ...]:
    """Every setting that this library lists, by name, with the hints of its family; empty when it tells none."""
    file = _cache_file(mpi)
    listed: list[Knob] | None = None
    if file is not None:
        with contextlib.suppress(OSError, msgspec.DecodeError):
            listed = msgspec.json.decode(file.read_bytes(), type=list[Knob])
    if listed is None:
        listed = _listed(mpi)
        if file is not None and listed:
            _keep(file, listed)
    hints = HINTS.get(mpi.family, {})
    return tuple(
        msgspec.structs.replace(one, hint=hints.get(one.name), semantics=lost_with(mpi.family, one.name))
        for one in listed
    )


def find(mpi: Mpi, name: str) -> Knob:
    """The knob called so; `pml` finds `mca:pml`. Raises UsageError with the nearest names."""
    known = {one.name: one for one in knobs(mpi)}
    plain = name.partition("=")[0]
    bare = plain.removeprefix("env:").removeprefix("OMPI_MCA_")
    for candidate in (plain, f"env:{bare}", f"mca:{bare}"):
        if candidate in known:
            return known[candidate]
    raise unknown(mpi, plain, list(known))


def check(mpi: Mpi, names: list[str]) -> None:
    """Raises UsageError for a knob that belongs to another MPI, or that this library does not have.

    Variables that no MPI owns (`env:UCX_TLS`, `env:FI_PROVIDER`) pass.
    """
    known: set[str] = set()
    for name in names:
        kind, _, rest = name.partition(":")
        if kind == "mca" and mpi.family != "openmpi":
            raise UsageError(
                "bad-knob", f"{mpi.name} has no MCA parameters: '{name}' is Open MPI's", "write env:NAME=VALUE"
            )
        owner = next((family for family in PREFIXES if rest.startswith(PREFIXES[family])), None)
        if kind == "env" and owner and not rest.startswith(PREFIXES.get(mpi.family, ())):
            raise UsageError("bad-knob", f"'{name}' is no knob of {mpi.name}: {owner} reads it", "name that MPI")
        asked = f"mca:{rest.removeprefix('OMPI_MCA_')}" if mpi.family == "openmpi" else name
        if kind == "mca" or rest.startswith(_ENUMERATED.get(mpi.family, ())):
            known = known or {one.name for one in knobs(mpi)}
            if known and asked not in known:
                raise unknown(mpi, asked, sorted(known))


def unknown(mpi: Mpi, name: str, known: list[str]) -> UsageError:
    """The error for a knob that is not there, with the nearest names."""
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.6)
    if not near:  # by a part of the name, with or without its prefix
        near = [one for one in known if name.partition(":")[2].lower() in one.lower()][:3] if ":" in name else []
    hint = f"did you mean {' or '.join(near)}?" if near else f"`rankwise knobs list --mpi {mpi.name}` shows them all"
    return UsageError("unknown-knob", f"{mpi.name} {mpi.version} has no knob '{name}'", hint)


def _listed(mpi: Mpi) -> list[Knob]:
    if mpi.family == "openmpi":
        found = from_ompi_info(mpi)
    else:
        found = from_mpi_t(mpi)
        if mpi.family == "impi":
            names = {one.name for one in found}
            found += [one for one in from_impi_info(mpi) if one.name not in names]
    found += [*from_ucx(mpi), *from_ofi(mpi)]
    return sorted({one.name: one for one in found}.values(), key=lambda one: one.name)


def _cache_file(mpi: Mpi) -> Path | None:
    if mpi.library is None:
        return None
    with contextlib.suppress(OSError):
        status = Path(mpi.library).resolve().stat()
        identity = "\0".join(
            map(str, (_VERSION, mpi.family, mpi.version, mpi.prefix, mpi.library, status.st_size, status.st_mtime_ns))
        )
        return paths.cache_dir() / "knobs" / f"{mpi.family}-{hashlib.sha256(identity.encode()).hexdigest()[:16]}.json"
    return None


def _keep(file: Path, listed: list[Knob]) -> None:
    # A cache that cannot be written is only slower.
    with contextlib.suppress(EnvironmentProblem):
        files.put(file, msgspec.json.encode(listed))
