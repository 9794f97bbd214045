"""Places as MPMD blocks, and the environment every launch starts from: what all launch lines share."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rankwise.core import elf
from rankwise.core.errors import UsageError
from rankwise.core.reach import checked
from rankwise.core.records import LaunchSpec, Mpi, Place

# What a surrounding MPI job leaves in the environment: with these a new job takes itself for part of the old one.
_FOREIGN_JOB = re.compile(
    r"^(PMI_|PMIX_|PRTE_|HYDI?_|HYDRA_|OMPI_COMM_WORLD_|OMPI_UNIVERSE_|MPI_LOCALN|MPIR_CVAR_CH3_INT)"
)
# Of these some are a user's own words to the launcher.
_TO_LAUNCHERS = ("HYDRA_", "PRTE_MCA_", "PMIX_MCA_")
_FOREIGN_PREFIX = ("OPAL_PREFIX", "I_MPI_ROOT", "FI_PROVIDER_PATH", "I_MPI_HYDRA_BOOTSTRAP_EXEC")


@dataclass(frozen=True)
class Block:
    """Consecutive ranks that start alike."""

    place: Place
    ranks: int


def blocks(spec: LaunchSpec) -> list[Block]:
    """Consecutive places with the same host, command, prefix, environment and folder, as one block each."""
    if not spec.places:
        raise UsageError("no-ranks", "a launch needs at least one rank", "name at least one endpoint")
    joined: list[Block] = []
    for place in spec.places:
        if joined and _alike(joined[-1].place, place):
            joined[-1] = Block(joined[-1].place, joined[-1].ranks + 1)
        else:
            joined.append(Block(place, 1))
    return joined


def is_local(spec: LaunchSpec) -> bool:
    """Whether every rank runs on this machine, without an agent."""
    return all(place.host is None for place in spec.places)


def host_of(place: Place) -> str:
    """The name a launcher is given: this machine's own when the place names none, so that other nodes can use it.
    Raises UsageError for what is no name of a host."""
    return checked(place.host) if place.host else os.uname().nodename


def env_words(env: Mapping[str, str]) -> list[str]:
    """What sets these variables for the command behind it."""
    return ["env", *(f"{name}={value}" for name, value in env.items())] if env else []


def oversubscribed(spec: LaunchSpec) -> bool:
    """Whether two ranks must share a CPU, as far as the spec tells: then waiting ranks have to yield."""
    claims = Counter((place.host, cpu) for place in spec.places for cpu in place.cpus)
    local = sum(place.host is None for place in spec.places)
    return spec.oversubscribed or any(count > 1 for count in claims.values()) or local > len(os.sched_getaffinity(0))


def environment(mpi: Mpi, spec: LaunchSpec, extra: dict[str, str]) -> dict[str, str]:
    """The complete environment of the launcher: the user's own without traces of other jobs, then the MPI's, then
    `extra` (what the family adds), then the spec's, which wins.
    """
    env = {
        name: value
        for name, value in os.environ.items()
        if not _FOREIGN_JOB.match(name) and name not in _FOREIGN_PREFIX
    }
    env.setdefault("HOME", str(Path.home()))  # Open MPI 5 does not start without it
    users = env.get("LD_LIBRARY_PATH", "")
    if users and mpi.library:
        # The user's folders may hold another MPI's libfabric, and would come before those that this library names.
        users = env["LD_LIBRARY_PATH"] = ":".join([*_runpath(mpi.library), users])
    env.update(mpi.env)
    if "LD_LIBRARY_PATH" in mpi.env and users:
        env["LD_LIBRARY_PATH"] += f":{users}"
    env.update(extra)
    env.update(spec.env)
    env.update(knobs(spec, "env"))
    if mpi.library:
        env["LD_LIBRARY_PATH"] = library_path(str(Path(mpi.library).parent), env)
    return env


@lru_cache
def _runpath(library: str) -> tuple[str, ...]:
    facts, own = elf.read(library), str(Path(library).parent)
    folders = (folder.replace("${ORIGIN}", own).replace("$ORIGIN", own) for folder in (facts.runpath if facts else ()))
    return tuple(folder for folder in folders if folder != own)


def told_to_launchers() -> dict[str, str]:
    """What `environment` leaves out, but a user may have set for launch lines of his own."""
    return {name: value for name, value in os.environ.items() if name.startswith(_TO_LAUNCHERS)}


def place_environment(mpi: Mpi, place: Place) -> dict[str, str]:
    """What one block adds to the job's environment: its own, and where its MPI lies when that differs."""
    env = dict(place.env)
    if place.prefix and mpi.library and place.prefix != mpi.prefix:
        there = {name: translate(value, mpi.prefix, place.prefix) for name, value in mpi.env.items()}
        env = {**{name: value for name, value in there.items() if value != mpi.env[name]}, **env}
        directory = translate(str(Path(mpi.library).parent), mpi.prefix, place.prefix)
        env["LD_LIBRARY_PATH"] = library_path(directory, env)
    return env


def library_path(directory: str, env: dict[str, str]) -> str:
    """`LD_LIBRARY_PATH` of `env` with `directory` in front, once."""
    rest = [part for part in env.get("LD_LIBRARY_PATH", "").split(":") if part and part != directory]
    return ":".join([directory, *rest])


def translate(path: str, prefix: str, other: str) -> str:
    """The same path under another endpoint's prefix."""
    return other + path[len(prefix) :] if path == prefix or path.startswith(prefix.rstrip("/") + "/") else path


def knobs(spec: LaunchSpec, kind: str) -> dict[str, str]:
    """The spec's knobs of one kind: `env:NAME` or `mca:NAME`, by NAME."""
    return {name.partition(":")[2]: value for name, value in spec.knobs.items() if name.startswith(f"{kind}:")}


def check_knobs(mpi: Mpi, spec: LaunchSpec, *kinds: str) -> None:
    """Raises UsageError for a knob that this MPI has no place for."""
    for name in spec.knobs:
        kind, colon, rest = name.partition(":")
        if kind not in kinds or not colon or not rest:
            known = " or ".join(f"{kind}:NAME" for kind in kinds)
            raise UsageError("bad-knob", f"{mpi.name} has no knob '{name}'", f"write {known}")


def _alike(place: Place, other: Place) -> bool:
    return (place.host, place.words, place.prefix, place.env, place.folder) == (
        other.host,
        other.words,
        other.prefix,
        other.env,
        other.folder,
    )
