"""Environment modules (Lmod and Tcl): loads each module that is named like an MPI in a child and sees what changed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from rankwise.core import process
from rankwise.mpis.candidates import PrefixCandidate, libraries
from rankwise.mpis.probe import KeptAnswers

_NAMED_LIKE_MPI = re.compile(r"(?i)mpi|hpcx|hpc-x")
_INITS = (
    "$LMOD_PKG/init/bash",
    "$MODULESHOME/init/bash",
    "/usr/share/lmod/lmod/init/bash",
    "/usr/share/modules/init/bash",
    "/usr/share/Modules/init/bash",
    "/opt/cray/pe/modules/default/init/bash",
)
_PATHS = ("PATH", "LD_LIBRARY_PATH", "LIBRARY_PATH", "MPI_HOME", "I_MPI_ROOT")
# What a module changes for shells, compilers and the module system itself, and a launch does not need.
_NOT_NEEDED = re.compile(
    r"^(LMOD|__LMOD|_LM|MODULE|LOADEDMODULES|_MODULE|_ModuleTable|__MODULES|_$|SHLVL|PWD|OLDPWD|BASH_"
    r"|(PATH|CPATH|C_INCLUDE_PATH|CPLUS_INCLUDE_PATH|LIBRARY_PATH|MANPATH|INFOPATH|PKG_CONFIG_PATH|CMAKE_PREFIX_PATH)$)"
)


def candidates(answers: KeptAnswers) -> Iterator[PrefixCandidate]:
    """The prefixes that modules named like an MPI bring, with the variables they set.

    Modules that appear only after another one is loaded (hierarchies) are seen when that one is loaded.
    """
    init = next(
        (path for text in _INITS if "$" not in (path := os.path.expandvars(text)) and Path(path).is_file()), None
    )
    if init is None:
        return
    for name, file in _module_files(_module_path(Path(init), answers)):
        if (known := answers.get("module", file)) is None:
            known = _load(init, name)
            answers.put("module", file, known)
        yield from (PrefixCandidate(Path(prefix), f"module {name}", known["env"]) for prefix in known["prefixes"])


def _module_path(init: Path, answers: KeptAnswers) -> list[Path]:
    if text := os.environ.get("MODULEPATH"):
        return [Path(part) for part in text.split(":") if part]
    if (known := answers.get("modulepath", init)) is None:
        done = process.run(["bash", "-c", f'. "{init}" >&2; printf %s "$MODULEPATH"'], timeout_s=20)
        known = done.stdout
        answers.put("modulepath", init, known)
    return [Path(part) for part in known.split(":") if part]


def _module_files(folders: list[Path]) -> Iterator[tuple[str, Path]]:
    for folder in folders:
        for directory, below, files in os.walk(folder, followlinks=True):
            depth = len(Path(directory).relative_to(folder).parts)
            below[:] = sorted(name for name in below if not name.startswith(".") and depth < 3)
            for file in sorted(files, reverse=True):
                name = str(Path(directory, file).relative_to(folder)).removesuffix(".lua")
                if _NAMED_LIKE_MPI.search(name) and not file.startswith("."):
                    yield name, Path(directory, file)


def _load(init: str, name: str) -> dict[str, object]:
    # The environment is printed before and after in one shell, so that what the initialisation sets does not count.
    script = '. "$1" >/dev/null 2>&1; env -0; printf "\\0=====\\0"; module load "$2" >/dev/null 2>&1 && env -0'
    # Not what the user has on LD_LIBRARY_PATH today: the answer is kept.
    env = {key: value for key, value in os.environ.items() if key != "LD_LIBRARY_PATH"}
    done = process.run(["bash", "-c", script, "bash", init, name], timeout_s=60, env=env)
    before, _, after = (_variables(part) for part in done.stdout.partition("\0=====\0"))
    changed = {key: value for key, value in after.items() if before.get(key) != value}
    folders: list[Path] = []
    for key in _PATHS:
        old = before.get(key, "").split(":")
        new = [part for part in changed.get(key, "").split(":") if part and part not in old]
        folders += [Path(part) if key.endswith(("HOME", "ROOT")) else Path(part).parent for part in new]
    prefixes = [str(folder) for folder in dict.fromkeys(folders) if libraries(folder)]
    kept = {key: value for key, value in changed.items() if not _NOT_NEEDED.match(key)}
    return {"prefixes": prefixes, "env": kept}


def _variables(text: str) -> dict[str, str]:
    return {key: value for part in text.split("\0") for key, equals, value in [part.partition("=")] if equals and key}
