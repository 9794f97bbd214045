"""Cray MPICH: started by srun, or by the site's PALS mpiexec."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

from rankwise.core.errors import UsageError
from rankwise.core.records import Launch, LaunchSpec, Mpi
from rankwise.mpis.blocks import blocks, check_knobs, environment, host_of, is_local, place_environment
from rankwise.mpis.family import LibraryFacts, MpiFamily, RankVariables
from rankwise.mpis.mpich.family import FAMILY as MPICH


class PalsLauncher(Struct, frozen=True):
    """HPE's `mpiexec`: `-n`, `--host` and `--cpu-bind` per MPMD block."""

    def command(self, mpi: Mpi, spec: LaunchSpec) -> Launch:
        """`mpiexec [--cpu-bind none] --host H -n N --env A=B program : ...`."""
        check_knobs(mpi, spec, "env")
        if mpi.launcher is None:
            raise UsageError("no-launcher", f"{mpi.name} has no mpiexec", "use --launcher srun")
        if spec.agent is not None:
            raise UsageError("no-agent", "Cray's mpiexec takes no launch agent", "leave --agent away")
        argv = [mpi.launcher, *spec.extra_args]
        for index, block in enumerate(blocks(spec)):
            argv += [":"] if index else []
            argv += ["--cpu-bind", "none"] if spec.bind else []
            argv += [] if is_local(spec) else ["--host", host_of(block.place)]
            argv += ["-n", str(block.ranks)]
            for name, value in place_environment(mpi, block.place).items():
                argv += ["--env", f"{name}={value}"]
            argv += block.place.words
        return Launch(argv=tuple(argv), env=environment(mpi, spec, {}))


def transports(facts: LibraryFacts, _prefix: Path) -> tuple[str, ...]:
    """Shared memory, and libfabric or UCX by what the library loaded."""
    names = " ".join(Path(path).name for path in facts.loaded)
    return ("shm", *(kind for kind, file in (("ofi", "libfabric"), ("ucx", "libucp")) if file in names))


FAMILY = MpiFamily(
    name="cray",
    title="Cray MPICH",
    library=re.compile(r"CRAY MPICH version (\S+)"),
    launcher=re.compile(r"(?:PALS|Cray).{0,200}?(\d[\w.]*)"),
    launchers=("mpiexec",),
    compilers=("mpicxx", "CC"),
    fix_lines={"through-adapter": "`export FI_PROVIDER=lnx FI_LNX_PROV_LINKS=shm+cxi`"},
    line=PalsLauncher(),
    transports=transports,
    ranks=RankVariables(rank=("PALS_RANKID",), size=("PALS_NRANKS",), local_rank=("PALS_LOCAL_RANKID",)),
    by_srun=True,
    same_version=False,
    daemons=MPICH.daemons,
    pmi=("cray_shasta", "pmi2", "pmix"),
    prefixes=("MPIR_CVAR_", "MPICH_"),
    knobs=MPICH.knobs,
    hints=MPICH.hints,
    semantics=MPICH.semantics,
    async_progress={"MPICH_ASYNC_PROGRESS": "1"},
    yields=True,
    transport_output=MPICH.transport_output,
    fabrics=MPICH.fabrics,
    rules=MPICH.rules,
)
