"""Open MPI: which rank mpirun puts where, and binds to what. Release 5 (PRRTE) fills, release 4 (ORTE) deals.

Rules of both were read off `mpirun --display map` of 4.1.4 and 5.0.11 on synthetic nodes (`benchmarks explain`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rankwise.core.files import read
from rankwise.core.version import numbers as version_numbers
from rankwise.mpis.layout import openmpi_words as words
from rankwise.mpis.layout.asked import Asked, Layout, Refused, Seat
from rankwise.mpis.layout.openmpi_words import Policy
from rankwise.mpis.layout.topology import LEVELS, Cpus, Topology, level_of

_FEW = 2  # up to so many ranks of a job are bound to cores


@dataclass(frozen=True)
class _Release:
    """Where releases differ. `deals`: ranks of objects take turns; else those of one object follow each other."""

    deals: bool
    map_variables: tuple[str, ...]
    bind_variables: tuple[str, ...]
    map_parameters: tuple[str, ...]
    bind_parameters: tuple[str, ...]


_OLD = _Release(
    True,
    ("OMPI_MCA_rmaps_base_mapping_policy",),
    ("OMPI_MCA_hwloc_base_binding_policy",),
    ("rmaps_base_mapping_policy",),
    ("hwloc_base_binding_policy",),
)
_NEW = _Release(
    False,
    ("PRTE_MCA_rmaps_default_mapping_policy",),
    ("PRTE_MCA_hwloc_default_binding_policy",),
    ("rmaps_default_mapping_policy",),
    ("hwloc_default_binding_policy",),
)


@dataclass(frozen=True)
class _Placed:
    """A rank before it is bound: `object` is the place in which it is mapped, None for a whole host."""

    host: str
    part: int
    object: Cpus | None
    at: int = 0  # number of the object on its host


def lay_out(asked: Asked) -> Layout:
    """The seats that mpirun gives. Raises Refused where it would not start, UsageError for files that cannot be
    read."""
    release = _OLD if version_numbers(asked.version) < (5,) else _NEW
    given = words.mapping(asked, asked.whole, release.map_variables, release.map_parameters)
    bound, bind_flags, why_bound = words.binding(asked, release.bind_variables, release.bind_parameters)
    slots, own = words.slots(asked)
    threads = given is not None and ("hwtcpus" in given.flags or given.by == "hwthread")
    unit = "hwthread" if threads else "core"
    topologies = {host: asked.topology(host) for host in slots}
    room = {host: len(topologies[host].at(unit)) if count is None else count for host, count in slots.items()}
    policy = _with_default(given, asked, release, room, bound if why_bound.startswith("--bind-to") else "")
    if policy.by == "user":
        return _from_rank_file(asked, policy, topologies)
    over = "oversubscribe" in policy.flags
    counts = _counts(asked, policy, release, own, room, topologies)
    total = sum(counts)
    if total > sum(room.values()) and not over:
        raise Refused(
            f"{total} ranks are asked for, and there are {sum(room.values())} slots: name more hosts or slots, "
            "or add --oversubscribe"
        )
    placed: list[_Placed] = []
    for part, count in enumerate(counts):
        rows = _mapped(policy, part, count, own[part], room, placed, topologies, release)
        placed += _ranked(asked, policy, release, rows, topologies)
    level, why = _level(policy, bound, why_bound, release, total, unit, over=over, room=room, topologies=topologies)
    seats = _bound(placed, level, bind_flags, policy, release, topologies, unit, over=over)
    every = f", {policy.per} on each" if policy.per else ""
    return Layout(
        seats=tuple(seats),
        mapping=f"by {policy.by}{every}{', across all nodes' if policy.spans else ''}",
        binding=f"{policy.cpus} {unit}s" if policy.cpus > 1 and level == unit else level,
        why_mapping=policy.why if given and policy.why and given.by else _default_words(asked),
        why_binding=why_bound or why,
        notes=(*_notes(policy, release, over=over, bound=why_bound), *_as_root(asked)),
    )


def _default_words(asked: Asked) -> str:
    return f"the default of Open MPI {asked.version}"


def _with_default(given: Policy | None, asked: Asked, release: _Release, room: dict[str, int], bound: str) -> Policy:
    policy = given or Policy("")
    if policy.by:
        return policy
    threads = "hwtcpus" in policy.flags
    if not release.deals:
        by = ("slot" if bound == "none" else bound) or ("hwthread" if threads else "core")
        return replace(policy, by="slot" if policy.cpus else by)
    total = sum(part.ranks or 0 for part in asked.parts) or sum(room.values())
    if policy.cpus:
        return replace(policy, by="numa")
    return replace(policy, by=("hwthread" if threads else "core") if total <= _FEW else "numa")


def _counts(
    asked: Asked,
    policy: Policy,
    release: _Release,
    own: Sequence[Sequence[str]],
    room: dict[str, int],
    topologies: dict[str, Topology],
) -> list[int]:
    """The ranks of each program."""
    counts = []
    for part, hosts in zip(asked.parts, own, strict=True):
        if release.deals and policy.per and policy.by == "numa" and part.ranks is None:
            raise Refused(f"release 4 counts no NUMA nodes for {policy.why}: add -n")
        most = sum(policy.per * _objects(policy.by, topologies[host]) for host in hosts)
        if policy.per and not most:
            raise Refused(f"{policy.why}: no host has a {policy.by}; map by another object")
        if policy.per and part.ranks is not None and part.ranks > most:
            raise Refused(
                f"{policy.why} makes {most} ranks at most, and {part.ranks} are asked for: change one of them"
            )
        counts.append(part.ranks if part.ranks is not None else most or sum(room[host] for host in hosts))
    return counts


def _objects(by: str, topology: Topology) -> int:
    return 1 if by in ("node", "slot") else len(topology.at(by))


def _mapped(
    policy: Policy,
    part: int,
    count: int,
    hosts: Sequence[str],
    room: dict[str, int],
    before: Sequence[_Placed],
    topologies: dict[str, Topology],
    release: _Release,
) -> list[_Placed]:
    """The ranks of a program, in the order in which they are placed."""
    if policy.by not in ("slot", "node", "list", *LEVELS):
        raise Refused(f"--map-by {policy.by} names no object: use slot, node, core, numa, package or hwthread")
    used = Counter(row.host for row in before)
    free = {host: max(0, room[host] - used[host]) for host in hosts}
    if policy.per:
        quota = _per_object(policy, count, hosts, topologies)
        if full := [
            host for host, ranks in quota.items() if ranks > free[host] and "oversubscribe" not in policy.flags
        ]:
            raise Refused(
                f"{policy.why} puts {quota[full[0]]} ranks on {full[0]}, which has {free[full[0]]} slots free"
            )
    elif policy.by == "node":
        quota = _dealt(count, free)
    elif "oversubscribe" in policy.flags and count > sum(free.values()):
        # Release 5 fills the first host, for it has no end; by slot both share what is too much.
        even = release.deals or policy.by in ("slot", "list")
        quota = _shared(count, free) if even else {hosts[0]: count}
    elif policy.spans:
        quota = _across(count, free, policy.by, topologies)
    else:
        quota = _filled(count, free)
    rows: list[_Placed] = []
    for host, ranks in quota.items():
        objects = () if policy.by in ("slot", "node", "list") else topologies[host].at(policy.by)
        if policy.by in LEVELS[:-1] and not objects:
            raise Refused(f"{host} has no {policy.by}: map by another object")
        busy = Counter(row.at for row in before if row.host == host)
        goes_on = policy.by in ("core", "hwthread") or (release.deals and policy.by == "numa")
        first = sum(busy.values()) if goes_on and not policy.per else 0
        for at in range(ranks):
            index = at // policy.per if policy.per else first + at
            where = objects[index % len(objects)] if objects else None
            rows.append(_Placed(host, part, where, index % len(objects) if objects else 0))
    return rows


def _filled(count: int, free: dict[str, int]) -> dict[str, int]:
    quota = {}
    for host, room in free.items():
        quota[host] = min(room, count)
        count -= quota[host]
    return {host: ranks for host, ranks in quota.items() if ranks}


def _dealt(count: int, free: dict[str, int]) -> dict[str, int]:
    """Each host in turn gets one, as long as it has room; then without regard to room."""
    quota = dict.fromkeys(free, 0)
    while count:
        open_ = [host for host in free if quota[host] < free[host]] or list(free)
        for host in open_[:count]:
            quota[host] += 1
        count -= min(count, len(open_))
    return {host: ranks for host, ranks in quota.items() if ranks}


def _shared(count: int, free: dict[str, int]) -> dict[str, int]:
    """All slots, and of what is left an even share for each host, the first ones getting the rest."""
    extra, rest = divmod(count - sum(free.values()), len(free))
    return {host: room + extra + (at < rest) for at, (host, room) in enumerate(free.items())}


def _across(count: int, free: dict[str, int], by: str, topologies: dict[str, Topology]) -> dict[str, int]:
    """Objects of all hosts take turns."""
    quota = dict.fromkeys(free, 0)
    while count:
        start = count
        for host in free:
            turn = min(count, free[host] - quota[host], len(topologies[host].at(by)) or 1)
            quota[host] += turn
            count -= turn
        if count == start:
            break
    return {host: ranks for host, ranks in quota.items() if ranks}


def _per_object(policy: Policy, count: int, hosts: Sequence[str], topologies: dict[str, Topology]) -> dict[str, int]:
    return _filled(count, {host: policy.per * _objects(policy.by, topologies[host]) for host in hosts})


def _ranked(
    asked: Asked, policy: Policy, release: _Release, rows: list[_Placed], topologies: dict[str, Topology]
) -> list[_Placed]:
    """The rows in the order of their ranks."""
    by = level_of((asked.whole.last("rank-by") or "").lower().partition(":")[0])
    if release.deals and by in LEVELS[:-1] and all(row.object for row in rows):
        rows = [replace(row, at=_number_of(row, by, topologies[row.host])) for row in rows]
        by = "span"
    hosts = list(dict.fromkeys(row.host for row in rows))
    turn: list[int] = []
    seen = Counter[object]()
    for row in rows:
        turn.append(seen[row.host])
        seen[row.host] += 1
    numbered = list(zip(rows, turn, range(len(rows)), strict=True))
    if by == "node" or (not by and policy.by == "node" and not policy.per):
        numbered.sort(key=lambda item: (item[1], hosts.index(item[0].host)))
    elif by == "span" or (not by and policy.spans and not release.deals):
        turns, again = [], Counter[object]()
        for row in rows:
            turns.append(again[row.host, row.at])
            again[row.host, row.at] += 1
        numbered.sort(key=lambda item: (turns[item[2]], hosts.index(item[0].host), item[0].at))
    elif not release.deals and (by == "fill" or (not by and not policy.per and rows[:1] and rows[0].object)):
        numbered.sort(key=lambda item: (hosts.index(item[0].host), item[0].at))
    return [row for row, _, _ in numbered]


def _number_of(row: _Placed, level: str, topology: Topology) -> int:
    inside = set(row.object or ())
    return next((at for at, item in enumerate(topology.at(level)) if inside & set(item)), 0)


def _level(
    policy: Policy,
    bound: str,
    why_bound: str,
    release: _Release,
    total: int,
    unit: str,
    *,
    over: bool,
    room: dict[str, int],
    topologies: dict[str, Topology],
) -> tuple[str, str]:
    """To what ranks are bound, and why where nothing says so."""
    if why_bound:
        return bound, ""
    too_many = total > sum(room.values())
    if over and (too_many or not release.deals):
        return "none", "--oversubscribe switches the binding off"
    if policy.cpus > 1 or policy.by == "list":
        return unit, "a rank of several CPUs is bound to these" if policy.cpus > 1 else "of the CPUs in the list"
    if not release.deals and policy.by == "slot" and total > sum(len(item.at(unit)) for item in topologies.values()):
        return "none", f"there are fewer {unit}s than ranks"
    if policy.by in ("slot", "node") or (release.deals and policy.per):
        level = unit if total <= _FEW else "numa"
        return level, f"the default for {'up to' if total <= _FEW else 'more than'} {_FEW} ranks"
    return policy.by, "the default: to what they are mapped by"


def _bound(
    placed: Sequence[_Placed],
    level: str,
    flags: frozenset[str],
    policy: Policy,
    release: _Release,
    topologies: dict[str, Topology],
    unit: str,
    *,
    over: bool,
) -> list[Seat]:
    if level == "none":
        return [Seat(row.host, None, row.part) for row in placed]
    if level not in LEVELS or level == "node":
        raise Refused(f"--bind-to {level} is no object: use none, hwthread, core, l3cache, numa or package")
    if not release.deals and policy.by in LEVELS[:-1] and LEVELS.index(level) > LEVELS.index(policy.by):
        raise Refused(f"ranks mapped by {policy.by} cannot be bound to a whole {level}: map by {level}, or bind lower")
    if not release.deals and level == "hwthread" and unit == "core":
        for topology in topologies.values():
            if len(topology.at("hwthread")) > len(topology.at("core")):
                raise Refused("threads of cores are no CPUs of their own here: add --use-hwthread-cpus")
    overload = "overload-allowed" in flags or over
    seats: list[Seat | None] = [None] * len(placed)
    order = sorted(range(len(placed)), key=lambda rank: (placed[rank].host, placed[rank].part))
    taken: dict[str, Counter[int]] = {host: Counter() for host in topologies}
    for rank in order:
        row = placed[rank]
        cpus = _cpus(row, level, policy, release, topologies[row.host], taken[row.host], unit, overload=overload)
        seats[rank] = Seat(row.host, tuple(sorted(cpus)), row.part)
    return [seat for seat in seats if seat]


def _cpus(
    row: _Placed,
    level: str,
    policy: Policy,
    release: _Release,
    topology: Topology,
    taken: Counter[int],
    unit: str,
    *,
    overload: bool,
) -> Cpus:
    """The CPUs that a rank is bound to, of those in which it is mapped; counts what it takes of them."""
    if policy.by == "list":
        return _listed(policy, topology, taken)
    units = topology.at(unit)
    inside = row.object or topology.cpus
    mine = [item for item in units if set(item) <= set(inside)] or [item for item in units if set(item) & set(inside)]
    free = [item for item in mine if not taken[item[0]]]
    wants = max(1, policy.cpus)
    if len(free) < wants and (wants > 1 or not release.deals) and not overload:
        raise Refused(
            f"ranks there ask for more {unit}s than there are: start fewer, name more hosts, or add "
            ":overload-allowed to --bind-to"
        )
    if wants > 1:
        chosen = (free + mine)[:wants]
        taken.update(item[0] for item in chosen)
        return tuple(cpu for item in chosen for cpu in item)
    objects = [item for item in topology.at(level) if set(item) <= set(inside)] or [
        item for item in topology.at(level) if set(item) & set(inside)
    ]
    if not objects:
        raise Refused(f"this node has no {level}: bind to another object")
    if release.deals:  # the one that has fewest ranks
        least = min(objects, key=lambda item: taken[item[0]])
        taken[least[0]] += 1
        return least
    first = next((item for item in objects if any(not taken[own[0]] for own in units if set(own) & set(item))), None)
    first = first or min(objects, key=lambda item: taken[item[0]])
    own = [item for item in units if set(item) & set(first)]
    taken[min(own, key=lambda item: taken[item[0]])[0]] += 1
    return first


def _listed(policy: Policy, topology: Topology, taken: Counter[int]) -> Cpus:
    units = topology.at("core")
    if beyond := [number for number in policy.listed if number >= len(units)]:
        raise Refused(f"{policy.why}: this node has no core {beyond[0]}")
    if "ordered" in policy.flags:
        number = policy.listed[taken[-1] % len(policy.listed)]
        taken[-1] += 1
        return units[number]
    return tuple(cpu for number in policy.listed for cpu in units[number])


def _from_rank_file(asked: Asked, policy: Policy, topologies: dict[str, Topology]) -> Layout:
    rows = words.rank_file(read(Path(policy.file), "no-rankfile", "is the path of the rankfile right?"))
    count = sum(part.ranks or 0 for part in asked.parts) or len(rows)
    hosts = list(topologies)
    seats = []
    for rank in range(count):
        if rank not in rows:
            raise Refused(f"{policy.file} says nothing of rank {rank}: add a line for it")
        host, slot = rows[rank]
        if host.startswith("+n") and host[2:].isdecimal() and int(host[2:]) < len(hosts):
            host = hosts[int(host[2:])]
        if host not in topologies:
            raise Refused(f"{policy.file} puts rank {rank} on {host}, which is no host of the job: name it too")
        seats.append(Seat(host, _slot(topologies[host], slot)))
    return Layout(
        tuple(seats), "by rankfile", "core", policy.why, "the rankfile", ("a rankfile places each rank by hand",)
    )


def _slot(topology: Topology, text: str) -> Cpus:
    """`1:0-1` is cores 0 and 1 of package 1, `3` the core with this number."""
    package, _, cores = text.rpartition(":")
    units = topology.at("core")
    if package:
        packages = topology.at("package")
        number = int(package.lstrip("pPsS") or 0)
        if number >= len(packages):
            raise Refused(f"slot={text}: there is no package {number}")
        units = tuple(item for item in units if set(item) <= set(packages[number]))
        if cores == "*":
            return packages[number]
    chosen = words.numbers(cores)
    if not chosen or max(chosen) >= len(units):
        raise Refused(f"slot={text}: there are {len(units)} cores")
    return tuple(sorted(cpu for number in chosen for cpu in units[number]))


def _as_root(asked: Asked) -> Iterator[str]:
    allowed = asked.setting("OMPI_ALLOW_RUN_AS_ROOT")[0] and asked.setting("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM")[0]
    if asked.root and not allowed and not asked.whole.has("allow-run-as-root"):
        yield "mpirun refuses to start as root: add --allow-run-as-root"


def _notes(policy: Policy, release: _Release, *, over: bool, bound: str) -> tuple[str, ...]:
    notes = []
    if over and not bound:
        notes.append("--oversubscribe leaves ranks unbound" + ("" if release.deals else ", even where CPUs are enough"))
    if over and not release.deals and policy.by not in ("slot", "node"):
        notes.append("ranks beyond the slots all go to the first host; --map-by slot or node shares them out")
    return tuple(notes)
