"""The program uses a GPU's run time, and the MPI library that it loads knows nothing of GPUs."""

from __future__ import annotations

import re
from pathlib import Path

from rankwise.core import elf
from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case, title_of

_RUN_TIMES = re.compile(r"lib(cudart|cuda|amdhip64|ze_loader)\.so")
_TRACES = (b"cuMemcpy", b"cudaMemcpy", b"hipMemcpy", b"libcuda.so")
_PLUGINS = re.compile(r"(accelerator|rcache)_(cuda|rocm|ze)|uct_(cuda|rocm|ze)")


def check(case: Case) -> Finding | None:
    """Only a warning: a program may copy to host memory before it sends."""
    known = elf.read(case.program) if case.program and not case.script and case.program.exists() else None
    used = [name for name in known.needed if _RUN_TIMES.match(name)] if known else []
    if not used or case.library is None or not case.library.exists() or _supports_gpus(case.library):
        return None
    title = title_of(case.library_mpi) if case.library_mpi else case.library.name
    return finding(
        "no-gpu-support",
        f"{title} knows nothing of GPUs",
        "warning",
        "A pointer to GPU memory that is given to it ends the job with a segmentation fault, or errno 14.",
        seen={"program needs": ", ".join(used), str(case.library): "no code for GPU memory in it, nor beside it"},
        fixes={
            "any": "copy to host memory before sending, or load an MPI that was built with CUDA, ROCm or Level Zero"
        },
        verify="`rankwise mpi show`",
        mpi=case.family,
    )


def _supports_gpus(library: Path) -> bool:
    if any(trace in library.read_bytes() for trace in _TRACES):
        return True
    folder = library.resolve().parent
    return any(_PLUGINS.search(file.name) for file in folder.rglob("*.so*"))
