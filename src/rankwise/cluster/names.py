"""Checks of the names in a plan."""

from __future__ import annotations

import re
from collections import Counter

from rankwise.core.records.cluster import ClusterNode

_HOSTNAME = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)")  # RFC 1123, one label
_SELECTORS = {"any", "host", "card", "near-card", "far-card"}


def check_names(nodes: tuple[ClusterNode, ...], head: str | None) -> list[str]:
    """What is wrong with the names and the sockets of the nodes."""
    names = ([head] if head else []) + [
        name for node in nodes for name in (node.name, *(card.name for card in node.cards))
    ]
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
