"""What a knob is about, for people who look one up: by what is known of it, else by its name."""

from __future__ import annotations

import re
from typing import Final

from rankwise.mpis.records import Knob
from rankwise.tuning.goals import COLLECTIVES, POINT_TO_POINT
from rankwise.tuning.space import concerned

_NETWORKS: Final = ("tcp", "ib", "rc", "ud", "dc")
_COLLECTIVE: Final = re.compile(
    r"coll_|(?<![a-z])i?(all(gather|reduce|toall)|barrier|bcast|exscan|gather|reduce|scan|scatter)[vw]?(?![a-z])", re.I
)
_START: Final = re.compile(r"pmi|hydra|init|spawn|launch|proctable|finalize|startup", re.IGNORECASE)
_WITHIN: Final = re.compile(r"shm|_sm_|smsc|cma|xpmem|knem|posix|sysv|iqueue|fbox", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"tcp|_ofi|_ib_|_rc_|_ud_|_dc_|verbs|netmod|efa|psm|^env:fi_", re.IGNORECASE)


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
