"""Nodes held against each other: who is not as the others of its kind are, and in what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rankwise.core.findings import SEVERITIES, finding, worst_first
from rankwise.core.grouped import grouped
from rankwise.core.records import Finding, Severity
from rankwise.core.units import few, format_size, plural
from rankwise.inventory.records import Inventory, Nic, NodeInventory
from rankwise.model.hardware import is_adapter

_MAJORITY = 2.0 / 3.0
_BESIDE = 2  # nodes that are like most, to look at an odd one beside them


def odd_nodes(inventory: Inventory) -> list[Finding]:
    """A finding for each node that differs from two thirds of the nodes with its processor, and one for what nodes
    differ in without such a majority; worst first. A card is of another kind than the host that it is in."""
    kinds = grouped(((node.arch, node.cpu_model, bool(node.carrier)), node) for node in inventory.nodes)
    return worst_first([told for nodes in kinds.values() for told in _odd(nodes)])


def _odd(nodes: list[NodeInventory]) -> Iterator[Finding]:
    facts = {node.hostname: _facts(node) for node in nodes}
    usual: dict[str, tuple[str, int]] = {}
    apart: dict[str, str] = {}
    for fact in dict.fromkeys(name for known in facts.values() for name in known):
        values = Counter(known[fact][0] if fact in known else "missing" for known in facts.values())
        value, count = values.most_common(1)[0]
        if count >= _MAJORITY * len(nodes) and count < len(nodes):
            usual[fact] = value, count
        elif count < len(nodes):
            apart[fact] = _groups(fact, facts)
    if apart:
        yield _unlike(apart, facts)
    alike = [name for name, known in facts.items() if not _deviates(known, usual)]
    for name, known in facts.items():
        seen: dict[str, str] = {}
        worst = len(SEVERITIES) - 1
        for fact, (value, count) in usual.items():
            here, severity = known.get(fact, ("missing", "serious"))
            if here != value:
                seen[fact] = f"{here}; {count} others: {value}"
                worst = min(worst, SEVERITIES.index(severity))
        if seen:
            fact, words = next(iter(seen.items()))
            more = f", and {plural(len(seen) - 1, 'difference')} more" if len(seen) > 1 else ""
            yield finding(
                "odd-node",
                f"{name} is not like the others: {fact} {words.partition(';')[0]}{more}",
                SEVERITIES[worst],
                "A job runs at the pace of its slowest node, and libraries choose by what the first node has.",
                seen=seen,
                fixes={"root": f"set {name} up as the others; or leave it out"},
                verify=f"`rankwise doctor --hosts {','.join((name, *alike[:_BESIDE]))}`",
                affects=(name,),
            )


def _groups(fact: str, facts: Mapping[str, Mapping[str, tuple[str, Severity]]]) -> str:
    """`9000: n1, n2; 1500: n3, n4`."""
    names = grouped((known[fact][0] if fact in known else "missing", name) for name, known in facts.items())
    return "; ".join(f"{value}: {few(having)}" for value, having in names.items())


def _unlike(apart: Mapping[str, str], facts: Mapping[str, Mapping[str, tuple[str, Severity]]]) -> Finding:
    """Of nodes that differ without a majority none is the odd one."""
    fact, words = next(iter(apart.items()))
    more = f", and {plural(len(apart) - 1, 'difference')} more" if len(apart) > 1 else ""
    grave = [known[name][1] for known in facts.values() for name in apart if name in known]
    return finding(
        "unlike-nodes",
        f"Nodes with the same processor differ: {fact} {words}{more}",
        min(grave, key=SEVERITIES.index),
        "A job runs at the pace of its slowest node, and libraries choose by what the first node has.",
        seen=apart,
        fixes={"root": "set the nodes up alike; or run on those that are"},
        verify=f"`rankwise doctor --hosts {','.join(facts)}`",
        affects=tuple(facts),
    )


def _deviates(known: dict[str, tuple[str, Severity]], usual: dict[str, tuple[str, int]]) -> bool:
    return any(known.get(fact, ("missing",))[0] != value for fact, (value, _) in usual.items())


def _facts(node: NodeInventory) -> dict[str, tuple[str, Severity]]:
    """What must be alike on nodes of one kind, in words, and how bad it is where it is not."""
    online = [cpu for cpu in node.cpus if cpu.online]
    devices = [nic for nic in node.nics if nic.kind in ("ethernet", "infiniband", "tun") and is_adapter(nic)]
    facts: dict[str, tuple[str, Severity]] = {
        "CPUs": (f"{len(online)} in {len({cpu.socket for cpu in online})} sockets", "serious"),
        "adapters": (str(len(devices)), "serious"),
        "GPUs": (str(len(node.gpus)), "serious"),
        "kernel": (node.kernel, "warning"),
        "system": (node.os or "unknown", "warning"),
        "memory": (_about(node.memory_bytes or 0), "warning"),
        "/dev/shm": (_about(node.shared_memory.size_bytes), "warning"),
        "locked memory": (_size(node.limits.memlock_bytes), "serious"),
        "open files": (str(node.limits.open_files), "warning"),
        "CPU quota": (str(node.sandbox.cpu_quota), "serious"),
        "frequency": (", ".join(sorted({str(cpu.governor) for cpu in online})), "warning"),
        "clock": (str(node.clock_source), "warning"),
        "single copy": (str(node.sandbox.single_copy), "warning"),
        "GPU modules": (", ".join(node.modules) or "none", "warning"),
    }
    for nic in devices:
        facts[f"state of {nic.name}"] = (nic.state or "unknown", "serious")
        facts[f"MTU of {nic.name}"] = (str(nic.mtu), "serious")
        facts[f"rate of {nic.name}"] = (_rate(nic), "serious")
    return facts


def _size(size_bytes: int | None) -> str:
    return "unlimited" if size_bytes is None else format_size(size_bytes)


def _about(size_bytes: int | None) -> str:
    """In steps of a hundredth: the kernel of each node keeps some memory for itself, and not the same."""
    if not size_bytes:
        return _size(size_bytes)
    step = 1 << max(0, size_bytes.bit_length() - 7)
    return f"about {format_size(round(size_bytes / step) * step)}"


def _rate(nic: Nic) -> str:
    return f"{nic.speed_bytes_per_s * 8 / 1e9:g} Gbit/s" if nic.speed_bytes_per_s else "unknown"
