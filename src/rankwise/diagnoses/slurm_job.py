"""A job of Slurm while it runs: its nodes, how they are reached, and which step a `srun` of this host started."""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rankwise.core import proc, process
from rankwise.core.hostlist import parse_hosts
from rankwise.diagnoses.other_nodes import nodes_of_job
from rankwise.mpis.agent import SRUN

JOB: Final = re.compile(r"(\d{1,18})(?:\.(\d{1,9}))?", re.ASCII)
"""`815`, or a step of it: `815.0`."""
_STEP = re.compile(r"^StepId=(\d{1,18}\.\d{1,9})\b.*\bSrunHost:Pid=(\S{1,253}):(\d{1,18})\b", re.MULTILINE | re.ASCII)
_ASK_S: Final = 20.0


@dataclass(frozen=True)
class SlurmJob:
    """`which`: NAME=VALUE that all of its ranks have in their environment. `agent`: runs commands on its nodes, as
    steps of the job."""

    nodes: tuple[str, ...]
    agent: str
    which: tuple[str, ...]


def job_of(word: str) -> SlurmJob | None:
    """The job or step of this number while it runs; None where Slurm is not here, or has no such job running."""
    asked = JOB.fullmatch(word)
    nodes = nodes_of_job(asked[1]) if asked else ()
    if asked is None or not nodes:
        return None
    agent = f"env SLURM_JOB_ID={asked[1]} {shlex.quote(str(SRUN))}"
    step = [f"SLURM_STEP_ID={asked[2]}"] if asked[2] else []
    return SlurmJob(nodes, agent, (f"SLURM_JOB_ID={asked[1]}", *step))


def step_of(pid: int) -> str:
    """The step that this process, a `srun` of this host, has started: `815.0`; empty for any other process, and before
    its step runs."""
    if [Path(word).name for word in proc.command(pid)[:1]] != ["srun"]:
        return ""
    told = process.printed("scontrol", "--oneliner", "show", "steps")
    here = os.uname().nodename.partition(".")[0]
    steps = ((step, host.partition(".")[0], int(number)) for step, host, number in _STEP.findall(told))
    return next((step for step, host, number in steps if (host, number) == (here, pid)), "")


def take_away(nodes: str, *folders: str) -> None:
    """Removes folders on the nodes of this allocation, where its steps may still run."""
    words = ["srun", "--quiet", "--overlap", f"--nodes={len(parse_hosts(nodes))}", "--ntasks-per-node=1", "--mpi=none"]
    process.run([*words, "rm", "-rf", "--", *folders], timeout_s=_ASK_S)
