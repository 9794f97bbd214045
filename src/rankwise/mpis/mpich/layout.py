"""Hydra of MPICH: blocks of ranks on hosts in turn; nothing is bound unless the line or a variable says so.

Rules were read off `mpiexec.hydra` 4.0.2 and 5.0.2 on synthetic nodes (`benchmarks explain`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import cycle

from rankwise.core.units import number_ranges
from rankwise.mpis.layout import lines
from rankwise.mpis.layout.request import (
    Layout,
    LineRules,
    RefusedLine,
    Request,
    Row,
    Seat,
    host_file,
    host_words,
    joined,
)
from rankwise.mpis.layout.topology import LEVELS, CpuLevels, Cpus, level_of

HOSTS, FILES = ("hosts", "host"), ("f", "hostfile", "machinefile", "machine")
PER_HOST = ("ppn", "perhost")


def lay_out(request: Request) -> Layout:
    """The seats that MPICH's mpiexec gives. Raises Refused where it would not start, UsageError for files that cannot
    be read."""
    hosts = hosts_of(request)
    per = number(request.whole.last(*PER_HOST))
    room = [(host, per or count or 1) for host, count in hosts]
    where = "by the list of hosts" if len(hosts) > 1 else "there is one host"
    seats = dealt(request, room, default=sum(count for _, count in room))
    binding, why = _said(request, ("bind-to", "binding"), "HYDRA_BINDING")
    mapping, _ = _said(request, ("map-by", "mapping"), "HYDRA_MAPPING")
    return Layout(
        seats=tuple(_bound(request, seats, binding, mapping)),
        mapping=f"{per} ranks on each host in turn" if per else "hosts in turn, as many ranks on each as it has",
        binding=binding or "none",
        why_mapping=f"-ppn {per}" if per else where,
        why_binding=why or f"the default of MPICH {request.version}",
        notes=("-map-by has no effect without -bind-to",) if mapping and not binding else (),
    )


def hosts_of(request: Request) -> list[Row]:
    """The hosts of the job with their slots, in order; this one where nothing names any."""
    named: list[Row] = []
    for name, value in request.whole.options:
        if name in HOSTS:
            named += host_words(value, unnamed=1)
        elif name in FILES:
            named += host_file(value)
    file, _ = request.setting("HYDRA_HOST_FILE")
    if not named and file:
        named += host_file(file)
    return joined(named, neighbours=True) or [(request.here, None)]


def number(text: str | None) -> int:
    """A number that an option has; 0 for none."""
    return int(text) if text is not None and text.isdecimal() else 0


def dealt(request: Request, room: Sequence[tuple[str, int]], *, default: int) -> list[tuple[str, int]]:
    """Host and program of each rank: hosts are filled in turn, again and again. A part without a number of ranks has
    `default`."""
    turns = cycle([host for host, count in room for _ in range(count)])
    return [
        (next(turns), at)
        for at, part in enumerate(request.parts)
        for _ in range(part.ranks if part.ranks is not None else default)
    ]


def _said(request: Request, options: tuple[str, ...], variable: str) -> tuple[str, str]:
    value = request.whole.last(*options)
    if value is not None:
        return value, f"-{options[0]} {value}"
    setting, name = request.setting(variable)
    return setting, f"{name}={setting}" if setting else ""


def _bound(request: Request, seats: Sequence[tuple[str, int]], binding: str, mapping: str) -> list[Seat]:
    kind, _, rest = binding.partition(":")
    if not kind or kind == "none":
        return [Seat(host, None, part) for host, part in seats]
    turn = Counter[str]()
    bound = []
    for host, part in seats:
        topology = request.topology(host)
        if kind == "rr":
            cpus = topology.at("hwthread")[turn[host] % len(topology.cpus)]
        elif kind == "user":
            cpus = _listed(rest, turn[host])
        else:
            cpus = _object(binding, mapping or binding, topology, turn[host])
        bound.append(Seat(host, cpus, part))
        turn[host] += 1
    return bound


def _listed(text: str, at: int) -> Cpus:
    words = text.split(",")
    numbers = words[at % len(words)].split("+")
    if not all(word.isdecimal() for word in numbers):
        raise RefusedLine(f"-bind-to user:{text} lists CPUs: write user:0,4,8+9")
    return tuple(int(word) for word in numbers)


def _object(binding: str, mapping: str, topology: CpuLevels, at: int) -> Cpus:
    """The CPUs of a rank: it starts at an object of the mapping, which take turns, and has those of the binding from
    there on."""
    level, wide = _counted(binding)
    by, step = _counted(mapping)
    units, starts = topology.at(level), topology.at(by)
    for name, objects in ((level, units), (by, starts)):
        if not objects:
            raise RefusedLine(f"this node has no {name}: use hwthread, core, numa or socket")
    groups = -(-len(starts) // step)
    start = starts[at % groups * step]
    first = next((index for index, item in enumerate(units) if set(item) & set(start)), None)
    if first is None:
        raise RefusedLine(f"CPU {number_ranges(sorted(start))} of this node is in no {level}: use hwthread or core")
    inside = max(
        1, sum(set(item) <= {cpu for own in starts[at % groups * step :][:step] for cpu in own} for item in units)
    )
    first += at // groups * wide % inside
    return tuple(sorted(cpu for index in range(wide) for cpu in units[(first + index) % len(units)]))


def _counted(text: str) -> tuple[str, int]:
    kind, _, count = text.partition(":")
    level = level_of(kind)
    if level not in LEVELS:
        raise RefusedLine(f"'{kind}' is no object: use hwthread, core, l3cache, numa or socket")
    return level, max(1, number(count))


def passed_variables(request: Request) -> str:
    """In words, which variables mpiexec passes to ranks: all, unless the line says otherwise."""
    line = request.whole
    set_ = [value.replace("=", " ", 1).partition(" ")[0] for name, value in line.options if name in ("env", "genv")]
    also = f"; the line sets {', '.join(set_)}" if set_ else ""
    if line.has("genvnone", "envnone"):
        return f"none{also}"
    if (listed := line.last("genvlist", "envlist")) is not None:
        return f"only {listed}{also}"
    return f"all, on every host{also}"


RULES = LineRules(lays_out=lay_out, passes=passed_variables, as_lines=lines.hydra)
