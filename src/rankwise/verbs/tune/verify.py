"""`tune verify`: the lines of a file measured anew, beside the default, where the search never looked."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace as replace_fields
from pathlib import Path

from msgspec.structs import replace

from rankwise.apply import file as tuning_file
from rankwise.apply.builds import tuned_build
from rankwise.apply.carry import beside
from rankwise.core.errors import UsageError
from rankwise.core.kinds import page_name
from rankwise.core.records import Mpi
from rankwise.measure.watcher import Watcher
from rankwise.model.regressions import excluded
from rankwise.mpis import knobs
from rankwise.placement.tuning import checked, ready
from rankwise.placement.where import Where
from rankwise.tuning.acceptance import to_verify
from rankwise.tuning.explain import in_words
from rankwise.tuning.goals import Target
from rankwise.tuning.prove import prove
from rankwise.tuning.records import Tuned, Tuning, TuningLine
from rankwise.tuning.tuning_run import TuningRun, prepared

_NO_TIME = "not measured: the time was over"


def verify(
    file: Path,
    mpi: Mpi | None,
    where: Where,
    *,
    budget_s: float,
    force: bool,
    keep: bool,
    allow: tuple[str, ...],
    out: Path,
    seed: int,
    watcher: Watcher,
) -> Tuned:
    """Measures the file's lines on fresh launches at sizes drawn anew, and drops those that do not win.

    Lines that there was no time for are named and stay in the file, and so do all where none is left: the file then
    says what is against them, and does not count as verified. The answer is `tuned` when a line is left. Ranks are
    where the file says that they were, unless `where` names a place. `seed` 0 draws one from the clock. Raises
    UsageError for a file that is no tuning, is of another build or of a program, or takes something from programs.
    """
    tuned = ready(file, mpi, force=force, allow=allow)
    given, mpi = tuned.tuning, tuned.mpi
    if given.goal == "command":
        raise UsageError(
            "needs-program",
            f"{file} was found for a program of yours, and rankwise's kernels cannot say what that sends",
            f"verify it with the program: rankwise compare default tuning={file} -- mpirun -n 2 ./app",
        )
    if not force:
        _check_semantics(given.lines, mpi)
    idle = {line.id: f"not in effect: {line.evidence}" for line in checked(tuned, watcher.phase).lines
            if line.answer == "not in effect"}  # fmt: skip
    seed = seed or time.time_ns() % 1_000_003
    if where.here:
        where = replace_fields(where, hosts=given.hosts, ranks=0 if given.hosts else given.ranks)
    with prepared(
        mpi,
        watcher,
        out=out,
        where=where,
        seed=seed,
        given=given.lines,
        schedules=[beside(file)],
        memory=given.memory,
    ) as ranks:
        if ranks.kernels.ranks != given.ranks:
            raise UsageError(
                "unlike-ranks",
                f"the tuning is for {given.ranks} ranks, here are {ranks.kernels.ranks}",
                "name as many",
            )
        wanted = to_verify(given, seed)
        settings = {"tuning": given.name} | ({"allow": " ".join(allow)} if allow else {})
        with ranks.begun("tune verify", wanted, budget_s, settings, tuned.warnings) as here:
            return _verified(file, here, given, wanted, idle, keep=keep, out=out)


def _verified(
    file: Path,
    here: TuningRun,
    given: Tuning,
    wanted: Target,
    idle: Mapping[str, str],
    *,
    keep: bool,
    out: Path,
) -> Tuned:
    """The answer of a run that has begun, of the lines that are not `idle`, and the file as it is then."""
    runner, mpi, watcher = here.runner, here.runner.mpi, here.watcher
    followed = [line for line in given.lines if line.id not in idle]
    proof = prove(runner, here.carry, followed, wanted, watcher.phase)
    joint = proof.joint
    left = tuple(replace(line, path_class=runner.placement.path_class) for line in proof.lines)
    run = here.end(joint)
    dropped = {**idle, **proof.dropped}
    tuning = replace(
        given,
        build=tuned_build(mpi),
        lines=left,
        joint=joint.whole.gains if joint and left else (),
        verified=bool(left) and not proof.unmeasured,
        doubts=dict.fromkeys(proof.unmeasured, _NO_TIME),
        launches=given.launches + runner.launched,
    )
    answer = Tuned(
        run=run,
        answer="tuned" if left else "cannot tell" if proof.undecided else "leave it",
        tuning=in_words(tuning),
        mean=joint.whole.mean if joint else None,
        mean_cells=joint.whole.mean_cells if joint else 0,
        harmless_cells=excluded(tuning.joint, tuning.worst),
        dropped=dropped,
        unmeasured=proof.unmeasured,
        file="" if keep else str(file),
        page=str(out / page_name(run)),
    )
    if answer.file:
        kept = replace(tuning, lines=(*left, *proof.open))
        if not left:
            kept = replace(given, verified=False, doubts={**dropped, **tuning.doubts})
        tuning_file.write(in_words(kept), file)
    return here.keep(answer)


def _check_semantics(lines: Sequence[TuningLine], mpi: Mpi) -> None:
    for line in lines:
        for name in line.knobs:
            if lost := knobs.lost_with(mpi.family, name):
                raise UsageError(
                    "changes-semantics",
                    f"line '{line.id}' sets {name}, which changes more than time: {lost}",
                    "take the line out; --force measures it all the same",
                )
