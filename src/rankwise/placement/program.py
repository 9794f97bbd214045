"""A user's own launch line, as each side starts it, and one whole run of it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rankwise.apply.environment import merged, variables
from rankwise.core import leftovers, process, settings
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import Change, Mpi
from rankwise.measure.mpi_preload import device_buffers
from rankwise.measure.relays import VARIABLES as RELAY_VARIABLES
from rankwise.measure.relays import relays
from rankwise.mpis import catalog, knobs
from rankwise.optimise.records import Relay
from rankwise.placement.choice import Choice
from rankwise.placement.containers import in_words, lost_in
from rankwise.placement.dynamic import check_dynamic
from rankwise.placement.fabric import knobs_of_fabric
from rankwise.placement.launch_words import programs_of, ranks_of, with_programs, with_ranks
from rankwise.placement.program_abi import with_settings
from rankwise.placement.program_mpi import headed_by, told_by
from rankwise.placement.rank_order import in_order, order_of, unlike
from rankwise.placement.tuning import ReadyTuning, more_than_time, other_nodes, other_ranks, ready
from rankwise.tuning.records import TuningLine

_LAST_WORDS_S = 0.5


@dataclass(frozen=True)
class Program:
    """One side of a comparison of whole runs: the command line and its complete environment, but for what names the
    forwarders of its `relays`, which start with each run. `warnings`: what it takes from the program."""

    name: str
    argv: tuple[str, ...]
    env: dict[str, str]
    mpi: Mpi | None = None
    warnings: tuple[str, ...] = ()
    relays: tuple[Relay, ...] = ()


def program(choice: Choice, argv: Sequence[str]) -> Program:
    """The user's command line with the settings of one side, which travel in the environment.

    An MPI that is named replaces the launcher at the head of the line, and its programs and libraries come first in
    PATH and LD_LIBRARY_PATH; else the MPI is that of the line, as far as this tells. Raises UsageError for parts of a
    side that only rankwise's own kernels can follow, knobs that the MPI does not have and a tuning of another build,
    EnvironmentProblem for a tuning beside a launcher of no MPI that rankwise knows.
    """
    if not choice.bind or choice.cpus or choice.endpoints or choice.hosts:
        raise UsageError(
            "bad-side",
            f"'{choice.name}': bind, cpus, endpoints and hosts place rankwise's own ranks, not those of a program",
            "name what its launcher reads: env:HYDRA_BINDING=core (MPICH), env:I_MPI_PIN=0 (Intel MPI), "
            "env:PRTE_MCA_hwloc_default_binding_policy=none (Open MPI 5)",
        )
    argv = with_ranks(argv, choice.ranks) if choice.ranks else argv
    if choice.container:
        argv = with_programs(argv, [[*shlex.split(choice.container), *words] for words in programs_of(argv)])
    mpi = catalog.find(choice.mpi) if choice.mpi else None
    meant = mpi or _told(argv, needed=choice.tuning is not None or bool(choice.fabric or choice.device))
    if meant is not None:
        knobs.check_typed(meant, list(choice.knobs))
    preloads: tuple[Path, ...] = ()
    change = Change(knobs=knobs_of_fabric(meant, choice.fabric) if meant and choice.fabric else {})
    tuned: ReadyTuning | None = None
    warnings = more_than_time(choice.knobs, meant) if meant else []
    if choice.container:
        warnings += in_words(choice.container, lost_in(choice.container), meant)
    if choice.tuning is not None:
        tuned = ready(choice.tuning, meant, allow=choice.allow)
        change, preloads = Change(knobs={**change.knobs, **tuned.change.knobs}), tuned.preloads
        warnings += [*tuned.warnings, *other_ranks(tuned.tuning, ranks_of(argv)), *other_nodes(tuned.tuning, argv)]
    if choice.device:
        change, preloads = _with_device(choice, change, preloads, meant, argv)
    settings = variables(Change(knobs={**change.knobs, **choice.knobs}), preloads)
    if tuned and meant is not None and tuned.mpi.library != meant.library:  # a line replaces the MPI
        mpi = meant = tuned.mpi
    head, env = headed_by(mpi, argv[0]) if mpi else (argv[0], dict(os.environ))
    line, env = with_settings([head, *argv[1:]], env, settings, meant)
    if tuned and (ordered := order_of(tuned.tuning.lines)):
        if problem := unlike(line, *ordered):
            raise UsageError("other-ranks", problem, "start what it was made for, or take it out of the file")
        line, env = in_order(line, env, ordered[1], tuned.mpi, tuned.folder)
    side = Program(choice.name, tuple(line), env, mpi, tuple(warnings))
    return with_relays(side, tuned.tuning.lines, tuned.mpi) if tuned else side


def _with_device(
    choice: Choice, change: Change, preloads: tuple[Path, ...], mpi: Mpi | None, argv: Sequence[str]
) -> tuple[Change, tuple[Path, ...]]:
    """The settings and preloads with which ranks pass device pointers as a side asks."""
    if mpi is None:
        raise UsageError("no-mpi", f"'{choice.name}': the MPI of {argv[0]} is not known", "add mpi=NAME to the side")
    if choice.device != "off":
        check_dynamic(argv)
        preloads = (*preloads, Path(device_buffers(mpi)["LD_PRELOAD"]))
    return Change(knobs={**change.knobs, "env:RANKWISE_DEVICE_BUFFERS": choice.device}), preloads


def with_relays(side: Program, lines: Sequence[TuningLine], mpi: Mpi) -> Program:
    """The side with the relays of these lines: its launch line sends each rank what names the forwarders."""
    wanted = tuple(line.relay for line in lines if line.relay is not None)
    if not wanted:
        return side
    line, _ = with_settings(side.argv, {}, {name: "" for name in RELAY_VARIABLES if name not in side.argv}, mpi)
    return replace(side, argv=tuple(line), relays=wanted)


def _told(argv: Sequence[str], *, needed: bool) -> Mpi | None:
    try:
        return told_by(argv)
    except EnvironmentProblem:
        if needed:
            raise
        return None


def whole_run(side: Program, limit_s: float) -> process.Completed:
    """Runs the program once, with forwarders of its own where it has relays. A run that loses one has failed; what a
    run that failed leaves in /dev/shm and /tmp is removed.

    Raises as `relays` where forwarders cannot start.
    """
    before = leftovers.present()
    done = _one_run(side, limit_s)
    if not done.ok:
        leftovers.sweep(before)
    return done


def _one_run(side: Program, limit_s: float) -> process.Completed:
    if not side.relays:
        return process.run(side.argv, timeout_s=limit_s, env=side.env)
    with relays(side.relays, settings.value("agent")) as started:
        env, _ = merged(side.env, started.env)
        done = process.run(side.argv, timeout_s=limit_s, env=env)
        lost = started.broken() if done.ok else started.broken(_LAST_WORDS_S)
    if not lost:
        return done
    return replace(done, returncode=done.returncode or 1, stderr="\n".join([done.stderr, *lost]))
