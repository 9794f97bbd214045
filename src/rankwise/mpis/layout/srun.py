"""Slurm's srun: which task goes to which node. To what tasks are bound, its plug-in decides when they start."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rankwise.core.hostlist import parse_hosts
from rankwise.core.units import plural
from rankwise.mpis.layout import lines
from rankwise.mpis.layout.request import Layout, LineRules, NotLaidOut, RefusedLine, Request, Seat
from rankwise.mpis.layout.topology import CpuLevels, Cpus, level_of
from rankwise.mpis.mpich.layout import number
from rankwise.mpis.openmpi.words import numbers

_PLURAL = {"cores": "core", "threads": "hwthread", "sockets": "package", "ldoms": "numa"}


def lay_out(request: Request) -> Layout:
    """The seats that srun gives. Raises Refused where it would not start."""
    line = request.whole
    if line.has("multi-prog"):
        raise NotLaidOut("--multi-prog is not laid out: which rank runs what is in its file")
    hosts = _hosts(request)
    each = max(1, number(line.last("cpus-per-task", "c") or request.setting("SRUN_CPUS_PER_TASK")[0]))
    per = number(line.last("ntasks-per-node") or request.setting("SLURM_NTASKS_PER_NODE")[0])
    told = line.last("ntasks", "n") or request.setting("SLURM_NTASKS", "SLURM_NPROCS")[0]
    tasks = number(told) or (per * len(hosts) if per else len(hosts))
    overcommit = line.has("overcommit", "O")
    free = {host: max(1, cpus // each) for host, cpus in _cpus_of(request, hosts).items()}
    sockets = number(line.last("ntasks-per-socket") or request.setting("SLURM_NTASKS_PER_SOCKET")[0])
    limits = {host: per or sockets * len(request.topology(host).at("package")) or free[host] for host in free}
    room = {host: most if overcommit else min(limits[host], most) for host, most in free.items()}
    spread = (line.last("distribution", "m") or request.setting("SLURM_DISTRIBUTION")[0] or "block").lower()
    if spread == "plane" and (size := request.setting("SLURM_DIST_PLANESIZE")[0]):  # as sbatch tells it
        spread = f"plane={size}"
    if sum(room.values()) < tasks and not overcommit:
        raise RefusedLine(
            f"{plural(tasks, 'task')} of {plural(each, 'CPU')} do not fit into {plural(sum(room.values()), 'place')} "
            f"on {plural(len(hosts), 'node')}: "
            "ask for more nodes, or add --overcommit"
        )
    turn = _turn(spread)
    where = _in_turn(tasks, room, turn) if turn else _filled(tasks, room)
    bind = line.last("cpu-bind", "cpu_bind") or request.setting("SLURM_CPU_BIND")[0]
    bind = re.sub(r"^(v(erbose)?|q(uiet)?)(,|$)", "", bind.lower())
    seats = _bound(request, where, bind, each)
    by = f"planes of {turn}" if turn > 1 else "cyclic" if turn else "block"
    return Layout(
        seats=tuple(seats),
        mapping=f"{by}{f', {per} on each node' if per else ''}",
        binding=bind or "automatic",
        why_mapping=f"--distribution={spread}" if line.has("distribution", "m") else "the default of Slurm",
        why_binding=f"--cpu-bind={bind}" if bind else "Slurm's task plug-in decides",
        notes=tuple(_notes(request, spread, bind, per_socket=sockets > 0)),
    )


def _turn(spread: str) -> int:
    """How many tasks a node gets before it is the next one's turn; 0 where nodes are filled."""
    first = re.split("[:,]", spread)[0]
    size = number(first.removeprefix("plane="))
    if first not in ("block", "cyclic", "*", "default") and not (first.startswith("plane=") and size):
        raise NotLaidOut(f"--distribution={spread} is not laid out: write block, cyclic or plane=4")
    return 1 if first == "cyclic" else size


def _notes(request: Request, spread: str, bind: str, *, per_socket: bool) -> Iterator[str]:
    """What of the line is not laid out, because the plug-in of the site decides it."""
    if not bind:
        yield "to what tasks are bound is seen in a start alone: add --try"
        return
    asked = [f"--distribution={spread}"] if re.search("[:,]", spread) else []
    asked += ["--ntasks-per-socket"] if per_socket else []
    names = ("ntasks-per-core", "threads-per-core", "cores-per-socket", "sockets-per-node", "hint", "B", "gpu-bind")
    asked += [f"--{name}" for name in names if request.whole.has(name)]
    if asked and not bind.startswith(("no", "map_cpu", "mask_cpu")):
        yield f"not laid out on the CPUs of a node: {', '.join(asked)}; add --try"


def _hosts(request: Request) -> list[str]:
    line = request.whole
    text = line.last("nodelist", "w") or request.setting("SLURM_JOB_NODELIST", "SLURM_NODELIST")[0]
    hosts = list(parse_hosts(text)) if text else [request.here]
    wanted = number((line.last("nodes", "N") or "").partition("-")[0])
    if wanted > len(hosts):
        raise RefusedLine(f"{wanted} nodes are asked for, and {len(hosts)} are in the allocation")
    return hosts[: wanted or len(hosts)]


def _cpus_of(request: Request, hosts: Sequence[str]) -> dict[str, int]:
    """CPUs of the allocation on each host: `4(x2),2`; those of the host where Slurm does not tell."""
    text, _ = request.setting("SLURM_JOB_CPUS_PER_NODE")
    counts = [
        int(count) for count, times in re.findall(r"(\d{1,6})(?:\(x(\d{1,6})\))?", text) for _ in range(int(times or 1))
    ]
    known = dict(zip(hosts, counts, strict=False))
    return {host: known.get(host) or len(request.topology(host).cpus) for host in hosts}


def _in_turn(tasks: int, room: Mapping[str, int], turn: int) -> list[str]:
    """The host of each task where nodes take turns, with so many tasks each; full ones are passed over."""
    where: list[str] = []
    left = dict(room)
    while len(where) < tasks:
        left = left if any(left.values()) else dict.fromkeys(room, tasks)
        where += [host for host in room for _ in range(min(turn, left[host]))]
        left = {host: max(0, count - turn) for host, count in left.items()}
    return where[:tasks]


def _filled(tasks: int, room: Mapping[str, int]) -> list[str]:
    """The host of each task where nodes are filled, as evenly as Slurm does: one task first for each."""
    quota = dict.fromkeys(list(room)[:tasks], 1)
    left = tasks - len(quota)
    for host in quota:
        more = min(left, room[host] - 1)
        quota[host] += more
        left -= more
    for at in range(left):
        quota[list(quota)[at % len(quota)]] += 1
    return [host for host, count in quota.items() for _ in range(count)]


def _bound(request: Request, where: Sequence[str], bind: str, each: int) -> list[Seat]:
    turn = Counter[str]()
    seats = []
    for host in where:
        topology, at = request.topology(host), turn[host]
        turn[host] += 1
        seats.append(Seat(host, _cpus(bind, topology, at, each)))
    return seats


def _cpus(bind: str, topology: CpuLevels, at: int, each: int) -> Cpus | None:
    kind, _, rest = bind.partition(":")
    level = _PLURAL.get(kind, level_of(kind))
    if kind == "map_cpu":
        listed = numbers(rest)
        return (listed[at % len(listed)],) if listed else None
    if kind == "mask_cpu":
        masks = [int(word, 16) for word in rest.split(",") if re.fullmatch(r"(0x)?[0-9a-f]{1,512}", word)]
        if not masks:
            return None
        mask = masks[at % len(masks)]
        return tuple(bit for bit in range(mask.bit_length()) if mask >> bit & 1)
    if kind == "rank":
        return (topology.cpus[at % len(topology.cpus)],)
    bound = kind not in ("", "none", "no")
    if bound and level not in ("core", "hwthread", "package", "numa"):
        raise NotLaidOut(f"--cpu-bind={bind} is not laid out: write cores, threads, sockets, ldoms or map_cpu:0,4")
    units = topology.at(level) if bound else ()
    if not units:
        return None
    wide = each if level in ("core", "hwthread") else 1
    chosen = [units[(at * wide + step) % len(units)] for step in range(wide)]
    return tuple(sorted(cpu for unit in chosen for cpu in unit))


def passed_variables(request: Request) -> str:
    """In words, which variables srun passes to ranks: those of `--export`."""
    value = request.whole.last("export") or request.setting("SLURM_EXPORT_ENV", "SRUN_EXPORT_ENV")[0] or "ALL"
    if value.upper() == "NONE":
        return "none but SLURM_*"
    parts = value.split(",")
    rest = [word.partition("=")[0] for word in parts if word.upper() != "ALL"]
    if "ALL" in (word.upper() for word in parts):
        return "all, on every node" + (f"; the line sets {', '.join(rest)}" if rest else "")
    return f"only SLURM_* and {', '.join(rest)}"


RULES = LineRules(lays_out=lay_out, passes=passed_variables, as_lines=lines.srun)
