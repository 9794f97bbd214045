"""Faults of one endpoint, or of every node: each function breaks something there and returns what mends it."""

from __future__ import annotations

import contextlib
import ipaddress
import os
from collections.abc import Sequence
from pathlib import Path

from rankwise.core import units
from rankwise.core.errors import MeasurementFailed, UsageError
from rankwise.core.records import Fault, Lab
from rankwise.lab import cgroup, endpoint, layout

Undo = dict[str, str]

_FORWARD = "/proc/sys/net/ipv4/ip_forward"


def wrong_host(lab: Lab, args: Sequence[str], _: int) -> Undo:
    """ON NAME ADDRESS: a wrong line in one hosts file. Written in place, since the endpoint sees this very file."""
    on, name, address = args
    with contextlib.suppress(ValueError):
        address = str(ipaddress.ip_address(address))
    file = Path(lab.folder, "hosts", _known(lab, on))
    before = file.read_text()
    lines = [line.split() for line in before.splitlines()]
    if not any(name in words[1:] for words in lines):
        raise UsageError("bad-fault", f"{on} does not know the name '{name}'", "name an endpoint as it is called there")
    file.write_text("".join(f"{address if name in words[1:] else words[0]} {' '.join(words[1:])}\n" for words in lines))
    return {"hosts": before}


def mend_host(lab: Lab, fault: Fault) -> None:
    Path(lab.folder, "hosts", fault.args[0]).write_text(fault.undo["hosts"])


def blocked_ports(lab: Lab, args: Sequence[str], number: int) -> Undo:
    """ON PORTS: a firewall that drops new TCP connections to these ports (`5000`, `1024-65535`)."""
    on, ports = args
    rules = (
        f"table inet rankwise_{number} {{ chain input {{ type filter hook input priority 0; iifname lo accept; "
        f"tcp flags & (syn | ack) == syn tcp dport {{ {ports} }} drop; }}; }}\n"
    )
    done = endpoint.run(lab, _known(lab, on), ["nft", "-f", "-"], input_text=rules)
    if not done.ok:
        raise MeasurementFailed("lab-command", done.describe(), "give ports as 5000 or 1024-65535; nft must be there")
    return {}


def unblock_ports(lab: Lab, fault: Fault) -> None:
    endpoint.must(lab, fault.args[0], "nft", "delete", "table", "inet", f"rankwise_{fault.id}")


def duplicate_address(lab: Lab, args: Sequence[str], _: int) -> Undo:
    """[ADDRESS/PREFIX]: a bridge docker0 with one and the same address on every node, as container engines make it."""
    address = args[0] if args else "172.17.0.1/16"
    for name in _nodes(lab):
        script = f"ip link add docker0 type bridge && ip addr add '{address}' dev docker0 && ip link set docker0 up"
        endpoint.must(lab, name, "sh", "-c", script)
    return {}


def remove_duplicates(lab: Lab, _: Fault) -> None:
    for name in _nodes(lab):
        endpoint.must(lab, name, "ip", "link", "delete", "docker0")


def small_shared_memory(lab: Lab, args: Sequence[str], _: int) -> Undo:
    """ON SIZE: a /dev/shm of that size."""
    size = units.parse_size(args[1])
    endpoint.must(lab, _known(lab, args[0]), "mount", "-o", f"remount,size={size}", "/dev/shm")
    return {}


def restore_shared_memory(lab: Lab, fault: Fault) -> None:
    size = lab.plan.shared_memory_bytes
    endpoint.must(lab, fault.args[0], "mount", "-o", f"remount,size={size}", "/dev/shm")


def no_forwarding(lab: Lab, args: Sequence[str], _: int) -> Undo:
    """ON: the host no longer forwards packets."""
    before = endpoint.must(lab, _known(lab, args[0]), "cat", _FORWARD).strip()
    endpoint.must(lab, args[0], "sh", "-c", f"echo 0 > {_FORWARD}")
    return {"ip_forward": before}


def restore_forwarding(lab: Lab, fault: Fault) -> None:
    endpoint.must(lab, fault.args[0], "sh", "-c", f"echo {fault.undo['ip_forward']} > {_FORWARD}")


def interface_order(lab: Lab, args: Sequence[str], _: int) -> Undo:
    """ON: its first two interfaces change names; a single one is found under another name (eth0 becomes eth1)."""
    on = _known(lab, args[0])
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
    on, text = _known(lab, args[0]), args[1]
    try:
        cpus = float(text)
    except ValueError:
        cpus = 0.0
    if cpus <= 0.0:
        raise UsageError("bad-fault", f"'{text}' is not a number of CPUs", "0.5 is half of one")
    space = endpoint.must(lab, on, "readlink", "/proc/self/ns/pid").strip()
    cgroup.set_quota(lab.name, on, _processes_in(space), cpus)
    return {}


def lift_cpu_quota(lab: Lab, fault: Fault) -> None:
    cgroup.lift_quota(lab.name, fault.args[0])


def _known(lab: Lab, name: str) -> str:
    known = endpoint.endpoint_names(lab)
    if name not in known:
        raise UsageError("no-endpoint", f"the lab has no endpoint '{name}'", f"it has: {', '.join(known)}")
    return name


def _nodes(lab: Lab) -> list[str]:
    return [name for name in endpoint.endpoint_names(lab) if name != lab.plan.head]


def _rename(lab: Lab, on: str, first: str, second: str, *, both: bool) -> None:
    steps = [f"ip link set {first} down", f"ip link set {first} name rankwise0"]
    if both:
        steps += [f"ip link set {second} down", f"ip link set {second} name {first}", f"ip link set {first} up"]
    steps += [f"ip link set rankwise0 name {second}", f"ip link set {second} up"]
    # Addresses stay with an interface that goes down; routes through a gateway do not.
    steps += [f"ip route replace {net} via {via}" for name, net, via in layout.routes_of(lab.plan) if name == on]
    endpoint.must(lab, on, "sh", "-c", " && ".join(steps))


def _processes_in(space: str) -> list[int]:
    found = []
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if str(Path(entry.path, "ns/pid").readlink()) == space:
                    found.append(int(entry.name))
    return found
