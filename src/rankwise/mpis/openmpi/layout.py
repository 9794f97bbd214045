"""Open MPI: which rank mpirun puts where, and binds to what. Release 5 (PRRTE) fills, release 4 (ORTE) deals.

Rules of both were read off `mpirun --display map` of 4.1.4 and 5.0.11 on synthetic nodes (`benchmarks explain`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from rankwise.core.files import read
from rankwise.core.version import numbers
from rankwise.mpis.layout import lines
from rankwise.mpis.layout.request import Layout, LineRules, RefusedLine, Request, Seat
from rankwise.mpis.layout.topology import CpuLevels, Cpus
from rankwise.mpis.openmpi import words
from rankwise.mpis.openmpi.binding import bound, check_level, default_level
from rankwise.mpis.openmpi.job import NEW, OLD, Job, Release, saved
from rankwise.mpis.openmpi.places import placed
from rankwise.mpis.openmpi.words import Policy


def lay_out(request: Request) -> Layout:
    """The seats that mpirun gives. Raises Refused where it would not start, UsageError for files that cannot be
    read."""
    release = OLD if numbers(request.version) < (5,) else NEW
    given = words.mapping(request, release.map_variable, release.map_parameter)
    level, flags, why_bound = words.binding(request, release.bind_variable, release.bind_parameter)
    slots, hosts = words.slots(request)
    unit = "hwthread" if given and ("hwtcpus" in given.flags or given.by == "hwthread") else "core"
    topologies = {host: request.topology(host) for host in slots}
    by_thread = bool(given and "hwtcpus" in given.flags) or (release.deals and level == "hwthread")
    counted = "hwthread" if by_thread else "core"
    room = {host: len(topologies[host].at(counted)) if count is None else count for host, count in slots.items()}
    policy = _with_default(given or Policy(""), request, release, room, level if why_bound.startswith("--bind") else "")
    if why_bound:
        check_level(level)
    if policy.by == "user":
        return _by_rank_file(request, policy, topologies)
    job = Job(request, release, policy, hosts, room, topologies, unit)
    rows = placed(job)
    why_level = ""
    if not why_bound:
        level, why_level = default_level(job, len(rows))
    every = f", {policy.per} on each" if policy.per else ""
    return Layout(
        seats=tuple(bound(job, rows, level, flags)),
        mapping=f"by {policy.by}{every}{', across all nodes' if policy.spans else ''}",
        binding=f"{policy.cpus} {unit}s" if policy.cpus > 1 and level == unit else level,
        why_mapping=policy.why if given and given.by else f"the default of Open MPI {request.version}",
        why_binding=why_bound or why_level,
        notes=tuple(_notes(job, bound=bool(why_bound))),
    )


def passed_variables(request: Request) -> str:
    """In words, which variables mpirun passes to ranks: those of `-x`, and what travels by its name."""
    named = [value.partition("=")[0] for name, value in request.whole.options if name == "x"]
    listed, _ = request.setting("OMPI_MCA_mca_base_env_list")
    named += [word.partition("=")[0] for word in listed.split(";") if word]
    also = f" and {', '.join(named)}" if named else "; -x NAME adds one"
    return f"all on the host of mpirun; on other hosts OMPI_*, PMIX_*, PRTE_*{also}"


def _by_rank_file(request: Request, policy: Policy, topologies: Mapping[str, CpuLevels]) -> Layout:
    """The seats of the file. Raises Refused where it names a host or core that is not there."""
    rows = words.rank_file(read(Path(policy.file), "no-rankfile", "is the path of the rankfile right?"))
    hosts, seats = list(topologies), []
    for rank in range(sum(part.ranks or 0 for part in request.parts) or len(rows)):
        if rank not in rows:
            raise RefusedLine(f"{policy.file} says nothing of rank {rank}: add a line for it")
        host, slot = rows[rank]
        if host.startswith("+n") and host[2:].isdecimal() and int(host[2:]) < len(hosts):
            host = hosts[int(host[2:])]
        if host not in topologies:
            raise RefusedLine(f"{policy.file} puts rank {rank} on {host}, which is no host of the job: name it too")
        seats.append(Seat(host, _slot(topologies[host], slot)))
    return Layout(tuple(seats), "by rankfile", "core", policy.why, "the rankfile")


def _slot(topology: CpuLevels, text: str) -> Cpus:
    """`1:0-1` is cores 0 and 1 of package 1, `3` the core with this number."""
    package, _, cores = text.rpartition(":")
    units = topology.at("core")
    if package:
        packages, number = topology.at("package"), words.numbers(package.lstrip("pPsS"))
        if not number or number[0] >= len(packages):
            raise RefusedLine(f"slot={text}: there are {len(packages)} packages, numbered from 0")
        if cores == "*":
            return packages[number[0]]
        units = topology.within(packages[number[0]], "core")
    chosen = words.numbers(cores)
    if not chosen or max(chosen) >= len(units):
        raise RefusedLine(f"slot={text}: there are {len(units)} cores, numbered from 0")
    return tuple(sorted(cpu for number in chosen for cpu in units[number]))


def _with_default(policy: Policy, request: Request, release: Release, room: dict[str, int], level: str) -> Policy:
    """The mapping where the line says none; `level`: to what it binds."""
    if policy.by:
        return policy
    unit = "hwthread" if "hwtcpus" in policy.flags else "core"
    if release.deals:
        total = sum(part.ranks or 0 for part in request.parts) or sum(room.values())
        few = total <= 2 and not policy.cpus
        unit = "hwthread" if level == "hwthread" else unit
        return replace(policy, by=unit if few else "numa")
    if policy.cpus or level == "none":
        return replace(policy, by="slot")
    return replace(policy, by=level or unit)


def _notes(job: Job, *, bound: bool) -> Iterator[str]:
    request = job.request
    if job.oversubscribes and not bound:
        yield "--oversubscribe leaves ranks unbound" + ("" if job.release.deals else ", even where CPUs are enough")
    if job.oversubscribes and not job.release.deals and job.policy.by not in ("slot", "node"):
        yield "ranks beyond the slots all go to the first host; --map-by slot or node shares them out"
    allowed = request.setting("OMPI_ALLOW_RUN_AS_ROOT")[0] and request.setting("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM")[0]
    if request.root and not allowed and not request.whole.has("allow-run-as-root"):
        yield "mpirun refuses to start as root: add --allow-run-as-root"


RULES = LineRules(lays_out=lay_out, passes=passed_variables, as_lines=lines.openmpi, saved=saved)
