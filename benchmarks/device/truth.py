"""Whether copies of a device take what is declared: random declarations of the software device, measured by kernels."""

from __future__ import annotations

import random
from dataclasses import replace as replace_side

from msgspec.structs import replace

from benchmarks.accuracy.sides import two_cores
from benchmarks.goals import Report, share_goal
from rankwise.core.units import format_rate
from rankwise.measure.cells import cell
from rankwise.measure.session import Session
from rankwise.measure.visits import VisitOptions
from rankwise.mpis.install import install
from rankwise.placement.devices import Devices
from rankwise.placement.sides import make_side

SIZE_BYTES, NEAR = 64 << 20, 0.03
_KERNELS = {"copy_h2d": "h2d", "copy_d2h": "d2h", "copy_d2d": "d2d", "copy_peer": "d2d", "copy_ipc": "d2d"}
_VISIT = VisitOptions(samples=15, warm_s=0.0, checks=1)
_METHOD = (
    "Random rates from 0.2 to 2 GB/s are declared of the software device, and each copy kernel is measured; of 15 "
    "copies the fastest counts, for other programs only make copies slower"
)
_HEADER = ("kernel", "declared", "measured", "measured / declared")


def device_truth(quick: bool) -> Report:
    """On 10 random declarations, each copy kernel at 64 MiB."""
    noise = random.Random(1)
    near, total = 0, 0
    rows: list[tuple[str, ...]] = []
    for _ in range(2 if quick else 10):
        rates = {name: noise.uniform(0.2, 2.0) for name in ("h2d", "d2h", "d2d")}
        options = ",".join(f"{name}={rate:.3f}GB/s" for name, rate in rates.items())
        side = make_side("device", install("mpich"), two_cores())
        env = Devices(f"software:{options}").environment(side.mpi)
        side = replace_side(side, spec=replace(side.spec, env={**side.spec.env, **env}), devices="auto")
        with Session(side, 0) as session:
            for kernel, name in _KERNELS.items():
                group = (0, 1) if kernel == "copy_ipc" else (0,)
                visits, frame = session.visit(cell("device", kernel, SIZE_BYTES, group), 0, _VISIT)
                # An interruption only adds time: the fastest copy is what the device makes of its declaration.
                measured = frame.bytes_per_transfer / min(visits[0].samples_s)
                ratio = measured / (rates[name] * 1e9)
                near += abs(ratio - 1.0) <= NEAR
                total += 1
                rows.append((kernel, format_rate(rates[name] * 1e9), format_rate(measured), f"{ratio:.3f}"))
    goal = share_goal("copies of 64 MiB within 3 % of the declared rate", near, total, "all", near == total)
    return Report(_METHOD, (goal,), _HEADER, tuple(rows))
