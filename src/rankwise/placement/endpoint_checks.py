"""What is wrong on endpoints: names, addresses, interfaces, forwarding, shared memory, CPUs; by a plan or by siblings.

One check, one line of `CHECKS`. Without a plan an endpoint is held against the others; what it does not know is no
problem.
"""

from __future__ import annotations

import ipaddress
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.core.units import format_size
from rankwise.inventory.records import EndpointLook
from rankwise.model.records import Path

_SHM_PER_RANK_BYTES = 16 << 20
"""Open MPI 5.0.11 was seen to make one `sm_segment` of that size for each rank."""
_MAJORITY = 2.0 / 3.0


@dataclass(frozen=True)
class PlannedFacts:
    """What a plan says of its endpoints; all of it empty without one. `names`: to which of these addresses a name
    resolves on an endpoint. `interfaces`: the address of each interface. `forwards`: who passes packets on for others.
    `addresses`: those that the plan gives out, also to several."""

    names: Mapping[str, Mapping[str, Collection[str]]] = field(default_factory=dict)
    interfaces: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    forwards: Collection[str] = ()
    addresses: Collection[str] = ()


Check = Callable[[Sequence[EndpointLook], PlannedFacts], Iterator[Finding]]


def endpoint_findings(looks: Sequence[EndpointLook], expected: PlannedFacts) -> list[Finding]:
    """The findings of all checks, in their order."""
    return [problem for check in CHECKS for problem in check(looks, expected)]


def cut_off(paths: Sequence[Path], fabric: str, apart: Collection[tuple[str, str]]) -> list[Finding]:
    """Endpoints that nobody reaches on a network although others reach each other. `apart` are not meant to."""
    broken, tried = Counter[str](), Counter[str]()
    for path in paths:
        if path.fabric == fabric and (path.source, path.target) not in apart:
            for end in (path.source, path.target):
                tried[end] += 1
                broken[end] += not path.reachable
    alone = [end for end in tried if broken[end] == tried[end]]
    if not alone or len(alone) > 0.5 * len(tried) or max(tried.values()) < 4:
        return []
    ends = []
    for end in alone:
        inwards = Counter(path.error for path in paths if path.fabric == fabric and path.target == end and path.error)
        words = inwards.most_common(1)[0][0] if inwards else ""
        ends.append(
            finding(
                "cut-off",
                title=f"Nobody reaches {end} on {fabric}",
                severity="critical",
                cause="A firewall there, its interface, its cable or its port: the other endpoints reach each other.",
                seen={"connect test": str(words)},
                affects=(end,),
                fixes={"any": "`nft list ruleset`; `ip link`; MPI needs all TCP ports between its endpoints"},
                verify=f"`ping {end}`, and `nc -l` on {end}, called from another endpoint",
            )
        )
    return ends


def _wrong_host(looks: Sequence[EndpointLook], expected: PlannedFacts) -> Iterator[Finding]:
    usual = _usual_names(looks)
    for look in looks:
        for name, addresses in look.names.items():
            right = expected.names.get(look.endpoint, {}).get(name) if expected.names else usual.get(name)
            own = name == look.endpoint and addresses is not None and ipaddress.ip_address(addresses).is_loopback
            if not right or addresses in right or own:
                continue
            observation = f"{name} is {addresses}" if addresses else f"{name} is unknown"
            source = "the plan says" if expected.names else "elsewhere it is"
            yield finding(
                "wrong-host",
                title=f"{look.endpoint} takes {name} for another",
                severity="serious",
                cause="Launchers and libraries that go by name reach somebody else from there, or nobody.",
                seen={f"getent on {look.endpoint}": f"{observation}, {source} {', '.join(right)}"},
                affects=(look.endpoint,),
                fixes={"any": f"/etc/hosts of {look.endpoint}: `{next(iter(right))} {name}`"},
                verify=f"`getent hosts {name}`",
            )


def _usual_names(looks: Sequence[EndpointLook]) -> dict[str, list[str]]:
    """To what most endpoints resolve each name; what a host says of itself is left out, it may be its loopback."""
    answers: dict[str, Counter[str | None]] = defaultdict(Counter)
    for look in looks:
        for name, addresses in look.names.items():
            if name != look.endpoint:
                answers[name][addresses] += 1
    usual = {}
    for name, counts in answers.items():
        answer, count = counts.most_common(1)[0]
        if answer is not None and counts.total() >= 3 and count >= _MAJORITY * counts.total():
            usual[name] = [answer]
    return usual


def _duplicate_address(looks: Sequence[EndpointLook], expected: PlannedFacts) -> Iterator[Finding]:
    holders: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for look in looks:
        for interface, addresses in look.addresses.items():
            for written in addresses:
                address = ipaddress.ip_interface(written)
                if not (address.is_loopback or address.is_link_local) and str(address.ip) not in expected.addresses:
                    holders[interface, written].setdefault(look.machine, look.endpoint)
    for (interface, shared), machines in holders.items():
        ends = list(machines.values())
        if len(ends) > 1:
            yield finding(
                "duplicate-address",
                title=f"{interface} has {shared} on {len(ends)} endpoints",
                severity="warning",
                cause="A library that tries all interfaces calls its own node by that address; the job hangs or fails.",
                seen={"ip addr": f"{shared} on {', '.join(ends)}"},
                affects=tuple(ends),
                fixes={
                    "any": f"Open MPI: `--mca btl_tcp_if_exclude lo,{interface}`; MPICH: UCX_NET_DEVICES, FI_TCP_IFACE"
                },
                verify="`ip -o addr`, on two of them",
            )


def _interface_order(looks: Sequence[EndpointLook], expected: PlannedFacts) -> Iterator[Finding]:
    for look in looks:
        where = {
            str(ipaddress.ip_interface(interface).ip): name
            for name, all_ in look.addresses.items()
            for interface in all_
        }
        planned = expected.interfaces.get(look.endpoint, {})
        moved = {name: where[address] for name, address in planned.items() if where.get(address, name) != name}
        if moved:
            observation = ", ".join(f"{planned[name]} is on {now}, not on {name}" for name, now in moved.items())
            yield finding(
                "interface-order",
                title=f"Interfaces of {look.endpoint} have other names than planned",
                severity="serious",
                cause="A job that is told to use an interface by name uses another network there, or none.",
                seen={f"ip addr on {look.endpoint}": observation},
                affects=(look.endpoint,),
                fixes={"any": "fix names by hardware address: a .link file of systemd, or udev"},
                verify="`ip -o addr`",
            )


def _no_forwarding(looks: Sequence[EndpointLook], expected: PlannedFacts) -> Iterator[Finding]:
    for look in looks:
        if look.endpoint in expected.forwards and look.forwards is False:
            yield finding(
                "no-forwarding",
                title=f"{look.endpoint} forwards no packets",
                severity="serious",
                cause="Its cards reach other networks, and each other, only through it.",
                seen={f"{look.endpoint}: net.ipv4.ip_forward": "0"},
                affects=(look.endpoint,),
                fixes={"any": "`sysctl -w net.ipv4.ip_forward=1`, and in /etc/sysctl.d"},
                verify="`sysctl net.ipv4.ip_forward`",
            )


def _small_shm(looks: Sequence[EndpointLook], _: PlannedFacts) -> Iterator[Finding]:
    for look in looks:
        size = look.shared_memory_bytes
        if size is not None and size < _SHM_PER_RANK_BYTES:
            yield finding(
                "small-shm",
                title=f"/dev/shm of {look.endpoint} is small",
                severity="serious",
                cause="Ranks on one node talk through files there; without room a library fails or ends with SIGBUS.",
                seen={f"df /dev/shm on {look.endpoint}": format_size(size)},
                affects=(look.endpoint,),
                fixes={"any": "`mount -o remount,size=50% /dev/shm`; `docker run --shm-size=1g`"},
                verify="`df /dev/shm`",
            )


def _cpu_quota(looks: Sequence[EndpointLook], _: PlannedFacts) -> Iterator[Finding]:
    for look in looks:
        if look.cpu_quota is not None and look.cpu_quota < 1.0:
            yield finding(
                "cpu-quota",
                title=f"{look.endpoint} has less than one CPU",
                severity="serious",
                cause="A rank polls while it waits, spends the quota, and then stands still for tens of milliseconds.",
                seen={f"control group of {look.endpoint}": f"{look.cpu_quota:g} CPUs"},
                affects=(look.endpoint,),
                fixes={"any": "lift cpu.max (cpu.cfs_quota_us) of its control group; `docker run --cpus=N`"},
                verify="`cat /sys/fs/cgroup/cpu.stat`: nr_throttled stays the same during a run",
            )


CHECKS: tuple[Check, ...] = (_wrong_host, _duplicate_address, _interface_order, _no_forwarding, _small_shm, _cpu_quota)
