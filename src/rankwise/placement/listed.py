"""What an MPI's libraries list on the node where ranks will run; a login node may have no adapter."""

from __future__ import annotations

from rankwise.core.reach import to_host
from rankwise.core.records import Mpi
from rankwise.mpis.fabric_lists import Listed, listed
from rankwise.placement.placement import SSH, Placement


def listed_on(mpi: Mpi, placement: Placement, name: str) -> Listed:
    """What libfabric and UCX offer to the MPI on the node of the endpoint called `name`."""
    host = placement.hosts[name]
    if host is None:
        return listed(mpi)
    entry = placement.entries.get(name)
    return listed(mpi, to_host(placement.agent or SSH, host), entry.prefix if entry else None)
