"""What an installation says of GPUs: asked of the library, of the program that prints how it was configured, of UCX."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rankwise.core.records import Mpi
from rankwise.mpis.family import ask, ask_library
from rankwise.mpis.knob_lists import bare_environment

# A job of one rank, in a child: MPICH's call ends the process before MPI_Init.
_ASK = """
import ctypes, json, sys
lib = ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)
lib.MPI_Init(None, None)
answers = {}
for name in ("cuda", "rocm", "hip", "ze"):
    call = getattr(lib, f"MPIX_Query_{name}_support", None)
    if call is not None:
        answers[name] = bool(call())
files = sorted({line.split(None, 5)[5].strip() for line in open("/proc/self/maps") if "libuct" in line})
print("rankwise:" + json.dumps([answers, files]), flush=True)
lib.MPI_Finalize()
"""
_ALONE = {"OMPI_MCA_ess_singleton_isolated": "1", "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
_REPORTERS = ("ompi_info", "mpichversion")
_CONFIGURED = re.compile(r"--with(?:out)?-(?:cuda|hip|rocm|ze)\b[^' ]*")


def gpu_claims(mpi: Mpi) -> tuple[str, ...]:
    """Lines in words; none for an installation without a library."""
    return (*_library(mpi), *_configured(mpi)) if mpi.library else ()


def _library(mpi: Mpi) -> Iterator[str]:
    rows = ask_library(_ASK, str(mpi.library), {**bare_environment(mpi), **_ALONE})
    if not rows:
        yield "the library could not be asked: a job of one rank did not start"
        return
    answers, loaded = rows[0]
    for name, supported in answers.items():
        yield f"MPIX_Query_{name}_support: {'yes' if supported else 'no'}"
    if not answers:
        yield "it has no MPIX_Query_cuda_support"
    for file in loaded:
        if Path(file).name.startswith("libuct.so"):
            parts = {part.name for part in (Path(file).parent / "ucx").glob("libuct_*.so*")}
            has = [kind for kind in ("cuda", "rocm", "ze") if any(f"libuct_{kind}." in part for part in parts)]
            yield f"UCX: {', '.join(has)} transports" if has else "UCX: no transports of devices (cuda_copy, cuda_ipc)"


def _configured(mpi: Mpi) -> Iterator[str]:
    folder = Path(mpi.launcher).parent if mpi.launcher else Path(mpi.prefix, "bin")
    for name in _REPORTERS:
        if (folder / name).is_file():
            words = _CONFIGURED.findall(ask([folder / name], bare_environment(mpi)).stdout)
            yield "configured " + (" ".join(dict.fromkeys(words)) if words else "without a word about devices")
