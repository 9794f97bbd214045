"""`mpi knobs`: what can be set on an MPI, from the library itself."""

from __future__ import annotations

import fnmatch
import re
from typing import Final

from rankwise.core import settings
from rankwise.core.records import Mpi
from rankwise.mpis import catalog
from rankwise.mpis import knobs as listing
from rankwise.mpis.records import Knob
from rankwise.tuning.goals import COLLECTIVES, POINT_TO_POINT
from rankwise.tuning.knob_values import values
from rankwise.tuning.space import concerned

__all__ = ["knob", "knobs", "list_knobs", "scope", "values"]
_NETWORKS: Final = ("tcp", "ib", "rc", "ud", "dc")
_COLLECTIVE: Final = re.compile(
    r"coll_|(?<![a-z])i?(all(gather|reduce|toall)|barrier|bcast|exscan|gather|reduce|scan|scatter)[vw]?(?![a-z])", re.I
)
_START: Final = re.compile(r"pmi|hydra|init|spawn|launch|proctable|finalize|startup", re.IGNORECASE)
_WITHIN: Final = re.compile(r"shm|_sm_|smsc|cma|xpmem|knem|posix|sysv|iqueue|fbox", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"tcp|_ofi|_ib_|_rc_|_ud_|_dc_|verbs|netmod|efa|psm|^env:fi_", re.IGNORECASE)


def knobs(mpi: str = "", pattern: str = "") -> tuple[Mpi, list[Knob], int]:
    """The MPI, those of its knobs whose names match (part of a name, or a pattern with *), and how many it lists.

    Raises UsageError for an unknown MPI.
    """
    chosen = catalog.find(mpi)
    every = listing.knobs(chosen)
    wanted = pattern.lower() if "*" in pattern else f"*{pattern.lower()}*"
    return chosen, [knob for knob in every if fnmatch.fnmatch(knob.name.lower(), wanted)], len(every)


def list_knobs(mpi: str | None = None, pattern: str = "") -> list[Knob]:
    """What can be set on an MPI whose name matches `pattern`: part of a name, or a pattern with *."""
    return knobs(settings.value("mpi", mpi), pattern)[1]


def knob(name: str, mpi: str = "") -> tuple[Mpi, Knob]:
    """One knob by its name, and its MPI. Raises UsageError for an unknown one."""
    chosen = catalog.find(mpi)
    return chosen, listing.find(chosen, name)


def scope(knob: Knob) -> str:
    """`intra-node`, `collective: bcast`, `start-up`, `all messages` ...; `other` for what moves no message, by its
    name."""
    if knob.hint:
        return knob.hint.scope
    kernels = concerned(knob, _NETWORKS)
    if kernels and not kernels >= set(POINT_TO_POINT):
        named = sorted(kernels)
        return "collective" if len(named) == len(COLLECTIVES) else f"collective: {', '.join(named)}"
    if not kernels and _COLLECTIVE.search(knob.name):
        return "collective"
    if not kernels and _START.search(knob.name):
        return "start-up"
    if within := _WITHIN.search(knob.name) or _BETWEEN.search(knob.name):
        return "intra-node" if _WITHIN.search(within[0]) else "inter-node"
    return "all messages" if kernels else "other"
