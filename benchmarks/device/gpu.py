"""What device buffers reach on a GPU, all ratios in one run: `python -m benchmarks gpu`.

RANKWISE_TEST_DEVICE=software shows without a GPU that it works. Its goals are those of a GPU.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import replace as replace_side
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from benchmarks.accuracy.sides import two_cores
from benchmarks.device.datatypes import time_us
from benchmarks.device.pipeline import DEVICE, MPIS, output
from benchmarks.goals import Goal, Report
from benchmarks.shown import terminal
from builders.programs import compiled
from rankwise.core.errors import RankwiseError
from rankwise.core.records import DeviceMemory, Mpi
from rankwise.core.units import format_rate
from rankwise.measure.cells import cell
from rankwise.measure.session import Session
from rankwise.measure.visits import VisitOptions
from rankwise.mpis.install import install
from rankwise.placement.devices import Devices, driver_here, on_device_memory, with_devices
from rankwise.placement.sides import make_side

_LARGE, _SMALL = 64 << 20, 8
_VISIT = VisitOptions(samples=15, warm_s=0.01)
_SOURCES = Path(__file__).parent


def gpu(quick: bool) -> Report:
    """Messages between two ranks on one device, against the copies that they are made of."""
    device = os.environ.get("RANKWISE_TEST_DEVICE", "gpu")
    mpi = install("mpich")
    found = {"announced": _times(mpi, device, {}), "pieces": _times(mpi, device, {"RANKWISE_DEVICE_IPC": "0"})}
    goals = [*_messages(found["announced"], found["pieces"]), *_programs(mpi, device, 2 if quick else 20)]
    driver = driver_here(Devices(device).environment(mpi))
    name = f"{driver.devices[0].name}, driver {driver.version}" if driver and driver.devices else "none"
    rows = [
        (way, kernel, f"{time_s * 1e6:.1f} us", format_rate(size / time_s))
        for way, times in found.items()
        for (kernel, size), time_s in times.items()
    ]
    method = f"two ranks of MPICH on one device ({name}); of 15 samples the fastest counts"
    return Report(method, tuple(goals), ("messages", "kernel", "time", "rate"), tuple(rows))


def device_stages(quick: bool) -> Report:
    """Large messages in pieces and by a direct copy on three MPIs, against the stages that they are made of."""
    goals, rows = list[Goal](), list[tuple[str, ...]]()
    for family in MPIS[: 1 if quick else None]:
        mpi = install(family)
        direct, pieces = _times(mpi, DEVICE, {}), _times(mpi, DEVICE, {"RANKWISE_DEVICE_IPC": "0"})
        goals += [replace(goal, what=f"{family}, {goal.what}") for goal in _messages(direct, pieces, small=1.2)]
        for way, times in (("direct", direct), ("pieces", pieces)):
            rows += [
                (family, way, kernel, f"{time_s * 1e6:.1f} us", format_rate(size / time_s))
                for (kernel, size), time_s in times.items()
            ]
    method = f"two ranks on one device in software ({DEVICE.partition(':')[2]}); of 15 samples the fastest counts"
    return Report(method, tuple(goals), ("MPI", "messages", "kernel", "time", "rate"), tuple(rows))


def _times(mpi: Mpi, device: str, env: dict[str, str]) -> dict[tuple[str, int], float]:
    """Seconds of a message or a copy, by kernel and size; copies of both ranks run at the same time."""
    side = make_side("device", mpi, two_cores())
    side = replace_side(side, spec=replace(side.spec, env={**side.spec.env, **env}))
    (side,), _ = with_devices([side], Devices(device, "0", buffers=True))
    found = {}
    with Session(side, 0) as session:
        for size in (_SMALL, _LARGE):
            for kernel, buffers in (("pingpong", "D"), ("pingpong", ""), ("copy_h2d", ""), ("copy_d2h", "")):
                found[f"{kernel} {buffers or 'H'}", size] = _least_s(session, kernel, size, buffers)
        found["copy_ipc H", _LARGE] = _least_s(session, "copy_ipc", _LARGE, "")
    return found


def _least_s(session: Session, kernel: str, size: int, buffers: str) -> float:
    visits, _ = session.visit(cell("device", kernel, size, (0, 1), buffers=buffers), 0, _VISIT)
    return min(visits[0].samples_s)


def _messages(
    direct: dict[tuple[str, int], float], pieces: dict[tuple[str, int], float], small: float = 1.5
) -> list[Goal]:
    ipc = direct["copy_ipc H", _LARGE] / direct["pingpong D", _LARGE]
    parts_s = sum(direct[kernel, _SMALL] for kernel in ("copy_d2h H", "pingpong H", "copy_h2d H"))
    eight = direct["pingpong D", _SMALL] / parts_s
    slowest_s = max(pieces[kernel, _LARGE] for kernel in ("copy_d2h H", "pingpong H", "copy_h2d H"))
    stages = slowest_s / pieces["pingpong D", _LARGE]
    return [
        Goal("device to device at 64 MiB / copy_ipc, rates", f"{ipc:.2f}", ">= 0.9", ipc >= 0.9),
        Goal("8 B / two copies and a host message, times", f"{eight:.2f}", f"<= {small:g}", eight <= small),
        Goal("64 MiB in pieces / slowest stage, rates", f"{stages:.2f}", ">= 0.9", stages >= 0.9),
    ]


def _programs(mpi: Mpi, device: str, steps: int) -> list[Goal]:
    words = "" if device == "gpu" else device
    with TemporaryDirectory(prefix="rankwise-gpu-") as folder:
        face = compiled(mpi, _SOURCES / "datatypes.c", Path(folder, "face"))
        gain = time_us(mpi, face, "waited", 2, words) / time_us(mpi, face, "vector", steps, words)
        calls = compiled(mpi, _SOURCES / "overhead.c", Path(folder, "calls"))
        ns = [
            float(output(mpi, calls, "200000", "driver", ranks=1, buffers=buffers, device=words).split()[0])
            for buffers in (False, True)
        ]
    added = ns[1] - ns[0]
    return [
        Goal("a face of 4096 rows of 8 B by copies / as a vector", f"{gain:.0f}", ">= 10", gain >= 10),
        Goal("a pointer of the host, classified", f"{added:.0f} ns", "<= 150 ns", added <= 150),
        _beside_ucx(device),
    ]


def _beside_ucx(device: str) -> Goal:
    """At no size slower than nine tenths of MPICH with UCX for CUDA."""
    what, goal = "rate / that of MPICH with UCX for CUDA, least of all sizes", ">= 0.9"
    if device != "gpu":
        return Goal(what, "needs a GPU", goal, None)
    try:
        other = install("mpich", device="cuda")
        memory = DeviceMemory(buffers="D", device=device)
        (with_ucx,) = on_device_memory([make_side("ucx", other, two_cores())], memory)
        plain = make_side("own", install("mpich"), two_cores())
        (own,) = on_device_memory([plain], replace(memory, library=True))
    except RankwiseError as error:
        return Goal(what, error.message.splitlines()[0], goal, None)
    sizes = [1 << power for power in range(3, 27, 3)]
    with Session(with_ucx, 0) as first, Session(own, 0) as second:
        ratios = [_least_s(first, "pingpong", size, "D") / _least_s(second, "pingpong", size, "D") for size in sizes]
    return Goal(what, f"{min(ratios):.2f}", goal, min(ratios) >= 0.9)


if __name__ == "__main__":  # without the other benchmarks, which need NumPy
    begin_s = time.monotonic()
    report = gpu(quick=False)
    print(terminal("gpu", report, time.monotonic() - begin_s))
    sys.exit(int(any(goal.met is False for goal in report.goals)))
