"""Random programs on device memory against the same programs on host memory."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.device.pipeline import MPIS, output
from benchmarks.goals import Report, share_goal
from builders.programs import compiled
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Mpi
from rankwise.mpis.install import install

SOURCE = Path(__file__).parents[2] / "tests/measure/device_programs.c"
_RANKS, _SEEDS, _PROGRAMS = (2, 3, 4), 3, 250
_ANNOUNCED = {"RANKWISE_DEVICE_THRESHOLD": "65760", "RANKWISE_DEVICE_PIECE": "8192"}
_MODES = (
    _ANNOUNCED,
    {**_ANNOUNCED, "RANKWISE_DEVICE_IPC": "0"},
    {"RANKWISE_DEVICE_BUFFERS": "staged"},
)
"""Each seed takes the next: large messages are copied directly, go in pieces, or are copied whole."""
_ENV = {"PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe", "MPIR_CVAR_ALLGATHER_INTER_ALGORITHM": "nb"}
_NOT_COMPARED = {"mpich": "between groups"}
"""Of 2,683 derived elements between two groups MPICH 5.0.2 delivered other bytes than Open MPI and Intel MPI, on host
memory alone, and never ended with the other algorithm for `MPI_Allgather`."""
_AGAIN = 4
"""Further runs on host memory, where device memory gives something else: a step that these end in several ways tells
nothing. Intel MPI 2021.18 ended a step of a receive that was too short, and one that was cancelled, in two ways."""
_DEVICE = "software:latency=0us"


def device_programs(quick: bool) -> Report:
    """Bytes, statuses and error classes of every rank, beside those that host memory gives."""
    goals, rows = [], []
    with TemporaryDirectory(prefix="rankwise-device-") as folder:
        for family in MPIS:
            mpi = install(family)
            program = compiled(mpi, SOURCE, Path(folder, family))
            alike, total = 0, 0
            for ranks in _RANKS[: 1 if quick else None]:
                for seed in range(1, 2 if quick else _SEEDS + 1):
                    count, other = _other(mpi, program, ranks, seed)
                    alike, total = alike + count - len(other), total + count
                    rows += [(family, str(ranks), str(seed), words) for words in other[:3]]
            goals.append(share_goal(f"{family}, programs as on host memory", alike, total, "all", 0 < alike == total))
    seeds = 1 if quick else _SEEDS
    return Report(
        method=f"`tests/measure/device_programs.c`: {_PROGRAMS} random programs for each of {seeds} seeds on "
        f"{', '.join(map(str, _RANKS[: 1 if quick else None]))} ranks, on host memory, and on host and device memory "
        "mixed; large messages go directly, in pieces or whole, by the seed; what host memory alone gives "
        "only at times is not compared",
        goals=tuple(goals),
        header=("MPI", "ranks", "seed", "ended otherwise"),
        rows=tuple(rows),
    )


def _other(mpi: Mpi, program: Path, ranks: int, seed: int) -> tuple[int, list[str]]:
    """How many programs of a seed were compared, and those that end otherwise on device memory, each by its first line
    that differs. None are where host memory ends none."""
    words = (str(seed), str(_PROGRAMS))
    try:
        host = _steps(mpi, program, ranks, {}, *words, "host")
    except MeasurementFailed as error:
        print(f"{mpi.name}, {ranks} ranks, seed {seed}, on host memory: {error.message.splitlines()[0]}")
        return 0, []
    try:
        device = _steps(mpi, program, ranks, _MODES[seed % len(_MODES)], *words, "device")
    except MeasurementFailed as error:
        return _PROGRAMS, [error.message.splitlines()[0]] * _PROGRAMS
    left_out = _NOT_COMPARED.get(mpi.family)
    compared = {line for line in host if not (left_out and left_out in line)}
    if not compared <= device:
        again = [_steps(mpi, program, ranks, {}, *words, "host") for _ in range(_AGAIN)]
        compared = compared.intersection(*again)
    found = {line.split()[3]: line for line in sorted(compared - device)}
    return len({line.split()[3] for line in compared}), list(found.values())


def _steps(mpi: Mpi, program: Path, ranks: int, env: dict[str, str], *words: str) -> set[str]:
    """`rank R step S CALLS: DIGEST` of each."""
    buffers = words[-1] == "device"
    text = output(mpi, program, *words, ranks=ranks, buffers=buffers, device=_DEVICE, env={**_ENV, **env})
    return {line for line in text.splitlines() if line.startswith("rank ")}
