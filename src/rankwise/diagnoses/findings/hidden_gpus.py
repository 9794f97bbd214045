"""Each rank may use its own GPU alone, so the driver refuses to open memory of the others': messages are staged."""

from __future__ import annotations

from rankwise.core.findings import finding
from rankwise.core.records import Finding
from rankwise.core.units import plural
from rankwise.diagnoses.case import Case


def check(case: Case) -> Finding | None:
    """Where ranks of one node see different GPUs, none of them all: by what hides them, and what the driver gives."""
    for ranks in case.ranks_by_machine.values():
        masks = {rank.visible_devices for rank in ranks}
        counts = {rank.devices for rank in ranks if rank.devices is not None}
        if len(ranks) < 2 or len(masks) < 2 or "" in masks or counts - {1}:
            continue
        driver = f"gives {', '.join(map(str, sorted(counts)))} to each rank" if counts else "not asked: none here"
        return finding(
            "hidden-gpus",
            "Ranks of a node do not see each other's GPUs",
            "warning",
            "A library cannot open the memory of a GPU that is hidden from its process (cuIpcOpenMemHandle: invalid "
            "argument), so it copies through host memory, or ends.",
            seen={
                f"{plural(len(ranks), 'rank')} on {ranks[0].host}": "; ".join(sorted(masks)[:4]),
                "driver": driver,
            },
            fixes={
                "srun": "`srun --gpus-per-node=N --gpu-bind=none`, and choose by $SLURM_LOCALID in the program",
                "any": "make all GPUs of the node visible to each rank; choose by the rank's number inside the node",
            },
            verify=f"`rankwise doctor -- {case.line()}`; `rankwise fabrics --buffers D,D` measures both",
            mpi=case.family,
            affects=(ranks[0].host,),
        )
    return None
