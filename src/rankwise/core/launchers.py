"""Which words start the ranks of a job."""

from __future__ import annotations

from pathlib import Path
from typing import Final

LAUNCHERS: Final = ("mpirun", "mpiexec", "orterun", "prterun")
WRAPPERS: Final = (
    "env", "time", "exec", "command", "numactl", "taskset", "nice", "ionice", "chrt", "stdbuf", "timeout", "setarch",
    "strace", "nohup",
)  # fmt: skip
"""Programs and words of a shell that start what stands behind them and their options."""


def is_launcher(word: str) -> bool:
    """Whether a word is an MPI launcher: `mpirun`, `/opt/x/bin/mpiexec.hydra`."""
    return Path(word).name.split(".")[0] in LAUNCHERS


def starts_ranks(word: str) -> bool:
    """Whether a word is an MPI launcher or that of Slurm."""
    return is_launcher(word) or Path(word).name == "srun"
