"""The build that a tuning is valid for, and how another one differs."""

from __future__ import annotations

import hashlib
from pathlib import Path

from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import Mpi
from rankwise.tuning.records import TunedBuild


def tuned_build(mpi: Mpi) -> TunedBuild:
    """What a tuning remembers of an MPI. Raises EnvironmentProblem when its library cannot be read."""
    return TunedBuild(
        name=mpi.name,
        family=mpi.family,
        version=mpi.version,
        library=mpi.library or "",
        library_sha256=_sha256(mpi),
    )


def differences(build: TunedBuild, mpi: Mpi) -> tuple[str, ...]:
    """How an MPI is another than the one that a tuning was found with, in words; empty when it is the same.

    The same library at another place is the same.
    """
    here = tuned_build(mpi)
    if here.library_sha256 == build.library_sha256:
        return ()
    differing = []
    if here.family != build.family:
        differing.append(f"it is for {build.family}, this is {here.family}")
    if here.version != build.version:
        differing.append(f"it is for version {build.version}, this is {here.version}")
    short = build.library_sha256[:12], here.library_sha256[:12]
    differing.append(f"its library has the SHA-256 {short[0]}..., {here.library} has {short[1]}...")
    return tuple(differing)


def _sha256(mpi: Mpi) -> str:
    digest = hashlib.sha256()
    try:
        with Path(mpi.library or "").open("rb") as file:
            while part := file.read(1 << 20):
                digest.update(part)
    except OSError as error:
        raise EnvironmentProblem(
            "no-library",
            f"cannot read the library of {mpi.name}: {error.strerror}",
            "`rankwise mpi show` says where it is",
        ) from error
    return digest.hexdigest()
