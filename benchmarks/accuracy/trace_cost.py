"""What the trace library adds to a call, over a wrapper that does nothing."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.goals import Goal, Report, middle_of
from builders.programs import compiled
from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.model.robust import median
from rankwise.mpis import catalog
from rankwise.mpis.install import install
from rankwise.tracing.library import tracing

MPIS = ("mpich", "openmpi", "impi")
_CALLS = ("MPI_Comm_rank", "MPI_Send to MPI_PROC_NULL", "MPI_Sendrecv with itself")
_LIMITS_NS = (20.0, 50.0, 100.0)
_OFF_NS = 5.0
_ROUNDS, _COUNT = 9, 2_000_000


def trace_cost(quick: bool) -> Report:
    """Three calls under an empty wrapper, a trace that counts, and one that MPI_Pcontrol has stopped, in turns."""
    goals, rows = [], []
    rounds, count = (2, _COUNT // 10) if quick else (_ROUNDS, _COUNT)
    with TemporaryDirectory(prefix="rankwise-trace-cost-") as text:
        folder = Path(text)
        for family in MPIS:
            mpi = install(family)
            program = compiled(mpi, Path(__file__).with_name("trace_cost.c"), folder / family)
            wrapper = _wrapper(mpi, folder / f"{family}.so")
            taken: dict[str, list[list[float]]] = {"empty": [], "counting": [], "off": []}
            for number in range(rounds):
                files = folder / f"{family}-{number}"
                files.mkdir()
                traced = tracing(mpi, files)
                taken["empty"].append(_times(mpi, program, count, {"LD_PRELOAD": str(wrapper)}))
                taken["counting"].append(_times(mpi, program, count, traced))
                for file in files.iterdir():
                    file.unlink()
                taken["off"].append(_times(mpi, program, count, traced, "off"))
            for at, call in enumerate(_CALLS):
                for side, limit_ns in (("counting", _LIMITS_NS[at]), ("off", _OFF_NS * (2 if at == 2 else 1))):
                    pairs = zip(taken["empty"], taken[side], strict=True)
                    differences = [with_it[at] - without[at] for without, with_it in pairs]
                    added, what = median(differences), f"{family}, {call}, {side}"
                    figure = middle_of([1e-9 * difference_ns for difference_ns in differences], "s")
                    goals.append(Goal(what, f"{added:.1f} ns", f"<= {limit_ns:g} ns", added <= limit_ns, figure))
                figures = (f"{median([times[at] for times in taken[side]]):.1f} ns" for side in taken)
                rows.append((family, call, *figures))
    return Report(
        method=f"the fastest of 20 loops of one rank, {rounds} starts of each in turns; added is over an empty "
        "wrapper. MPI_Sendrecv is a send and a receive, so its limits are twice those of a message",
        goals=tuple(goals),
        header=("MPI", "call", "empty wrapper", "counting", "off"),
        rows=tuple(rows),
    )


def _wrapper(mpi: Mpi, target: Path) -> Path:
    source = Path(__file__).with_name("trace_wrapper.c")
    include = Path(mpi.prefix, "include")
    done = process.run(["gcc", "-O2", "-shared", "-fPIC", f"-I{include}", source, "-o", target, "-ldl"], timeout_s=60)
    if not done.ok:
        raise MeasurementFailed("trace-cost", done.describe(), "is gcc installed?")
    return target


def _times(mpi: Mpi, program: Path, count: int, env: dict[str, str], *words: str) -> list[float]:
    place = Place(host=None, program=str(program), args=(str(count), *words))
    launch = catalog.launcher_for(mpi).command(mpi, LaunchSpec(places=(place,)))
    done = process.run(launch.argv, timeout_s=120, env={**launch.env, **env})
    if not done.ok:
        raise MeasurementFailed("trace-cost", done.describe(), "run this line by hand")
    return [float(word) for word in done.stdout.split()[-3:]]
