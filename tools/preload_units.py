"""The command lines that compile each unit of the preloads with a wrapper for each call: `preload_units.py FOLDER`.

What is written for the calls of the MPICH of this environment goes below FOLDER. A line for each unit is printed.
"""

from __future__ import annotations

import shlex
import sys
import sysconfig
from pathlib import Path

from rankwise.measure.mpi_preload import SCHEDULES, offers_of
from rankwise.preloads.device_buffers.wrappers import DEVICE_BUFFERS
from rankwise.preloads.trace.wrappers import TRACE


def main() -> None:
    """Writes and prints them."""
    offers = offers_of(Path(sysconfig.get_path("data"), "lib/libmpi.so.12"))
    for preload in (TRACE, DEVICE_BUFFERS, SCHEDULES):
        folder = Path(sys.argv[1], preload.folder.name)
        folder.mkdir(exist_ok=True)
        for name, text in preload.written(offers).items():
            (folder / name).write_text(text)
        for unit in preload.units(folder):
            print(shlex.join(unit.arguments()))


if __name__ == "__main__":
    main()
