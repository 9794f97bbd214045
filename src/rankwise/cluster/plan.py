"""From `cluster.toml` to a checked ClusterPlan: names and addresses by rule, units, and every problem told at once."""

from __future__ import annotations

import fnmatch
import re
from collections import Counter
from pathlib import Path

from rankwise.cluster import document, plan_resources, site
from rankwise.cluster.addresses import Addressing, interfaces_of
from rankwise.cluster.facts import ports_of
from rankwise.cluster.links import uncovered
from rankwise.cluster.records import ClusterCard, ClusterNode, ClusterPlan, EndpointSettings, LinkRule, Network
from rankwise.cluster.template import fill
from rankwise.core import units, words
from rankwise.core.errors import UsageError
from rankwise.core.files import is_folder
from rankwise.core.records.base import to_builtins
from rankwise.core.words import HostName

_HOSTNAME = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)")  # RFC 1123, one label
_SELECTORS = {"any", "host", "card", "near-card", "far-card"}


def file_of(plan: Path) -> Path:
    """The file of a plan, which may be named by the folder of its rendered files."""
    return plan / "cluster.toml" if is_folder(plan) else plan


def read_plan(file: Path) -> ClusterPlan:
    """The plan in `file`, or beside its rendered files in a folder. Raises one UsageError that lists everything that
    is wrong, by field."""
    file = file_of(file)
    written = document.read(file)
    problems: list[str] = []
    try:
        nodes = tuple(node for group in written.nodes for node in _nodes(group))
    except UsageError as error:
        raise document.refused(file, [f"nodes: {error.message}; {error.hint}"]) from error
    head = written.head or None
    problems += check_names(nodes, head)
    if problems:
        raise document.refused(file, problems)
    addressing = Addressing(nodes, head)
    networks = tuple(_network(table, index, addressing, problems) for index, table in enumerate(written.networks))
    problems += addressing.problems
    roles = site.read_site(written, nodes, head, problems)
    plan = ClusterPlan(
        name=written.name,
        source=written.source,
        head=head,
        nodes=nodes,
        networks=networks,
        shared_memory_bytes=_shared_memory(written.lab.shared_memory, problems),
        private_root=written.lab.private_root,
        hidden=written.lab.hidden,
        settings=_settings(written.lab.endpoints, _names(head, nodes), problems),
        interface_files=written.interface_files,
        groups=roles.groups,
        users=roles.users,
        shares=roles.shares,
        services=roles.services,
        mpis=roles.mpis,
        switches=roles.switches,
        resources=plan_resources.resources_of(
            written.resources,
            networks,
            (*_names(head, nodes), *(switch.name for switch in roles.switches)),
            problems,
        ),
        warnings=(*addressing.warnings, *roles.warnings),
    )
    if not problems:
        problems += words.wrong(to_builtins(plan), ClusterPlan)
    if not problems:
        problems += uncovered(plan)
    if problems:
        raise document.refused(file, problems)
    return plan


def endpoint_names(plan: ClusterPlan) -> tuple[str, ...]:
    """Every endpoint in the order of the plan: the head first, then each host followed by its cards."""
    return _names(plan.head, plan.nodes)


def _names(head: str | None, nodes: tuple[ClusterNode, ...]) -> tuple[str, ...]:
    names = [head] if head else []
    for node in nodes:
        names += node.names
    return tuple(names)


def _shared_memory(text: str, problems: list[str]) -> int:
    try:
        return units.parse_size(text)
    except UsageError as error:
        problems.append(f"lab.shared_memory: {error.message}; {error.hint}")
        return 0


def _settings(
    written: dict[str, document.SettingTable], names: tuple[str, ...], problems: list[str]
) -> dict[str, EndpointSettings]:
    """Per endpoint, what all the patterns that match its name say; of two that say different things the later one."""
    settings: dict[str, EndpointSettings] = {}
    for pattern, setting in written.items():
        matching = fnmatch.filter(names, pattern)
        if not matching:
            problems.append(f"lab.endpoints: there is no endpoint '{pattern}'")
        try:
            offset_s = _offset_s(setting.clock_offset)
        except UsageError as error:
            problems.append(f"lab.endpoints.{pattern}.clock_offset: {error.message}; {error.hint}")
            continue
        for name in matching:
            before = settings.get(name, EndpointSettings())
            settings[name] = EndpointSettings(
                cpus=setting.cpus or before.cpus,
                clock_offset_s=offset_s or before.clock_offset_s,
                files={**before.files, **setting.files},
                hidden=(*before.hidden, *setting.hidden),
            )
    return settings


def _offset_s(text: str) -> float:
    """A duration, which may be negative; clocks of namespaces are set by whole seconds."""
    offset_s = units.parse_duration(text.removeprefix("-")) * (-1 if text.startswith("-") else 1)
    if offset_s != round(offset_s):
        raise UsageError("bad-plan", f"'{text}' is not a whole number of seconds", "give 5s or -3s")
    return offset_s


def _nodes(group: document.Nodes) -> list[ClusterNode]:
    nodes = []
    for number in group.numbers:
        name = fill(group.name, {"cabinet": group.cabinet, "node": number}, HostName)
        cards = group.cards
        nodes.append(
            ClusterNode(
                name=name,
                cabinet=group.cabinet,
                number=number,
                sockets=group.sockets,
                nic_socket=group.nic_socket,
                arch=group.arch,
                cards=tuple(
                    ClusterCard(
                        name=fill(
                            cards.name,
                            {"host": name, "card": index, "cabinet": group.cabinet, "node": number},
                            HostName,
                        ),
                        index=index,
                        socket=socket,
                        arch=cards.arch,
                        ranks=cards.ranks,
                        provisioning=cards.provisioning,
                    )
                    for index, socket in enumerate(cards.sockets)
                )
                if cards
                else (),
                ranks=group.ranks,
                modules=group.modules,
                adapters=group.adapters,
            )
        )
    return nodes


def _network(table: document.NetworkTable, index: int, addressing: Addressing, problems: list[str]) -> Network:
    where = f"networks[{index}] ({table.name})"
    try:
        for node in addressing.nodes if table.bridge else ():
            ports_of(table.host_interface, node)
    except UsageError as error:
        problems.append(f"{where}.host_interface: {error.message}; {error.hint}")
    return Network(
        name=table.name,
        fabric=table.fabric,
        model=table.model,
        mtu=table.mtu,
        slowdown=table.slowdown,
        suffix=table.suffix if table.suffix is not None else ("" if index == 0 else f"-{table.name}"),
        interfaces=tuple(interfaces_of(table, where, addressing)),
        rules=tuple(_rule(links, f"{where}.links[{i}]", problems) for i, links in enumerate(table.links)),
        cidr=table.cidr if table.model == "flat" else "",
        bridge=table.bridge,
        card_port=table.host_interface,
        link=table.link,
        port_rate=table.port_rate,
    )


def _rule(links: document.Links, where: str, problems: list[str]) -> LinkRule:
    latency_s, rate = 0.0, None
    try:
        latency_s = units.parse_duration(links.latency)
        rate = units.parse_rate(links.rate) if links.rate else None
    except UsageError as error:
        problems.append(f"{where}: {error.message}; {error.hint}")
    return LinkRule(
        source=links.source,
        target=links.target,
        where=links.where,
        latency_s=latency_s,
        rate_bytes_per_s=rate,
        both=links.both,
        through=links.through,
    )


def check_names(nodes: tuple[ClusterNode, ...], head: str | None) -> list[str]:
    """What is wrong with the names and the sockets of the nodes."""
    names = ([head] if head else []) + [name for node in nodes for name in node.names]
    problems = [f"nodes: the name '{name}' is not a host name" for name in names if not _HOSTNAME.fullmatch(name)]
    problems += [f"nodes: the name '{name}' means a kind of endpoint" for name in names if name in _SELECTORS]
    problems += [f"nodes: {count} endpoints are named '{name}'" for name, count in Counter(names).items() if count > 1]
    for node in nodes:
        sockets = range(node.sockets)
        field = "adapters" if node.adapters else "nic_socket"
        problems += [
            f"nodes.{field}: {node.name} has {node.sockets} sockets, none is {socket}"
            for socket in node.nic_sockets()
            if socket not in sockets
        ]
        problems += [
            f"nodes.cards.sockets: {node.name} has {node.sockets} sockets, none is {card.socket}"
            for card in node.cards
            if card.socket not in sockets
        ]
    if not nodes:
        problems.append("nodes: there is none")
    return problems
