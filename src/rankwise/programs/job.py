"""One run of a program: how it is started, and what it printed, also where it was ended in the middle."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from rankwise.apply.environment import merged
from rankwise.core import dead_rank, leftovers
from rankwise.core.deadline import Deadline
from rankwise.core.errors import UsageError
from rankwise.core.output import Output
from rankwise.core.process import Job, last_words
from rankwise.core.records import Launch, LaunchSpec, Mpi, Place
from rankwise.measure.build import program_for
from rankwise.measure.stage import staged_files
from rankwise.mpis import catalog
from rankwise.placement.placement import Placement
from rankwise.programs.table import Row

_FIRST_SIGNAL_STATUS: Final = 128
# How Hydra, Open MPI's launchers and srun tell that a rank was ended by a signal.
_SIGNALS: Final = re.compile(
    r"KILLED BY SIGNAL: (\d+)|EXIT STRING: .*\(signal (\d+)\)|exited\s+on\s+signal (\d+)|terminated by signal (\d+)"
)


@dataclass(frozen=True)
class Ended:
    """What a run printed and how it ended: `status` None at the limit, `dead` where a rank was ended by a signal."""

    stdout: str
    stderr: str
    status: int | None
    dead: str = ""
    interrupted: bool = False


def ended(launch: Launch, limit_s: float) -> Ended:
    """Runs a job to its end. Ctrl-C ends it, and what it printed by then is kept. What a job that failed leaves in
    /dev/shm and /tmp is removed."""
    before = leftovers.present()
    job = Job.start(launch.argv, env=launch.env)
    output = Output(job.popen, None)
    status: int | None = None
    dead, interrupted = "", False
    try:
        status, dead = dead_rank.wait(job, Deadline.after(limit_s))
    except TimeoutError:
        pass
    except KeyboardInterrupt:
        interrupted = True
        job.stop(grace_s=0.5)
    except BaseException:
        job.stop(grace_s=0.5)
        raise
    if status != 0:
        job.kill_rest()
        leftovers.sweep(before)
    out, err = last_words(output)
    return Ended(out, err, status, dead or _killed(status, out + err), interrupted)


def _killed(status: int | None, text: str) -> str:
    """`a rank was ended by SIGKILL`, as the launcher tells it; empty where it does not."""
    if status is None or status == 0:
        return ""
    told = _SIGNALS.search(text)
    of_shell = status - _FIRST_SIGNAL_STATUS if status > _FIRST_SIGNAL_STATUS else max(0, -status)
    number = int(next(filter(None, told.groups()))) if told else of_shell
    known = {entry.value: entry.name for entry in signal.Signals}
    return f"a rank was ended by {known.get(number, f'signal {number}')}" if number else ""


@contextmanager
def started(
    row: Row, mpi: Mpi, placement: Placement, arguments: Sequence[str], settings: Mapping[str, str]
) -> Iterator[Launch]:
    """Within it the program can be started with one rank on each endpoint, bound to the CPUs of that. It is copied
    where no file system is shared.

    Raises UsageError for an endpoint of another architecture, and as `program_for` and `staged_files`.
    """
    for endpoint in placement.endpoints:
        if endpoint.arch not in (None, placement.endpoints[0].arch):
            raise UsageError(
                "other-machine",
                f"endpoint '{endpoint.id}' is {endpoint.arch}, and '{placement.endpoints[0].id}' is "
                f"{placement.endpoints[0].arch}",
                "programs are built for one architecture: name endpoints of one kind",
            )
    program = program_for(mpi, row.source, row.links(mpi))
    entries = [placement.entries[endpoint.id] for endpoint in placement.endpoints if endpoint.id in placement.entries]
    with staged_files([(entry, program) for entry in entries], placement.agent or None) as staged:
        programs = {endpoint.id: staged.programs.get(endpoint.id, str(program)) for endpoint in placement.endpoints}
        spec = placement.spec(mpi, settings=lambda _endpoint: settings, programs=programs)
        places = tuple(replace(_bound(place), args=tuple(arguments)) for place in spec.places)
        yield catalog.launcher_for(mpi).command(mpi, replace(spec, places=places))


def _bound(place: Place) -> Place:
    """The place, bound by a command: these programs do not bind themselves."""
    if not place.cpus:
        return place
    return replace(place, cpus=(), wrapper=("taskset", "-c", ",".join(map(str, place.cpus)), *place.wrapper))


def launch_of(
    row: Row,
    mpi: Mpi,
    ranks: int,
    arguments: Sequence[str] = (),
    settings: Mapping[str, str] | None = None,
    *,
    unbound: bool = False,
) -> Launch:
    """How an MPI starts a program on this machine, ranks placed as it does by itself, or `unbound`; the program is
    built where it is not there. `settings` go into the environment of ranks."""
    place = Place(host=None, program=str(program_for(mpi, row.source, row.links(mpi))), args=tuple(arguments))
    crowded = ranks > len(os.sched_getaffinity(0))
    env, _ = merged({**os.environ, **mpi.env}, settings or {})
    spec = LaunchSpec(
        places=(place,) * ranks,
        env={name: env[name] for name in settings or {}},
        bind=unbound,
        oversubscribed=crowded,
    )  # fmt: skip
    return catalog.launcher_for(mpi).command(mpi, spec)
