"""By what ranks that srun starts find each other: the PMI that it serves against those that their MPI speaks."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass

from rankwise.core import process
from rankwise.mpis.family import MpiFamily
from rankwise.mpis.layout.request import Request
from rankwise.mpis.slurm import pmi_list


@dataclass(frozen=True)
class PmiWords:
    """`flavour`: what is served, `because`: who chose it; `problem`: why ranks would not find each other, and what to
    type."""

    flavour: str
    because: str
    problem: str


def of_srun(request: Request, family: MpiFamily | None) -> PmiWords:
    """What `srun --mpi` serves, by the line, a variable or Slurm's default, against what the program's MPI speaks."""
    program = shutil.which("srun")
    offered = pmi_list(program) if program else ()
    said, variable = request.setting("SLURM_MPI_TYPE")
    flavour = request.whole.last("mpi") or said
    because = f"--mpi={flavour}" if request.whole.has("mpi") else f"{variable}={said}" if said else ""
    if not flavour and program:
        flavour, because = _default(), "MpiDefault of Slurm"
    flavour = flavour or "not known, for there is no srun here"
    if flavour and offered and flavour not in offered and program:
        return PmiWords(flavour, because, f"srun offers {', '.join(offered)}, not {flavour}: add --mpi=ONE of them")
    if family is None or flavour.startswith("not known"):
        return PmiWords(flavour, because, "")
    if any(re.fullmatch(pattern, flavour) for pattern in family.pmi):
        return PmiWords(flavour, because, "")
    fits = [name for name in offered if any(re.fullmatch(pattern, name) for pattern in family.pmi)]
    wanted = " or ".join(fits) or "none of those that this srun offers"
    return PmiWords(
        flavour,
        because,
        f"{family.title} does not speak {flavour}, so every rank would be alone: it needs {wanted}"
        + (f" (--mpi={fits[-1]})" if fits else ", so start it with its own launcher, or install Slurm's PMIx plug-in"),
    )


def _default() -> str:
    scontrol = shutil.which("scontrol")
    if scontrol is None:
        return ""
    done = process.run([scontrol, "show", "config"], timeout_s=20)
    match = re.search(r"^MpiDefault\s*=\s*(\S+)", done.stdout, re.MULTILINE)
    return match[1] if match else ""
