"""A face of a grid in device memory, by datatypes and by a copy for each row."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.device.pipeline import DEVICE, MPIS, output
from benchmarks.goals import Goal, Report
from builders.programs import compiled
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Mpi
from rankwise.mpis.install import install

_LAYOUTS = ("waited", "rows", "vector", "subarray", "indexed_block", "scattered")
_ROUNDS, _STEPS = 5, 20
_LEAST, _ALIKE = 10.0, 1.2
_METHOD = (
    f"`benchmarks/device/datatypes.c` on two ranks and a device in software ({DEVICE.partition(':')[2]}): 4096 "
    "doubles, 512 bytes apart; whole runs in turns, of each layout the fastest step. By hand: a copy for each "
    "double that is waited for (waited), or all waited for once (rows)"
)


def device_datatypes(quick: bool) -> Report:
    """A face of 64 x 64 doubles, by each layout, over the same bytes copied row by row."""
    goals, rows = [], []
    with TemporaryDirectory(prefix="rankwise-device-") as folder:
        for family in MPIS[: 1 if quick else None]:
            mpi = install(family)
            program = compiled(mpi, Path(__file__).with_suffix(".c"), Path(folder, family))
            best_us = dict.fromkeys(_LAYOUTS, float("inf"))
            for _ in range(1 if quick else _ROUNDS):
                for layout in _LAYOUTS:
                    best_us[layout] = min(best_us[layout], time_us(mpi, program, layout, 2 if quick else _STEPS))
            for by_hand in ("waited", "rows"):
                gain = best_us[by_hand] / best_us["vector"]
                goals.append(Goal(f"{family}, {by_hand} / vector", f"{gain:.1f}", f">= {_LEAST:g}", gain >= _LEAST))
            for layout in ("subarray", "indexed_block", "scattered"):
                ratio = best_us[layout] / best_us["vector"]
                goals.append(Goal(f"{family}, {layout} / vector", f"{ratio:.2f}", f"<= {_ALIKE:g}", ratio <= _ALIKE))
            rows.append((family, *(f"{best_us[layout]:.0f} us" for layout in _LAYOUTS)))
    return Report(method=_METHOD, goals=tuple(goals), header=("MPI", *_LAYOUTS), rows=tuple(rows))


def time_us(mpi: Mpi, program: Path, layout: str, steps: int, device: str = DEVICE) -> float:
    """The fastest step of a layout. Raises MeasurementFailed where a byte is wrong."""
    by_hand = layout in ("waited", "rows")
    text = output(mpi, program, layout, str(steps), ranks=2, buffers=not by_hand, device=device)
    found = re.search(r"in ([\d.]+) us, 0 wrong", text)
    if not found:
        raise MeasurementFailed("wrong-bytes", f"{program.name} {layout} printed {text!r}", "run it by hand")
    return float(found[1])
