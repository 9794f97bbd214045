"""A launch line looked at without starting its program: what it starts, what that loads, and a start in its place."""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import Mpi, NodeInventory, ProbedRank
from rankwise.diagnoses.case import Case, Start
from rankwise.mpis import catalog, elf
from rankwise.mpis.families import FAMILIES
from rankwise.placement.launch_words import is_launcher, programs_of, ranks_of, with_program

PROBE = Path(__file__).with_name("rank_probe.py")
_MARK = re.compile(r"RANKWISE-RANK (\{.*?\})\s*$", re.MULTILINE)
_MPI_LIBRARY = re.compile(r"lib(mpi|mpich|mpi_abi)\.so")
_LDD_S = 10.0


def look_at(argv: Sequence[str], node: NodeInventory, environ: Mapping[str, str] = os.environ) -> Case:
    """What a launch line will really start and load, by the files alone.

    Raises UsageError for an empty line.
    """
    if not argv:
        raise UsageError("no-program", "nothing follows --", "for example: -- mpirun -n 2 ./app")
    mpis = tuple(mpi for mpi in catalog.find_all() if mpi.library)
    launcher = shutil.which(argv[0]) or ""
    launched = is_launcher(argv[0]) or Path(argv[0]).name == "srun"
    case = Case(
        tuple(argv),
        environ,
        node,
        launcher=launcher if launched else "",
        launcher_mpi=_owner(launcher, mpis) if launched else None,
        asked=ranks_of(argv),
        mpis=mpis,
    )
    words = next((part for part in programs_of(argv) if part), list(argv))
    return _with_program(case, words)


def _owner(launcher: str, mpis: Sequence[Mpi]) -> Mpi | None:
    folder = Path(launcher).resolve().parent
    return next((mpi for mpi in mpis if mpi.launcher and Path(mpi.launcher).resolve().parent == folder), None)


def _with_program(case: Case, words: Sequence[str]) -> Case:
    """The program is the last word before which only wrappers stand: the first file that is linked to an MPI, else the
    first one at all."""
    files = [Path(path) for word in words[:4] if (path := shutil.which(word))]
    if not files:
        return replace(case, program=None)
    facts = {file: elf.read(file) for file in files}
    linked = [file for file in files if (known := facts[file]) and any(map(_MPI_LIBRARY.match, known.needed))]
    program = linked[0] if linked else files[0]
    known = facts[program]
    if known is None:
        return replace(case, program=program, script=True)
    loaded, missing = _loaded(program, case.environ)
    library = next((Path(file) for name, file in loaded.items() if _MPI_LIBRARY.match(name)), None)
    return replace(
        case,
        program=program,
        arch=known.machine,
        needs=tuple(name for name in known.needed if _MPI_LIBRARY.match(name)),
        static=not linked and not missing and b"MPI_Init" in program.read_bytes(),
        library=library,
        library_mpi=_mpi_of(library, case.mpis) if library else None,
        missing=tuple(missing),
    )


def _loaded(program: Path, environ: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """What the loader takes for a program, by name, and what it does not find; the program itself is not started."""
    tool = shutil.which("ldd")
    if tool is None:
        return {}, []
    text = process.run([tool, program], timeout_s=_LDD_S, env=environ).stdout
    rows = re.findall(r"^\s*(\S+) => (.+?)(?: \(0x[0-9a-f]+\))?$", text, re.MULTILINE)
    loaded = {name: path for name, path in rows if path.startswith("/")}
    return loaded, [name for name, path in rows if path == "not found"]


def _mpi_of(library: Path, mpis: Sequence[Mpi]) -> Mpi | None:
    real = library.resolve()
    same = [mpi for mpi in mpis if mpi.library and Path(mpi.library).resolve() == real]
    inside = [mpi for mpi in mpis if real.is_relative_to(Path(mpi.prefix).resolve())]
    return next(iter([*same, *sorted(inside, key=lambda mpi: -len(mpi.prefix))]), None)


def started(case: Case, limit_s: float) -> Case:
    """The case with a start of its line in which our probe stands in the place of the program. It opens the library
    that the program would, calls MPI_Init and says what it got; it is ended after `limit_s` at the latest."""
    library, abi = _library(case)
    words = [sys.executable, str(PROBE), *([str(library), abi] if library else [])]
    begin, before = time.monotonic(), process.shared_memory()
    try:
        done = process.run(with_program(case.argv, words), timeout_s=limit_s, env=dict(case.environ))
    except EnvironmentProblem as error:
        return replace(case, start=Start((), error.message, 127, 0.0))
    finally:
        process.sweep(before)  # of a start that was ended, or whose ranks never met
    ranks: dict[tuple[str, int], ProbedRank] = {}
    for text in _MARK.findall(done.stdout):
        try:
            facts = msgspec.json.decode(text, type=ProbedRank)
        except msgspec.DecodeError:
            continue
        ranks[facts.host, facts.pid] = facts  # the line after MPI_Init takes the place of the one before
    output = "\n".join(line for line in f"{done.stdout}\n{done.stderr}".splitlines() if "RANKWISE-RANK" not in line)
    return replace(case, start=Start(tuple(ranks.values()), output.strip(), done.returncode, time.monotonic() - begin))


def _library(case: Case) -> tuple[Path | None, str]:
    """The library that the probe opens, and whose handles it has: of a script the launcher's, for what it loads is not
    known before it runs."""
    mpi = case.library_mpi
    if case.library is not None:
        if "mpi_abi" in case.library.name:
            return case.library, "standard"
        if mpi is not None:
            return case.library, FAMILIES[mpi.family].handles
        return case.library, "openmpi" if any(name.startswith("libmpi.so.40") for name in case.needs) else "mpich"
    known = case.launcher_mpi
    if case.program is not None and not case.static and not case.missing and known and known.library:
        return Path(known.library), FAMILIES[known.family].handles
    return None, ""
