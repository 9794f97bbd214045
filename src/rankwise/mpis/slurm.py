"""`srun` as a launcher: for every MPI, with the PMI that this Slurm and that MPI share."""

from __future__ import annotations

import hashlib
import re
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path

from rankwise.core import files, paths, process
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.knob_names import MCA_PREFIX
from rankwise.core.records import Launch, Launcher, LaunchSpec, Mpi
from rankwise.mpis.blocks import (
    Block,
    blocks,
    check_knobs,
    env_words,
    environment,
    host_of,
    is_local,
    knobs,
    oversubscribed,
    place_environment,
)
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.mpich.hydra import HydraLauncher


@dataclass(frozen=True)
class Either:
    """The family's own launcher, or srun where the spec asks for it."""

    own: Launcher

    def command(self, mpi: Mpi, spec: LaunchSpec) -> Launch:
        """The launch line of whichever the spec names."""
        return srun(mpi, spec) if spec.launcher == "srun" else self.own.command(mpi, spec)


def either(own: Launcher) -> Launcher:
    """A launcher that follows `LaunchSpec.launcher`."""
    return Either(own)


def srun(mpi: Mpi, spec: LaunchSpec) -> Launch:
    """`srun --mpi=.. -n N sh -c 'case $SLURM_PROCID in ...'`: one shell per rank picks its block and becomes it.

    Unlike `--multi-prog` that carries each block's environment, and needs no file on the nodes.
    """
    check_knobs(mpi, spec, "env", *(["mca"] if FAMILIES[mpi.family].mca else []))
    if spec.agent is not None:
        raise UsageError("no-agent", "srun takes no launch agent", "leave --agent or --launcher srun away")
    program = shutil.which("srun")
    if program is None:
        raise EnvironmentProblem("no-srun", "there is no srun on PATH", "leave --launcher srun away")
    parts = blocks(spec)
    extra = {f"{MCA_PREFIX}{name}": value for name, value in knobs(spec, "mca").items()}
    pmi = choose_pmi(mpi, pmi_list(program))
    env = environment(mpi, spec, extra | _as_with_its_own_launcher(mpi, spec) | _pmi_library(mpi, pmi))
    argv = [program, f"--ntasks={len(spec.places)}", "--export=ALL", "--overlap", "--oversubscribe"]
    argv += [f"--mpi={pmi}"] if pmi else []
    argv += ["--cpu-bind=none"] if spec.bind else []
    if not is_local(spec):
        env["SLURM_HOSTFILE"] = str(_host_file([host_of(place) for place in spec.places]))
        argv += ["--distribution=arbitrary"]
    argv += spec.extra_args
    if len(parts) == 1:
        place = parts[0].place
        argv += [f"--chdir={place.folder}"] if place.folder else []
        argv += [*env_words(place_environment(mpi, place)), *place.words]
    else:
        argv += ["sh", "-c", _cases(mpi, parts)]
    return Launch(argv=tuple(argv), env=env)


def _as_with_its_own_launcher(mpi: Mpi, spec: LaunchSpec) -> dict[str, str]:
    """What keeps a library from binding ranks itself, and lets those that share a CPU give it up."""
    family = FAMILIES[mpi.family]
    shares = oversubscribed(spec)
    if isinstance(family.line, HydraLauncher):
        unbound = dict(family.line.unbind_env) if spec.bind else {}
        return unbound | (dict(family.line.yield_env) if shares else {})
    return {f"{MCA_PREFIX}mpi_yield_when_idle": "1"} if family.mca and shares else {}


def pmi_list(program: str) -> tuple[str, ...]:
    """What `srun --mpi=list` offers (on standard error, in a layout that changed between versions)."""
    done = process.run([program, "--mpi=list"], timeout_s=20)
    words = re.findall(r"\b(none|openmpi|pmi1|pmi2|pmix(?:_v\d+)?|cray_shasta)\b", done.stdout + done.stderr)
    return tuple(dict.fromkeys(words))


def choose_pmi(mpi: Mpi, offered: tuple[str, ...]) -> str | None:
    """The best PMI that Slurm offers and the MPI speaks; None leaves Slurm's default when nothing was listed.

    Raises EnvironmentProblem when Slurm lists some, and none fits.
    """
    for pattern in FAMILIES[mpi.family].pmi:
        fits = [name for name in offered if re.fullmatch(pattern, name)]
        if fits:
            return fits[-1]
    if not offered:
        return None
    raise EnvironmentProblem(
        "no-pmi",
        f"srun offers {', '.join(offered)}, none of which {mpi.name} speaks",
        "leave --launcher srun away, or install Slurm's PMIx plug-in",
    )


def _pmi_library(mpi: Mpi, pmi: str | None) -> dict[str, str]:
    variable = FAMILIES[mpi.family].pmi_library
    if not variable or pmi is None:
        return {}
    name = {"pmi2": "libpmi2.so", "pmi1": "libpmi.so"}.get(pmi, "libpmix.so")
    path = (
        file
        for folder in ("/usr/lib64", "/usr/lib64/slurm", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu")
        for file in sorted(Path(folder).glob(f"{name}*"))
    )
    library = next(path, None)
    return {variable: str(library)} if library else {}


def _cases(mpi: Mpi, parts: list[Block]) -> str:
    lines, first = [], 0
    for block in parts:
        ranks = "|".join(str(rank) for rank in range(first, first + block.ranks))
        words = [*env_words(place_environment(mpi, block.place)), *block.place.words]
        folder = f"cd {shlex.quote(block.place.folder)} && " if block.place.folder else ""
        lines.append(f"{ranks}) {folder}exec {shlex.join(words)};;")
        first += block.ranks
    return f"case $SLURM_PROCID in {' '.join(lines)} esac"


def _host_file(hosts: list[str]) -> Path:
    # Slurm lays ranks out exactly as given only from a file; its name is its content's, so launches do not collide.
    text = "\n".join(hosts) + "\n"
    file = paths.cached("hostfiles", hashlib.sha256(text.encode()).hexdigest()[:16])
    return files.put(file, text)
