"""What the library for device buffers adds to calls on host memory, without a driver and with one."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.device.pipeline import MPIS, output
from benchmarks.goals import Goal, Report
from builders.programs import compiled
from rankwise.model.robust import median
from rankwise.mpis.install import install

WITHOUT_NS, WITH_NS = 5.0, 150.0
_ROUNDS, _CALLS = 9, 2_000_000


def device_overhead(quick: bool) -> Report:
    """Nanoseconds that an `MPI_Send` of host memory to `MPI_PROC_NULL` takes longer with the library than without."""
    goals, rows = [], []
    rounds, calls = (2, _CALLS // 10) if quick else (_ROUNDS, _CALLS)
    with TemporaryDirectory(prefix="rankwise-device-") as folder:
        for family in MPIS:
            mpi = install(family)
            source = Path(__file__).with_name("overhead.c")
            program = compiled(mpi, source, Path(folder, family))
            for words, limit_ns, name in (((), WITHOUT_NS, "no driver"), (("driver",), WITH_NS, "driver loaded")):
                taken: dict[bool, list[float]] = {False: [], True: []}
                for _ in range(rounds):
                    for buffers in (False, True):
                        text = output(mpi, program, str(calls), *words, ranks=1, buffers=buffers)
                        taken[buffers].append(float(text.split()[0]))
                added = median([with_it - without for without, with_it in zip(taken[False], taken[True], strict=True)])
                goals.append(Goal(f"{family}, {name}", f"{added:.1f} ns", f"<= {limit_ns:g} ns", added <= limit_ns))
                rows.append((family, name, f"{median(taken[False]):.1f} ns", f"{median(taken[True]):.1f} ns"))
    return Report(
        method=f"an MPI_Send of 8 B of host memory to MPI_PROC_NULL, the fastest of 20 loops, {rounds} starts "
        "with the library and without in turns; the driver is the device in software",
        goals=tuple(goals),
        header=("MPI", "process", "without", "with"),
        rows=tuple(rows),
    )
