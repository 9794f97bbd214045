"""Variables that launchers give to ranks: by family, and all of them together.

`tools/generate.py` writes them into `rank_variables.h` of the engine and of the preloads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rankwise.mpis.families import FAMILIES
from rankwise.mpis.family import RankVariables

SLURM: Final = RankVariables(
    rank=("SLURM_PROCID",),
    size=("SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"),  # the step first: an allocation may hold more tasks
    local_rank=("SLURM_LOCALID",),
    local_size=("SLURM_STEP_TASKS_PER_NODE", "SLURM_TASKS_PER_NODE"),
)
"""What srun sets whatever MPI it starts; a shell inside an allocation has some of it too."""


def _of_families(part: Callable[[RankVariables], tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for family in FAMILIES.values() for name in part(family.ranks)))


RANK: Final = _of_families(lambda ranks: ranks.rank)
"""The rank, set for ranks alone."""
SIZE: Final = _of_families(lambda ranks: ranks.size)
LOCAL_RANK: Final = _of_families(lambda ranks: ranks.local_rank)
LOCAL_SIZE: Final = _of_families(lambda ranks: ranks.local_size)
CONTACT: Final = _of_families(lambda ranks: ranks.contact)
"""How a rank reaches its process manager."""


def header() -> str:
    """The C header with the same lists. Those that end in `_OR_TASK` have Slurm's too."""
    lists = {
        "RANK_VARIABLES": RANK,
        "RANK_OR_TASK_VARIABLES": (*RANK, *SLURM.rank),
        "LOCAL_RANK_OR_TASK_VARIABLES": (*LOCAL_RANK, *SLURM.local_rank),
        "LOCAL_SIZE_OR_TASK_VARIABLES": (*LOCAL_SIZE, *SLURM.local_size),
    }
    lines = [
        "/* Written by tools/generate.py from src/rankwise/mpis/rank_variables.py: variables of ranks, by launcher. */",
        "#ifndef RANKWISE_RANK_VARIABLES_H",
        "#define RANKWISE_RANK_VARIABLES_H",
        "",
        "// clang-format off",
    ]
    for name, variables in lists.items():
        lines += [f"#define {name} \\", *(f'    "{variable}", \\' for variable in variables[:-1])]
        lines += [f'    "{variables[-1]}"', ""]
    return "\n".join([*lines[:-1], "// clang-format on", "", "#endif", ""])
