"""What is done to a command, drawn from a seed: injection 17 of seed 1 is the same everywhere and for ever."""

from __future__ import annotations

import random
import signal
from collections.abc import Sequence
from dataclasses import dataclass

SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE, signal.SIGSTOP)
VICTIMS = ("rank", "launcher", "tool")
WORLDS = ("full disk", "read-only folder", "folder removed", "small /dev/shm", "memory limit", "few open files",
          "launcher hangs", "launcher prints garbage", "launcher ends at once", "broken library")  # fmt: skip
SHORT_WORLDS = tuple(what for what in WORLDS if not what.startswith("launcher"))
"""Those that take seconds: an engine is built for a launcher that is new, and one that hangs is waited for."""
MPIS = ("mpich", "openmpi", "impi")
VERBS = {
    "bench": "bench pingpong --sizes 8 --budget 1s --launches 2",
    "compare": "compare default bind=none --kernels pingpong --sizes 8 --budget 2s",
    "survey": "survey --budget 3s",
    "tune": "tune --kernels allreduce --sizes 8 --budget 6s",
}
"""The command line of each verb, without what all have."""
SHORT = ("bench", "compare")
_SIGNALLED = 0.75  # of all injections


@dataclass(frozen=True)
class Injection:
    """`what` is the name of a signal to `victim`, or what is wrong with the world (`victim` empty).

    `after_s` counts from the moment when all ranks live where `late`, else from the start of the command.
    """

    number: int
    verb: str
    mpi: str
    what: str
    victim: str
    late: bool
    after_s: float

    @property
    def name(self) -> str:
        """`#17 bench on impi: SIGKILL to rank 0.41 s after its start`, for the table and a failed test."""
        when = f" {self.after_s:.2f} s after {'ranks are there' if self.late else 'the start'}" if self.victim else ""
        to = f" to the {self.victim}" if self.victim else ""
        return f"#{self.number} {self.verb} on {self.mpi}: {self.what}{to}{when}"


def drawn(seed: int, number: int, verbs: Sequence[str] = SHORT, worlds: Sequence[str] = SHORT_WORLDS) -> Injection:
    """One injection of the plan of a seed."""
    draw = random.Random(f"{seed}/{number}")
    verb, mpi = draw.choice(verbs), draw.choice(MPIS)
    if draw.random() >= _SIGNALLED:
        return Injection(number, verb, mpi, draw.choice(worlds), "", late=True, after_s=draw.uniform(0.0, 0.5))
    late = draw.random() < 0.7
    after_s = draw.uniform(0.0, 2.0 if late else 1.2)
    return Injection(number, verb, mpi, draw.choice(SIGNALS).name, draw.choice(VICTIMS), late, after_s)
