"""What is done to a command, drawn from a seed: injection 17 of seed 1 is the same everywhere and for ever."""

from __future__ import annotations

import random
import signal
from collections.abc import Sequence
from dataclasses import dataclass

MPIS = ("mpich", "openmpi", "impi")
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE, signal.SIGSTOP)
LIMITS = ("memory limit", "few open files", "few processes")
WORLDS = (
    "full disk", "read-only folder", "folder removed", "folder unmounted", "slow folder", "small /dev/shm", *LIMITS,
    "clock steps back", "clock steps forward", "other clocks", "broken library", "launcher prints garbage",
    "launcher ends at once", "launcher hangs", "connection cut", "slow connection", "two tools",
)  # fmt: skip
"""What can be wrong with the world: `tests/faults/world.py` has how each is made."""
_HANGS = "launcher hangs"  # the tool waits a minute for it


@dataclass(frozen=True)
class Verb:
    """The command line of a verb without its MPI and folder, and what can happen to it. `{launch}` is a job of two
    ranks. `victims` can get a signal; `long` verbs take more than some seconds."""

    words: str
    victims: tuple[str, ...] = ("rank", "launcher", "tool")
    worlds: tuple[str, ...] = WORLDS
    long: bool = False
    window_s: float = 1.5


VERBS = {
    "bench": Verb("bench pingpong --sizes 8 --budget 0.8s --launches 2 --ranks 2", window_s=0.8),
    "compare": Verb("compare default bind=none --kernels pingpong --sizes 8 --budget 1s --ranks 2", window_s=1.0),
    "map": Verb("map --budget 1s", window_s=1.0),
    "trace": Verb("trace -- {launch}", worlds=(*WORLDS[:-3], "two tools"), window_s=0.8),
    "survey": Verb("survey --budget 3s --ranks 2", long=True, window_s=4.0),
    "tune": Verb("tune --for collectives --sizes 8:64 --budget 8s --ranks 2 --file {out}/tuning.toml", long=True,
                 window_s=8.0),
    "improve": Verb("improve --budget 12s --file {out}/tuning.toml -- {launch}", long=True,
                    worlds=(*WORLDS[:-3], "two tools"), window_s=10.0),
    "build": Verb("bench pingpong --sizes 8 --budget 0.8s --ranks 2", victims=("compiler", "tool"), worlds=LIMITS,
                  long=True, window_s=3.0),
    "lab up": Verb("lab up {plan} --name {name}", victims=("keeper", "tool"), worlds=LIMITS, long=True, window_s=2.5),
}  # fmt: skip
_SIGNALLED = 0.65  # of all injections
_STOPPED_S = (5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 30.0, 90.0)
_STOPPED_SHORT_S = (0.3,)


@dataclass(frozen=True)
class Injection:
    """`what` is the name of a signal to `victim`, or what is wrong with the world (`victim` empty).

    `after` are seconds since `moment`: `start` of the command, `ready` (all ranks, or the compiler or keeper, live); or
    the number of a `write` (of a step by which the tool changes files in its results folder). `stopped_s` is how long
    SIGSTOP lasts.
    """

    number: int
    verb: str
    mpi: str
    what: str
    victim: str
    moment: str
    after: float
    stopped_s: float

    @property
    def name(self) -> str:
        """`#17 bench on impi: SIGKILL to the rank 0.41 s after ready`, for the table and a failed test."""
        after = f"at write {self.after:.0f}" if self.moment == "write" else f"{self.after:.2f} s after {self.moment}"
        to = f" to the {self.victim} {after}" if self.victim else ""
        return f"#{self.number} {self.verb} on {self.mpi}: {self.what}{to}"


SHORT = tuple(name for name, verb in VERBS.items() if not verb.long)


def drawn(seed: int, number: int, verbs: Sequence[str] = SHORT) -> Injection:
    """One injection of the plan of a seed. With short verbs only, no fault is drawn that waits for long."""
    draw = random.Random(f"{seed}/{number}")
    name, mpi = draw.choice(verbs), draw.choice(MPIS)
    verb, short = VERBS[name], not any(VERBS[one].long for one in verbs)
    stopped_s = draw.choice(_STOPPED_SHORT_S if short else _STOPPED_S)
    if draw.random() >= _SIGNALLED:
        worlds = [what for what in verb.worlds if not (short and what == _HANGS)]
        return Injection(number, name, mpi, draw.choice(worlds), "", "ready", draw.uniform(0.0, 0.5), stopped_s)
    victim = draw.choice(verb.victims)
    moment = draw.choice(("start", "ready", "ready", "write") if victim == "tool" else ("ready",))
    if moment == "write" and name in ("build", "lab up"):
        moment = "start"
    after = draw.uniform(0.0, verb.window_s if moment == "ready" else 1.5)
    if moment == "write":
        after = draw.randint(1, 60)
    return Injection(number, name, mpi, draw.choice(SIGNALS).name, victim, moment, after, stopped_s)
