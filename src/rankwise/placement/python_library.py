"""Which MPI library the mpi4py of a Python program loads: its interpreter is asked, and the program is not started."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem

_INTERPRETER: Final = re.compile(r"python[0-9.]*")
_LIMIT_S: Final = 20.0
_READ_BYTES: Final = 1 << 20
_MARK: Final = "rankwise:"
# MPI_Init is left away: the import alone loads the library.
_ASK: Final = f"""
import json, mpi4py
mpi4py.rc.initialize = mpi4py.rc.finalize = False
from mpi4py import MPI
files = {{line.split()[-1] for line in open("/proc/self/maps") if "/lib" in line}}
print("{_MARK}" + json.dumps([mpi4py.__version__, sorted(files)]))
"""
_LIBRARY: Final = re.compile(r"/lib(mpi|mpich|mpi_abi)\.so")


@dataclass(frozen=True)
class PythonLibrary:
    """What an import of mpi4py showed: its version and the MPI library that it loaded, or the words of its failure."""

    version: str = ""
    library: Path | None = None
    error: str = ""


def of_program(interpreter: Path, words: Sequence[str], environ: Mapping[str, str]) -> PythonLibrary | None:
    """What the import of mpi4py loads; None where the words start no Python program that imports it. `words` follow the
    interpreter."""
    if not _INTERPRETER.fullmatch(interpreter.name) or not _imports(words):
        return None
    try:
        done = process.run([interpreter, "-c", _ASK], timeout_s=_LIMIT_S, env=dict(environ))
    except EnvironmentProblem as problem:
        return PythonLibrary(error=problem.message)
    line = next((line for line in done.stdout.splitlines() if line.startswith(_MARK)), None)
    if line is None:
        return PythonLibrary(error="\n".join(done.stderr.strip().splitlines()[-3:]) or done.describe())
    version, files = json.loads(line.removeprefix(_MARK))
    return PythonLibrary(version, next((Path(file) for file in files if _LIBRARY.search(file)), None))


def _imports(words: Sequence[str]) -> bool:
    """Whether these arguments of Python name mpi4py: as a module, in code, or in a file that they start."""
    if any(flag in ("-m", "-c") and "mpi4py" in word for flag, word in pairwise(words)):
        return True
    script = next((Path(word) for word in words if word.endswith(".py")), None)
    try:
        return script is not None and b"mpi4py" in script.open("rb").read(_READ_BYTES)
    except OSError:
        return False
