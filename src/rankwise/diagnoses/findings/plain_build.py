"""The MPI comes from a package that was built without the node's fast network."""

from __future__ import annotations

import re
from pathlib import Path

from rankwise.core.elf import loaded
from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.diagnoses.case import Case, title_of
from rankwise.inventory.records import Nic

# Adapters, by driver, and what a library needs to use them: words of its files' names, or in the files.
_STACKS = {
    "verbs": (re.compile(r"libibverbs|libuct_ib|libuct_mlx|libefa|librdmacm|verbs-fi|btl_openib"), b"ibv_open_device"),
    "cxi": (re.compile(r"libcxi|cxi-fi"), b"cxil_open_device"),
}
_PACKAGES = ("site-packages", "dist-packages")


def check(case: Case) -> Finding | None:
    """Where the node has an active adapter and the library, with what lies beside it, no code to use it. What the
    ranks of a start had open counts more."""
    adapters = [nic for nic in case.node.nics if nic.rdma_device and nic.state in ("active", "up", None)]
    if not adapters or case.library is None or not case.library.exists():
        return None
    if any(name in rank.transports for rank in case.ranks for name in ("verbs", "cxi")):
        return None
    stack = "cxi" if any((nic.driver or "").startswith("cxi") for nic in adapters) else "verbs"
    lacks = _lacks(case.library, stack)
    if not lacks:
        return None
    origin = origin_of(case.library, case.environ.get("CONDA_PREFIX", ""))
    title = title_of(case.library_mpi) if case.library_mpi else case.library.name
    return finding(
        "plain-build",
        f"{title} cannot use the node's fast network",
        "serious",
        f"The library is {origin} and cannot use {stack} here. Between nodes it sends by TCP, several times slower.",
        seen={
            "adapters": ", ".join(_words(nic) for nic in adapters[:4]),
            str(case.library): lacks,
            **_opened(case),
        },
        fixes={
            **(
                {"root": "install rdma-core (libibverbs1, librdmacm1), or bind the host's into the container"}
                if "found" in lacks
                else {}
            ),
            "module": "`module avail mpi`: use the MPI of the site, and build or link the program with it",
            "conda": "`conda install 'openmpi=*=external_*'` (or `'mpich=*=external_*'`) uses the site's MPI",
            "spack": "`spack install openmpi fabrics=ucx ^ucx +verbs +rc +ud +mlx5_dv`",
        },
        verify="`rankwise mpi list`: transports of the library; `rankwise fabrics` measures them",
        mpi=case.family,
    )


def origin_of(library: Path, conda: str) -> str:
    """Whose build a library is, by where it lies, in words."""
    parts = library.resolve().parts
    if conda and library.resolve().is_relative_to(Path(conda).resolve()):
        return "from conda"
    if any(part in _PACKAGES for part in parts) or "site-packages" in str(library):
        return "from a Python package"
    return "the distribution's" if parts[1:2] == ("usr",) else "a build of its own"


def _lacks(library: Path, stack: str) -> str:
    """What keeps a library from using such adapters, in words; empty where a file beside it can."""
    names, trace = _STACKS[stack]
    real = library.resolve()
    beside = [file for file in real.parent.rglob("*.so*") if file.is_file() and file != real]
    able = [file for file in (real, *beside) if names.search(file.name) or trace in file.read_bytes()]
    missing: dict[str, None] = {}
    for file in able:
        if not (gone := loaded(file).missing):
            return ""
        missing |= dict.fromkeys(gone)
    if able:
        return f"{able[0].name} is there, and cannot be loaded: {', '.join(missing)} not found"
    return f"no {stack} in it, nor in the libraries beside it"


def _opened(case: Case) -> dict[str, str]:
    opened = sorted({name for rank in case.ranks for name in rank.transports})
    return {"open in the ranks": ", ".join(opened)} if opened else {}


def _words(nic: Nic) -> str:
    return f"{nic.rdma_device or nic.name} ({nic.state or 'state unknown'})"
