"""A placement on a recorded node whose ranks really run here: surveys, maps and pages of large nodes are seen without
one. Ranks go where the scheduler puts them, for the CPUs of the recording are not here, so figures mean nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from rankwise.core.records import LaunchSpec, Mpi
from rankwise.inventory.records import NodeInventory
from rankwise.model.endpoints_of import endpoints_of
from rankwise.placement.nets import Net
from rankwise.placement.placement import Placement
from rankwise.placement.where import Where


@dataclass(frozen=True)
class Pretended(Where):
    """`node` in place of this machine, with an endpoint for each `per`, `most` of them at the most."""

    node: NodeInventory = field(kw_only=True)
    most: int = field(default=12, kw_only=True)

    def placement(self, **_how: Any) -> Placement:
        choice = endpoints_of(self.node, self.per or "core", self.most)  # type: ignore[arg-type]
        ends = choice.endpoints
        net = Net("memory", "shm", "memory of one node", {end.id: {"": end.node} for end in ends})
        told = (f"left out: {'; '.join(choice.left_out)}",) if choice.left_out else ()
        return _Unbound(
            self.node.hostname,
            ends,
            {end.id: None for end in ends},
            nets=(net,),
            nodes_looked_at={None: self.node},
            warnings=told,
        )


class _Unbound(Placement):
    def spec(self, mpi: Mpi, *args: Any, **more: Any) -> LaunchSpec:
        spec = super().spec(mpi, *args, **{**more, "oversubscribed": True})
        return replace(spec, places=tuple(replace(place, cpus=()) for place in spec.places))
