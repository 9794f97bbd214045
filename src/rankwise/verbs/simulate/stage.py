"""The machines of a simulation, each with the places of its ranks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from msgspec.structs import replace

from rankwise.cluster.machine import best_rule, positions
from rankwise.cluster.machine_map import MOST_ENDPOINTS, to_map
from rankwise.cluster.records import Machine
from rankwise.cluster.reference import is_machine_name, machine_named
from rankwise.core import files
from rankwise.core.errors import UsageError
from rankwise.maps.read import read_map
from rankwise.model.machine import CostModel as Places
from rankwise.model.machine import machine_of
from rankwise.model.records import Map
from rankwise.simulate import smpi
from rankwise.simulate.platform import Platform, of_machine, of_map
from rankwise.simulate.records import SimulatedTime
from rankwise.verbs.simulate import unmeasured

Key = tuple[str, int]
"""A kernel and a size; or a program, or a trace, without one."""


@dataclass(frozen=True)
class Options:
    """What is simulated, with which ranks, by which `algorithms` of collectives."""

    kernels: tuple[str, ...]
    sizes: tuple[int, ...]
    ranks: int
    placement: Path | None
    endpoints: str
    fabric: str
    program: str
    trace: str
    like: str
    strict: bool
    estimate_only: bool
    timeout_s: float
    out: str | Path | None

    @property
    def algorithms(self) -> dict[str, str]:
        """What SMPI is told of them."""
        return {"coll-selector": smpi.LIKE[self.like]} if self.like else {}


@dataclass
class Stage:
    """One machine with its ranks: its platform for SimGrid, its places for estimates, what its cells took."""

    name: str
    platform: Platform
    places: Places | None
    notes: list[str]
    times: dict[Key, SimulatedTime] = field(default_factory=dict)
    errors: dict[Key, str] = field(default_factory=dict)

    @staticmethod
    def of(name: str, options: Options) -> Stage:
        """The machine of a name as options want it."""
        if is_machine_name(name):
            return _of_machine(machine_named(name), options)
        return _of_map(read_map(name, options.out), options)

    def keep(self, key: Key, estimated: tuple[float, str] | None, simulated_s: float | None = None) -> None:
        """What a call takes here."""
        estimated_s, busiest = estimated if estimated is not None and math.isfinite(estimated[0]) else (None, "")
        self.times[key] = SimulatedTime(simulated_s=simulated_s, estimated_s=estimated_s, busiest=busiest)


def _of_machine(machine: Machine, options: Options) -> Stage:
    names = of_machine(machine, options.fabric, ()).names
    places = _places(names, _together(machine, options.fabric), options)
    platform = of_machine(machine, options.fabric, places)
    notes = []
    if any(rule.latency_s is None and not rule.times_s for rule in machine.rules):
        notes.append("no latency was published of some paths; they take none, and have no estimate")
    if len(names) > MOST_ENDPOINTS:
        notes.append(f"no estimate, because it has more than {MOST_ENDPOINTS} endpoints")
        return Stage(machine.name, platform, None, notes)
    return Stage(machine.name, platform, machine_of(to_map(machine), options.fabric), notes)


def _of_map(machine: Map, options: Options) -> Stage:
    names = [endpoint.id for endpoint in machine.endpoints]
    places = _places(names, range(len(names)), options)
    chosen_ends = tuple(machine.endpoints[place] for place in places)
    known = replace(machine, endpoints=chosen_ends)
    known, pairs = unmeasured.filled(known, options.fabric)
    if pairs and options.strict:
        raise UsageError(
            "unmeasured-pairs", f"{machine.name}: {unmeasured.in_words(pairs)}", "map all pairs, or leave --strict out"
        )
    platform = of_map(known, options.fabric, shares_adapters=None)
    notes = [f"{unmeasured.in_words(pairs)}. They take the figures of their class."] if pairs else []
    return Stage(machine.name, platform, machine_of(known, options.fabric), notes)


def _together(machine: Machine, fabric: str) -> range:
    """The endpoints that ranks may have, node by node; the first of each node where those of a node have no paths."""
    here = positions(machine)
    count = len(here)
    if count > 1 and best_rule(machine, fabric, here[0], here[1]) is None:
        return range(0, machine.nodes * count, count)
    return range(machine.nodes * count)


def _places(names: Sequence[str], allowed: Sequence[int], options: Options) -> tuple[int, ...]:
    """The endpoints of the ranks, by number."""
    if options.placement is not None:
        listed = files.read(options.placement, "no-placement", "name a file with an endpoint on each line").split()
        unknown = [name for name in listed if name not in names]
        if unknown or not listed:
            known = ", ".join(names[:12])
            raise UsageError(
                "bad-placement", f"{options.placement}: no endpoint '{', '.join(unknown)}'", f"it has {known}"
            )
        return tuple(names.index(name) for name in listed)
    fitting = [
        place
        for place in allowed
        if not options.endpoints or any(fnmatchcase(names[place], word) for word in options.endpoints.split(","))
    ]
    if not fitting:
        raise UsageError("no-endpoint", f"no endpoint matches '{options.endpoints}'", f"it has {', '.join(names[:12])}")
    if options.ranks > len(fitting):
        why = f" (of {len(names)} endpoints the first of each node: a node has no paths inside)"
        raise UsageError(
            "too-many-ranks",
            f"{options.ranks} ranks are more than {len(fitting)} places{why if len(allowed) < len(names) else ''}",
            "ask for fewer, or name a --place file in which endpoints stand several times",
        )
    return tuple(fitting[: options.ranks or len(fitting)])
