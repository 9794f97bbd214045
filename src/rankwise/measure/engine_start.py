"""What an engine is started with, and what is kept of its start."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from rankwise.core.process import SECRETS
from rankwise.core.records import RankFacts
from rankwise.measure.frames import Ready
from rankwise.measure.side import Side

_SHOWN: Final = (
    "I_MPI",
    "FI_",
    "UCX_",
    "OMPI_",
    "PRTE_",
    "MPICH_",
    "MPIR_",
    "MVP_",
    "HYDRA_",
    "PMIX_",
    "LD_PRELOAD",
)


def engine_arguments(side: Side, control: str) -> list[str]:
    """The options of `engine/options.hpp` for a launch of `side` whose ranks connect to the address `control`."""
    arguments = ["--control", control, "--memory", side.memory]
    cpus = "/".join(",".join(map(str, place.cpus)) for place in side.spec.places) if side.spec.bind else ""
    if cpus.strip("/"):
        arguments += ["--cpus", cpus]
    if side.devices:
        arguments += ["--devices", side.devices]
    if side.threads:
        arguments.append("--threads")
    for fault in side.faults:
        arguments += ["--fault", fault]
    return arguments


def shown_variables(environment: Mapping[str, str]) -> dict[str, str]:
    """Variables of a launch that an MPI reads and that differ from those of this process, without secrets."""
    return {
        name: value
        for name, value in environment.items()
        if name.startswith(_SHOWN) and os.environ.get(name) != value and name not in SECRETS
    }


def rank_facts(frame: Ready) -> RankFacts:
    """What a rank told of itself when it was ready."""
    return RankFacts(
        rank=frame.rank,
        host=frame.host,
        pid=frame.pid,
        cpus=frame.cpus,
        init_s=frame.init,
        rss_before_init_bytes=frame.rss_before,
        rss_after_init_bytes=frame.rss_after,
        clock_read_s=frame.clock_read,
        arch=frame.arch,
        clock_domain=frame.domain,
    )
