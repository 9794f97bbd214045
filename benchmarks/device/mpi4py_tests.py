"""mpi4py's own tests with the library for device buffers loaded: each must end as it does without."""

from __future__ import annotations

from importlib.metadata import version

from benchmarks.device.pipeline import MPIS
from benchmarks.goals import Goal, Report
from benchmarks.robust.mpi4py_tests import WITHOUT, differences, outcomes
from rankwise.core.records import Mpi
from rankwise.measure import software_device
from rankwise.measure.mpi_preload import device_buffers
from rankwise.mpis.install import install

_RANKS = 2


def device_mpi4py(quick: bool) -> Report:
    """The three libraries one after the other, in processes that have loaded the driver of the device in software."""
    goals, rows = list[Goal](), list[tuple[str, ...]]()
    options = ("-i", "test_p2p_buf.py") if quick else WITHOUT
    for family in MPIS:
        mpi = install(family)
        plain, _ = outcomes(mpi, _RANKS, options)
        found, _ = outcomes(mpi, _RANKS, options, env=loaded(mpi))
        other, compared = differences(plain, found, "with it"), sum(map(len, plain))
        met = not other and compared > 0
        goals.append(Goal(f"{family}: tests that end otherwise than plain", f"{len(other)} of {compared}", "0", met))
        rows += [(family, words) for words in other[:5]]
    return Report(
        f"mpi4py {version('mpi4py')}'s tests ({' '.join(options)}) on {_RANKS} ranks of this machine, plain and with "
        "the library and the driver of the device in software preloaded; the outcome of each test on each rank is "
        "compared",
        tuple(goals),
        ("library", "what ended otherwise"),
        tuple(rows),
    )


def loaded(mpi: Mpi) -> dict[str, str]:
    """The environment in which every rank has the library and the driver of the device in software."""
    driver = software_device.library_folder() / "libcuda.so.1"
    return {"LD_PRELOAD": f"{device_buffers(mpi)['LD_PRELOAD']}:{driver}", software_device.VARIABLE: ""}
