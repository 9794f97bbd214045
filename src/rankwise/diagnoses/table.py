"""Everything that is looked for in a job, each a file of `findings` and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case
from rankwise.diagnoses.findings import (
    few_ranks,
    left_environment,
    missing_library,
    no_gpu_support,
    no_program,
    other_launcher,
    shared_cpus,
    singletons,
    slow_start,
    start_failed,
    static_program,
    threads,
    unbound,
)

CHECKS: Final[Mapping[str, Callable[[Case], Finding | None]]] = {
    "launcher of another MPI": other_launcher.check,
    "processes that are alone": singletons.check,
    "program": no_program.check,
    "libraries": missing_library.check,
    "start": start_failed.check,
    "number of ranks": few_ranks.check,
    "CPUs of ranks": shared_cpus.check,
    "binding": unbound.check,
    "threads": threads.check,
    "environment": left_environment.check,
    "static linking": static_program.check,
    "GPU support": no_gpu_support.check,
    "time of MPI_Init": slow_start.check,
}


def findings_of(case: Case) -> list[Finding]:
    """What is wrong with a job, in the order of the table."""
    return [finding for check in CHECKS.values() if (finding := check(case)) is not None]
