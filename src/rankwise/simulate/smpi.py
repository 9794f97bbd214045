"""The engine under SimGrid's SMPI: the same cells, measured on a map instead of a machine, the same bytes each time."""

from __future__ import annotations

import contextlib
import math
import os
import re
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem, MeasurementFailed, UsageError
from rankwise.core.files import put
from rankwise.core.records import Cell, KernelFacts, Mpi, Visit
from rankwise.core.scarce import available_bytes
from rankwise.core.units import few, format_amount
from rankwise.measure.build import engine_for, platform_for, program_for
from rankwise.measure.frames import Failed, Frame, FrameReader, VisitFrame
from rankwise.measure.kernels import read_kernels
from rankwise.measure.visits import VisitOptions, visit_line
from rankwise.model.records import Map
from rankwise.simulate.platform import Platform, of_map
from rankwise.tracing.records import OrderedRank, TraceOrder

NEUTRAL = {
    "smpi/simulate-computation": "no",
    # A message takes what its path takes for its size, and nothing else; `machine.cpp` has the factors that say so.
    # SMPI's defaults, fitted to one cluster's TCP, return 8.47 us and 5.73 GB/s for a declared 4 us and 6.5 GB/s.
    "network/model": "CM02",
    "network/crosstraffic": "0",
    "network/TCP-gamma": "0",
    "smpi/async-small-thresh": "0",
    "smpi/send-is-detached-thresh": "0",
    "smpi/or": "0:0:0",
    "smpi/os": "0:0:0",
    "smpi/ois": "0:0:0",
    # Calls that only look cost nothing (default: 10 ns each), and times are told apart below the default 1 ns.
    "smpi/wtime": "0",
    "smpi/test": "0",
    "smpi/iprobe": "0",
    "surf/precision": "1e-12",
}
PLATFORM = Path(__file__).with_name("machine.cpp")
TRAFFIC = Path(__file__).with_name("traffic.cpp")
REPLAY = Path(__file__).with_name("replay.cpp")
_MOST_MESSAGES = 1 << 20
_SEARCHED_PER_S = 4e6
"""Squares of the messages of a receiver a second: twice what a busy machine did, for rather a simulation is begun in
vain than one that would end is not begun."""
_DEADLOCK = "Deadlock detected"
_MOST_WAITING = 8
LIKE = {"mpich": "mpich", "openmpi": "ompi", "impi": "impi", "mvapich": "mvapich2"}
"""Whose choice of algorithms for collectives SMPI can follow, and its name for it."""
ONE_SAMPLE = VisitOptions(samples=1, checks=1)
"""Simulated time has no noise: one sample is exact."""
_LIBRARIES = ("lib/{arch}-linux-gnu", "lib64", "lib")


@dataclass(frozen=True)
class Simulation:
    """What a simulated launch brought: visits in the order of the cells, and for cells that failed, why."""

    visits: tuple[Visit, ...]
    errors: dict[str, str]


def find() -> Mpi:
    """SMPI as an MPI like any other. Raises EnvironmentProblem `no-simgrid` when it is not installed."""
    launcher, compiler = shutil.which("smpirun"), shutil.which("smpicxx")
    if launcher is None or compiler is None:
        raise _missing("smpirun" if launcher is None else "smpicxx")
    prefix = Path(compiler).resolve().parent.parent
    folders = [prefix / folder.format(arch=os.uname().machine) for folder in _LIBRARIES]
    library = next((folder / "libsimgrid.so" for folder in folders if (folder / "libsimgrid.so").exists()), None)
    if library is None:
        raise _missing("libsimgrid.so")
    words = process.run([launcher, "-version"], timeout_s=10)
    version = re.search(r"SimGrid version (\S+)", words.stdout)
    return Mpi(
        name="smpi",
        family="smpi",
        version=version[1] if version else "unknown",
        prefix=str(prefix),
        where="PATH",
        launcher=launcher,
        library=str(library),
        soname=library.resolve().name,
        compiler=compiler,
        transports=("simulated",),
    )


def kernels() -> dict[str, KernelFacts]:
    """What the engine has under SMPI, by name. Raises as `run_cells`."""
    mpi = find()
    alone = Platform("alone", "nodes 1 1\ntime 1e9 1 0 0\nsame 0 0 0 0 0\n", ("alone",), (0,))
    with tempfile.TemporaryDirectory(prefix="rankwise-") as folder:
        line = _command(mpi, alone, Path(folder))
        return read_kernels(_simulated(line, [str(engine_for(mpi)), "--describe"], Path(folder), 60))


def run_cells(
    machine: Map | Platform,
    cells: Sequence[Cell],
    *,
    fabric: str = "",
    options: VisitOptions = ONE_SAMPLE,
    faults: Sequence[str] = (),
    timeout_s: float = 120.0,
    keep: Path | None = None,
    algorithms: Mapping[str, str] = {},
) -> Simulation:
    """One visit to each cell on a simulated machine. Rank r is endpoint r of a map.

    `timeout_s` bounds the real time. `algorithms` are SMPI's names by collective, or the MPI to follow as
    `coll-selector`. `keep` is a folder for the machine, host, plan and results files. Raises EnvironmentProblem without
    SimGrid, UsageError for a map or cell that cannot be simulated, MeasurementFailed when the simulation does not come
    to its end.
    """
    platform = machine if isinstance(machine, Platform) else of_map(machine, fabric)
    _check_ranks(platform, cells)
    mpi = find()
    engine = engine_for(mpi)
    with contextlib.ExitStack() as stack:
        folder = keep or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rankwise-")))
        lines = [visit_line(number, cell, options, timeout_s) for number, cell in enumerate(cells)]
        put(folder / "plan", "".join(f"{line}\n" for line in lines))
        (folder / "results").unlink(missing_ok=True)
        words = ["--plan", "plan", "--results", "results", *(word for fault in faults for word in ("--fault", fault))]
        done = _simulated(_command(mpi, platform, folder, algorithms), [str(engine), *words], folder, timeout_s)
        reader = FrameReader()
        results = (folder / "results").read_bytes() if (folder / "results").exists() else b""
        frames = [*reader.feed(results), *reader.finish()]
    if not done.ok:
        raise failed(done)
    return _simulation(cells, frames)


def run_program(
    machine: Map | Platform,
    main: Path,
    arguments: Sequence[str] = (),
    *,
    eager_bytes: int = 1 << 16,
    timeout_s: float = 120.0,
    files: Mapping[str, str] = {},
    algorithms: Mapping[str, str] = {},
) -> process.Completed:
    """A program of one C++ file, such as those of `rankwise.programs`, on a simulated machine: what it printed, and how
    it ended. Rank r is endpoint r of a map. Computing takes no simulated time; `--pace` makes it take some. A
    message of up to `eager_bytes` does not make its sender wait. `files` by name are in its folder. `algorithms` as for
    `run_cells`.

    Raises EnvironmentProblem without SimGrid and where it does not compile, UsageError for a map that cannot be
    simulated.
    """
    platform = machine if isinstance(machine, Platform) else of_map(machine)
    mpi = find()
    program = program_for(mpi, main)
    with tempfile.TemporaryDirectory(prefix="rankwise-") as folder:
        line = _command(mpi, platform, Path(folder), algorithms)
        for name in ("smpi/async-small-thresh", "smpi/send-is-detached-thresh"):
            line.append(f"--cfg={name}:{eager_bytes}")  # the last one counts
        for name, text in files.items():
            put(Path(folder) / name, text)
        return _simulated(line, [str(program), *arguments], Path(folder), timeout_s)


def send_once(
    machine: Platform, sends: Mapping[tuple[int, int], Sequence[tuple[int, float]]], *, timeout_s: float = 120.0
) -> float:
    """Simulated seconds of one step of a pattern: pairs of (bytes, messages) by (sender, receiver), all at once.

    Raises UsageError for more messages than fit into memory, and as `run_program`.
    """
    rows = [(a, b, size, math.ceil(count)) for (a, b), profile in sends.items() for size, count in profile if count > 0]
    if (total := sum(row[3] for row in rows)) > _MOST_MESSAGES or any(row[2] >= 1 << 31 for row in rows):
        raise UsageError(
            "no-memory", f"{total} messages in one step", f"at most {_MOST_MESSAGES}, each below 2 GiB, are simulated"
        )
    text = "".join(f"{a} {b} {size} {count}\n" for a, b, size, count in rows)
    return _took_s(run_program(machine, TRAFFIC, eager_bytes=0, timeout_s=timeout_s, files={"traffic": text}))


def least_s(sends: Mapping[tuple[int, int], Sequence[tuple[int, float]]]) -> float:
    """About the least seconds in which SimGrid ends `send_once`: it looks for the partner of each message among all
    others that wait for the same receiver."""
    arrive: dict[int, float] = defaultdict(float)
    for (_, to), profile in sends.items():
        arrive[to] += sum(count for _, count in profile)
    return sum(count * count for count in arrive.values()) / _SEARCHED_PER_S


def replay(
    machine: Map | Platform,
    order: TraceOrder,
    *,
    eager_bytes: int = 1 << 16,
    timeout_s: float = 120.0,
    algorithms: Mapping[str, str] = {},
) -> float:
    """Simulated seconds of what the ranks of a traced program did, in their order. Computing takes what it took where
    it was traced. Collectives with a root have the first rank of their communicator for it.

    Raises UsageError for what does not fit into memory, and as `run_program`."""
    files = {"communicators": "".join(f"{' '.join(map(str, members))}\n" for members in order.communicators)}
    largest = [_largest_bytes(own, order) for own in order.ranks]
    room = available_bytes()
    if room is not None and 2 * sum(largest) > room * 9 // 10:
        needed, most = format_amount(2 * sum(largest)), format_amount(room * 9 // 10)
        raise UsageError("no-memory", f"the buffers of its ranks need {needed}, there is room for {most}", "trace less")
    files |= {f"rank.{rank}": _script(own, largest[rank]) for rank, own in enumerate(order.ranks)}
    done = run_program(
        machine, REPLAY, eager_bytes=eager_bytes, timeout_s=timeout_s, files=files, algorithms=algorithms
    )  # fmt: skip
    return _took_s(done)


def _largest_bytes(rank: OrderedRank, order: TraceOrder) -> int:
    """Of the buffers of a rank: a message, or the blocks of all ranks of a collective."""
    most = 0
    for step in rank.steps:
        if step.call in ("send", "begin", "post"):
            most = max(most, step.numbers[2])
        elif step.call != "wait":
            most = max(most, step.numbers[1] * len(order.communicators[step.numbers[0]]))
    return most


def _script(rank: OrderedRank, largest: int) -> str:
    """What `replay.cpp` reads: the bytes of the largest buffer, then a step in each line."""
    lines = [str(largest)]
    for step in rank.steps:
        numbers = (len(step.numbers), *step.numbers) if step.call == "wait" else step.numbers
        if step.after_s > 0:
            lines.append(f"compute {step.after_s:.9f}")
        lines.append(f"{step.call} {' '.join(map(str, numbers))}")
    return "\n".join([*lines, ""])


def _took_s(done: process.Completed) -> float:
    """What a program prints that tells its time."""
    told = re.search(r"^took (\S+)$", done.stdout, re.MULTILINE)
    if not done.ok or told is None:
        raise failed(done)
    return float(told[1])


def _simulated(line: Sequence[str], words: Sequence[str], folder: Path, timeout_s: float) -> process.Completed:
    """How it ended. Raises MeasurementFailed where ranks wait for each other: SimGrid ends such a job with status 0."""
    env = {**os.environ, "TMPDIR": "."}
    done = process.run([*line, *words], timeout_s=timeout_s, cwd=folder, env=env)
    if _DEADLOCK not in done.stderr:
        return done
    # SimGrid names no calls. The same simulation again, with a file of its calls for each rank, ends at the same ones.
    with tempfile.TemporaryDirectory(prefix="calls-", dir=folder) as own:
        traced = [line[0], "-trace-ti", "-trace-file", f"{Path(own).name}/calls", *line[1:], *words]
        process.run(traced, timeout_s=timeout_s, cwd=folder, env=env)
        ends = [file.read_text().splitlines()[-1:] for file in Path(own).glob("calls_files/*.txt")]
    last = sorted((int(step[0]), step[1:]) for end in ends for step in [line.split() for line in end] if len(step) > 1)
    waiting = [f"rank {rank} in {_call(*step)}" for rank, step in last if step[0] != "finalize"]
    told = few(waiting, _MOST_WAITING)
    raise MeasurementFailed(
        "simulation-deadlock",
        f"all ranks that are left wait for each other{': ' * bool(told)}{told}",
        "a real MPI may send what is small before it is received, and hide this",
    )


def _call(name: str, *numbers: str) -> str:
    """A call as the file of a rank has it, in words: `recv 1 7 1 1` is MPI_Recv with rank 1, tag 7."""
    words = f"MPI_{name.capitalize()}"
    return f"{words} with rank {numbers[0]}, tag {numbers[1]}" if name in ("send", "ssend", "recv") else words


def _command(mpi: Mpi, platform: Platform, folder: Path, algorithms: Mapping[str, str] | None = None) -> list[str]:
    """The launch line, but for the program; what it reads is written to the folder, in which it is to start: smpirun
    divides arguments at spaces."""
    assert mpi.launcher is not None
    put(folder / "machine", platform.text)
    put(folder / "hosts", "".join(f"e{place}\n" for place in platform.ranks))
    shape = platform_for(mpi, PLATFORM)
    argv = [mpi.launcher, "-np", str(len(platform.ranks)), "-platform", str(shape), "-hostfile", "hosts"]
    settings = {**NEUTRAL, **{f"smpi/{name}": value for name, value in (algorithms or {}).items()}}
    argv += [f"--cfg={name}:{value}" for name, value in settings.items()]
    return [*argv, "--log=root.thresh:warning"]


def _simulation(cells: Sequence[Cell], frames: Sequence[Frame]) -> Simulation:
    errors: dict[str, str] = {}
    visits: dict[tuple[int, int], Visit] = {}
    for frame in frames:
        if isinstance(frame, Failed):
            errors.setdefault(frame.cell, f"rank {frame.rank}: {frame.message}")
        elif isinstance(frame, VisitFrame):
            visits[frame.visit, frame.times.group] = frame.times.visit(launch=0, round_number=0, at_s=0.0)
    for number, cell in enumerate(cells):
        groups = [group for group in range(len(cell.groups)) if (number, group) in visits]
        if cell.id not in errors and len(groups) < len(cell.groups):
            raise MeasurementFailed(
                "result-lost",
                f"the simulation ended well, but cell {cell.id} has no result",
                "run it again with `keep`",
            )
    return Simulation(tuple(visits[key] for key in sorted(visits)), errors)


def _check_ranks(platform: Platform, cells: Sequence[Cell]) -> None:
    ranks = len(platform.ranks)
    for cell in cells:
        highest = max(rank for group in cell.groups for rank in group)
        if highest >= ranks:
            raise UsageError(
                "no-such-rank",
                f"cell {cell.id} names rank {highest}, '{platform.name}' has {ranks} places for ranks",
                "rank r is endpoint r of the map",
            )


def _missing(what: str) -> EnvironmentProblem:
    return EnvironmentProblem("no-simgrid", f"{what} is not installed", "Debian: apt install libsimgrid-dev")


def failed(done: process.Completed) -> MeasurementFailed:
    """That a simulation did not end well, or not in time."""
    if done.returncode is None:
        cure = "a longer --budget, or fewer ranks, sizes or messages"
        return MeasurementFailed("simulation-failed", "the simulation did not end in its time (--budget)", cure)
    cure = "the words above are SimGrid's; the folder `keep` holds the files that it read"
    return MeasurementFailed("simulation-failed", done.describe(), cure)
