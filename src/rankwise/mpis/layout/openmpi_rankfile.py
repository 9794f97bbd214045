"""Open MPI: ranks that a rankfile places by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rankwise.core.files import read
from rankwise.mpis.layout.asked import Asked, Layout, Refused, Seat
from rankwise.mpis.layout.openmpi_words import Policy, numbers, rank_file
from rankwise.mpis.layout.topology import Cpus, Topology


def from_rank_file(asked: Asked, policy: Policy, topologies: Mapping[str, Topology]) -> Layout:
    """The seats of the file. Raises Refused where it names a host or core that is not there."""
    rows = rank_file(read(Path(policy.file), "no-rankfile", "is the path of the rankfile right?"))
    hosts, seats = list(topologies), []
    for rank in range(sum(part.ranks or 0 for part in asked.parts) or len(rows)):
        if rank not in rows:
            raise Refused(f"{policy.file} says nothing of rank {rank}: add a line for it")
        host, slot = rows[rank]
        if host.startswith("+n") and host[2:].isdecimal() and int(host[2:]) < len(hosts):
            host = hosts[int(host[2:])]
        if host not in topologies:
            raise Refused(f"{policy.file} puts rank {rank} on {host}, which is no host of the job: name it too")
        seats.append(Seat(host, _slot(topologies[host], slot)))
    return Layout(tuple(seats), "by rankfile", "core", policy.why, "the rankfile")


def _slot(topology: Topology, text: str) -> Cpus:
    """`1:0-1` is cores 0 and 1 of package 1, `3` the core with this number."""
    package, _, cores = text.rpartition(":")
    units = topology.at("core")
    if package:
        packages, number = topology.at("package"), numbers(package.lstrip("pPsS"))
        if not number or number[0] >= len(packages):
            raise Refused(f"slot={text}: there are {len(packages)} packages, numbered from 0")
        if cores == "*":
            return packages[number[0]]
        units = topology.within(packages[number[0]], "core")
    chosen = numbers(cores)
    if not chosen or max(chosen) >= len(units):
        raise Refused(f"slot={text}: there are {len(units)} cores, numbered from 0")
    return tuple(sorted(cpu for number in chosen for cpu in units[number]))
