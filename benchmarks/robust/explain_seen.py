"""What launchers really make of a line: Open MPI's own map, MPICH's own words, or a program that says where it runs."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from rankwise.core import process
from rankwise.core.records import Mpi
from rankwise.mpis.layout.topology import CpuLevels
from rankwise.mpis.openmpi.words import numbers

Seen = list[tuple[str, tuple[int, ...] | None]]
"""Host and CPUs of each rank; None where it is not bound."""

_PROBE = """\
import os
cpus = ",".join(map(str, sorted(os.sched_getaffinity(0))))
os.write(1, f"SEEN {os.environ['PMI_RANK']} {os.environ.get('SEEN_HOST', '')} {cpus}\\n".encode())
"""
# A host of its own by name alone: what a launch agent would start there starts here.
_AGENT = """\
#!/bin/sh
while [ "${1#-}" != "$1" ]; do shift; done
host=$1
shift
SEEN_HOST=$host
export SEEN_HOST
exec sh -c "$*"
"""
_LIMIT_S = 60.0
_ROOT = {
    f"{name}{end}": "1" for name in ("OMPI", "PRTE") for end in ("_ALLOW_RUN_AS_ROOT", "_ALLOW_RUN_AS_ROOT_CONFIRM")
}


def prepared(folder: Path) -> None:
    """Puts the agent and the probe into a folder."""
    (folder / "probe.py").write_text(_PROBE)
    agent = folder / "agent"
    agent.write_text(_AGENT)
    agent.chmod(0o755)


def by_map(mpi: Mpi, node: str, line: str, known: CpuLevels, here: str) -> Seen | None:
    """By what `mpirun` shows of the job that it mapped; None where it would not start. With release 4 on several hosts
    only the hosts are seen (CPUs are empty): it does not bind what it does not launch."""
    old = mpi.version.startswith("4.")
    several = re.search(r"--host|--hostfile", line) is not None
    show = ["--display-devel-map"] if old else ["--display", "map", "--rtos", "donotlaunch"]
    show += ["--do-not-launch"] if old and several else []
    env = {**os.environ, **mpi.env, **_ROOT, "HWLOC_SYNTHETIC": node, **({"HWLOC_THISSYSTEM": "1"} if old else {})}
    done = process.run([str(mpi.launcher), *show, *shlex.split(line), "true"], timeout_s=_LIMIT_S, env=env)
    rows: dict[int, tuple[str, tuple[int, ...] | None]] = {}
    host, rank = "", 0
    for text in done.stdout.splitlines():
        if match := re.match(r"\s*Data for node: (\S+)", text):
            host = match[1]
        elif match := re.search(r"Data for proc: \[.*,(\d+)\]", text):
            rank = int(match[1])
        elif match := re.match(r"\s*Binding:\s*(.*)", text):
            name = host if several else here
            rows[rank] = (name, () if old and several else _cpus(match[1], known, old=old))
    return [rows[at] for at in sorted(rows)] or None


def _cpus(text: str, known: CpuLevels, *, old: bool) -> tuple[int, ...] | None:
    if text == "UNBOUND":
        return None
    if not old:
        return tuple(
            sorted(
                cpu
                for kind, listed in re.findall(r"\[(core|hwt):L([\d,-]+)\]", text)
                for number in numbers(listed)
                for cpu in known.at("core" if kind == "core" else "hwthread")[number]
            )
        )
    marks = [core for package in re.findall(r"\[([^\]]*)\]", text) for core in package.split("/")]
    cores = zip(known.at("core"), marks, strict=False)
    return tuple(sorted(cpu for core, mark in cores for cpu, letter in zip(core, mark, strict=False) if letter == "B"))


def by_start(mpi: Mpi, node: str, line: str, folder: Path, *, here: str, everywhere: Sequence[int]) -> Seen | None:
    """By a start of the line through Hydra; None where it fails. On a synthetic node by the masks that it says."""
    words = shlex.split(line)
    given: dict[str, str] = {}
    while words and (match := re.fullmatch(r"([A-Z_]+)=(.*)", words[0])):
        given[match[1]] = match[2]
        words.pop(0)
    env: Mapping[str, str] = {**os.environ, **mpi.env, **given}
    env = {**env, **({"HWLOC_SYNTHETIC": node, "HYDRA_TOPO_DEBUG": "1"} if node else {})}
    several = re.search(r"-(hosts?|f|machinefile) |HOST_FILE", line) is not None
    agent = ["-launcher", "ssh", "-launcher-exec", str(folder / "agent")] if several else ["-launcher", "fork"]
    program = [sys.executable, str(folder / "probe.py")]
    argv = [word for own in words for word in ([*program, ":"] if own == ":" else [own])]
    done = process.run([str(mpi.launcher), *agent, *argv, *program], timeout_s=_LIMIT_S, env=env)
    seen = {int(m[1]): (m[2], m[3]) for m in re.finditer(r"^SEEN (\d+) (\S*) (\S+)$", done.stdout, re.MULTILINE)}
    if not seen or done.returncode:
        return None
    masks = {int(m[1]): m[2] for m in re.finditer(r"process (\d+) binding: ([01]+)", done.stdout + done.stderr)}
    turn = Counter[str]()
    rows: Seen = []
    for rank in sorted(seen):
        host, cpus = seen[rank]
        mask = masks.get(turn[host])
        turn[host] += 1
        bound = tuple(at for at, letter in enumerate(mask) if letter == "1") if mask else None
        own = numbers(cpus)
        rows.append((host or here, bound if node else None if own == tuple(everywhere) else own))
    return rows
