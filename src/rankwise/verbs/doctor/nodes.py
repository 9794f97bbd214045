"""`doctor` of several nodes: who is not like the others, names and addresses of each, who connects to whom."""

from __future__ import annotations

import random
import shlex
from collections import defaultdict

from rankwise.cluster.reach import Way, connections, try_all
from rankwise.cluster.records import ClusterMismatch, ClusterPlan
from rankwise.cluster.ways import ALL_PAIRS, SAMPLE, others, ways
from rankwise.core.findings import finding
from rankwise.core.reach import SSH, to_host
from rankwise.core.records import Evidence, Finding, FixLine
from rankwise.core.units import plural
from rankwise.diagnoses.odd_nodes import odd_nodes
from rankwise.inventory.look import look_at
from rankwise.measure.watcher import Watcher
from rankwise.placement.endpoint_checks import endpoint_findings
from rankwise.placement.placement import Placement, not_looked_at
from rankwise.verbs.doctor import NO_ANSWER

CHECKED = ("nodes against each other", "names", "addresses", "connections", "MTU on the way")
_MOST_IN_TITLE = 6


def unreached(placement: Placement) -> list[Finding]:
    """One finding for all hosts of a placement that could not be looked at."""
    if not placement.silent:
        return []
    names = list(placement.silent)
    more = " ..." if len(names) > _MOST_IN_TITLE else ""
    ask = shlex.join(to_host(placement.agent or SSH, names[0], "true"))
    return [
        finding(
            NO_ANSWER,
            f"{plural(len(names), 'node')} cannot be reached: {', '.join(names[:_MOST_IN_TITLE])}{more}",
            "critical",
            "What cannot be reached from here cannot be started from here either, and nothing of it was looked at.",
            seen=placement.silent,
            fixes={"any": "mend what the message names (name, key, firewall, a node that is down); or leave it out"},
            verify=f"`{ask}`",
            affects=tuple(names),
        )
    ]


def left_out(placement: Placement) -> list[str]:
    """What else the placement says of its endpoints, such as those that do not fit."""
    told = not_looked_at(placement.silent)
    return [words for words in placement.warnings if words not in told]


def findings_of_nodes(placement: Placement, plan: ClusterPlan | None, watcher: Watcher) -> list[Finding]:
    """What is wrong between the nodes of a placement, each of which answers or is left out. With a plan it is held
    against that, else the nodes against each other."""
    hosts = {name: host for name, host in placement.hosts.items() if host}
    if len(set(hosts.values())) < 2:
        return []
    agent = placement.agent or SSH
    watcher.phase("asking nodes for names and addresses")
    looks, silent = look_at(agent, hosts, placement.names)
    findings = [*([] if plan else odd_nodes(placement.inventory)), *endpoint_findings(looks, placement.expected)]
    answering = hosts.keys() - silent.keys()
    chosen = ways(plan, answering, 1)[0] if plan else _by_name({name: hosts[name] for name in answering})
    watcher.phase(f"trying {len(chosen)} connections")
    reached, mute = try_all(agent, chosen, hosts=hosts)
    return [*findings, *_blocked(connections(reached)), *_mute(mute)]


def _by_name(hosts: dict[str, str]) -> list[Way]:
    """Every ordered pair of hosts by their names, or of many a draw."""
    first: dict[str, str] = {}
    for name, host in sorted(hosts.items()):
        first.setdefault(host, name)
    pairs = []
    generator, most = random.Random(1), SAMPLE if len(first) > ALL_PAIRS else len(first)
    for at, source in enumerate(list(first)):
        for host in others(list(first), at, most, generator):
            pairs.append(Way(first[source], first[host], "the network of their names", host))
    return pairs


def _blocked(broken: list[ClusterMismatch]) -> list[Finding]:
    """One finding for each endpoint and kind of trouble, so that a screen holds them."""
    kinds: dict[tuple[str, str], list[ClusterMismatch]] = defaultdict(list)
    for item in broken:
        kind = "mtu-mismatch" if "MTU" in item.found else "blocked-ports"
        others = item.fact.split(" to ")[-1].split(" on ")[0] if item.fact.startswith("connection to") else ""
        pair = ", ".join(sorted((item.endpoint, others))) if others else item.endpoint
        kinds[kind, pair].append(item)
    return [_finding(kind, pair, items) for (kind, pair), items in kinds.items()]


def _finding(kind: str, pair: str, items: list[ClusterMismatch]) -> Finding:
    ends = tuple(pair.split(", "))
    between = f"between {ends[0]} and {ends[1]}" if len(ends) > 1 else f"at {ends[0]}"
    mtu = kind == "mtu-mismatch"
    return Finding(
        id=kind,
        title=f"Long messages are lost {between}" if mtu else f"Connections are not made {between}",
        severity="critical" if len(ends) == 1 and not mtu else "serious",
        cause=(
            "Something on the way has a smaller MTU than both ends say, and drops what is larger without a word: small "
            "messages pass, large ones hang."
            if mtu
            else "MPI libraries connect to ports that the system chooses; a firewall or a missing route drops that, "
            "and the job hangs at its first message."
        ),
        evidence=tuple(Evidence(source=f"{item.endpoint}, {item.fact}", observation=item.found) for item in items[:6]),
        fixes=(
            (
                FixLine(
                    mpi="any", launcher="root", words="`ip link set dev INTERFACE mtu 1500` on both, or mend the switch"
                ),
            )
            if mtu
            else (
                FixLine(
                    mpi="any", launcher="firewalld", words="`firewall-cmd --zone=trusted --add-source=NETWORK/PREFIX`"
                ),
                FixLine(mpi="any", launcher="ufw", words="`ufw allow from NETWORK/PREFIX`"),
                FixLine(mpi="any", launcher="cloud", words="allow the security group to itself, in and out"),
            )
        ),
        verify="rankwise doctor --hosts " + ",".join(ends),
        affects=ends,
    )


def _mute(mute: dict[str, str]) -> list[Finding]:
    if not mute:
        return []
    return [
        finding(
            "not-connected",
            f"Connections of {', '.join(sorted(mute)[:4])} were not tried",
            "info",
            "The test of connections needs Python 3 there.",
            seen=dict(list(mute.items())[:4]),
            fixes={},
            verify="",
            affects=tuple(sorted(mute)),
        )
    ]
