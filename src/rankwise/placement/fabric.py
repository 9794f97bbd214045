"""The fabrics that an MPI has between endpoints, and sides whose messages are forced over one."""

from __future__ import annotations

from msgspec.structs import replace

from rankwise.core.reach import SSH, to_host
from rankwise.core.records import Mpi, Place
from rankwise.inventory.records import NodeInventory
from rankwise.measure.side import Side
from rankwise.mpis.fabric_lists import Listed, listed
from rankwise.mpis.fabrics import fabrics, find_fabric
from rankwise.mpis.records import FabricChoice
from rankwise.placement.nets import networks_of
from rankwise.placement.placement import Placement


def on_fabric(side: Side, placement: Placement, name: str) -> Side:
    """The side with its messages over the fabric called `name`; knobs that the side has anyway win.

    Raises UsageError with the nearest names when there is no such fabric between these endpoints.
    """
    return on_choice(side, placement, find_fabric(fabrics_between(side.mpi, placement), name))


def fabrics_between(mpi: Mpi, placement: Placement) -> tuple[FabricChoice, ...]:
    """Every transport of an MPI between the endpoints of a placement, by what its libraries list at the first one."""
    return fabrics(
        mpi,
        between_nodes=placement.nodes > 1,
        networks=shared_networks(placement),
        lists=listed_on(mpi, placement, placement.endpoints[0].id),
    )


def on_choice(side: Side, placement: Placement, choice: FabricChoice) -> Side:
    """The side with its messages over this transport; knobs that the side has anyway win."""
    nodes = {node.hostname: node for node in placement.inventory.nodes}
    places = tuple(
        _on(place, choice, nodes.get(endpoint.node))
        for place, endpoint in zip(side.spec.places, placement.endpoints, strict=True)
    )
    spec = replace(side.spec, places=places, knobs={**choice.knobs, **side.spec.knobs})
    return Side(side.name, side.mpi, side.launcher, spec, control=side.control)


def knobs_of_fabric(mpi: Mpi, name: str) -> dict[str, str]:
    """The knobs that force ranks of this machine onto the fabric."""
    return dict(find_fabric(fabrics(mpi), name).knobs)


def shared_networks(placement: Placement) -> dict[str, tuple[str, ...]]:
    """The networks that all nodes of the placement are on, with the interfaces of the first endpoint's node."""
    nodes = {node.hostname: networks_of(node) for node in placement.inventory.nodes}
    first = nodes.get(placement.endpoints[0].node, {})
    return {cidr: names for cidr, names in first.items() if all(cidr in there for there in nodes.values())}


def _on(place: Place, choice: FabricChoice, node: NodeInventory | None) -> Place:
    """The rank with the names of its own interfaces of the fabric's network."""
    networks = networks_of(node) if node else {}
    interfaces = [name for cidr in choice.networks for name in networks.get(cidr, ())]
    if not interfaces or not choice.interface_variables:
        return place
    return replace(place, env={**dict.fromkeys(choice.interface_variables, ",".join(interfaces)), **place.env})


def listed_on(mpi: Mpi, placement: Placement, name: str) -> Listed:
    """What libfabric and UCX offer to the MPI on the node of the endpoint called `name`."""
    host = placement.hosts[name]
    if host is None:
        return listed(mpi)
    entry = placement.entries.get(name)
    return listed(mpi, to_host(placement.agent or SSH, host), entry.prefix if entry else None)
