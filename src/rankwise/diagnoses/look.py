"""A launch line looked at without starting its program: what it starts, what that loads, and a start in its place."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import stat
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from rankwise.core import elf, leftovers, process
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.launchers import WRAPPERS, is_launcher, starts_ranks
from rankwise.core.process import Job
from rankwise.core.records import Finding, Mpi
from rankwise.diagnoses.case import Case, TrialStart
from rankwise.diagnoses.findings.container import STARTERS, exec_words
from rankwise.diagnoses.neighbours import bound_neighbours
from rankwise.diagnoses.records import ProbedRank
from rankwise.diagnoses.submitted import Waiting, submitted
from rankwise.inventory.records import NodeInventory
from rankwise.mpis import catalog
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.rank_variables import RANK, SLURM
from rankwise.placement.containers import lost_in
from rankwise.placement.launch_words import expanded, programs_of, ranks_of, with_programs
from rankwise.placement.python_library import of_program

PROBE = Path(__file__).with_name("rank_probe.py")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_MARK = "RANKWISE-RANK "  # behind it a rank's probe writes JSON, to the end of the line
_MPI_LIBRARY = re.compile(r"lib(mpi|mpich|mpi_abi)\.so")
_NO_ROOM = re.compile(r"srun: error: .{0,200}\bRequested nodes are busy")
_WORDS = 40  # of a line, among which a program is looked for


def look_at(argv: Sequence[str], node: NodeInventory, environ: Mapping[str, str] = os.environ) -> Case:
    """What a launch line will really start and load, by the files alone; one that names a file of programs with these
    in its place.

    Raises UsageError for an empty line, and for a file of programs that cannot be read.
    """
    if not argv:
        raise UsageError("no-program", "nothing follows --", "for example: -- mpirun -n 2 ./app")
    before, argv = _env_words(expanded(argv))
    environ = {**environ, **dict(word.split("=", 1) for word in before[1:])}
    mpis = tuple(mpi for mpi in catalog.find_all() if mpi.library)
    launcher = shutil.which(argv[0]) or ""
    launched = starts_ranks(argv[0])
    case = Case(
        tuple(argv),
        environ,
        node,
        before=before,
        launcher=launcher if launched else "",
        launcher_mpi=catalog.of_launcher(Path(launcher), mpis) if launcher and is_launcher(argv[0]) else None,
        asked=ranks_of(argv),
        own_address=_own_address(),
        mpis=mpis,
        neighbours=bound_neighbours(),
    )
    cases = [_with_program(case, words) for words in programs_of(argv)]
    return replace(cases[0], others=tuple(cases[1:]))


def _own_address() -> str:
    try:
        return socket.gethostbyname(socket.gethostname())
    except OSError:
        return ""


def _with_program(case: Case, words: Sequence[str]) -> Case:
    """The program is the first word that is a file linked to an MPI, else the first file that only starts others. What
    stands before it are wrappers."""
    case = replace(case, words=tuple(words))
    places = {word: Path(path) for word in words[:_WORDS] if (path := shutil.which(word))}
    if not places:
        return replace(case, program=None)
    facts = {word: elf.read(file) for word, file in places.items()}
    linked = [word for word, known in facts.items() if known and any(map(_MPI_LIBRARY.match, known.needed))]
    own = [word for word in places if Path(word).name not in WRAPPERS]
    word = next(iter([*linked, *own, *places]))
    program, known, wrappers = places[word], facts[word], tuple(words[: words.index(word)])
    if Path(words[0]).name in STARTERS:  # a file of that name out here is another one
        lost = _lost_in_container(words) if words[0] in places else ()
        return replace(case, program=places.get(words[0]), script=True, wrappers=tuple(words[:-1]), lost=lost)
    if known is None:
        return replace(case, program=program, script=True, wrappers=wrappers)
    setuid = bool(program.stat().st_mode & (stat.S_ISUID | stat.S_ISGID))
    # The loader of such a program ignores these.
    environ = {k: v for k, v in case.environ.items() if not (setuid and k.startswith("LD_"))}
    loaded = elf.loaded(program, environ)
    library = next((file for name, file in loaded.files.items() if _MPI_LIBRARY.match(name)), None)
    python = None if library else of_program(program, words[words.index(word) + 1 :], environ)
    library = python.library if python else library
    return replace(
        case,
        program=program,
        wrappers=wrappers,
        python=python,
        setuid=setuid,
        arch=known.machine,
        needs=tuple(name for name in known.needed if _MPI_LIBRARY.match(name)),
        static=not linked and not loaded.missing and b"MPI_Init" in program.read_bytes(),
        library=library,
        library_mpi=_mpi_of(library, case.mpis) if library else None,
        missing=loaded.missing,
    )


def _env_words(argv: Sequence[str]) -> tuple[tuple[str, ...], Sequence[str]]:
    """`env NAME=VALUE ...` before a launcher, and the line behind it; nothing where `env` does anything else."""
    end = next((at for at, word in enumerate(argv) if at and not _VARIABLE.match(word)), 0)
    if end and Path(argv[0]).name == "env" and starts_ranks(argv[end]):
        return tuple(argv[:end]), argv[end:]
    return (), argv


def _lost_in_container(words: Sequence[str]) -> tuple[Finding, ...]:
    """What the container of a line takes from ranks, by two starts of a shell in it; the program is not started."""
    inside = exec_words(words)
    try:
        return tuple(lost_in(shlex.join(inside))) if inside else ()
    except EnvironmentProblem:
        return ()  # no image of that name, or no shell in it


def _mpi_of(library: Path, mpis: Sequence[Mpi]) -> Mpi | None:
    real = library.resolve()
    same = [mpi for mpi in mpis if mpi.library and Path(mpi.library).resolve() == real]
    inside = [mpi for mpi in mpis if real.is_relative_to(Path(mpi.prefix).resolve())]
    known = [*same, *sorted(inside, key=lambda mpi: -len(mpi.prefix))]
    return known[0] if known else next((mpi for mpi in catalog.around(real) if mpi.library), None)


@process.guarded()
def started(case: Case, limit_s: float, tell: Callable[[str], None] = lambda _words: None) -> Case:
    """The case with a start of its line in which our probe stands in the place of each program, behind its wrappers.
    The probe opens the library that the program would, calls MPI_Init, says what it got, and sends messages for a
    second; it is ended after `limit_s` at the latest. Where Slurm has no room for that in as long, which is told
    meanwhile, the case as it was, `waiting`."""
    line = with_programs(case.argv, [_probe(part) for part in (case, *case.others)])
    begin, before = time.monotonic(), leftovers.present()
    try:
        job = Job.start(line, env={**_brief(limit_s), **case.environ})
        with submitted(job, line, case.environ) as slurm:
            if waiting := slurm.waits(limit_s, tell):
                return replace(case, waiting=waiting)
            done = job.let_end(limit_s)
    except EnvironmentProblem as error:
        return replace(case, start=TrialStart((), error.message, 127, 0.0))
    finally:
        leftovers.sweep(before)  # of a start that was ended, or whose ranks never met
    ranks: dict[tuple[str, int], ProbedRank] = {}
    for text in done.stdout.split(_MARK)[1:]:
        try:
            facts = msgspec.json.decode(text.partition("\n")[0], type=ProbedRank)
        except msgspec.DecodeError:
            continue
        ranks[facts.host, facts.pid] = facts  # a later line takes the place of the one before
    output = "\n".join(line for line in f"{done.stdout}\n{done.stderr}".splitlines() if _MARK not in line)
    if not ranks and _NO_ROOM.search(output):
        around = case.environ.get("SLURM_JOB_ID", "")
        return replace(case, waiting=Waiting(around)) if around else case
    told = tuple(sorted(ranks.values(), key=lambda rank: (rank.number, rank.host, rank.pid)))
    return replace(case, start=TrialStart(told, output.strip(), done.returncode, time.monotonic() - begin))


def _brief(limit_s: float) -> dict[str, str]:
    """What keeps a srun from waiting for a place, and a job of Slurm from outliving its srun for long."""
    return {"SLURM_IMMEDIATE": str(max(1, int(limit_s / 2))), "SLURM_TIMELIMIT": str(int(limit_s / 60) + 2)}


def _probe(case: Case) -> list[str]:
    library, abi = _library(case)
    wrappers = () if case.script and case.wrappers and Path(case.wrappers[0]).name in STARTERS else case.wrappers
    return [
        *wrappers,
        sys.executable,
        str(PROBE),
        ",".join((*RANK, *SLURM.rank)),
        *([str(library), abi] if library else []),
    ]


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
