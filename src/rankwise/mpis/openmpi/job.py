"""A job of Open MPI: what its launcher knows before it places ranks, and where releases 4 and 5 differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rankwise.mpis.layout.request import Request
from rankwise.mpis.layout.topology import CpuLevels, Cpus
from rankwise.mpis.openmpi.words import Policy


@dataclass(frozen=True)
class Release:
    """`deals`: ranks of objects take turns; else those of an object follow each other. Names of the variables and the
    parameters that map and bind."""

    deals: bool
    map_variable: str
    bind_variable: str
    map_parameter: str
    bind_parameter: str


OLD = Release(
    deals=True,
    map_variable="OMPI_MCA_rmaps_base_mapping_policy",
    bind_variable="OMPI_MCA_hwloc_base_binding_policy",
    map_parameter="rmaps_base_mapping_policy",
    bind_parameter="hwloc_base_binding_policy",
)
NEW = Release(
    deals=False,
    map_variable="PRTE_MCA_rmaps_default_mapping_policy",
    bind_variable="PRTE_MCA_hwloc_default_binding_policy",
    map_parameter="rmaps_default_mapping_policy",
    bind_parameter="hwloc_default_binding_policy",
)


@dataclass(frozen=True)
class Job:
    """`hosts`: those of each program; `room`: slots of each host; `unit`: what is a CPU, core or hwthread."""

    request: Request
    release: Release
    policy: Policy
    hosts: Sequence[Sequence[str]]
    room: Mapping[str, int]
    topologies: Mapping[str, CpuLevels]
    unit: str

    @property
    def oversubscribes(self) -> bool:
        return "oversubscribe" in self.policy.flags

    def objects(self, host: str) -> tuple[Cpus, ...]:
        """The objects of a host that ranks are mapped to; none where they are mapped to the host."""
        by = self.policy.by
        return () if by in ("slot", "node", "list") else self.topologies[host].at(by)


@dataclass(frozen=True)
class Placed:
    """A rank before it is bound: the object in which it is mapped, None for a whole host, and that object's number."""

    host: str
    part: int
    object: Cpus | None
    at: int = 0
