"""Hydra of Intel MPI: every host gets as many ranks as it has cores; each rank a domain of its share of the CPUs.

Names and defaults: developer reference, "Process Pinning" and "Hydra Environment Variables". Checked on nodes of two
cores alone (`benchmarks explain`): larger ones were not at hand, and it takes no synthetic node.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

from rankwise.mpis.layout import lines
from rankwise.mpis.layout.request import (
    Layout,
    LineRules,
    NotLaidOut,
    RefusedLine,
    Request,
    Row,
    Seat,
    host_file,
    host_words,
    joined,
)
from rankwise.mpis.layout.topology import LEVELS, CpuLevels, Cpus, level_of
from rankwise.mpis.mpich.layout import number, passed_variables
from rankwise.mpis.openmpi.words import numbers

_MASKS = re.compile(r"\[0x[0-9a-f]+(,0x[0-9a-f]+)*\]")
_CACHES = {"cache": "l3cache", "cache1": "l1cache", "cache2": "l2cache", "cache3": "l3cache"}
_OFF = ("0", "no", "off", "disable")


def lay_out(request: Request) -> Layout:
    """The seats that Intel MPI's mpiexec gives. Raises Refused where it would not start, UsageError for files that
    cannot be read."""
    counted = request.whole.has("machinefile", "machine")
    hosts = _hosts(request)
    per, why = _per_host(request)
    room = [
        (host, count if counted and count else per or len(request.topology(host).at("core"))) for host, count in hosts
    ]
    seats = _dealt(request, room)
    mapping = f"{per} ranks on each host in turn" if per else "hosts in turn, as many ranks on each as it has cores"
    environ = _job_environ(request)
    bound, binding, why_binding = _pinned(request, seats, environ)
    notes = []
    if not counted and any(count for _, count in hosts):
        notes.append("counts of -hosts and -f are ignored; -machinefile or -ppn has an effect")
    if (domain := environ.get("I_MPI_PIN_DOMAIN", "")) and not _understood(domain):
        notes.append(f"I_MPI_PIN_DOMAIN={domain} is passed over: write core, socket, auto, a number or [0x3,0xc]")
    return Layout(
        seats=tuple(bound),
        mapping="by the machine file" if counted else mapping,
        binding=binding,
        why_mapping="its counts" if counted else why or f"the default of Intel MPI {request.version}",
        why_binding=why_binding,
        notes=tuple(notes),
    )


def _hosts(request: Request) -> list[Row]:
    named: list[Row] = []
    for name, value in request.whole.options:
        if name in ("hosts",):
            named += host_words(value, unnamed=None)
        elif name in ("f", "hostfile", "machinefile", "machine"):
            named += host_file(value)
    file, _ = request.setting("I_MPI_HYDRA_HOST_FILE", "HYDRA_HOST_FILE")
    if not named and file:
        named += host_file(file)
    for part in request.parts:
        host = part.last("host")
        named += [(host, None)] if host and host not in dict(named) else []
    return joined(named, neighbours=True) or [(request.here, None)]


def _per_host(request: Request) -> tuple[int, str]:
    whole = request.whole
    for name in ("ppn", "perhost", "grr"):
        if per := number(whole.last(name)):
            return per, f"-{name} {per}"
    if whole.has("rr"):
        return 1, "-rr"
    value, name = request.setting("I_MPI_PERHOST")
    return number(value), f"{name}={value}" if number(value) else ""


def _dealt(request: Request, room: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Host and program of each rank. A part with `-host` stays there; the others go on where the part before ended."""
    every = [host for host, count in room for _ in range(count)]
    at, seats = 0, []
    for number_, part in enumerate(request.parts):
        own = part.last("host")
        ranks = part.ranks if part.ranks is not None else (every.count(own) if own else len(every))
        for _ in range(ranks):
            seats.append((own or every[at % len(every)], number_))
            at += 0 if own else 1
    return seats


def _job_environ(request: Request) -> dict[str, str]:
    """The variables of the job: those of -genv and -env after the environment."""
    environ = dict(request.environ)
    for name, value in request.whole.options:
        if name in ("genv", "env"):
            variable, *setting = re.split("[= ]", value, maxsplit=1)
            environ[variable] = "".join(setting)
    return environ


def _pinned(request: Request, seats: Sequence[tuple[str, int]], environ: dict[str, str]) -> tuple[list[Seat], str, str]:
    if environ.get("I_MPI_PIN", "1").lower() in _OFF:
        return [Seat(host, None, part) for host, part in seats], "none", f"I_MPI_PIN={environ['I_MPI_PIN']}"
    on_host = Counter(host for host, _ in seats)
    listed = environ.get("I_MPI_PIN_PROCESSOR_LIST", "")
    domain = environ.get("I_MPI_PIN_DOMAIN", "")
    turn = Counter[str]()
    bound = []
    for host, part in seats:
        topology = request.topology(host)
        if listed and not domain:
            cpus = _from_list(listed, topology, turn[host])
        else:
            domains = _domains(domain or "auto", topology, on_host[host], environ)
            cpus = domains[turn[host] % len(domains)]
        turn[host] += 1
        bound.append(Seat(host, tuple(sorted(cpus)), part))
    if listed and not domain:
        return bound, "one CPU of a list", f"I_MPI_PIN_PROCESSOR_LIST={listed}"
    why = f"I_MPI_PIN_DOMAIN={domain}" if domain else f"the default of Intel MPI {request.version}"
    return bound, "the CPUs of a domain", why


def _from_list(text: str, topology: CpuLevels, at: int) -> Cpus:
    kind, _, order = text.lower().partition(":")
    if kind in ("", "all", "allcores"):
        if order not in ("", "map=bunch", "map=scatter"):
            raise NotLaidOut(f"I_MPI_PIN_PROCESSOR_LIST={text} is not laid out: write map=bunch, map=scatter or 0,2-4")
        units = [unit[0] for unit in topology.at("hwthread" if kind == "all" else "core")]
        units = _scattered(units, topology) if order == "map=scatter" else units
        return (units[at % len(units)],)
    cpus = numbers(text)
    if not cpus or order:
        raise RefusedLine(f"I_MPI_PIN_PROCESSOR_LIST={text} lists no CPUs that rankwise can read: write 0,2-4")
    return (cpus[at % len(cpus)],)


def _scattered(cpus: Sequence[int], topology: CpuLevels) -> list[int]:
    """The CPUs as far from each other as can be, as the reference says: packages take turns, in each its memory nodes,
    their caches, and the cores of these."""
    groups = [[cpu] for cpu in cpus]
    levels = [level for level in ("core", "l3cache", "numa", "package", "node") if topology.at(level)]
    for level in sorted(levels, key=lambda name: len(topology.at(name)[0])):  # a memory node may have both packages
        inside: dict[int, list[list[int]]] = {}
        for group in groups:
            own = next((at for at, item in enumerate(topology.at(level)) if group[0] in item), -1 - group[0])
            inside.setdefault(own, []).append(group)
        groups = [[cpu for turn in zip_longest(*own) for cpu in turn if cpu is not None] for own in inside.values()]
    return groups[0]


def _understood(text: str) -> bool:
    """Whether I_MPI_PIN_DOMAIN means something; anything else is passed over."""
    kind = text.partition(":")[0].lower()
    return (
        bool(_MASKS.fullmatch(kind))
        or kind in ("auto", "omp", *_CACHES)
        or kind.isdecimal()
        or level_of(kind) in LEVELS
    )


def _domains(text: str, topology: CpuLevels, ranks: int, environ: dict[str, str]) -> list[Cpus]:
    """The CPUs of each domain of a node, in order."""
    kind = text.partition(":")[0].lower() if _understood(text) else "auto"
    if kind.startswith("["):
        values = [int(word, 16) for word in kind.strip("[]").split(",")]
        return [tuple(bit for bit in range(value.bit_length()) if value >> bit & 1) for value in values]
    level = level_of(_CACHES.get(kind, kind))
    if level in LEVELS:
        if not topology.at(level):
            raise RefusedLine(f"I_MPI_PIN_DOMAIN={text}: this node has no {level}")
        return list(topology.at(level))
    cpus = topology.cpus
    if kind == "omp":
        kind = environ.get("OMP_NUM_THREADS", "").split(",")[0] or "auto"
    size = max(1, int(kind) if kind.isdecimal() else len(cpus) // ranks)
    return [cpus[at : at + size] for at in range(0, len(cpus) - size + 1, size)] or [cpus]


RULES = LineRules(lays_out=lay_out, passes=passed_variables, as_lines=lines.impi)
