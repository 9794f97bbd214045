"""Device pointers against what a program does by hand: copy, send, copy; and its own pipeline."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from benchmarks.goals import Goal, Report
from builders.programs import built
from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Mpi
from rankwise.model.robust import median
from rankwise.mpis.install import install
from rankwise.verbs.run.start import plain_start, with_device

MPIS = ("mpich", "openmpi", "impi")
DEVICE = "software:h2d=2GB/s,d2h=2GB/s,d2d=8GB/s,latency=8us"
_GOALS = ((8, "copy", 1.2), (4 << 20, "copy", 0.55), (4 << 20, "pipeline", 1.03))
_ROUNDS = 9


def device_pipeline(quick: bool) -> Report:
    """The time of a device-aware send over that of the same transfer by hand."""
    goals, rows = [], []
    with TemporaryDirectory(prefix="rankwise-device-") as folder:
        for family in MPIS:
            mpi = install(family)
            program = built(mpi, "device_send", Path(folder))
            for size, other, limit in _GOALS:
                if quick and size > 8 and other == "copy":
                    continue
                pairs = [
                    (_time_us(mpi, program, "aware", size), _time_us(mpi, program, other, size))
                    for _ in range(1 if quick else _ROUNDS)
                ]
                ratio = median([aware / by_hand for aware, by_hand in pairs])
                name = f"{family}, {size} B, aware / {other}"
                goals.append(Goal(name, f"{ratio:.2f}", f"<= {limit:g}", ratio <= limit))
                aware_us, by_hand_us = (median(list(times)) for times in zip(*pairs, strict=True))
                rows.append((family, str(size), other, f"{by_hand_us:.0f} us", f"{aware_us:.0f} us"))
    return Report(
        method=f"`examples/device_send.c` on two ranks and a device in software ({DEVICE.partition(':')[2]}), whole "
        "runs in turns, the median of the ratios",
        goals=tuple(goals),
        header=("MPI", "bytes", "by hand", "time", "aware"),
        rows=tuple(rows),
    )


def _time_us(mpi: Mpi, program: Path, way: str, size: int) -> float:
    text = output(mpi, program, way, str(size), "20", ranks=2, buffers=way == "aware")
    found = re.search(r"in ([\d.]+) us, 0 wrong", text)
    if not found:
        raise MeasurementFailed("wrong-bytes", f"{program.name} {way} of {size} B printed {text!r}", "run it by hand")
    return float(found[1])


def output(
    mpi: Mpi,
    program: Path,
    *args: str,
    ranks: int,
    buffers: bool,
    device: str = DEVICE,
    env: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """What a program prints on a device, in software or (empty) the GPU, with the library for device buffers or
    without. `env`: added to its environment."""
    words = ["mpirun", "-n", str(ranks), str(program), *args]
    line, own, meant = plain_start(words, mpi.name)
    line, own = with_device(line, own, meant, buffers=buffers, device=device)
    done = process.run(line, timeout_s=120, env={**own, **env})
    if not done.ok:
        raise MeasurementFailed("program-failed", done.describe(), "run it by hand")
    return done.stdout
