"""Whether programs are right wherever they run, and whether they notice when a message is not."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import permutations

from benchmarks.goals import Goal, Report, of_share, share
from builders.declared import declared_map
from rankwise.core import process
from rankwise.core.records import Mpi
from rankwise.measure.mpi_preload import device_buffers
from rankwise.measure.software_device import device_settings
from rankwise.mpis.install import install
from rankwise.programs.job import launch_of
from rankwise.programs.records import ProgramResult
from rankwise.programs.table import PROGRAMS, find
from rankwise.programs.text import told_in
from rankwise.simulate.smpi import run_program

FAMILIES = ("mpich", "openmpi", "impi")
_RANKS = (1, 2, 3, 4, 8)
_SEEDS = 20
_AHEAD = 2
_SMALL = {
    "asian": f"--items 16 --paths 2000 --intervals 5 --ahead {_AHEAD}",
    "fft3d": "--size 17x13x12 --steps 2",
    "lbm": "--size 17x13x12 --steps 20",
    "ring": "--size 4096 --steps 5",
    "stencil3d": "--size 17x13x12 --steps 8",
    "vectors": "--size 4096 --steps 3 --way pipeline --chunk 1024",
    "wave3d": "--size 17x13x16 --steps 6",
}
_HALO = ("lbm", "stencil3d", "wave3d")


@dataclass
class _Count:
    """What was run, and what was wrong: by program its runs, its digests, and words for each that failed."""

    runs: dict[str, int] = field(default_factory=dict)
    digests: dict[str, set[str]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def add(self, name: str, where: str, result: ProgramResult | None) -> None:
        """Notes a run that must be right."""
        self.runs[name] = self.runs.get(name, 0) + 1
        if result is None or not result.right:
            self.wrong.append(f"{name} {where}")
        else:
            self.digests.setdefault(name, set()).add(result.digest)


def programs_right(quick: bool) -> Report:
    """Ranks, MPIs, SimGrid and device buffers; flipped bits, and halo layers that are lost or doubled."""
    count = _Count()
    for family in FAMILIES[:1] if quick else FAMILIES:
        mpi = install(family)
        for name, ranks in _cases(quick):
            count.add(name, f"on {ranks} ranks of {family}", _result(mpi, name, ranks))
            if ranks in (2, 3):
                count.add(name, f"on {ranks} ranks of {family}, device", _result(mpi, name, ranks, device=True))
    for name, ranks in _cases(quick):
        count.add(name, f"on {ranks} ranks of SimGrid", _simulated(name, ranks))
    mpich = install("mpich")
    caught = {name: _caught(mpich, name, 5 if quick else _SEEDS) for name in _SMALL}
    seeds = 5 if quick else _SEEDS
    layers = [_is_wrong(mpich, name, f"{kind}:0:{at}") for name in _HALO for kind in ("lose", "double")
              for at in range(12, 18)]  # fmt: skip
    same = [name for name in _SMALL if PROGRAMS[name].promise == "the same bits" and len(count.digests[name]) == 1]
    promised = [name for name in _SMALL if PROGRAMS[name].promise == "the same bits"]
    runs, right = sum(count.runs.values()), sum(count.runs.values()) - len(count.wrong)
    least = min(caught, key=lambda name: caught[name])
    return Report(
        method=f"each program on {', '.join(map(str, _RANKS))} ranks, uneven grids, "
        f"{', '.join(FAMILIES)} and SimGrid, messages of the host and of a device in software; {seeds} seeds draw the "
        "message whose exponent bit is flipped",
        goals=(
            Goal("right answers", share(right, runs), "all", right == runs, of_share(right, runs)),
            Goal("the same bits everywhere", share(len(same), len(promised)), "all that promise", same == promised),
            Goal(f"flipped bits that are caught, least: {least}", share(caught[least], seeds), "19 of 20",
                 caught[least] >= 0.95 * seeds, of_share(sum(caught.values()), seeds * len(caught))),
            Goal("lost and doubled halo layers that are caught", share(sum(layers), len(layers)), "all", all(layers)),
        ),
        header=("program", "runs", "flips caught", "wrong"),
        rows=tuple(
            (name, str(count.runs[name]), share(caught[name], seeds),
             ", ".join(word for word in count.wrong if word.startswith(name + " ")))
            for name in _SMALL
        ),
    )  # fmt: skip


def _cases(quick: bool) -> list[tuple[str, int]]:
    ranks = (1, 3) if quick else _RANKS
    return [(name, count) for name in _SMALL for count in ranks if count >= find(name).least_ranks]


def _result(mpi: Mpi, name: str, ranks: int, *words: str, device: bool = False) -> ProgramResult | None:
    settings = {**device_settings("software"), **device_buffers(mpi)} if device else {}
    kind = ("--buffers", "D") if device else ()
    launch = launch_of(find(name), mpi, ranks, (*_SMALL[name].split(), *kind, *words), settings)
    done = process.run(launch.argv, env=launch.env, timeout_s=300.0)
    told = told_in(done.stdout, mpi.name, 0.0)
    return told.result if told else None


def _simulated(name: str, ranks: int) -> ProgramResult | None:
    ids = [f"h{rank}" for rank in range(max(ranks, 2))]
    machine = declared_map("all alike", dict.fromkeys(permutations(ids, 2), (1e-05, 1000000000.0)))
    if ranks == 1:  # of two hosts, both of which have a path: one rank alone is on the first
        ranks = 2
    told = told_in(run_program(machine, find(name).source, _SMALL[name].split()).stdout, "smpi", 0.0)
    return told.result if told else None


def _caught(mpi: Mpi, name: str, seeds: int) -> int:
    """How many of the flipped bits are noticed: rank and message are drawn among all that are sent."""
    ranks = 3
    sound = _result(mpi, name, ranks)
    assert sound is not None
    # Each rank sends about as many. Of workers one may get nearly all items: each has those that it gets first.
    most = _AHEAD if name == "asian" else int(sound.messages / ranks * 0.7)
    caught = 0
    for seed in range(seeds):
        draw = random.Random(seed)
        rank = draw.randrange(1 if name == "asian" else 0, ranks)
        caught += _is_wrong(mpi, name, f"flip:{rank}:{draw.randrange(max(1, most))}", ranks, sound.digest)
    return caught


def _is_wrong(mpi: Mpi, name: str, fault: str, ranks: int = 1, digest: str = "") -> bool:
    """Whether a planted fault is noticed: by the check, by bits that are promised, or by the end of the job."""
    result = _result(mpi, name, ranks, "--fault", fault)
    return result is None or not result.right or result.digest != (digest or result.digest)
