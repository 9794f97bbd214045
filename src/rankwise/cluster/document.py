"""`cluster.toml` as written: the fields a user may set, and the reading of the file. Meaning is given in `plan`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from rankwise.core import files, toml
from rankwise.core.errors import UsageError
from rankwise.core.records.cluster import InterfaceFiles, LinkLayer, NetworkModel, Provisioning, Where


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A TOML table: unknown keys are errors."""


class Cards(_Table, frozen=True, kw_only=True):
    """The cards of a node: one per entry of `sockets`."""

    sockets: tuple[int, ...]
    name: str = "{host}-mic{card}"
    arch: str = "x86_64"
    ranks: int = 1
    provisioning: Provisioning = "files"


class Nodes(_Table, frozen=True, kw_only=True):
    """Nodes that are alike: one per entry of `numbers`."""

    numbers: tuple[int, ...]
    name: str = "c{cabinet:03}-n{node:03}"
    cabinet: int = 1
    sockets: int = 1
    nic_socket: int = 0
    arch: str = "x86_64"
    cards: Cards | None = None
    ranks: int = 1
    modules: tuple[str, ...] = ()


class Links(_Table, frozen=True, kw_only=True, rename={"source": "from", "target": "to"}):
    """What paths carry: see `LinkRule`."""

    latency: str
    source: str = "any"
    target: str = "any"
    where: Where = "any"
    rate: str | None = None
    both: bool = False


class NetworkTable(_Table, frozen=True, kw_only=True):
    """A network. Addresses by the rules `head`, `host`, `card`; `addresses` names exceptions."""

    name: str
    cidr: str
    host: str = ""
    card: str = ""
    head: str = ""
    addresses: dict[str, str] = {}
    broadcast: str = ""
    fabric: str = "tcp"
    model: NetworkModel = "flat"
    interface: str = "eth0"
    host_interface: str = "mic{card}"
    card_interface: str = "mic0"
    mtu: int = 1500
    slowdown: float = 1.0
    suffix: str | None = None
    bridge: str = ""
    link: LinkLayer = "ethernet"
    subnet_manager: str = ""
    port_rate: str = ""
    links: tuple[Links, ...] = ()


class Setting(_Table, frozen=True, kw_only=True):
    """What a lab gives an endpoint, or all whose names match a pattern: see `EndpointSettings`."""

    cpus: tuple[int, ...] = ()
    clock_offset: str = "0s"
    files: dict[str, str] = {}
    hidden: tuple[str, ...] = ()


class Lab(_Table, frozen=True, kw_only=True):
    """How a lab realises the plan."""

    shared_memory: str = "256MiB"
    private_root: bool = False
    hidden: tuple[str, ...] = ()
    endpoints: dict[str, Setting] = {}


class Group(_Table, frozen=True, kw_only=True):
    """A group of users."""

    name: str
    gid: int


class User(_Table, frozen=True, kw_only=True):
    """A user; without `home`: /home/NAME."""

    name: str
    uid: int
    group: str
    home: str = ""
    shell: str = "/bin/bash"


class Share(_Table, frozen=True, kw_only=True, rename={"source": "from"}):
    """A shared file system: see `ClusterShare`."""

    path: str
    source: str = "head"
    to: str = "any"
    network: str = ""
    options: str = "rw"
    mount: str = ""
    mount_options: str = "defaults"
    local: dict[str, str] = {}


class Service(_Table, frozen=True, kw_only=True):
    """A service and where it runs: a kind of endpoint, or names with wildcards."""

    name: str
    on: str = "any"


class MpiTable(_Table, frozen=True, kw_only=True):
    """An MPI: see `ClusterMpi`."""

    family: str
    prefix: str = ""
    card_prefix: str = ""
    network: str = ""
    launch_network: str = ""
    environment: dict[str, str] = {}


class Switch(_Table, frozen=True, kw_only=True):
    """A switch: `nodes` as a list of hosts (`c001-n[001-018]`), or `switches` below it."""

    name: str
    nodes: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()


class Document(_Table, frozen=True, kw_only=True):
    """The whole file."""

    name: str
    nodes: tuple[Nodes, ...]
    networks: tuple[NetworkTable, ...]
    source: str = ""
    head: str | None = "head"
    interface_files: InterfaceFiles = "networkd"
    groups: tuple[Group, ...] = ()
    users: tuple[User, ...] = ()
    shares: tuple[Share, ...] = ()
    services: tuple[Service, ...] = ()
    mpis: tuple[MpiTable, ...] = ()
    switches: tuple[Switch, ...] = ()
    lab: Lab = Lab()


def read(file: Path) -> Document:
    """The file as tables. Raises UsageError naming the line (bad TOML) or the field (bad content)."""
    try:
        tables: dict[str, Any] = toml.loads(files.read(file, "no-plan", "name a cluster.toml"))
    except toml.TomlError as error:
        raise UsageError("bad-plan", f"{file}: {error}", "it must be TOML") from error
    try:
        return msgspec.convert(tables, Document)
    except msgspec.ValidationError as error:
        raise UsageError("bad-plan", f"{file}: {error}", "docs/cluster.md lists the fields of a plan") from error
