"""Records of labs that were never brought up."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from rankwise.cluster.records import ClusterNode, ClusterPlan
from rankwise.lab import state
from rankwise.lab.records import Lab

HOSTS = ("n1", "n2")


def plan(name: str = "small") -> ClusterPlan:
    """Two hosts on no network."""
    nodes = tuple(
        ClusterNode(name=host, cabinet=1, number=number, sockets=1, nic_socket=0, arch="x86_64")
        for number, host in enumerate(HOSTS, 1)
    )
    return ClusterPlan(name=name, source="", head=None, nodes=nodes, networks=())


def lab(name: str = "small") -> Lab:
    """A lab whose keeper is this process."""
    return Lab(
        name=name,
        folder=str(state.folder_of(name)),
        plan=plan(name),
        keeper_pid=os.getpid(),
        keeper_start=state.start_ticks(os.getpid()) or 0,
        rootless=True,
        ports=(),
        links=(),
    )


def put(name: str = "small", *, listening: tuple[str, ...] = ("switch", *HOSTS)) -> list[socket.socket]:
    """The folder of a lab; the sockets of those members that listen, which the caller closes."""
    folder = state.folder_of(name)
    for host in HOSTS:
        (folder / "hosts").mkdir(parents=True, exist_ok=True)
        (folder / "hosts" / host).write_text("")
    (folder / "sockets").mkdir()
    state.save(lab(name))
    return [_listen(folder / "sockets" / member) for member in listening]


def _listen(path: Path) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(path))
    listening.listen()
    return listening
