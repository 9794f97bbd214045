"""`trace -- COMMAND`: one run of a user's program, in which every rank counts what it sends."""

from __future__ import annotations

import os
import shlex
import shutil
import stat
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from rankwise.core import dead_rank, leftovers, process, settings
from rankwise.core.deadline import NEVER, Deadline
from rankwise.core.errors import MeasurementFailed
from rankwise.core.files import make, put
from rankwise.core.notice import notice
from rankwise.core.reach import SSH
from rankwise.core.records import Mpi, Plan
from rankwise.core.units import format_amount, format_seconds
from rankwise.measure.provenance import new_run
from rankwise.mpis import catalog
from rankwise.mpis.agent import of_slurm
from rankwise.placement.choice import Choice
from rankwise.placement.dynamic import passed_by
from rankwise.placement.launch_words import check_program, hosts_of, programs_of, ranks_of
from rankwise.placement.program import program
from rankwise.placement.program_mpi import fortran_layers, linked, mpi_of
from rankwise.placement.python_library import of_program
from rankwise.store import Recording, Store, recorded
from rankwise.tracing import meaning
from rankwise.tracing.advice.evidence import TraceEvidence, repeats_of
from rankwise.tracing.advice.table import advice
from rankwise.tracing.events import read_events
from rankwise.tracing.fetch import fetch, own_folder
from rankwise.tracing.file import LENGTH, read_folder
from rankwise.tracing.library import tracing
from rankwise.tracing.order import order_of
from rankwise.tracing.records import Trace, TraceOrder
from rankwise.tracing.sites import READERS, reader, with_lines
from rankwise.tracing.timeline import spans, timeline
from rankwise.tracing.waiting import waiting, waiting_words

_OTHER_FILE = "choose another --timeline"
_NO_READER = f"lines of call sites need {READERS[0]}: install binutils"
_KILLED = "was it killed (out of memory? a batch system's limit?) or did it crash before MPI_Init?"


@dataclass(frozen=True)
class TraceOptions:
    """What a user may ask. `mpi` replaces the launcher at the head of `argv`; `quiet_output`: what the program prints
    goes to standard error; `timeline` gets the kept calls in Chrome's trace event format; `sites`: count where the
    program calls, too. `limit_s`: a program that runs for longer is ended, 0: never. The trace library may have to be
    built before, which counts for nothing."""

    argv: tuple[str, ...]
    mpi: str = ""
    out: Path = Path("rankwise-results")
    quiet_output: bool = False
    timeline: Path | None = None
    sites: bool = True
    limit_s: float = 0.0


@process.guarded()
def trace_program(options: TraceOptions) -> Trace:
    """Runs the program with the trace library, on this terminal, and stores what its ranks counted. Ctrl-C ends the
    program and keeps what was counted.

    Raises UsageError and EnvironmentProblem before it starts, MeasurementFailed when no rank left a trace,
    KeyboardInterrupt when it ended before any did.
    """
    check_program(options.argv)
    if options.timeline:
        put(options.timeline, "", _OTHER_FILE)  # told before the program runs
    mpi = catalog.find(options.mpi) if options.mpi else mpi_of(options.argv)
    plan = Plan(name="trace", endpoints=(), cells=(), seed=0)
    run = new_run("trace", plan, {mpi.name: mpi}, {"program": " ".join(options.argv)})
    with Store.of(options.out) as store, recorded(store, run) as recording:
        answer, calls, order = _traced(options, mpi, recording)
        recording.keep(answer)
        store.put(run.id, order.stored, order)
    if options.timeline:
        put(options.timeline, calls, _OTHER_FILE)
    return answer


def _traced(options: TraceOptions, mpi: Mpi, recording: Recording) -> tuple[Trace, str, TraceOrder]:
    """What the ranks counted, the time line as text where it is asked for, and what they did in which order."""
    # Where results are is on a file system that other nodes see; their own /tmp is not.
    made = TemporaryDirectory(prefix=".trace-", dir=make(options.out).absolute(), ignore_cleanup_errors=True)
    with made as name, own_folder() as own:
        layers = fortran_layers(options.argv)
        env = tracing(mpi, Path(name), own=own, sites=options.sites, layers=layers)
        knobs = {f"env:{key}": value for key, value in env.items()}
        started = program(Choice(name="traced", mpi=options.mpi, knobs=knobs), options.argv)
        status, took_s, dead = _run(started.argv, started.env, options)
        if not Path(name).is_dir():
            raise MeasurementFailed(
                "store-lost",
                f"{options.out} was removed while measuring, and with it what ranks had counted",
                "run it again, and let the directory of results be",
            )
        with notice("reading what the ranks counted"):
            silent = _fetched(Path(name), own, options.argv)
            world, ranks, communicators = read_folder(Path(name))
            ranks = with_lines(ranks)
            events = read_events(Path(name))
            waits = waiting(events)
            calls = timeline(events) if options.timeline else ""
            drawn, one_of = spans(events)
            repeats = repeats_of(events)
            order = order_of(events, world, ranks)
    if not ranks:
        if status is None:
            raise KeyboardInterrupt
        if dead:
            raise MeasurementFailed("rank-died", f"{dead}; no rank left a trace", _KILLED)
        raise MeasurementFailed(
            "no-trace",
            f"no rank left a trace (the program ended with status {status})",
            _no_room(options) or _why_none(options.argv, mpi, status),
        )
    lacking = meaning.missing(ranks, world)
    run = recording.ended(took_s, interrupted=status is None)
    kept_back = [f"{host} did not hand over its traces" for host in silent if lacking]
    told = advice(TraceEvidence(ranks, world, waits, repeats))
    warnings = (dead, lacking, *kept_back, _NO_READER if told and options.sites and reader() is None else "")
    run = replace(run, warnings=(*started.warnings, *filter(None, warnings)))
    size, messages = meaning.matrices(ranks, world)
    inside_s = sum(call.time_s for rank in ranks for call in rank.calls)
    answer = Trace(
        run=run,
        mpi=mpi.name,
        program=options.argv,
        status=status,
        world=world,
        ranks=ranks,
        communicators=communicators,
        matrix_bytes=size,
        matrix_messages=messages,
        words=(*meaning.words(ranks, world), *(waiting_words(waits, inside_s) if waits else ())),
        waiting=waits,
        spans=drawn,
        spans_one_of=one_of,
        advice=told,
    )
    return answer, calls, order


def _fetched(folder: Path, own: str, argv: Sequence[str]) -> list[str]:
    """Where ranks are missing in `folder`, fetches the traces that lie on the nodes of the launch line. Nodes that did
    not answer."""
    hosts = hosts_of(argv)
    if not hosts:
        return []
    world, ranks, _ = read_folder(folder)
    if ranks and not meaning.missing(ranks, world):
        return []
    return fetch(folder, own, hosts, settings.value("agent") or of_slurm(hosts, "") or SSH)


def _no_room(options: TraceOptions) -> str:
    """What to do where the files of the ranks do not fit into the directory of results; empty where they do."""
    needed, free = LENGTH * max(ranks_of(options.argv), 1), shutil.disk_usage(options.out).free
    if free >= needed:
        return ""
    return (
        f"{options.out} has {format_amount(free)} free, and ranks need {format_amount(needed)}: "
        "make room, or choose another --out"
    )


def _why_none(argv: Sequence[str], mpi: Mpi, status: int | None = 0) -> str:
    """What to do where no rank was traced, by what the files of the line's programs tell."""
    programs = programs_of(argv)
    names = ["".join(words[:1]) for words in programs]
    if gone := [name for name in names if not shutil.which(name)]:
        return f"`{gone[0]}` is not found on this host, or may not be executed: check its path"
    for file in filter(None, map(shutil.which, names)):
        if Path(file).stat().st_mode & (stat.S_ISUID | stat.S_ISGID):
            return f"{file} is setuid or setgid: nothing can be preloaded into it; trace a copy without that bit"
    known = catalog.sonames(mpi)
    asked = {words[0]: of_program(Path(shutil.which(words[0]) or ""), words[1:], os.environ) for words in programs}
    pythons = {word: python for word, python in asked.items() if python}
    others = [f"{word} is linked to {library}" for word, library in linked(argv) if library not in known]
    others += [
        f"mpi4py of {word} loads {python.library}"
        for word, python in pythons.items()
        if python.library and not any(f"{python.library.name}.".startswith(f"{name}.") for name in known)
    ]
    if others:
        return f"{others[0]}, and {mpi.name} has {mpi.soname}: start it with the launcher of its own MPI"
    other = f"is it a program of {mpi.name}, linked dynamically? `rankwise mpi list` shows others for --mpi"
    broken = [f"`{word} -c 'from mpi4py import MPI'` fails" for word, python in pythons.items() if python.error]
    compiled = [name for name in names if name not in pythons]
    reason = next(iter(broken), "") or (passed_by(compiled) if compiled else "") or other
    return f"look first at what it printed before it failed; where it printed nothing: {reason}" if status else reason


def _run(argv: Sequence[str], env: dict[str, str], options: TraceOptions) -> tuple[int | None, float, str]:
    """The exit status (None: interrupted) and the time of the program, with the terminal as its own; and which dead
    rank it waited for, where it was stopped for that."""
    sys.stdout.flush()
    sys.stderr.flush()
    begin_s, before = time.monotonic(), leftovers.present()
    # In a session of its own it may not read from the terminal.
    stdin = process.DEVNULL if os.isatty(0) else 0
    job = process.Job.start(argv, env=env, stdin=stdin, stdout=2 if options.quiet_output else 1, stderr=2)
    status: int | None = None
    dead = ""
    try:
        status, dead = dead_rank.wait(job, Deadline.after(options.limit_s) if options.limit_s else NEVER)
        if status:
            job.kill_rest()
    except TimeoutError:
        leftovers.sweep(before)
        raise MeasurementFailed(
            "program-endless",
            f"one run of `{shlex.join(options.argv)}` did not end in {format_seconds(time.monotonic() - begin_s)}",
            "give more --budget, or let the program do less",
        ) from None
    except KeyboardInterrupt:
        job.stop()
    if status != 0:
        leftovers.sweep(before)
    return status, time.monotonic() - begin_s, dead
