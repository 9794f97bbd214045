"""What a plan says beyond names and addresses: users, shared folders, services, MPIs, switches; and its checks."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from rankwise.cluster import document
from rankwise.cluster.records import (
    ClusterGroup,
    ClusterMpi,
    ClusterNode,
    ClusterService,
    ClusterShare,
    ClusterSwitch,
    ClusterUser,
)
from rankwise.core.errors import UsageError
from rankwise.core.hostlist import parse_hosts

SUBNET_MANAGERS = ("opensm", "opensmd")
_KINDS = ("any", "head", "host", "card")
_SMALL = 24  # a network of this prefix or longer may be trusted with another machine's root


@dataclass(frozen=True)
class Site:
    """The parts of a plan that are neither names nor addresses nor links."""

    groups: tuple[ClusterGroup, ...]
    users: tuple[ClusterUser, ...]
    shares: tuple[ClusterShare, ...]
    services: tuple[ClusterService, ...]
    mpis: tuple[ClusterMpi, ...]
    switches: tuple[ClusterSwitch, ...]
    warnings: tuple[str, ...]


def kinds_of(nodes: Sequence[ClusterNode], head: str | None) -> dict[str, str]:
    """Each endpoint's kind: `head`, `host` or `card`."""
    kinds = {head: "head"} if head else {}
    for node in nodes:
        kinds[node.name] = "host"
        kinds.update({card.name: "card" for card in node.cards})
    return kinds


def selected(selector: str, kinds: dict[str, str]) -> list[str]:
    """The endpoints that a selector means: `any`, a kind, or a name with wildcards."""
    return [name for name, kind in kinds.items() if selector in ("any", kind) or fnmatchcase(name, selector)]


def read_site(
    written: document.Document, nodes: tuple[ClusterNode, ...], head: str | None, problems: list[str]
) -> Site:
    """These parts of the file; what is wrong goes to `problems`."""
    kinds = kinds_of(nodes, head)
    networks = {network.name: network for network in written.networks}
    problems += _doubled("groups", [(group.name, group.gid) for group in written.groups], "gid")
    problems += _doubled("users", [(user.name, user.uid) for user in written.users], "uid")
    groups = {group.name for group in written.groups}
    for index, user in enumerate(written.users):
        if user.group not in groups:
            problems.append(f"users[{index}].group: {user.name} is in '{user.group}', which is not a group of the plan")
    for index, service in enumerate(written.services):
        if not selected(service.on, kinds):
            problems.append(f"services[{index}].on: unknown endpoint '{service.on}'; use {', '.join(_KINDS)} or a name")
    for index, mpi in enumerate(written.mpis):
        for key, name in (("network", mpi.network), ("launch_network", mpi.launch_network)):
            if name and name not in networks:
                problems.append(f"mpis[{index}].{key}: there is no network '{name}'")
    shares = tuple(
        _share(
            share,
            f"shares[{index}]",
            kinds=kinds,
            networks=written.networks,
            problems=problems,
        )
        for index, share in enumerate(written.shares)
    )
    problems += _managers(written, kinds)
    first = written.networks[0].name if written.networks else ""
    return Site(
        groups=written.groups,
        users=tuple(
            ClusterUser(
                name=user.name, uid=user.uid, group=user.group, home=user.home or f"/home/{user.name}", shell=user.shell
            )
            for user in written.users
        ),
        shares=shares,
        services=tuple(ClusterService(name=service.name, on=service.on) for service in written.services),
        mpis=tuple(
            ClusterMpi(
                family=mpi.family,
                prefix=mpi.prefix,
                card_prefix=mpi.card_prefix or mpi.prefix,
                network=mpi.network or first,
                launch_network=mpi.launch_network or first,
                environment=mpi.environment,
            )
            for mpi in written.mpis
        ),
        switches=tuple(_switches(written.switches, [node.name for node in nodes], problems)),
        warnings=tuple(_open_to_many(shares, written.networks)),
    )


def _doubled(table: str, entries: Sequence[tuple[str, int]], number: str) -> Iterator[str]:
    names, numbers = Counter(name for name, _ in entries), Counter(value for _, value in entries)
    for index, (name, value) in enumerate(entries):
        if names[name] > 1:
            yield f"{table}[{index}].name: '{name}' is there {names[name]} times"
        if numbers[value] > 1:
            yield f"{table}[{index}].{number}: {numbers[value]} of them have {value}"


def _share(
    share: document.Share,
    where: str,
    *,
    kinds: dict[str, str],
    networks: Sequence[document.NetworkTable],
    problems: list[str],
) -> ClusterShare:
    if share.source != "host" and share.source not in kinds:
        problems.append(f"{where}.from: unknown endpoint '{share.source}'; use its name, or host: each for its cards")
    if not selected(share.to, kinds):
        problems.append(f"{where}.to: unknown endpoint '{share.to}'; use {', '.join(_KINDS)} or a name")
    if not share.path:
        problems.append(f"{where}.path: there is none")
    outside = [link for link in share.local if not link.startswith(f"{share.path.rstrip('/')}/")]
    problems += [f"{where}.local: '{link}' is not inside {share.path}" for link in outside]
    network = next((table for table in networks if table.name == (share.network or networks[0].name)), None)
    if network is None:
        problems.append(f"{where}.network: there is no network '{share.network}'")
    return ClusterShare(
        path=share.path,
        source=share.source,
        to=share.to,
        network=network.name if network else "",
        options=share.options,
        mount=share.mount or share.path,
        mount_options=share.mount_options,
        local=share.local,
    )


def _open_to_many(shares: Sequence[ClusterShare], networks: Sequence[document.NetworkTable]) -> Iterator[str]:
    for table in networks:
        folders = [s.path for s in shares if s.network == table.name and "no_root_squash" in s.options.split(",")]
        try:
            net = ipaddress.IPv4Network(table.cidr)
        except ValueError:  # a rule of static pairs; or told where the network is read
            continue
        if folders and net.prefixlen < _SMALL:
            yield (
                f"shares: no_root_squash gives root on {', '.join(dict.fromkeys(folders))} to whoever has one of the "
                f"{net.num_addresses - 2} addresses of {net}"
            )


def _managers(written: document.Document, kinds: dict[str, str]) -> Iterator[str]:
    """An InfiniBand network comes up with one subnet manager: in a switch, or on exactly one endpoint."""
    running = [
        name for service in written.services if service.name in SUBNET_MANAGERS for name in selected(service.on, kinds)
    ]
    for index, table in enumerate(written.networks):
        if table.link != "infiniband":
            continue
        where = f"networks[{index}] ({table.name}).subnet_manager"
        if table.subnet_manager not in ("", "switch"):
            yield f"{where}: '{table.subnet_manager}' is not known; write switch, or a service opensmd on one endpoint"
        elif table.subnet_manager == "switch" and running:
            yield f"{where}: two subnet managers: in the switch, and on {', '.join(running)}"
        elif not table.subnet_manager and not running:
            yield f"{where}: no subnet manager; write switch, or a service opensmd on one endpoint"
        elif len(running) > 1:
            yield f"{where}: {len(running)} subnet managers: on {', '.join(running)}"


def _switches(written: Sequence[document.Switch], hosts: list[str], problems: list[str]) -> Iterator[ClusterSwitch]:
    names = [switch.name for switch in written]
    seen: Counter[str] = Counter()
    for index, switch in enumerate(written):
        where = f"switches[{index}]"
        try:
            nodes = tuple(host for words in switch.nodes for host in parse_hosts(words))
        except UsageError as error:
            problems.append(f"{where}.nodes: {error.message}; {error.hint}")
            continue
        seen.update(nodes)
        seen.update(switch.switches)
        problems += [f"{where}.nodes: there is no host '{name}'" for name in nodes if name not in hosts]
        problems += [f"{where}.switches: there is no switch '{name}'" for name in switch.switches if name not in names]
        yield ClusterSwitch(name=switch.name, nodes=nodes, switches=switch.switches)
    problems += [f"switches: '{name}' hangs on {count} switches" for name, count in seen.items() if count > 1]
