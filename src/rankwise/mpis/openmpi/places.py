"""Open MPI: how many ranks go to which host and object, and which rank is which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rankwise.core.units import plural
from rankwise.mpis.layout.request import RefusedLine
from rankwise.mpis.layout.topology import LEVELS, level_of
from rankwise.mpis.openmpi.job import Job, Placed


def placed(job: Job) -> list[Placed]:
    """All ranks in their order, before they are bound. Raises Refused where there is no room."""
    if job.policy.by not in ("slot", "node", "list", *LEVELS):
        raise RefusedLine(f"--map-by {job.policy.by} names no object: use slot, node, core, numa, package or hwthread")
    if job.release.deals and job.policy.cpus > 1 and job.policy.by in ("core", "hwthread"):
        raise RefusedLine(f"release 4 cannot map by {job.policy.by} with PE: map by slot, socket or numa")
    counts = _counts(job)
    room = sum(job.room.values())
    if sum(counts) > room and not job.oversubscribes:
        raise RefusedLine(
            f"{plural(sum(counts), 'rank')} for {plural(room, 'slot')}: name more hosts or slots, "
            "or add --oversubscribe"
        )
    rows: list[Placed] = []
    for part, count in enumerate(counts):
        rows += _ranked(job, _mapped(job, part, count, rows))
    return rows


def _counts(job: Job) -> list[int]:
    """The ranks of each program."""
    policy, counts = job.policy, []
    for part, hosts in zip(job.request.parts, job.hosts, strict=True):
        most = sum(policy.per * _width(job, host) for host in hosts)
        if policy.per and not most:
            raise RefusedLine(f"{policy.why}: no host has a {policy.by}; map by another object")
        if job.release.deals and policy.per and policy.by == "numa" and part.ranks is None:
            raise RefusedLine(f"release 4 counts no NUMA nodes for {policy.why}: add -n")
        if policy.per and part.ranks is not None and part.ranks > most:
            raise RefusedLine(f"{policy.why} makes {most} ranks at most, and {part.ranks} are asked for: change either")
        counts.append(part.ranks if part.ranks is not None else most or sum(job.room[host] for host in hosts))
    return counts


def _width(job: Job, host: str) -> int:
    return 1 if job.policy.by in ("node", "slot") else len(job.objects(host))


def _mapped(job: Job, part: int, count: int, before: Sequence[Placed]) -> list[Placed]:
    """The ranks of a program, in the order in which they are placed."""
    used = Counter(row.host for row in before)
    free = {host: max(0, job.room[host] - used[host]) for host in job.hosts[part]}
    # By cores, and by NUMA nodes in release 4, a program goes on where the one before it ended.
    goes_on = job.policy.by in ("core", "hwthread") or (job.release.deals and job.policy.by == "numa")
    rows: list[Placed] = []
    for host, ranks in _quota(job, count, free).items():
        objects = job.objects(host)
        if job.policy.by in LEVELS[:-1] and not objects:
            raise RefusedLine(f"{host} has no {job.policy.by}: map by another object")
        first = used[host] if goes_on and not job.policy.per else 0
        for at in range(ranks):
            index = (at // job.policy.per if job.policy.per else first + at) % max(1, len(objects))
            rows.append(Placed(host, part, objects[index] if objects else None, index))
    return rows


def _quota(job: Job, count: int, free: Mapping[str, int]) -> dict[str, int]:
    """How many ranks each host gets."""
    policy = job.policy
    if policy.per:
        quota = _filled(count, {host: policy.per * _width(job, host) for host in free})
        for host, ranks in quota.items():
            if ranks > free[host] and not job.oversubscribes:
                raise RefusedLine(f"{policy.why} puts {ranks} ranks on {host}, which has {free[host]} slots free")
        return quota
    if policy.by == "node":
        return _dealt(count, free)
    if job.oversubscribes and count > sum(free.values()):
        # Of release 5 the first host has room without end, but by slot all share what is too much.
        even = job.release.deals or policy.by in ("slot", "list")
        return _shared(count, free) if even else {next(iter(free)): count}
    if policy.by == "slot" and policy.cpus > 1 and not job.release.deals:
        able = {host: min(room, len(job.topologies[host].at(job.unit)) // policy.cpus) for host, room in free.items()}
        if sum(able.values()) < count:
            raise RefusedLine(
                f"{count} ranks of {policy.cpus} {job.unit}s are asked for, and there are fewer: start fewer"
            )
        return _filled(count, able)
    if policy.spans:
        return _across(count, free, {host: _width(job, host) for host in free})
    return _filled(count, free)


def _filled(count: int, free: Mapping[str, int]) -> dict[str, int]:
    quota = {}
    for host, room in free.items():
        quota[host] = min(room, count)
        count -= quota[host]
    return {host: ranks for host, ranks in quota.items() if ranks}


def _dealt(count: int, free: Mapping[str, int]) -> dict[str, int]:
    """Each host in turn gets one, as long as it has room; then without regard to room."""
    quota = dict.fromkeys(free, 0)
    while count:
        able = [host for host in free if quota[host] < free[host]] or list(free)
        for host in able[:count]:
            quota[host] += 1
        count -= min(count, len(able))
    return {host: ranks for host, ranks in quota.items() if ranks}


def _shared(count: int, free: Mapping[str, int]) -> dict[str, int]:
    """All slots, and of what is left an even share for each host, the first ones getting the rest."""
    extra, rest = divmod(count - sum(free.values()), len(free))
    return {host: room + extra + (at < rest) for at, (host, room) in enumerate(free.items())}


def _across(count: int, free: Mapping[str, int], widths: Mapping[str, int]) -> dict[str, int]:
    """Objects of all hosts take turns."""
    quota = dict.fromkeys(free, 0)
    while count and any(quota[host] < room for host, room in free.items()):
        for host, room in free.items():
            turn = min(count, room - quota[host], max(1, widths[host]))
            quota[host] += turn
            count -= turn
    return {host: ranks for host, ranks in quota.items() if ranks}


def _ranked(job: Job, rows: list[Placed]) -> list[Placed]:
    """The rows in the order of their ranks."""
    by = level_of((job.request.whole.last("rank-by") or "").lower().partition(":")[0])
    if job.release.deals and by in LEVELS[:-1] and all(row.object for row in rows):
        rows = [replace(row, at=_number_of(job, row, by)) for row in rows]
        by = "span"
    hosts = {host: at for at, host in enumerate(dict.fromkeys(row.host for row in rows))}
    if by == "node" or (not by and job.policy.by == "node" and not job.policy.per):
        turns = _turns([row.host for row in rows])
        order = sorted(range(len(rows)), key=lambda at: (turns[at], hosts[rows[at].host]))
    elif by == "span" or (not by and job.policy.spans and not job.release.deals):
        turns = _turns([(row.host, row.at) for row in rows])
        order = sorted(range(len(rows)), key=lambda at: (turns[at], hosts[rows[at].host], rows[at].at))
    elif not job.release.deals and (by == "fill" or (not by and not job.policy.per and rows and rows[0].object)):
        order = sorted(range(len(rows)), key=lambda at: (hosts[rows[at].host], rows[at].at))
    else:
        return rows
    return [rows[at] for at in order]


def _turns(places: Sequence[object]) -> list[int]:
    """How many of the same stand before each."""
    seen = Counter[object]()
    turns = []
    for place in places:
        turns.append(seen[place])
        seen[place] += 1
    return turns


def _number_of(job: Job, row: Placed, level: str) -> int:
    inside = set(row.object or ())
    return next((at for at, item in enumerate(job.topologies[row.host].at(level)) if inside & set(item)), 0)
