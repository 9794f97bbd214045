"""MVAPICH: an MPICH with its own channel; its own affinity is switched off by variables."""

from __future__ import annotations

import re

from rankwise.mpis.family import MpiFamily, RankVariables
from rankwise.mpis.mpich.family import FAMILY as MPICH
from rankwise.mpis.mpich.hydra import HydraLauncher

FAMILY = MpiFamily(
    name="mvapich",
    title="MVAPICH",
    library=re.compile(r"MVAPICH2? Version\s*:\s*(\S+)"),
    launcher=re.compile(r"HYDRA build details:\s+Version:\s*(\S+)"),
    launchers=("mpiexec.hydra", "mpiexec", "mpirun"),
    compilers=("mpicxx", "mpic++"),
    line=HydraLauncher(
        unbind_args=("-bind-to", "none"),
        unbind_env=(("MV2_ENABLE_AFFINITY", "0"), ("MVP_ENABLE_AFFINITY", "0")),
        yield_env=(("MV2_USE_BLOCKING", "1"),),
    ),
    ranks=RankVariables(
        rank=(*MPICH.ranks.rank, "MV2_COMM_WORLD_RANK"),
        size=(*MPICH.ranks.size, "MV2_COMM_WORLD_SIZE"),
        local_rank=(*MPICH.ranks.local_rank, "MV2_COMM_WORLD_LOCAL_RANK"),
        local_size=(*MPICH.ranks.local_size, "MV2_COMM_WORLD_LOCAL_SIZE"),
    ),
    transports=MPICH.transports,
    netmod=MPICH.netmod,
    same_version=False,  # its Hydra counts MPICH's
    daemons=MPICH.daemons,
    pmi=MPICH.pmi,
    prefixes=("MPIR_CVAR_", "MVP_"),
    knobs=MPICH.knobs,
    hints=MPICH.hints,
    semantics=MPICH.semantics,
    async_progress=MPICH.async_progress,
    yields=True,
    transport_output=MPICH.transport_output,
    fabrics=MPICH.fabrics,
    rules=MPICH.rules,
)
