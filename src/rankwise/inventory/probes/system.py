"""The operating system: name, kernel, boot, memory, clock, load, and who else is running."""

from __future__ import annotations

import re

from rankwise.inventory.archive import Archive
from rankwise.inventory.parse import binary_size, decimal, fields, natural

_CLOCK = "/sys/devices/system/clocksource/clocksource0/current_clocksource"
_STEAL_FIELD = 7  # of the `cpu` line of /proc/stat: user nice system idle iowait irq softirq steal (proc(5))


def text(archive: Archive, unknown: dict[str, str], name: str, path: str) -> str | None:
    """A one-line file; a missing one is noted under `name`."""
    content = archive.read(path)
    if not content:
        unknown[name] = archive.why_not(path)
    return content or None


def os_name(archive: Archive, unknown: dict[str, str]) -> str | None:
    name = fields(archive.read("/etc/os-release"), "=").get("PRETTY_NAME", "").strip('"')
    if not name:
        unknown["os"] = archive.why_not("/etc/os-release")
    return name or None


def memory_bytes(archive: Archive, unknown: dict[str, str]) -> int | None:
    total = binary_size(fields(archive.read("/proc/meminfo"), ":").get("MemTotal"))
    if total is None:
        unknown["memory"] = archive.why_not("/proc/meminfo")
    return total


def clock_source(archive: Archive, unknown: dict[str, str]) -> str | None:
    return text(archive, unknown, "clock source", _CLOCK)


def load_1min(archive: Archive, unknown: dict[str, str]) -> float | None:
    load = decimal((archive.read("/proc/loadavg") or "").partition(" ")[0])
    if load is None:
        unknown["load"] = archive.why_not("/proc/loadavg")
    return load


def steal_share(archive: Archive, unknown: dict[str, str]) -> float | None:
    """The part of all CPU time since boot that the hypervisor gave to others, 0 to 1."""
    times = [natural(word) for word in (archive.run("cpu-times") or "").split()[1 : _STEAL_FIELD + 2]]
    known = [time for time in times if time is not None]
    if len(known) <= _STEAL_FIELD or not sum(known):
        unknown["steal"] = "no steal time in /proc/stat"
        return None
    return known[_STEAL_FIELD] / sum(known)


def running(archive: Archive) -> tuple[str, ...]:
    """Processes that were on a CPU when the node was looked at, as `name (pid)`.

    The collector with its group and its parent do not count, nor do threads of the kernel, which have group 0.
    """
    own = re.match(r"[0-9]+ \(.*\) \S [0-9]+ ([0-9]+)", archive.read("/proc/self/stat") or "")
    not_counted = ("0", own[1] if own else "0")
    programs = []
    for line in (archive.run("running") or "").splitlines():
        match = re.match(r"([0-9]+) \((.*)\) R [0-9]+ ([0-9]+)", line)
        if match and match[3] not in not_counted and match[1] != archive.run("parent"):
            programs.append(f"{match[2]} ({match[1]})")
    return tuple(programs)
