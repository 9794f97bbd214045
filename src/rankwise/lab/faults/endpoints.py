"""Faults of one endpoint, or of every node: each function breaks something there and returns what mends it.

What mends may find the fault already gone, and must not mind.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

from rankwise.cluster.routes import routes_of
from rankwise.core.errors import MeasurementFailed, RankwiseError
from rankwise.lab import cgroup, endpoint
from rankwise.lab.faults import arguments
from rankwise.lab.faults.arguments import endpoint_of
from rankwise.lab.records import Fault, Lab

Undo = dict[str, str]

_FORWARD = "/proc/sys/net/ipv4/ip_forward"


def wrong_host(lab: Lab, args: Sequence[str], _: int) -> Undo:
    """ON NAME ADDRESS: a wrong line in one hosts file. Written in place, since the endpoint sees this very file."""
    on, name, address = endpoint_of(lab, args[0]), args[1], arguments.address(args[2])
    file = Path(lab.folder, "hosts", on)
    before = file.read_text()
    lines = [line.split() for line in before.splitlines()]
    known = {alias: words[0] for words in lines for alias in words[1:]}
    if name not in known:
        hint = f"it knows {', '.join(list(known)[1:6])} ..."
        raise arguments.refuse(f"{on} does not know the name '{name}'", hint)
    if known[name] == address:
        raise arguments.refuse(f"{address} is the right address of {name}", "give a wrong one")
    file.write_text("".join(f"{address if name in words[1:] else words[0]} {' '.join(words[1:])}\n" for words in lines))
    return {"hosts": before}


def mend_host(lab: Lab, fault: Fault) -> None:
    Path(lab.folder, "hosts", fault.args[0]).write_text(fault.undo["hosts"])


def blocked_ports(lab: Lab, args: Sequence[str], number: int) -> Undo:
    """ON PORTS: a firewall that drops new TCP connections to these ports (`5000`, `1024:65535`)."""
    on, ports = endpoint_of(lab, args[0]), ", ".join(arguments.ports(args[1]))
    rules = (
        f"table inet rankwise_{number} {{ chain input {{ type filter hook input priority 0; iifname lo accept; "
        f"tcp flags & (syn | ack) == syn tcp dport {{ {ports} }} drop; }}; }}\n"
    )
    done = endpoint.run(lab, on, ["nft", "-f", "-"], input_text=rules)
    if not done.ok:
        raise MeasurementFailed("lab-command", done.describe(), "nft (package nftables) must be there and work")
    return {}


def unblock_ports(lab: Lab, fault: Fault) -> None:
    table = f"table inet rankwise_{fault.id}"
    endpoint.must(lab, fault.args[0], "nft", f"add {table}; delete {table}")


def duplicate_address(lab: Lab, args: Sequence[str], _: int) -> Undo:
    """[ADDRESS/PREFIX]: a bridge docker0 with one and the same address on every node, as container engines make it."""
    address = arguments.address_with_prefix(args[0] if args else "172.17.0.1/16")
    script = f"ip link add docker0 type bridge && ip addr add {address} dev docker0 && ip link set docker0 up"
    try:
        for name in _nodes(lab):
            endpoint.must(lab, name, "sh", "-c", script)
    except RankwiseError:
        _remove_bridges(lab)
        raise
    return {}


def remove_duplicates(lab: Lab, _: Fault) -> None:
    _remove_bridges(lab)


def small_shared_memory(lab: Lab, args: Sequence[str], _: int) -> Undo:
    """ON SIZE: a /dev/shm of that size."""
    on = endpoint_of(lab, args[0])
    size = arguments.shared_memory_bytes(args[1], lab.plan.shared_memory_bytes)
    done = endpoint.run(lab, on, ["mount", "-o", f"remount,size={size}", "/dev/shm"])
    if not done.ok:
        held = endpoint.must(lab, on, "df", "-B1", "--output=used", "/dev/shm").split()[-1]
        raise MeasurementFailed("lab-command", done.describe(), f"its /dev/shm holds {held} bytes: ask for more")
    return {}


def restore_shared_memory(lab: Lab, fault: Fault) -> None:
    size = lab.plan.shared_memory_bytes
    endpoint.must(lab, fault.args[0], "mount", "-o", f"remount,size={size}", "/dev/shm")


def no_forwarding(lab: Lab, args: Sequence[str], _: int) -> Undo:
    """ON: the host no longer forwards packets."""
    on = endpoint_of(lab, args[0])
    before = endpoint.must(lab, on, "cat", _FORWARD).strip()
    if before == "0":
        hosts = ", ".join(node.name for node in lab.plan.nodes)
        raise arguments.refuse(f"{on} forwards nothing as it is", f"name a host: {hosts}")
    endpoint.must(lab, on, "sh", "-c", f"echo 0 > {_FORWARD}")
    return {"ip_forward": before}


def restore_forwarding(lab: Lab, fault: Fault) -> None:
    endpoint.must(lab, fault.args[0], "sh", "-c", f"echo {fault.undo['ip_forward']} > {_FORWARD}")


def interface_order(lab: Lab, args: Sequence[str], _: int) -> Undo:
    """ON: its first two interfaces change names; a single one is found under another name (eth0 becomes eth1)."""
    on = endpoint_of(lab, args[0])
    names = [port.interface for port in lab.ports if port.endpoint == on]
    first = names[0]
    second = names[1] if len(names) > 1 else first.rstrip("0123456789") + "1"
    _rename(lab, on, first, second, both=len(names) > 1)
    return {"first": first, "second": second}


def restore_interface_order(lab: Lab, fault: Fault) -> None:
    on, first, second = fault.args[0], fault.undo["first"], fault.undo["second"]
    both = sum(port.endpoint == on for port in lab.ports) > 1
    _rename(lab, on, second, first, both=both)


def cpu_quota(lab: Lab, args: Sequence[str], _: int) -> Undo:
    """ON CPUS: everything in the endpoint together gets that many CPUs (0.5: half of one)."""
    on = endpoint_of(lab, args[0])
    cpus = arguments.cpus(args[1], len(lab.cpus.get(on, ())) or len(os.sched_getaffinity(0)))
    space = endpoint.must(lab, on, "readlink", "/proc/self/ns/pid").strip()
    cgroup.set_quota(lab.name, on, _processes_in(space), cpus)
    return {}


def lift_cpu_quota(lab: Lab, fault: Fault) -> None:
    cgroup.lift_quota(lab.name, fault.args[0])


def _nodes(lab: Lab) -> list[str]:
    return [name for name in endpoint.endpoint_names(lab) if name != lab.plan.head]


def _remove_bridges(lab: Lab) -> None:
    for name in _nodes(lab):
        endpoint.must(lab, name, "sh", "-c", "[ ! -e /sys/class/net/docker0 ] || ip link delete docker0")


def _rename(lab: Lab, on: str, first: str, second: str, *, both: bool) -> None:
    neighbours = [
        line.split() for line in endpoint.must(lab, on, "ip", "neigh", "show", "nud", "permanent").splitlines()
    ]
    steps = [f"ip link set {first} down", f"ip link set {first} name rankwise0"]
    if both:
        steps += [f"ip link set {second} down", f"ip link set {second} name {first}", f"ip link set {first} up"]
    steps += [f"ip link set rankwise0 name {second}", f"ip link set {second} up"]
    # Addresses stay with an interface that goes down; routes through a gateway and neighbours do not.
    steps += [f"ip route replace {net} via {via}" for name, net, via in routes_of(lab.plan) if name == on]
    renamed = {first: second, second: first}
    steps += [
        f"ip neigh replace {address} lladdr {mac} dev {renamed.get(device, device)} nud permanent"
        for address, _, device, _, mac, *_ in neighbours
    ]
    endpoint.must(lab, on, "sh", "-c", " && ".join(steps))


def _processes_in(space: str) -> list[int]:
    pids = []
    for entry in os.scandir("/proc"):
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):
                if str(Path(entry.path, "ns/pid").readlink()) == space:
                    pids.append(int(entry.name))
    return pids
