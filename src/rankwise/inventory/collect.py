"""An archive becomes a NodeInventory: every probe once, in one explicit call."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from rankwise.core import words
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import to_builtins
from rankwise.core.words import HostName
from rankwise.inventory import archive
from rankwise.inventory.archive import Archive
from rankwise.inventory.collector import record_at, record_here
from rankwise.inventory.hwloc import from_hwloc_xml
from rankwise.inventory.probes import cpus, devices, driver, limits, network, sandbox, system
from rankwise.inventory.records import Inventory, NodeInventory

_XML: Final = re.compile(r"^[ \t]*<(?:[?!]|topology\b)(?:[^\0]*</topology>|[^\0]*)|\A\s*<[^\0]*", re.MULTILINE)
"""A document of XML, and not what modules and launchers print before and behind it."""


def collect(recorded: Archive | None = None) -> NodeInventory:
    """What a node is made of: this machine when no recording is given. What could not be told stands in `unknown`."""
    seen = record_here() if recorded is None else recorded
    unknown: dict[str, str] = {}
    hostname = system.text(seen, unknown, "hostname", "/proc/sys/kernel/hostname") or "unknown"
    if why := words.problem(hostname, HostName):
        unknown["hostname"], hostname = why, "unknown"
    return NodeInventory(
        hostname=hostname,
        arch=seen.run("arch") or "unknown",
        cpu_model=cpus.model(seen, unknown),
        kernel=system.text(seen, unknown, "kernel", "/proc/sys/kernel/osrelease") or "unknown",
        os=system.os_name(seen, unknown),
        boot_id=system.text(seen, unknown, "boot id", "/proc/sys/kernel/random/boot_id"),
        memory_bytes=system.memory_bytes(seen, unknown),
        cpus=cpus.cpus(seen, unknown),
        caches=cpus.caches(seen, unknown),
        numa=cpus.numa_nodes(seen, unknown),
        nics=network.nics(seen, unknown),
        gpus=devices.gpus(seen, unknown),
        limits=limits.limits(seen, unknown),
        shared_memory=limits.shared_memory(seen, unknown),
        sandbox=sandbox.sandbox(seen, unknown),
        load_1min=system.load_1min(seen, unknown),
        clock_source=system.clock_source(seen, unknown),
        cards=devices.cards(seen),
        steal_share=system.steal_share(seen, unknown),
        running=system.running(seen),
        device_files=seen.listdir("/dev/infiniband") if "/dev/infiniband" in seen.lists else None,
        modules=devices.peer_modules(seen),
        iommu=tuple((seen.run("iommu") or "").split()),
        gpu_driver=driver.driver(seen),
        unknown=unknown,
    )


def collect_all(agent: str, hosts: tuple[str, ...]) -> Inventory:
    """Every host looked at by itself, through the launch agent, and why some could not be. Raises EnvironmentProblem
    where none can."""
    nodes: list[NodeInventory] = []
    lost: dict[str, EnvironmentProblem] = {}
    for host in hosts:
        try:
            nodes.append(collect(record_at(agent, host)))
        except EnvironmentProblem as problem:
            lost[host] = problem
    if lost and not nodes:
        raise next(iter(lost.values()))
    return Inventory(nodes=tuple(nodes), silent={host: why.in_a_line for host, why in lost.items()})


def load(path: Path) -> NodeInventory:
    """A node from a file: a recording, or hwloc XML. Raises UsageError when it is neither, or names what none has."""
    text = archive.read_text(path).removeprefix("\ufeff")
    xml = None if archive.HEADER in text else _XML.search(text)
    node = from_hwloc_xml(xml[0].strip(), str(path)) if xml else collect(archive.parse(text, str(path)))
    try:
        return words.convert(to_builtins(node), NodeInventory)
    except words.Refused as refused:
        raise UsageError("bad-recording", f"{path}: {refused.problems[0]}", archive.MAKES_ONE) from refused
