"""`cluster.toml` as written: the fields a user may set, and the reading of the file. Meaning is given in `plan`."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Final

import msgspec

from rankwise.cluster.records import ClusterGroup, InterfaceFiles, LinkLayer, NetworkModel, Provisioning, Where
from rankwise.core import files, knob_trust, toml, words
from rankwise.core.errors import UsageError
from rankwise.core.records.resource import PlannedPer
from rankwise.core.words import (
    AccountName,
    AccountNumber,
    Count,
    CpuNumber,
    Duration,
    EnvironmentName,
    HomeFolder,
    HostList,
    HostName,
    HostSuffix,
    InterfaceName,
    MountOptions,
    Mtu,
    Name,
    NetworkAddress,
    NodeNumber,
    OwnPath,
    PathInside,
    Pattern,
    PlacePattern,
    PlainName,
    PlainPath,
    Prose,
    Rate,
    Rule,
    ServiceName,
    SharedFolder,
    Size,
    Slowdown,
    Value,
)


class Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A TOML table: unknown keys are errors."""


class Cards(Table, frozen=True, kw_only=True):
    """The cards of a node: one per entry of `sockets`."""

    sockets: tuple[Count, ...]
    name: Rule = "{host}-mic{card}"
    arch: Name = "x86_64"
    ranks: Count = 1
    provisioning: Provisioning = "files"


class Nodes(Table, frozen=True, kw_only=True):
    """Nodes that are alike: one per entry of `numbers`."""

    numbers: tuple[NodeNumber, ...]
    name: Rule = "c{cabinet:03}-n{node:03}"
    cabinet: NodeNumber = 1
    sockets: Count = 1
    nic_socket: Count = 0
    adapters: tuple[Count, ...] = ()
    arch: Name = "x86_64"
    cards: Cards | None = None
    ranks: Count = 1
    modules: tuple[PlainName, ...] = ()


class Links(Table, frozen=True, kw_only=True, rename={"source": "from", "target": "to"}):
    """What paths carry: see `LinkRule`."""

    latency: Duration
    source: Pattern = "any"
    target: Pattern = "any"
    where: Where = "any"
    rate: Rate | None = None
    both: bool = False
    through: tuple[PlainName, ...] = ()


class NetworkTable(Table, frozen=True, kw_only=True):
    """A network. Addresses by the rules `head`, `host`, `card`; `addresses` names exceptions."""

    name: PlainName
    cidr: Rule
    host: Rule = ""
    card: Rule = ""
    head: Rule = ""
    addresses: dict[HostName, NetworkAddress] = {}
    broadcast: NetworkAddress = ""
    fabric: Name = "tcp"
    model: NetworkModel = "flat"
    interface: InterfaceName = "eth0"
    host_interface: Rule = "mic{card}"
    card_interface: Rule = "mic0"
    mtu: Mtu = 1500
    slowdown: Slowdown = 1.0
    suffix: HostSuffix | None = None
    bridge: InterfaceName = ""
    link: LinkLayer = "ethernet"
    subnet_manager: Name = ""
    port_rate: Prose = ""
    links: tuple[Links, ...] = ()


class SettingTable(Table, frozen=True, kw_only=True):
    """What a lab gives an endpoint, or all whose names match a pattern: see `EndpointSettings`."""

    cpus: tuple[CpuNumber, ...] = ()
    clock_offset: Duration = "0s"
    files: dict[PathInside, OwnPath] = {}
    hidden: tuple[OwnPath, ...] = ()


class LabTable(Table, frozen=True, kw_only=True):
    """How a lab realises the plan."""

    shared_memory: Size = "256MiB"
    private_root: bool = False
    hidden: tuple[OwnPath, ...] = ()
    endpoints: dict[Pattern, SettingTable] = {}


class User(Table, frozen=True, kw_only=True):
    """A user; without `home`: /home/NAME."""

    name: AccountName
    uid: AccountNumber
    group: AccountName
    home: HomeFolder = ""
    shell: PlainPath = "/bin/bash"


class Share(Table, frozen=True, kw_only=True, rename={"source": "from"}):
    """A shared file system: see `ClusterShare`."""

    path: SharedFolder
    source: HostName = "head"
    to: Pattern = "any"
    network: Name = ""
    options: MountOptions = "rw"
    mount: SharedFolder = ""
    mount_options: MountOptions = "defaults"
    local: dict[SharedFolder, SharedFolder] = {}


class Service(Table, frozen=True, kw_only=True):
    """A service and where it runs: a kind of endpoint, or names with wildcards."""

    name: ServiceName
    on: Pattern = "any"


class MpiTable(Table, frozen=True, kw_only=True):
    """An MPI: see `ClusterMpi`."""

    family: PlainName
    prefix: PlainPath = ""
    card_prefix: PlainPath = ""
    network: Name = ""
    launch_network: Name = ""
    environment: dict[EnvironmentName, Value] = {}

    def __post_init__(self) -> None:
        knob_trust.check_variables(self.environment)


class Switch(Table, frozen=True, kw_only=True):
    """A switch: `nodes` as a list of hosts (`c001-n[001-018]`), or `switches` below it."""

    name: PlainName
    nodes: tuple[HostList, ...] = ()
    switches: tuple[PlainName, ...] = ()


class ResourceTable(Table, frozen=True, kw_only=True):
    """What paths share that name it in `through`: see `Resource`."""

    name: PlainName
    rate: Rate
    per: PlannedPer
    both: bool = False
    at: tuple[PlacePattern, ...] = ()


class Document(Table, frozen=True, kw_only=True):
    """The whole file."""

    name: Prose
    nodes: tuple[Nodes, ...]
    networks: tuple[NetworkTable, ...]
    source: Prose = ""
    head: HostName | None = "head"
    interface_files: InterfaceFiles = "networkd"
    groups: tuple[ClusterGroup, ...] = ()
    users: tuple[User, ...] = ()
    shares: tuple[Share, ...] = ()
    services: tuple[Service, ...] = ()
    mpis: tuple[MpiTable, ...] = ()
    switches: tuple[Switch, ...] = ()
    resources: tuple[ResourceTable, ...] = ()
    lab: LabTable = LabTable()


NO_PLAN: Final = "`rankwise cluster new` writes a plan, and `rankwise map` measures a map"


def read(file: Path) -> Document:
    """The file as tables. Raises UsageError naming the line (bad TOML) or each field (bad content)."""
    text = files.read(file, "no-plan", NO_PLAN)
    try:
        return words.convert(toml.loads(text), Document)
    except toml.TomlError as error:
        raise UsageError("bad-plan", f"{file}: {error}", "it must be TOML") from error
    except words.Refused as error:
        raise refused(file, error.problems) from error


def refused(file: Path, problems: list[str], what: str = "plan") -> UsageError:
    """One error with all that is wrong in a file that should be a plan or a machine, each problem with its line."""
    text = files.read(file, "no-plan", NO_PLAN)
    listed = "".join(f"\n  - {problem}{_line_words(text, problem)}" for problem in problems)
    return UsageError(
        f"bad-{what}",
        f"{file} is not a sound {what}:{listed}",
        f"mend the fields named above; {_GUIDES[what]} lists them",
    )


_GUIDES = {"plan": "docs/cluster.md", "machine": "docs/machines.md"}
_FIELD = re.compile(r"(\w+)(?:\[(\d+)\])?(?: \([^)]*\))?(?:\.(\w+))?")


def _line_words(text: str, problem: str) -> str:
    """`; line 12` for a problem that begins with a field that is written in the plan; nothing where it is not found."""
    match = _FIELD.match(problem)
    if match is None:
        return ""
    table, index, key = match[1], int(match[2] or 0), match[3]
    lines = text.splitlines()
    heads = [number for number, line in enumerate(lines) if re.match(rf"\s*\[\[?{table}\b", line)]
    if index >= len(heads):
        return ""
    begin = heads[index]
    rest = enumerate(lines[begin + 1 :], begin + 1)
    inside = itertools.takewhile(lambda item: not item[1].lstrip().startswith("[["), rest)
    at = next((number for number, line in inside if key and re.match(rf"\s*{key}\b", line)), begin)
    return f" (line {at + 1})"
