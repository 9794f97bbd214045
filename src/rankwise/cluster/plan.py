"""From `cluster.toml` to a checked ClusterPlan: names and addresses by rule, units, and every problem told at once."""

from __future__ import annotations

import fnmatch
import itertools
import re
from pathlib import Path

from rankwise.cluster import document, site
from rankwise.cluster.addresses import Addressing, interfaces_of
from rankwise.cluster.links import uncovered
from rankwise.cluster.names import check_names
from rankwise.cluster.template import fill
from rankwise.core import files, units
from rankwise.core.errors import UsageError
from rankwise.core.records.cluster import (
    ClusterCard,
    ClusterNode,
    ClusterPlan,
    EndpointSettings,
    LinkRule,
    Network,
)


def read_plan(file: Path) -> ClusterPlan:
    """The plan in `file`. Raises one UsageError that lists everything that is wrong, by field."""
    written = document.read(file)
    problems: list[str] = []
    nodes = tuple(node for group in written.nodes for node in _nodes(group))
    head = written.head or None
    problems += check_names(nodes, head)
    if problems:
        raise _bad(file, problems)
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
        shared_memory_bytes=units.parse_size(written.lab.shared_memory),
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
        warnings=(*addressing.warnings, *roles.warnings),
    )
    if not problems:
        problems += uncovered(plan)
    if problems:
        raise _bad(file, problems)
    return plan


def endpoint_names(plan: ClusterPlan) -> tuple[str, ...]:
    """Every endpoint in the order of the plan: the head first, then each host followed by its cards."""
    return _names(plan.head, plan.nodes)


def _names(head: str | None, nodes: tuple[ClusterNode, ...]) -> tuple[str, ...]:
    names = [head] if head else []
    for node in nodes:
        names += [node.name, *(card.name for card in node.cards)]
    return tuple(names)


def _settings(
    written: dict[str, document.Setting], names: tuple[str, ...], problems: list[str]
) -> dict[str, EndpointSettings]:
    """Per endpoint, what all the patterns that match its name say; of two that say different things the later one."""
    found: dict[str, EndpointSettings] = {}
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
            before = found.get(name, EndpointSettings())
            found[name] = EndpointSettings(
                cpus=setting.cpus or before.cpus,
                clock_offset_s=offset_s or before.clock_offset_s,
                files={**before.files, **setting.files},
                hidden=(*before.hidden, *setting.hidden),
            )
    return found


def _offset_s(text: str) -> float:
    """A duration, which may be negative; clocks of namespaces are set by whole seconds."""
    offset_s = units.parse_duration(text.removeprefix("-")) * (-1 if text.startswith("-") else 1)
    if offset_s != round(offset_s):
        raise UsageError("bad-plan", f"'{text}' is not a whole number of seconds", "give 5s or -3s")
    return offset_s


def _nodes(group: document.Nodes) -> list[ClusterNode]:
    nodes = []
    for number in group.numbers:
        name = fill(group.name, {"cabinet": group.cabinet, "node": number})
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
                        name=fill(cards.name, {"host": name, "card": index, "cabinet": group.cabinet, "node": number}),
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
            )
        )
    return nodes


def _network(table: document.NetworkTable, index: int, addressing: Addressing, problems: list[str]) -> Network:
    where = f"networks[{index}] ({table.name})"
    if table.slowdown < 1.0:
        problems.append(f"{where}.slowdown: {table.slowdown:g} is below 1; a lab can only be slower than its plan")
    if not 576 <= table.mtu <= 65000:
        problems.append(f"{where}.mtu: {table.mtu} is not between 576 and 65000")
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
    )


def _bad(file: Path, problems: list[str]) -> UsageError:
    text = files.read(file, "no-plan", "name a cluster.toml")
    listed = "".join(f"\n  - {problem}{_line_words(text, problem)}" for problem in problems)
    return UsageError("bad-plan", f"{file} is not a sound plan:{listed}", "mend the fields named above")


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
    found = next((number for number, line in inside if key and re.match(rf"\s*{key}\b", line)), begin)
    return f" (line {found + 1})"
