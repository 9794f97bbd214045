"""Hundreds of surveys, maps and tunings in one process: what it holds more at the end; and 500 launches of 64 ranks."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.goals import Goal, Report
from builders import sessions
from faults.plan import MPIS
from rankwise import api
from rankwise.core import leftovers
from rankwise.core.errors import MeasurementFailed
from rankwise.measure.cells import cell
from rankwise.measure.session import Session
from rankwise.mpis.install import install

_ROUNDS, _QUICK_ROUNDS = 40, 3
_WARM_ROUNDS = 2  # libraries are loaded and caches filled
_MEMORY_BYTES = 5e6
_LAUNCHES, _QUICK_LAUNCHES, _RANKS = 500, 4, 64


@dataclass(frozen=True)
class Held:
    """What this process and its user hold."""

    memory_bytes: int
    descriptors: int
    children: int
    segments: int
    temporary: int

    @staticmethod
    def now() -> Held:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        children = Path("/proc/self/task").glob("*/children")
        return Held(
            memory_bytes=pages * os.sysconf("SC_PAGE_SIZE"),
            descriptors=len(list(Path("/proc/self/fd").iterdir())),
            children=sum(len(file.read_text().split()) for file in children),
            segments=len(leftovers.present()),
            temporary=len(list(Path(tempfile.gettempdir()).iterdir())),
        )


def endurance(quick: bool) -> Report:
    """Verbs in turn, each with the three MPIs."""
    rounds = _QUICK_ROUNDS if quick else _ROUNDS
    with _own_folder() as folder:
        held = [Held.now()]
        verbs = list(_verbs(folder, MPIS[:1] if quick else MPIS))
        for verb in verbs * rounds:
            verb()
            held.append(Held.now())
        warm, last = held[_WARM_ROUNDS * len(verbs)], held[-1]
        wanted = _QUICK_LAUNCHES if quick else _LAUNCHES
        hung = sum(_hangs(index) for index in range(wanted))
    more = last.memory_bytes - warm.memory_bytes
    goals = [Goal("memory", f"{more / 1e6:+.1f} MB", "<= +5 MB", more <= _MEMORY_BYTES)]
    for what in ("descriptors", "children", "segments", "temporary"):
        difference = getattr(last, what) - getattr(warm, what)
        goals.append(Goal(what, f"{difference:+d}", "<= 0", difference <= 0))
    goals.append(Goal(f"launches of {_RANKS} ranks that hang", f"{hung} of {wanted}", "none", not hung))
    step = max(1, len(held) // 12)
    return Report(
        f"{rounds} rounds of a survey, a map and a tuning in one process, with each of three MPIs (`--quick`: MPICH). "
        f"The first {_WARM_ROUNDS} rounds are not counted. Then launches of {_RANKS} ranks of MPICH on this "
        "machine.",
        tuple(goals),
        ("verbs done", "memory", "descriptors", "children", "segments", "files in the temporary folder"),
        tuple(
            (str(number), f"{one.memory_bytes / 1e6:.1f} MB", str(one.descriptors), str(one.children),
             str(one.segments), str(one.temporary))
            for number, one in list(enumerate(held))[::step]
        ),
    )  # fmt: skip


def _hangs(index: int) -> bool:
    """Whether a launch does not start, answer a visit of all ranks and end."""
    everyone = tuple(range(_RANKS))
    try:
        with Session(sessions.side(install("mpich"), _RANKS), index) as session:
            session.visit(cell("x", "barrier", 0, everyone), 0, sessions.QUICK)
    except MeasurementFailed:
        return True
    return False


def _verbs(folder: Path, families: Sequence[str]) -> Iterator[Callable[[], object]]:
    for family in families:
        name = install(family).name
        yield partial(api.survey, name, budget_s=3.0, experiments=False, out=folder / "s")
        yield partial(api.measure_map, name, budget_s=2.0, out=folder / "m")
        yield partial(
            api.tune, name, goal="collectives", sizes=(8, 64), budget_s=10.0, ranks=2, out=folder / "t",
            file=folder / "tuning.toml",
        )  # fmt: skip


@contextmanager
def _own_folder() -> Iterator[Path]:
    """A folder for results, outside the temporary one, whose files are counted."""
    with tempfile.TemporaryDirectory(prefix="rankwise-endurance-", dir="/var/tmp") as name:
        yield Path(name)
