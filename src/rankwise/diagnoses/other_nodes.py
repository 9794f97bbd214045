"""A job of several nodes that hangs: each is asked where its ranks stand, by steps of the job or a launch agent."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from rankwise.core import process
from rankwise.core.at_once import on_each
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.hostlist import parse_hosts
from rankwise.core.reach import to_host
from rankwise.diagnoses.records import StandingRank
from rankwise.mpis.agent import SRUN

_LIMIT_S = 60.0
_ANSWER = re.compile(rb"^RANKWISE-STANDING (.*)$", re.MULTILINE)


def nodes_of_job(job: str) -> tuple[str, ...]:
    """The nodes of a running job of Slurm; none where Slurm is not here, or has no such job running."""
    squeue = shutil.which("squeue")
    if squeue is None or shutil.which("srun") is None:
        return ()
    done = process.run([squeue, "--noheader", "--states=RUNNING", f"--jobs={job}", "--format=%N"], timeout_s=20)
    words = done.stdout.split()
    return parse_hosts(words[0]) if words and done.returncode == 0 else ()


def stand_in_job(job: str, nodes: Sequence[str]) -> tuple[list[StandingRank], dict[str, str]]:
    """Where the ranks of a job of Slurm stand, on all of its nodes, each asked by a step of the job; and why some nodes
    told nothing."""
    agent = f"env SLURM_JOB_ID={shlex.quote(job)} {shlex.quote(str(SRUN))}"
    return stand_on({name: name for name in nodes}, agent, f"SLURM_JOB_ID={job}")


def stand_on(hosts: Mapping[str, str], agent: str, which: str) -> tuple[list[StandingRank], dict[str, str]]:
    """Where ranks stand on these hosts, by the name with which the agent calls each, and why some hosts told nothing.
    `which` ranks: those with this NAME=VALUE in their environment, or of a program of that name."""
    ranks: list[StandingRank] = []
    silent: dict[str, str] = {}
    for name, (told, why) in on_each(hosts, lambda name: _asked(agent, hosts[name], which)).items():
        ranks += [replace(rank, host=name) for rank in told]
        silent |= {name: why} if why else {}
    return sorted(ranks, key=lambda rank: rank.number), silent


def _asked(agent: str, host: str, which: str) -> tuple[Sequence[StandingRank], str]:
    words = shlex.join([sys.executable, "-m", "rankwise.diagnoses.here", which])
    try:
        done = process.run(to_host(agent, host, words), timeout_s=_LIMIT_S)
    except EnvironmentProblem as problem:
        return [], problem.message.splitlines()[-1]
    answer = _ANSWER.search(done.stdout.encode())
    if answer is None:
        return [], f"{done.last_line[:200]} (status {done.returncode})"
    try:
        return msgspec.json.decode(answer[1], type=list[StandingRank]), ""
    except msgspec.DecodeError:
        return [], "its answer cannot be read"
