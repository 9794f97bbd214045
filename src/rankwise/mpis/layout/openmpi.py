"""Open MPI: which rank mpirun puts where, and binds to what. Release 5 (PRRTE) fills, release 4 (ORTE) deals.

Rules of both were read off `mpirun --display map` of 4.1.4 and 5.0.11 on synthetic nodes (`benchmarks explain`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rankwise.core.version import numbers
from rankwise.mpis.layout import openmpi_words as words
from rankwise.mpis.layout.asked import Asked, Layout
from rankwise.mpis.layout.openmpi_binding import bound, check_level, default_level
from rankwise.mpis.layout.openmpi_job import NEW, OLD, Job, Release
from rankwise.mpis.layout.openmpi_places import placed
from rankwise.mpis.layout.openmpi_rankfile import from_rank_file
from rankwise.mpis.layout.openmpi_words import Policy


def lay_out(asked: Asked) -> Layout:
    """The seats that mpirun gives. Raises Refused where it would not start, UsageError for files that cannot be
    read."""
    release = OLD if numbers(asked.version) < (5,) else NEW
    given = words.mapping(asked, release.map_variable, release.map_parameter)
    level, flags, why_bound = words.binding(asked, release.bind_variable, release.bind_parameter)
    slots, hosts = words.slots(asked)
    unit = "hwthread" if given and ("hwtcpus" in given.flags or given.by == "hwthread") else "core"
    topologies = {host: asked.topology(host) for host in slots}
    by_thread = bool(given and "hwtcpus" in given.flags) or (release.deals and level == "hwthread")
    counted = "hwthread" if by_thread else "core"
    room = {host: len(topologies[host].at(counted)) if count is None else count for host, count in slots.items()}
    policy = _with_default(given or Policy(""), asked, release, room, level if why_bound.startswith("--bind") else "")
    if why_bound:
        check_level(level)
    if policy.by == "user":
        return from_rank_file(asked, policy, topologies)
    job = Job(asked, release, policy, hosts, room, topologies, unit)
    rows = placed(job)
    why_level = ""
    if not why_bound:
        level, why_level = default_level(job, len(rows))
    every = f", {policy.per} on each" if policy.per else ""
    return Layout(
        seats=tuple(bound(job, rows, level, flags)),
        mapping=f"by {policy.by}{every}{', across all nodes' if policy.spans else ''}",
        binding=f"{policy.cpus} {unit}s" if policy.cpus > 1 and level == unit else level,
        why_mapping=policy.why if given and given.by else f"the default of Open MPI {asked.version}",
        why_binding=why_bound or why_level,
        notes=tuple(_notes(job, bound=bool(why_bound))),
    )


def _with_default(policy: Policy, asked: Asked, release: Release, room: dict[str, int], level: str) -> Policy:
    """The mapping where the line says none; `level`: to what it binds."""
    if policy.by:
        return policy
    unit = "hwthread" if "hwtcpus" in policy.flags else "core"
    if release.deals:
        total = sum(part.ranks or 0 for part in asked.parts) or sum(room.values())
        few = total <= 2 and not policy.cpus
        unit = "hwthread" if level == "hwthread" else unit
        return replace(policy, by=unit if few else "numa")
    if policy.cpus or level == "none":
        return replace(policy, by="slot")
    return replace(policy, by=level or unit)


def _notes(job: Job, *, bound: bool) -> Iterator[str]:
    asked = job.asked
    if job.oversubscribes and not bound:
        yield "--oversubscribe leaves ranks unbound" + ("" if job.release.deals else ", even where CPUs are enough")
    if job.oversubscribes and not job.release.deals and job.policy.by not in ("slot", "node"):
        yield "ranks beyond the slots all go to the first host; --map-by slot or node shares them out"
    allowed = asked.setting("OMPI_ALLOW_RUN_AS_ROOT")[0] and asked.setting("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM")[0]
    if asked.root and not allowed and not asked.whole.has("allow-run-as-root"):
        yield "mpirun refuses to start as root: add --allow-run-as-root"
