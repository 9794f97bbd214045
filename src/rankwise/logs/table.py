"""All messages that are known: the one table of what programs print about MPI."""

from __future__ import annotations

import re
from typing import Final

from rankwise.logs.row import Row
from rankwise.logs.rows import (
    fabric,
    files,
    frameworks,
    gloo,
    gpu,
    hydra,
    intel,
    language,
    loader,
    memory,
    mpich,
    mpich_kin,
    mpich_stack,
    nccl,
    openmpi,
    openmpi_launch,
    openmpi_mapping,
    openmpi_transports,
    openmpi_usage,
    other_mpis,
    pmix,
    programs,
    psm,
    ranks,
    scheduler,
    signals,
    slurm,
    slurm_requests,
    ssh,
    starts,
    system,
    tools,
    torch,
    ucx,
)

ROWS: Final[tuple[Row, ...]] = (
    *openmpi_launch.ROWS,
    *openmpi_mapping.ROWS,
    *pmix.ROWS,
    *openmpi.ROWS,
    *openmpi_transports.ROWS,
    *openmpi_usage.ROWS,
    *mpich.ROWS,
    *mpich_kin.ROWS,
    *mpich_stack.ROWS,
    *hydra.ROWS,
    *intel.ROWS,
    *fabric.ROWS,
    *psm.ROWS,
    *memory.ROWS,
    *ucx.ROWS,
    *slurm.ROWS,
    *slurm_requests.ROWS,
    *scheduler.ROWS,
    *gpu.ROWS,
    *frameworks.ROWS,
    *nccl.ROWS,
    *files.ROWS,
    *language.ROWS,
    *starts.ROWS,
    *ssh.ROWS,
    *loader.ROWS,
    *system.ROWS,
    *signals.ROWS,
    *gloo.ROWS,
    *torch.ROWS,
    *other_mpis.ROWS,
    *ranks.ROWS,
    *programs.ROWS,
    *tools.ROWS,
)


def messages() -> str:
    """The page of all messages, a line for each."""
    lines = ["# Messages", "", _INTRODUCTION.format(count=len(ROWS)), ""]
    for says in dict.fromkeys(row.says for row in ROWS):
        lines += [f"## {says}", ""]
        lines += [_line(row) for row in ROWS if row.says == says]
        lines.append("")
    return "\n".join(lines)


def _line(row: Row) -> str:
    title = re.sub(r" \([^()]*\{\w+\}\)|: \{\w+\}|(?<=on) \{\w+\}$", "", row.title)
    title = re.sub(r"\{(\w+)\}", r"a \1", title.removesuffix(" on"))
    return f"- `{row.name}`: {title} ([source]({row.source}))"


_INTRODUCTION: Final = """\
What `rankwise doctor --log` knows: {count} messages of these programs, each with the source of its fix.
[Doctor](../../docs/doctor.md) says how a log is read, [CONTRIBUTING](../../CONTRIBUTING.md) how a message is added.
This page is made from the table, `src/rankwise/logs/rows`, by `make docs`."""
