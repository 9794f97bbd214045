"""Open MPI: which CPUs each rank is bound to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from rankwise.mpis.layout.request import RefusedLine, Seat
from rankwise.mpis.layout.topology import LEVELS, CpuLevels, Cpus
from rankwise.mpis.openmpi.job import Job, Placed

_FEW = 2  # up to so many ranks of a job are bound to cores


def default_level(job: Job, total: int) -> tuple[str, str]:
    """To what ranks are bound where nothing says so, and why."""
    policy, unit = job.policy, job.unit
    too_many = total > sum(job.room.values())
    if job.oversubscribes and (too_many or not (job.release.deals or policy.cpus > 1)):
        return "none", "--oversubscribe switches the binding off"
    if policy.cpus > 1:
        return unit, "a rank of several CPUs is bound to these"
    if policy.by == "list":
        return unit, "of the CPUs in the list"
    units = sum(len(topology.at(unit)) for topology in job.topologies.values())
    if not job.release.deals and policy.by == "slot" and total > units:
        return "none", f"there are fewer {unit}s than ranks"
    if policy.by in ("slot", "node") or (job.release.deals and policy.per):
        few = total <= _FEW
        return unit if few else "numa", f"the default for {'up to' if few else 'more than'} {_FEW} ranks"
    return policy.by, "the default: to what they are mapped by"


def check_level(level: str) -> None:
    """Raises Refused for what ranks cannot be bound to."""
    if level not in ("none", *LEVELS[:-1]):
        raise RefusedLine(f"--bind-to {level} is no object: use none, hwthread, core, l3cache, numa or package")


def bound(job: Job, rows: Sequence[Placed], level: str, flags: Collection[str]) -> list[Seat]:
    """The ranks with their CPUs. Raises Refused for what mpirun would not bind."""
    if job.policy.cpus > 1 and level not in ("core", "hwthread") and not job.oversubscribes:
        raise RefusedLine(f"PE={job.policy.cpus} binds to cores, and --bind-to {level} contradicts: leave one away")
    if level == "none":
        return [Seat(row.host, None, row.part) for row in rows]
    _check(job, level)
    overload = "overload-allowed" in flags or job.oversubscribes
    taken = {host: Counter[int]() for host in job.topologies}
    seats: dict[int, Seat] = {}
    for rank in sorted(range(len(rows)), key=lambda at: (rows[at].host, rows[at].part)):
        row = rows[rank]
        cpus = _cpus(job, row, level, taken[row.host], overload=overload)
        seats[rank] = Seat(row.host, tuple(sorted(cpus)), row.part)
    return [seats[rank] for rank in range(len(rows))]


def _check(job: Job, level: str) -> None:
    if job.release.deals:
        return
    by = job.policy.by
    if by in LEVELS[:-1] and LEVELS.index(level) > LEVELS.index(by):
        raise RefusedLine(f"ranks mapped by {by} cannot be bound to a whole {level}: map by {level}, or bind lower")
    if level == "hwthread" and job.unit == "core":
        for topology in job.topologies.values():
            if len(topology.at("hwthread")) > len(topology.at("core")):
                raise RefusedLine("threads of cores are no CPUs of their own here: add --use-hwthread-cpus")


def _cpus(job: Job, row: Placed, level: str, taken: Counter[int], *, overload: bool) -> Cpus:
    """The CPUs of a rank, of those in which it is mapped; counts in `taken` what it takes of them."""
    policy, topology = job.policy, job.topologies[row.host]
    if policy.by == "list":
        return _listed(job, topology, taken)
    inside = row.object or topology.cpus
    units = topology.within(inside, job.unit)
    wants = min(max(1, policy.cpus), len(units)) if job.release.deals else max(1, policy.cpus)
    free = _free(job, topology, units, taken, wants)
    if len(free) < wants and (wants > 1 or not job.release.deals) and not overload:
        raise RefusedLine(
            f"ranks there ask for more {job.unit}s than there are: start fewer, name more hosts, or add "
            ":overload-allowed to --bind-to"
        )
    if wants > 1:
        chosen = [*free, *units][:wants]
        taken.update(item[0] for item in chosen)
        return tuple(cpu for item in chosen for cpu in item)
    objects = topology.within(inside, level)
    if not objects:
        raise RefusedLine(f"this node has no {level}: bind to another object")
    if job.release.deals:
        least = min(objects, key=lambda item: taken[item[0]])
        taken[least[0]] += 1
        return least
    with_room = (item for item in objects if any(not taken[own[0]] for own in topology.within(item, job.unit)))
    first = next(with_room, None) or min(objects, key=lambda item: taken[item[0]])
    own = topology.within(first, job.unit)
    taken[min(own, key=lambda item: taken[item[0]])[0]] += 1
    return first


def _free(job: Job, topology: CpuLevels, units: Sequence[Cpus], taken: Counter[int], wants: int) -> list[Cpus]:
    """Units that no rank has; in release 5 those of the first package that has enough, for a rank does not straddle
    two."""
    free = [item for item in units if not taken[item[0]]]
    if wants > 1 and not job.release.deals:
        for package in topology.at("package"):
            inside = [item for item in free if set(item) <= set(package)]
            if len(inside) >= wants:
                return inside
    return free


def _listed(job: Job, topology: CpuLevels, taken: Counter[int]) -> Cpus:
    policy, units = job.policy, topology.at("core")
    if beyond := [number for number in policy.listed if number >= len(units)]:
        raise RefusedLine(f"{policy.why}: this node has no core {beyond[0]}")
    if "ordered" in policy.flags:
        number = policy.listed[taken[-1] % len(policy.listed)]
        taken[-1] += 1
        return units[number]
    return tuple(cpu for number in policy.listed for cpu in units[number])
