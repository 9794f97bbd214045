"""Everything that is looked for in a job, each a file of `findings` and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case
from rankwise.diagnoses.findings import (
    container,
    few_ranks,
    hidden_gpus,
    interface,
    job_script,
    left_environment,
    loopback_name,
    missing_library,
    namespaces,
    no_effect,
    no_gpu_support,
    no_program,
    other_job,
    other_launcher,
    plain_build,
    protocol_step,
    python_mpi,
    rank_limits,
    scale,
    session_folder,
    setuid,
    shared_cpus,
    singletons,
    slow_collective,
    slow_copy,
    slow_start,
    slurm_queue,
    small_shm,
    start_failed,
    start_words,
    static_program,
    threads,
    through_adapter,
    unbound,
)

CHECKS: Final[Mapping[str, Callable[[Case], Finding | None]]] = {
    "launcher of another MPI": other_launcher.check,
    "processes that are alone": singletons.check,
    "program": no_program.check,
    "job script": job_script.check,
    "container": container.check,
    "libraries": missing_library.check,
    "mpi4py": python_mpi.check,
    "queue of Slurm": slurm_queue.check,
    "start": start_failed.check,
    "words of the start": start_words.check,
    "number of ranks": few_ranks.check,
    "CPUs of ranks": shared_cpus.check,
    "CPUs of other jobs": other_job.check,
    "shared memory of the MPI": small_shm.check,
    "binding": unbound.check,
    "threads": threads.check,
    "limits of ranks": rank_limits.check,
    "namespaces of ranks": namespaces.check,
    "environment": left_environment.check,
    "settings": no_effect.check,
    "interface": interface.check,
    "own name": loopback_name.check,
    "session folder": session_folder.check,
    "static linking": static_program.check,
    "setuid": setuid.check,
    "GPU support": no_gpu_support.check,
    "GPUs of ranks": hidden_gpus.check,
    "build of the MPI": plain_build.check,
    "way inside a node": through_adapter.check,
    "copies inside a node": slow_copy.check,
    "steps in the curve": protocol_step.check,
    "collectives": slow_collective.check,
    "memory of MPI": scale.check,
    "time of MPI_Init": slow_start.check,
}
MEASURED: Final = ("protocol-step", "slow-collective", "through-adapter")
"""Findings that rest on figures of one short start: they count where a second start shows them again."""


def findings_of(case: Case) -> list[Finding]:
    """What is wrong with a job, in the order of the table, each once for all programs of its line."""
    parts = (
        case,
        *(replace(other, start=case.start, copies=case.copies, culprits=case.culprits) for other in case.others),
    )
    told: dict[tuple[str, str], Finding] = {}
    for check in CHECKS.values():
        for part in parts:
            if (finding := check(part)) is not None:
                told.setdefault((finding.id, finding.title), finding)
    return explained(list(told.values()))


CONSEQUENCES: Final[Mapping[str, tuple[str, ...]]] = {
    "small-shm": ("through-adapter", "no-messages", "start-failed"),
}
"""Findings that another finding explains: the cause alone is told."""


def explained(findings: list[Finding]) -> list[Finding]:
    """The findings without those that follow from another. A start that failed with words of another known problem
    stays."""
    gone = {name for item in findings for name in CONSEQUENCES.get(item.id, ())}
    return [item for item in findings if item.id not in gone or _has_other_cause(item)]


def _has_other_cause(item: Finding) -> bool:
    return item.id == "start-failed" and item.title not in start_failed.WITHOUT_CAUSE
