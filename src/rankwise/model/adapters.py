"""What paths share by the hardware that was looked at: adapters that several endpoints of a node use."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rankwise.core.grouped import grouped
from rankwise.core.records import Endpoint, Resource
from rankwise.core.sharing import place_of
from rankwise.inventory.records import Nic
from rankwise.model.hardware import path_limit, pcie_bytes_per_s


def adapters(network: str, endpoints: Sequence[Endpoint], nics: Mapping[str, Sequence[Nic]]) -> list[Resource]:
    """The adapters of a network with the rate of their ports or lanes, the lesser one. `nics` has by endpoint those
    through which its bytes go. Nothing is known where one tells no rate, or endpoints of a place use different ones."""
    places = grouped((place_of(endpoint, "adapter"), endpoint) for endpoint in endpoints)
    resources = []
    for place, members in places.items():
        used = {tuple(nic.name for nic in nics.get(end.id, ())) for end in members}
        limit = path_limit([(members[0].node, nics.get(members[0].id, ()))]) if len(members) > 1 else None
        if len(used) == 1 and limit is not None:
            resources.append(
                Resource(
                    name=plain_name(network, "adapter"),
                    rate_bytes_per_s=limit.rate_bytes_per_s,
                    per="adapter",
                    at=(place,),
                    evidence=limit.what,
                )
            )
    return resources


def slots(network: str, endpoints: Sequence[Endpoint], nics: Mapping[str, Sequence[Nic]]) -> list[Resource]:
    """The PCIe slots of adapters with several ports, with the rate of their lanes; none of a slot that tells no lanes.
    `nics` has by endpoint those through which its bytes go."""
    places = grouped((place_of(end, "slot"), nic) for end in endpoints if end.slot for nic in nics.get(end.id, ()))
    resources = []
    for place, ports in places.items():
        lanes = next((nic.pcie for nic in ports if nic.pcie is not None), None)
        if lanes is not None and len({nic.name for nic in ports}) > 1:
            resources.append(
                Resource(
                    name=plain_name(network, "slot"),
                    rate_bytes_per_s=pcie_bytes_per_s(lanes),
                    per="slot",
                    at=(place,),
                    evidence=f"x{lanes.width} at {lanes.gts:g} GT/s, as its ports tell",
                )
            )
    return resources


def plain_name(network: str, kind: str) -> str:
    """What a resource of a network is called: a network may be called by its address."""
    return re.sub(r"[^A-Za-z0-9_.]+", "-", f"{network} {kind}")[-60:].strip("-.")
