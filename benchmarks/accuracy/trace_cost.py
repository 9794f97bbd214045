"""What the trace library adds to a call: while it counts over a wrapper that takes the time before and after the call,
as any trace of times must, and stopped over a wrapper that does nothing.

Reading the time stamp counter twice takes 15 ns on some processors and over 30 on others.
"""

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
from rankwise.preloads.trace import layout
from rankwise.tracing.library import tracing

MPIS = ("mpich", "openmpi", "impi")
_CALLS = ("MPI_Comm_rank", "MPI_Send to MPI_PROC_NULL", "MPI_Sendrecv with itself")
_LIMITS_NS = (10.0, 40.0, 80.0)
_OFF_NS = 5.0
_ROUNDS, _COUNT = 9, 2_000_000
_TRACE = Path(layout.__file__).parent


def trace_cost(quick: bool) -> Report:
    """Three calls under both wrappers, a trace that counts, and one that MPI_Pcontrol has stopped, in turns."""
    goals, rows = [], []
    rounds, count = (2, _COUNT // 10) if quick else (_ROUNDS, _COUNT)
    with TemporaryDirectory(prefix="rankwise-trace-cost-") as text:
        folder = Path(text)
        (folder / "layout.h").write_text(layout.header())
        for family in MPIS:
            mpi = install(family)
            program = compiled(mpi, Path(__file__).with_name("trace_cost.c"), folder / family)
            wrappers = {
                "empty": _wrapper(mpi, folder / f"{family}-empty.so"),
                "timed": _wrapper(mpi, folder / f"{family}-timed.so", "-DTIMED", _TRACE / "clock.c"),
            }
            taken: dict[str, list[list[float]]] = {"empty": [], "timed": [], "counting": [], "off": []}
            for number in range(rounds):
                files = folder / f"{family}-{number}"
                files.mkdir()
                traced = tracing(mpi, files, sites=True)  # as `rankwise trace` does
                for name, wrapper in wrappers.items():
                    taken[name].append(added_ns(mpi, program, count, {"LD_PRELOAD": str(wrapper)}))
                taken["counting"].append(added_ns(mpi, program, count, traced))
                for file in files.iterdir():
                    file.unlink()
                taken["off"].append(added_ns(mpi, program, count, traced, "off"))
            for at, call in enumerate(_CALLS):
                off_ns = _OFF_NS * (2 if at == 2 else 1)
                for side, over, limit_ns in (("counting", "timed", _LIMITS_NS[at]), ("off", "empty", off_ns)):
                    pairs = zip(taken[over], taken[side], strict=True)
                    differences = [with_it[at] - without[at] for without, with_it in pairs]
                    added, what = median(differences), f"{family}, {call}, {side}, over the {over} wrapper"
                    figure = middle_of([1e-9 * difference_ns for difference_ns in differences], "s")
                    goals.append(Goal(what, f"{added:.1f} ns", f"<= {limit_ns:g} ns", added <= limit_ns, figure))
                figures = (f"{median([times[at] for times in taken[side]]):.1f} ns" for side in taken)
                rows.append((family, call, *figures))
    return Report(
        method=f"what a call takes over its PMPI form, the fastest of 100 loops of each in turns, one rank, {rounds} "
        "starts of each in turns; the timed wrapper takes the time before and after the call. MPI_Sendrecv is a send "
        "and a receive, so its limits are twice those of a message",
        goals=tuple(goals),
        header=("MPI", "call", "empty wrapper", "timed wrapper", "counting", "off"),
        rows=tuple(rows),
    )


def _wrapper(mpi: Mpi, target: Path, *words: str | Path) -> Path:
    source = Path(__file__).with_name("trace_wrapper.c")
    folders = [f"-I{folder}" for folder in (Path(mpi.prefix, "include"), _TRACE, target.parent)]
    line = ["gcc", "-O2", "-shared", "-fPIC", *folders, *words, source, "-o", target, "-ldl"]
    done = process.run(line, timeout_s=60)
    if not done.ok:
        raise MeasurementFailed("trace-cost", done.describe(), "is gcc installed?")
    return target


def added_ns(mpi: Mpi, program: Path, count: int, env: dict[str, str], *words: str) -> list[float]:
    """Nanoseconds that each of the three calls takes over its PMPI form in an environment."""
    place = Place(host=None, program=str(program), args=(str(count), *words))
    launch = catalog.launcher_for(mpi).command(mpi, LaunchSpec(places=(place,)))
    done = process.run(launch.argv, timeout_s=120, env={**launch.env, **env})
    if not done.ok:
        raise MeasurementFailed("trace-cost", done.describe(), "run this line by hand")
    return [float(word) for word in done.stdout.split()[-3:]]
