"""What a log tells of the job beside its troubles: versions, providers, hosts, which launcher it was."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

Facts = dict[str, str]


@dataclass(frozen=True)
class Fact:
    """`name`: what it tells of, such as "Open MPI"; `key`: a word that its lines have; `pattern`: what is found there,
    with the value as its group, or without one where the name alone is told."""

    name: str
    key: bytes
    pattern: str

    def note(self, text: str, facts: Facts) -> bool:
        """Adds what the line tells, unless an earlier one did. Whether the line is one of MPI by that."""
        match = re.search(self.pattern, text)
        if match is not None and not facts.get(self.name):
            facts[self.name] = (match[1] or "") if match.re.groups else ""
        return match is not None and self.name in _SPEAKERS


MPIS: Final = ("Open MPI", "MPICH", "Intel MPI", "Cray MPICH", "MVAPICH")
SCHEDULERS: Final = ("Slurm", "PBS", "Flux")
_SPEAKERS: Final = frozenset((*MPIS, *SCHEDULERS, "Open MPI 4", "Open MPI 5", "UCX", "libfabric", "NCCL", "HPE MPI"))
_VERSION: Final = r"v?(\d+(?:\.\d+)+[a-z0-9]*)"

_OTHER_LIBRARY: Final = (
    r"^\s{0,8}(?:\[ ?\d{1,3}\]|#?\d{1,3})?\s{0,8}/\S*?/"
    r"(?!(?:lib(?:c|pthread|m|rt|dl|gcc_s|ucs|stdc\+\+)|ld(?:-linux\S*)?)[.-])"
    r"[\w+.-]+\.so\b"
)
"""A frame of a stack in a library that is neither of the system nor the one of UCX that prints stacks."""

FACTS: Final[Sequence[Fact]] = (
    Fact("Open MPI", b"Open", rf"Open MPI[^\d]{{0,20}}{_VERSION}"),
    Fact("Open MPI", b"Signal", r"^Signal: [A-Z][A-Za-z ]+ \(\d{1,2}\)"),
    Fact("Open MPI 5", b"PRTE", r"PRTE"),
    Fact("Open MPI 5", b"prterun", r"prterun"),
    Fact("Open MPI 5", b"prte", r"prte"),
    Fact("Open MPI 4", b"ORTE", r"ORTE"),
    Fact("Open MPI 4", b"orte", r"orte"),
    Fact("Open MPI 4", b"orted", r"orted"),
    Fact("MPICH", b"MPICH", rf"MPICH (?:Version|version)?:?\s*{_VERSION}"),
    Fact("MPICH", b"HYDU", r"HYDU?"),
    Fact("MPICH", b"HYDT", r"HYDT"),
    Fact("MPICH", b"CVAR", r"MPIR_CVAR"),
    Fact("Intel MPI", b"Intel", rf"Intel\(R\) MPI Library[^\d]{{0,20}}{_VERSION}"),
    Fact("Intel MPI", b"startup", r"MPI startup\(\)"),
    Fact("Cray MPICH", b"CRAY", r"MPIDI_CRAY|CRAY MPICH version ([\d.]+)"),
    Fact("MVAPICH", b"MVAPICH", rf"MVAPICH2?[^\d]{{0,12}}{_VERSION}"),
    Fact("HPE MPI", b"MPT", r"MPT ERROR|MPT: |(?:SGI|HPE) MPT"),
    Fact("libfabric", b"libfabric", rf"libfabric[^\d]{{0,20}}{_VERSION}"),
    Fact("provider", b"provider", r"(?:libfabric|OFI|fi) provider:? +([\w;]+)"),
    Fact("UCX", b"UCX", rf"UCX[^\d]{{0,16}}{_VERSION}"),
    Fact("NCCL", b"NCCL", rf"NCCL version {_VERSION}"),
    Fact("Slurm", b"srun", r"srun: "),
    Fact("Slurm", b"slurmstepd", r"slurmstepd"),
    Fact("Slurm", b"sbatch", r"^sbatch: "),
    Fact("Slurm", b"salloc", r"^salloc: "),
    Fact("Slurm", b"sinfo", r"^sinfo: "),
    Fact("Slurm", b"squeue", r"^squeue: "),
    Fact("Slurm", b"scontrol", r"^scontrol: "),
    Fact("Slurm", b"slurmd", r"\bslurmd(?:\[[\w.-]{1,100}\])?: "),
    Fact("Slurm", b"slurmctld", r"\bslurmctld(?:\[\d{1,9}\])?: "),
    Fact("Slurm", b"slurm", r"\bslurm_load_\w{1,30}(?: error)?: "),
    Fact("Slurm", b"slurm", rf"slurm(?:-wlm)? {_VERSION}"),
    Fact("Slurm", b"script", r"/slurm_script: line \d"),
    Fact("job", b"StepId", r"StepId=(\d{1,18})"),
    Fact("job", b"STEP", r"\*\*\* STEP (\d{1,18})\.\S{1,18} ON"),
    Fact("job", b"JOB", r"\*\*\* JOB (\d{1,18}) ON"),
    Fact("job", b"Submitted", r"^Submitted batch job (\d{1,18})"),
    Fact("job", b"Granted", r"Granted job allocation (\d{1,18})"),
    Fact("job", b"create", r"Unable to create step for job (\d{1,18})"),
    Fact("PBS", b"pbs", r"pbs_mom|pbsdsh|PBS_JOBID"),
    Fact("Flux", b"flux", r"flux-(?:shell|job|run)"),
    Fact("component", b"Component", r"^[ \t]*Component:[ \t]*([A-Za-z]\w{0,40})"),
    Fact("CUDA", b"CUDA", rf"CUDA[^\d]{{0,16}}{_VERSION}"),
)

MARKS: Final[Sequence[Fact]] = (
    Fact("a trace of Julia", b"libjulia", r"libjulia"),
    Fact("a trace of Julia", b"jfptr", r"jfptr_\w"),
    Fact("a trace of Julia", b"expression", r"in expression starting at"),
    Fact("a call of PETSc", b"PETSC", r"PETSC ERROR: (?:#\d+ )?(?!User provided)\w+\(\) (?:at|line)\b"),
    Fact("a build failed", b"incomplete", r"Configuring incomplete"),
    Fact("a build failed", b"CMake", r"CMake Error"),
    Fact("a build failed", b"configure", r"configure: error"),
    Fact("a build failed", b"find", r"cannot find -lmpi"),
    Fact("a build failed", b"found", r"library not found for -lmpi"),
    Fact("no GPU driver", b"nvidia", r"nvidia-smi\W{0,3}(?:command |executable file )?not found|no nvidia-smi in"),
    Fact("no GPU driver", b"NVIDIA", r"NVIDIA Driver was not detected|NVIDIA-SMI (?:has failed|couldn't)"),
    Fact("no GPU driver", b"Driver", r"Driver Not Loaded"),
    Fact("no GPU driver", b"devices", r"^No devices were found"),
    Fact("no GPU driver", b"detected", r"no CUDA-capable device is detected"),
    Fact("a whole trace", b"start", r"__libc_start_(?:call_)?main"),
    Fact("a trace of other libraries", b"so", _OTHER_LIBRARY),
    Fact("status 127", b"exit", r"exit (?:code|status)?:? {0,9}127\b"),
    Fact("status 127", b"exited", r"exited with (?:status|code) 127\b"),
    Fact("status 127", b"Exit", r"Exit code: {1,9}127\b"),
    Fact("status 127", b"EXIT", r"EXIT CODE: 127\b"),
)
"""What rows need to be sure of their cause (`Row.given`). It is not told by itself."""


def mpis_of(facts: Facts) -> list[str]:
    """The MPIs that a log names, as fixes name them: `Open MPI 4`, `MPICH`."""
    named: list[str] = [name for name in ("MPICH", "Intel MPI", "Cray MPICH", "MVAPICH") if name in facts]
    if len(named) > 1 and "MPICH" in named:
        named.remove("MPICH")  # the others print its words
    major = facts.get("Open MPI", "").partition(".")[0]
    if major:
        named.append("Open MPI 5" if int(major) >= 5 else "Open MPI 4")
    elif "Open MPI 5" in facts or "Open MPI 4" in facts:
        named.append("Open MPI 5" if "Open MPI 5" in facts else "Open MPI 4")
    elif "Open MPI" in facts:
        named.append("Open MPI")
    return named
