"""What is wrong with an MPI as it was found: fatal, or only disappointing."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from rankwise.core.records import Mpi, Problem
from rankwise.mpis import probe
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.family import MpiFamily


def launcher(
    family: MpiFamily, library: probe.Library, bins: list[Path], answers: probe.KeptAnswers
) -> tuple[str | None, list[Problem]]:
    """The launcher that belongs to the library, and what is wrong when there is none, or another's."""
    strangers: list[probe.LauncherFacts] = []
    for folder in bins:
        for name in family.launchers:
            file = folder / name
            if not (file.is_file() and os.access(file, os.X_OK)):
                continue
            facts = probe.launcher(file, answers)
            if family.name in facts.families:
                return str(file), _other_version(family, library, facts)
            strangers.append(facts)
    if family.by_srun and shutil.which("srun"):
        return shutil.which("srun"), []
    if strangers:
        if strangers[0].error:
            words, hint = f"the launcher does not run: {strangers[0].error}", f"install {family.title} again"
            return None, [Problem(code="broken-launcher", message=words, hint=hint)]
        other = titles(strangers[0])
        return None, [
            Problem(
                code="launcher-mismatch",
                message=f"{strangers[0].path} is the launcher of {other}, the library is {family.title}",
                hint=f"ranks would not find each other; install {family.title}'s own mpiexec beside it",
            )
        ]
    return None, [
        Problem(
            code="no-launcher",
            message=f"no mpiexec of {family.title} lies in {bins[0] if bins else 'its prefix'}",
            hint="install the package with its process manager, or start jobs with --launcher srun",
        )
    ]


def binding(family: MpiFamily) -> list[Problem]:
    """A note where ranks are bound by nobody."""
    if family.binds:
        return []
    return [
        Problem(
            code="not-bound",
            message=f"{family.title} binds no rank unless it is told to; ranks wander between cores",
            hint="rankwise binds its own ranks; give your programs `-bind-to core`",
            fatal=False,
        )
    ]


def mixed_path(answers: probe.KeptAnswers) -> Problem | None:
    """PATH's launcher and PATH's compiler wrapper are of different MPIs: programs built so run as lone rank 0s."""
    mpiexec, wrapper = shutil.which("mpiexec") or shutil.which("mpirun"), shutil.which("mpicc")
    if mpiexec is None or wrapper is None:
        return None
    starts = probe.launcher(Path(mpiexec), answers)
    builds = probe.wrapper(Path(wrapper), answers)
    if not starts.families or builds is None or builds in starts.families:
        return None
    return Problem(
        code="mixed-path",
        message=f"PATH's {mpiexec} is of {titles(starts)}, but {wrapper} builds for {FAMILIES[builds].title}",
        hint="a program built and started so runs as many lone rank 0s; put one MPI's bin first on PATH",
        fatal=False,
    )


def titles(facts: probe.LauncherFacts) -> str:
    """Whose launcher it is, in words; Hydra does not say for which of its MPIs it was built."""
    return " or ".join(FAMILIES[name].title for name in facts.families) or "no known MPI"


def starts_from_path(mpi: Mpi, answers: probe.KeptAnswers) -> bool:
    """Whether PATH's mpiexec is of this installation: same folder (mpiexec and mpirun differ), same family."""
    mpiexec = shutil.which("mpiexec") or shutil.which("mpirun")
    if mpiexec is None or mpi.launcher is None:
        return False
    same_folder = Path(mpiexec).resolve().parent == Path(mpi.launcher).resolve().parent
    return same_folder and mpi.family in probe.launcher(Path(mpiexec), answers).families


def add(mpi: Mpi, problem: Problem) -> Mpi:
    """The MPI with one more problem."""
    import msgspec

    return msgspec.structs.replace(mpi, problems=(*mpi.problems, problem))


def _other_version(family: MpiFamily, library: probe.Library, facts: probe.LauncherFacts) -> list[Problem]:
    ours, theirs = library.version.split(".")[0], facts.version.split(".")[0]
    if ours == theirs or not family.same_version:
        return []
    return [
        Problem(
            code="launcher-version",
            message=f"{facts.path} is version {facts.version}, the library is {library.version}",
            hint=f"install both from one {family.title}",
            fatal=False,
        )
    ]
