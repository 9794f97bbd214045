"""A launch line with settings, and preloads with MPI calls by what each program of it is linked to: an MPI may have a
library of its own ABI and one of the standard's, and handles of one mean nothing to the other."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from rankwise.apply.environment import merged
from rankwise.core import elf
from rankwise.core.launchers import is_launcher
from rankwise.core.records import Mpi
from rankwise.measure.mpi_preload import SCHEDULES, built
from rankwise.mpis import catalog
from rankwise.mpis.candidates import STANDARD
from rankwise.mpis.families import FAMILIES
from rankwise.placement.launch_words import programs_of, set_by, with_programs
from rankwise.placement.program_mpi import linked
from rankwise.preloads.device_buffers.wrappers import DEVICE_BUFFERS
from rankwise.preloads.library import MpiPreload
from rankwise.preloads.trace.wrappers import TRACE

_PRELOADS = {preload.file_name: preload for preload in (TRACE, SCHEDULES, DEVICE_BUFFERS)}
_FIRST = 'LD_PRELOAD=$0${LD_PRELOAD:+:$LD_PRELOAD} exec "$@"'


def with_settings(
    line: Sequence[str], own: Mapping[str, str], settings: Mapping[str, str], mpi: Mpi | None
) -> tuple[list[str], dict[str, str]]:
    """A launch line and the environment in which it brings settings to every rank of that MPI (None: not known), on
    other nodes as well; preloads with MPI calls as they fit each program. Raises as `fitted`."""
    env, _ = merged(own, settings)
    line, env = fitted(line, env, mpi)
    if mpi is None or not is_launcher(line[0]):
        return line, env
    forwarded = FAMILIES[mpi.family].forwarded
    return forwarded(
        line, [name for name in settings if name in env], lambda part: {variable for _, variable, _ in set_by(part)}
    ), env


def fitted(line: Sequence[str], env: Mapping[str, str], mpi: Mpi | None = None) -> tuple[list[str], dict[str, str]]:
    """The line and its complete environment with those preloads that fit what its programs are linked to. `mpi`: whose
    launcher starts it. A program whose file does not tell (a script, mpi4py) keeps the preloads that are there; where
    programs of one line need several, a shell in front of each sets its own.

    Raises EnvironmentProblem as `built` does.
    """
    libraries = [name for name in env.get("LD_PRELOAD", "").split(":") if name]  # as they are: `./x.so` is no `x.so`
    programs = programs_of(line)
    if not any(map(_preload, libraries)):
        return list(line), dict(env)
    wanted = [":".join(_for_program(words, libraries, env, mpi)) for words in programs]
    if len(set(wanted)) == 1:
        return list(line), {**env, "LD_PRELOAD": wanted[0]}
    rest = ":".join(library for library in libraries if not _preload(library))
    own = [["sh", "-c", _FIRST, names, *words] for names, words in zip(wanted, programs, strict=True)]
    others = {name: value for name, value in env.items() if name != "LD_PRELOAD"}
    return with_programs(line, own), {**others, **({"LD_PRELOAD": rest} if rest else {})}


def _preload(library: str) -> MpiPreload | None:
    return _PRELOADS.get(Path(library).name)


def _for_program(words: Sequence[str], libraries: Sequence[str], env: Mapping[str, str], mpi: Mpi | None) -> list[str]:
    """The preloads that a program takes in the place of these."""
    needed = {name for _, name in linked(words)}
    files = {} if needed - {STANDARD} else _files_loaded(words, env)
    others = any(re.match(r"lib(mpi|mpich)\.so", name) for name in files)  # of a library that the program loads
    if STANDARD not in needed and (others or STANDARD not in files):
        return list(libraries)
    standard = _standard(files.get(STANDARD), mpi)
    known = [(library, _preload(library)) for library in libraries]
    return [str(built(preload, standard)) if preload and standard else library for library, preload in known]


def _files_loaded(words: Sequence[str], env: Mapping[str, str]) -> dict[str, Path]:
    programs = [start for start in map(shutil.which, words) if start and elf.read(start)]
    return {name: path for program in programs for name, path in elf.loaded(program, env).files.items()}


def _standard(file: Path | None, mpi: Mpi | None) -> Mpi | None:
    """The MPI of a library of the standard ABI, as programs see it that are linked to that. None where the loader finds
    no such library: the program does not start then."""
    file = file or (catalog.standard_library(mpi) if mpi else None)
    if file is None:
        return None
    real = file.resolve()
    listed = ((listed_mpi, catalog.standard_library(listed_mpi)) for listed_mpi in catalog.find_all())
    owners = [listed_mpi for listed_mpi, its in listed if its and its.resolve() == real] or catalog.around(file)
    owner = next(iter(owners), mpi)
    return replace(owner, library=str(file), soname=STANDARD, abi="standard") if owner else None
