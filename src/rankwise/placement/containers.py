"""Ranks in containers: the words that start them there, and what they lose inside, by real starts."""

from __future__ import annotations

import os
import select
import shlex
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.reach import SSH, to_host
from rankwise.core.records import Finding, Mpi
from rankwise.mpis.blocks import library_path, translate
from rankwise.mpis.families import FAMILIES
from rankwise.placement.container_checks import ContainerStart, Starts, flag, lost_inside

if TYPE_CHECKING:
    from rankwise.placement.placement import Placement

_LIMIT_S = 60.0  # the first start of an image may unpack it
_VARIABLE = "RANKWISE_IN_CONTAINER"
# Facts of one start, a line each; then whether it may read the memory of process $2, and it lives until its input ends.
_LOOK = r"""
for kind in user pid net uts ipc; do echo "ns $kind $(readlink /proc/self/ns/$kind)"; done
echo "hostname $(cat /proc/sys/kernel/hostname)"
echo "memory $(stat -c %d /dev/shm 2>/dev/null)"
for file in /dev/infiniband/uverbs* /dev/hfi1_* /dev/cxi* /dev/nvidia[0-9]* /dev/kfd /dev/dri/render* /dev/xpmem \
    /dev/knem; do [ -e "$file" ] && echo "device $file"; done
echo "memlock $(ulimit -l)"
[ -n "$RANKWISE_IN_CONTAINER" ] && echo variables
[ -e /proc/self/fd/9 ] && echo files
[ -x "$1" ] && echo program
[ "$2" ] && (: < "/proc/$2/mem") 2>/dev/null && echo reads
echo "pid $$"
cat > /dev/null
"""


def inside(container: str | None, mpi: Mpi | None, prefix: str | None, env: Mapping[str, str]) -> tuple[str, ...]:
    """The words that start a program in a container, none without one. Container programs replace LD_LIBRARY_PATH, so
    it is set anew inside, for the MPI of this machine or that under `prefix`."""
    words = shlex.split(container or "")
    if mpi is None or mpi.library is None or not words:
        return tuple(words)
    folder = translate(str(Path(mpi.library).parent), mpi.prefix, prefix or mpi.prefix)
    return (*words, "env", f"LD_LIBRARY_PATH={library_path(folder, dict(env))}")


def lost_in(container: str, program: str = "", host: str | None = None, agent: Sequence[str] = ()) -> list[Finding]:
    """What ranks lose in a container, on a host that the agent reaches or here. `program`: what they are to run.

    Raises EnvironmentProblem where the container does not start, and where the program is not seen in it.
    """
    outside, _ = _starts("", program, host, agent)
    inner, seen = _starts(container, program, host, agent)
    if program and not seen:
        raise EnvironmentProblem(
            "not-in-container",
            f"{program} is not there inside `{container}`",
            flag(container, "mount", [str(Path(program).parent)]),
        )
    return lost_inside(container, outside, inner)


def warnings_of(placement: Placement, mpi: Mpi) -> list[str]:
    """What ranks lose in each container of a placement, a line for each; tried where the first of its endpoints is.
    Raises as `lost_in`."""
    images: dict[str, list[str]] = {}
    for endpoint in placement.endpoints:
        if (container := placement.container_of(endpoint.id)) and container not in images:
            agent = shlex.split(placement.agent or SSH)
            host, program = placement.hosts[endpoint.id], placement.programs(mpi)[endpoint.id]
            images[container] = in_words(container, lost_in(container, program, host, agent), mpi)
    return [line for lines in images.values() for line in lines]


def in_words(container: str, findings: Sequence[Finding], mpi: Mpi | None) -> list[str]:
    """A line for each finding, for warnings of a run; with the MPI's own way out, where it has one."""
    known = FAMILIES[mpi.family].fix_lines if mpi else {}
    ways = {f"container-{name}": f"; or {line}" for name, line in known.items()}
    return [
        f"`{container}`: {finding.title}: {finding.fixes[0].text}{ways.get(finding.id, '')}" for finding in findings
    ]


def _starts(container: str, program: str, host: str | None, agent: Sequence[str]) -> tuple[Starts, bool]:
    """Two starts, the second while the first lives; and whether the program is there."""
    with ExitStack() as stack:

        def start(other: str) -> dict[str, list[str]]:
            look = shlex.join([*shlex.split(container), "sh", "-c", _LOOK, "sh", program, other])
            command = f"exec 9</dev/null; {_VARIABLE}=1 exec {look}"
            job = process.Job.start(
                to_host(agent, host, command) if host else ["sh", "-c", command], stdin=process.PIPE
            )
            facts = _until_pid(job)
            if "pid" not in facts:
                ended = job.let_end(_LIMIT_S)
                last = (ended.stderr.strip().splitlines() or [f"status {ended.returncode}"])[-1]
                raise EnvironmentProblem(
                    "no-container",
                    f"`{container or 'sh'}` does not start{f' on {host}' if host else ''}: {last}",
                    f"try it by hand: {container} sh -c true",
                )
            stack.callback(job.let_end, _LIMIT_S)
            return facts

        first = start("")
        second = start(first["pid"][0])
    starts = Starts(_start(first), _start(second))
    # A process of another PID namespace has another number here, or is taken for one that is here.
    return replace(starts, reads="reads" in second and not starts.differ("pid")), "program" in first


def _until_pid(job: process.Job) -> dict[str, list[str]]:
    """The lines of a start by their first words, up to its last; without that where it ended before, or is too slow."""
    assert job.popen.stdout is not None
    text, deadline = b"", time.monotonic() + _LIMIT_S
    while b"\npid " not in text or not text.endswith(b"\n"):
        ready, _, _ = select.select([job.popen.stdout], [], [], max(0.0, deadline - time.monotonic()))
        more = os.read(job.popen.stdout.fileno(), 65536) if ready else b""
        if not more:
            break
        text += more
    namespaces: dict[str, list[str]] = {}
    for line in text.decode(errors="replace").splitlines():
        word, _, rest = line.partition(" ")
        namespaces.setdefault(word, []).append(rest)
    return namespaces


def _start(facts: Mapping[str, Sequence[str]]) -> ContainerStart:
    limit = next(iter(facts.get("memlock", [])), "unlimited")
    return ContainerStart(
        namespaces=dict(line.split(" ", 1) for line in facts.get("ns", ()) if " " in line),
        hostname=next(iter(facts.get("hostname", [])), ""),
        memory=next(iter(facts.get("memory", [])), ""),
        devices=frozenset(facts.get("device", ())),
        memlock_bytes=int(limit) << 10 if limit.isdecimal() else None,
        variables="variables" in facts,
        files="files" in facts,
    )
