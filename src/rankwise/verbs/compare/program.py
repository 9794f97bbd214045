"""`compare ... -- COMMAND`: whole runs of a user's program, started as each side says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rankwise.experiment.programs import RunOptions, compare_programs
from rankwise.experiment.records import Comparison
from rankwise.measure.software_device import device_settings
from rankwise.measure.watcher import Watcher
from rankwise.placement.choice import Choice, parse_all
from rankwise.placement.launch_words import check_program
from rankwise.placement.program import Program, program
from rankwise.placement.program_abi import with_settings
from rankwise.programs.shipped import ProgramJob


def compare_program(
    sides: Sequence[str], job: ProgramJob, judged: RunOptions, watcher: Watcher | None = None, *, device: str = ""
) -> Comparison:
    """Compares whole runs of a program; of a shipped one each side has the build for its MPI. `device`: empty, or the
    device in software that runs use, `software[:OPTIONS]`. Raises UsageError, and as `compare_programs`."""
    check_program(job.argv)
    choices = parse_all(sides, judged.allow)
    return compare_programs([_started(choice, job, device) for choice in choices], judged, watcher)


def _started(choice: Choice, job: ProgramJob, device: str) -> Program:
    """A side as it is started. Raises as `program`."""
    line = job.argv
    if job.shipped:
        choice = replace(choice, mpi=choice.mpi or job.mpi or "")
        line = job.shipped.argv(choice.mpi)
    started = program(choice, line)
    argv, env = with_settings(started.argv, started.env, device_settings(device), started.mpi)
    return replace(started, argv=tuple(argv), env=env)
