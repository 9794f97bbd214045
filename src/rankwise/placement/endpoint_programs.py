"""The launch line of a user's own program on the endpoints of a file, each with the build that fits it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rankwise.core import elf
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.launchers import starts_ranks
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure.endpoints import Entry
from rankwise.measure.stage import staged_files, without
from rankwise.mpis import catalog
from rankwise.placement.containers import inside
from rankwise.placement.launch_words import check_program
from rankwise.placement.placement import Placement
from rankwise.placement.program_mpi import mpi_of


@dataclass(frozen=True)
class EndpointLine:
    """A launch line over endpoints, its complete environment, its MPI and the launch agent. `lacking`: the endpoints
    that do not see some files of this machine. `notes`: what differs from a start here."""

    argv: tuple[str, ...]
    env: dict[str, str]
    mpi: Mpi
    agent: str
    lacking: Callable[[Sequence[Path]], list[str]]
    notes: tuple[str, ...] = ()

    def check_files(self, files: Sequence[Path]) -> None:
        """Raises EnvironmentProblem for files that ranks read and an endpoint does not see."""
        if files and (names := self.lacking(files)):
            raise EnvironmentProblem(
                "files-not-shared",
                f"{', '.join(names)} cannot read {', '.join(map(str, files))}, which the tuning needs there",
                "set XDG_CACHE_HOME to a folder that all endpoints share",
            )


@contextmanager
def on_endpoints(placement: Placement, argv: Sequence[str], mpi: str = "") -> Iterator[EndpointLine]:
    """Within it every endpoint has its program. A program with a slash in its name is a file of this machine, which is
    copied where it is not seen; any other is a command of the endpoint.

    Raises UsageError for a launcher in the line, and for programs that are not there, of another machine or of another
    MPI; EnvironmentProblem for an endpoint that cannot be reached.
    """
    if not argv:
        check_program(argv)
    if starts_ranks(argv[0]):
        raise UsageError(
            "launcher-and-endpoints",
            f"--endpoints makes the launch line, and `{argv[0]}` starts one of its own",
            "name the program alone: -- ./app",
        )
    entries = [placement.entries[endpoint.id] for endpoint in placement.endpoints]
    programs = {entry.id: _program(entry, argv[0]) for entry in entries}
    meant = catalog.find(mpi) if mpi else mpi_of([*programs.values()])
    for entry in entries:
        _check(programs[entry.id], entry, placement, meant)
    files = [(entry, Path(programs[entry.id])) for entry in entries if _is_here(entry, programs[entry.id])]
    agent = placement.agent or None
    with staged_files(files, agent) as staged:
        here = Path.cwd()
        elsewhere = without([here], entries, agent)
        places = tuple(
            Place(
                host=placement.hosts[entry.id],
                program=staged.programs.get(entry.id, programs[entry.id]),
                args=tuple(argv[1:]),
                cpus=entry.cpus,
                prefix=entry.prefix,
                env=entry.env,
                wrapper=_wrapper(entry, meant),
                folder=entry.folder if entry.id in elsewhere else str(here),
            )
            for entry in entries
        )
        spec = LaunchSpec(
            places=places,
            agent=None if placement.local or placement.launcher == "srun" else agent,
            launcher="srun" if placement.launcher == "srun" else "mpiexec",
            interface=placement.interface,
            oversubscribed=placement.oversubscribed(),
        )
        launch = catalog.launcher_for(meant).command(meant, spec)
        starts = [f"{entry.id} starts in {entry.folder}" for entry in entries if entry.id in elsewhere]
        notes = [f"{here} is not there: {', '.join(starts)}"] if starts else []
        yield EndpointLine(
            launch.argv,
            launch.env,
            meant,
            placement.agent,
            lambda files: without(files, entries, agent),
            tuple(notes),
        )


def _wrapper(entry: Entry, mpi: Mpi) -> tuple[str, ...]:
    """The words before the program of an endpoint: bound to its CPUs, in its container."""
    bound = ("taskset", "-c", ",".join(map(str, entry.cpus))) if entry.cpus else ()
    # An image has its own MPI, unless the file says where another one lies.
    container = inside(entry.container, mpi if entry.prefix else None, entry.prefix, entry.env)
    return (*bound, *container)


def _is_here(entry: Entry, program: str) -> bool:
    """Whether a program is a file of this machine, and no command of the endpoint or of its container."""
    return "/" in program and not entry.container


def _program(entry: Entry, usual: str) -> str:
    word = entry.program or usual
    if not _is_here(entry, word):
        return word
    file = Path(word).absolute()
    if not file.is_file() or not os.access(file, os.X_OK):
        raise UsageError(
            "no-program",
            f"endpoint '{entry.id}': {word} is no program of this machine",
            "`program` of the endpoint or of its kind names it, else the line after --",
        )
    return str(file)


def _check(program: str, entry: Entry, placement: Placement, mpi: Mpi) -> None:
    if entry.container:
        return
    path = program if "/" in program else shutil.which(program) if entry.address is None else None
    facts = elf.read(path) if path else None
    if facts is None:
        return
    node = placement.nodes_looked_at.get(placement.hosts[entry.id])
    machine = entry.arch or (node.arch if node else "")
    if machine and facts.machine != machine:
        raise UsageError(
            "other-machine",
            f"{program} is built for {facts.machine}, and endpoint '{entry.id}' is {machine}",
            f'name its build: [kinds.{entry.kind}] program = "./app.{machine}"',
        )
    other = [name for name in facts.needed if name.startswith(("libmpi.so", "libmpich.so")) and name != mpi.soname]
    if other:
        raise UsageError(
            "other-mpi",
            f"{program} is linked to {other[0]}, and {mpi.name} has {mpi.soname}",
            "name the MPI that it is built with by --mpi",
        )
