"""CPU quota, memory limit and cpuset of the control groups above a job, in their first and second version.

A limit anywhere up the tree binds, so the tightest of all ancestors counts; inside a container the tree is seen from
its own root only, and what is set above cannot be seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rankwise.inventory.archive import Archive
from rankwise.inventory.parse import cpu_list, fields, natural

_ROOT = "/sys/fs/cgroup"
# Version 1 says "no limit" as the largest multiple of a page below 2**63.
_NO_LIMIT = 1 << 62


@dataclass(frozen=True)
class Quota:
    """The tightest CPU quota, in CPUs, and how often the job's group ran into it."""

    cpus: float | None
    periods: int | None
    throttled_periods: int | None


def quota(archive: Archive) -> Quota:
    """The tightest quota. Throttling is counted where the quota is set, so that group's counters are returned."""
    tightest = Quota(None, None, None)
    for group, cpus in (*_quotas_v2(archive), *_quotas_v1(archive)):
        if tightest.cpus is None or cpus < tightest.cpus:
            counters = fields(archive.read(f"{group}/cpu.stat"), " ")
            periods, throttled = natural(counters.get("nr_periods")), natural(counters.get("nr_throttled"))
            tightest = Quota(cpus, periods, throttled)
    return tightest


def memory_limit(archive: Archive) -> int | None:
    """Bytes that the job may use, None when nothing limits it."""
    values = [natural(text) for _, text in (*_found(archive, "memory.max"), *_found(archive, "memory.limit_in_bytes"))]
    return min((value for value in values if value is not None and value < _NO_LIMIT), default=None)


def cpuset(archive: Archive) -> tuple[int, ...]:
    """The smallest set of CPUs that a group above the job grants; empty when none says."""
    names = ("cpuset.cpus.effective", "cpuset.effective_cpus")
    sets = [cpu_list(text) for name in names for _, text in _found(archive, name)]
    return min((cpus for cpus in sets if cpus), key=len, default=())


def _quotas_v2(archive: Archive) -> Iterator[tuple[str, float]]:
    for group, text in _found(archive, "cpu.max"):
        limit, _, period = text.partition(" ")
        limit_us, period_us = natural(limit), natural(period)
        if limit_us and period_us:
            yield group, limit_us / period_us


def _quotas_v1(archive: Archive) -> Iterator[tuple[str, float]]:
    for group, text in _found(archive, "cpu.cfs_quota_us"):
        limit_us, period_us = natural(text), natural(archive.read(f"{group}/cpu.cfs_period_us"))
        if limit_us and period_us:
            yield group, limit_us / period_us


def _found(archive: Archive, name: str) -> Iterator[tuple[str, str]]:
    """The groups that have the file `name`, outermost first, with its text."""
    paths = (path for path in archive.files if path.startswith(_ROOT) and path.endswith(f"/{name}"))
    for path in sorted(paths, key=len):
        yield path.rsplit("/", 1)[0], archive.read(path) or ""
