"""What an engine is started with, what is kept of its start, and whether it is the one that was meant."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Final

from rankwise.core.process import SECRETS
from rankwise.core.records import Place, RankFacts
from rankwise.core.units import number_ranges, plural
from rankwise.core.version import __version__
from rankwise.measure.frames import PROTOCOL, Hello
from rankwise.measure.side import Side
from rankwise.measure.source import source_hash

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
_NAMED = 3


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


def misplaced(places: Sequence[Place], ready: Sequence[RankFacts]) -> str:
    """The ranks that run elsewhere than on the CPUs of their place, in words; empty when there are none. A place
    without CPUs leaves its rank where the launcher put it."""
    strays = [
        f"rank {facts.rank} on {facts.host} runs on CPU {number_ranges(facts.cpus)}, not on {number_ranges(place.cpus)}"
        for place, facts in zip(places, ready, strict=True)
        if place.cpus and set(place.cpus) != set(facts.cpus)
    ]
    more = [f"{plural(len(strays) - _NAMED, 'more rank')} likewise"] if len(strays) > _NAMED else []
    return "; ".join([*strays[:_NAMED], *more])


def other_engine(side: Side, hello: Hello) -> tuple[str, str] | None:
    """What is wrong with an engine that would misread commands, or that was built from another source than the run says
    of it, and what to do about it; None for the engine of this release, and for one that was built by hand."""
    here = source_hash()
    if hello.protocol == PROTOCOL and hello.source in ("", here):
        return None
    its = f"of source {hello.source}" if hello.source else "of an unknown source"
    programs = ", ".join(dict.fromkeys(place.program for place in side.spec.places))
    return (
        f"{side.mpi.name}: a rank on {hello.host} runs an engine {its} with protocol {hello.protocol}; rankwise "
        f"{__version__} needs source {here} with protocol {PROTOCOL}\n  {programs}",
        "take `engine` out of the endpoints file, and rankwise brings its own; or install the same release everywhere",
    )
