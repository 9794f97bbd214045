"""`compare ... -- COMMAND`: whole runs of a user's program, started as each side says."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

from rankwise.experiment.programs import RunOptions, compare_programs
from rankwise.experiment.records import Comparison
from rankwise.measure.software_device import device_settings
from rankwise.measure.watcher import Watcher
from rankwise.placement.choice import Choice, parse_all
from rankwise.placement.launch_words import check_program
from rankwise.placement.program import Program, program, with_settings


@dataclass(frozen=True, kw_only=True)
class ProgramOptions(RunOptions):
    """What a user may ask. `device`: empty, or the device in software that runs use, `software[:OPTIONS]`. `build`
    gives the launch line for each MPI that a side names, `mpi` for sides that name none; without it `argv` is that of
    all sides."""

    sides: tuple[str, ...]
    device: str = ""
    mpi: str = ""
    build: Callable[[str], tuple[str, ...]] | None = None

    def side(self, choice: Choice) -> Program:
        """A side as it is started. Raises as `program`."""
        if self.build is None:
            started = program(choice, self.argv)
        else:
            choice = dataclasses.replace(choice, mpi=choice.mpi or self.mpi)
            started = program(choice, self.build(choice.mpi))
        line, env = with_settings(started.argv, started.env, device_settings(self.device), started.mpi)
        return dataclasses.replace(started, argv=tuple(line), env=env)


def compare_program(options: ProgramOptions, watcher: Watcher | None = None) -> Comparison:
    """Compares whole runs of a program. Raises UsageError, and as `compare_programs`."""
    check_program(options.argv)
    sides = parse_all(list(options.sides), options.allow)
    return compare_programs([options.side(side) for side in sides], options, watcher)
