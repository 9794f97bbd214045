"""Slurm has not started the job: it waits in the queue, or for another step of its own job."""

from __future__ import annotations

from typing import Final

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case

_MEANS: Final = {
    "Resources": "Other jobs have the nodes, CPUs or memory that it asks for.",
    "Priority": "Jobs of higher priority wait before it.",
    "ReqNodeNotAvail": "A node that it asks for is down, drained or reserved.",
    "Nodes_required": "Nodes that it needs are down, drained or reserved.",
    "Nodes required": "Nodes that it needs are down, drained or reserved.",
    "Dependency": "It begins when another job has ended.",
    "BeginTime": "It begins at a later time that was asked for.",
    "JobHeld": "It is held, by its user or an administrator, until it is released.",
    "Partition": "The partition is down, or gives less time or fewer nodes than it asks for.",
    "QOS": "A limit of its QOS is reached.",
    "Assoc": "A limit of its account is reached.",
    "Max": "A limit of its user or account is reached.",
    "Licenses": "Other jobs have the licenses that it asks for.",
    "Reservation": "Its reservation has not begun, or is over.",
    "BadConstraints": "No node is as it asks for.",
    "None": "Slurm has not looked at it yet.",
}
"""What the reasons of `squeue` mean, by their beginning."""


def check(case: Case) -> Finding | None:
    """Where a start of the line came to nothing because Slurm had no place for it in time."""
    waiting = case.waiting
    if waiting is None:
        return None
    if not waiting.reason:
        return finding(
            "slurm-queue",
            f"A step of job {waiting.job} waits for what other steps of it have: nothing was started",
            "serious",
            "srun got no CPUs, memory or GPUs of the job in time. Steps do not share them unless they are told to.",
            seen={"Slurm": f"job {waiting.job} runs, and has no step of this srun"},
            fixes={"Slurm": f"end the other step, or share with it: `srun --overlap {case.line().partition(' ')[2]}`"},
            verify=f"`squeue --steps --job {waiting.job}`",
            mpi=case.family,
        )
    means = next((words for name, words in _MEANS.items() if waiting.reason.startswith(name)), "")
    return finding(
        "slurm-queue",
        f"Job {waiting.job} waited in Slurm's queue ({waiting.reason}): nothing was started",
        "serious",
        f"{means} The job was cancelled, so that it does not start unwatched later.".strip(),
        seen={"squeue": f"job {waiting.job}: PENDING, reason {waiting.reason}"},
        fixes={
            "Slurm": "ask for nodes first, and begin this in what you got, where nothing waits: `salloc`, then "
            f"`rankwise doctor --run -- {case.line()}`",
            "any": "ask for what is idle now, or wait longer: `--limit 10m`",
        },
        verify="`sinfo; squeue --start`",
        mpi=case.family,
    )
