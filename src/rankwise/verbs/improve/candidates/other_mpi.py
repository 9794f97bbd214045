"""Another MPI of the same ABI: its launcher and its library in place of those that the job has."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from rankwise.apply.builds import tuned_build
from rankwise.core import elf
from rankwise.core.launchers import is_launcher
from rankwise.core.records import Mpi
from rankwise.mpis import catalog
from rankwise.placement.launch_words import programs_of
from rankwise.placement.program_mpi import headed_by
from rankwise.tuning.records import TuningLine
from rankwise.verbs.improve.case import Case, Offer

_LEAST_SHARE = 0.05


def why_not(case: Case) -> str:
    """Why the MPI stays; empty where another one may be asked."""
    if not is_launcher(case.argv[0]):
        return "what starts the ranks is no launcher of an MPI"
    if case.share is not None and case.share < _LEAST_SHARE:
        return f"only {case.share:.0%} of the run is in MPI"
    if not _fitting(case):
        return f"no other MPI here serves a program of {case.own_mpi.name}"
    return ""


def offers(case: Case) -> Iterator[Offer]:
    """Every other MPI that the loader would give to all programs of the line."""
    for mpi in _fitting(case):
        line = TuningLine(
            id=f"mpi:{mpi.name}",
            why=f"{mpi.family} {mpi.version} is faster for this program than {case.own_mpi.family} "
            f"{case.own_mpi.version}, and has the same ABI",
            undo="take this line out, and the settings that are for that MPI",
            mpi=tuned_build(mpi),
        )
        yield Offer(f"{mpi.name} {mpi.version}", line)


def _fitting(case: Case) -> list[Mpi]:
    programs = [words[0] for words in programs_of(case.argv) if words]
    others = _others(case.own_mpi)
    return [mpi for mpi in others if all(_gets(program, case.own_mpi, mpi) for program in programs)]


def _others(own: Mpi) -> list[Mpi]:
    """One of each family and version that is not the job's own."""
    others: dict[tuple[str, str], Mpi] = {}
    for mpi in catalog.find_all():
        usable = mpi.launcher and mpi.library and mpi.is_usable
        if usable and mpi.soname == own.soname:
            others.setdefault((mpi.family, mpi.version), mpi)
    others.pop((own.family, own.version), None)
    return list(others.values())


def _gets(word: str, own: Mpi, other: Mpi) -> bool:
    """Whether a program would load the other MPI and nothing of its own: not where its file names the folder of its
    library in a way that comes before LD_LIBRARY_PATH, and not a script, of which nobody sees what it loads."""
    program = shutil.which(word)
    facts = elf.read(program) if program else None
    if program is None or facts is None or own.soname not in facts.needed:
        return False
    files = elf.loaded(program, headed_by(other, word)[1]).files
    if own.soname not in files or files[own.soname].resolve() != Path(other.library or "").resolve():
        return False
    folder = files[own.soname].parent
    return all(file.parent == folder for name, file in files.items() if name.startswith("libmpi"))
