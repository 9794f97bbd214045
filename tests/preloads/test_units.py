"""Preloads are units of C with small headers: none leads back to itself, and none is seen outside."""

from __future__ import annotations

import re
from collections import defaultdict
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from rankwise.core import process
from rankwise.core.records import Mpi
from rankwise.measure.mpi_preload import SCHEDULES, built
from rankwise.preloads.device_buffers.wrappers import DEVICE_BUFFERS
from rankwise.preloads.library import MpiPreload
from rankwise.preloads.trace.wrappers import TRACE

PRELOADS = (TRACE, DEVICE_BUFFERS, SCHEDULES)


def symbols(library: Path, which: str) -> list[str]:
    done = process.run(["nm", "-D", f"--{which}-only", str(library)], timeout_s=100)
    assert done.ok, done.describe()
    return [line.split()[-1] for line in done.stdout.splitlines()]


@pytest.mark.parametrize("preload", PRELOADS, ids=lambda preload: preload.folder.name)
def test_units_have_no_circles(preload: MpiPreload) -> None:
    uses: dict[str, set[str]] = defaultdict(set)
    for file in preload.folder.glob("*.[ch]"):
        uses[file.stem] |= set(re.findall(r'^#include "(?:\.\./mpi/)?(\w+)\.h"', file.read_text(), re.MULTILINE))
    order = TopologicalSorter({unit: others - {unit} for unit, others in uses.items()})
    order.prepare()  # raises CycleError with the units


@pytest.mark.parametrize("preload", PRELOADS, ids=lambda preload: preload.folder.name)
def test_headers_are_small_and_define_no_state(preload: MpiPreload) -> None:
    for header in {*preload.folder.glob("*.h")} - {preload.folder / "rows_ptx.h"}:
        text = header.read_text()
        assert len(text.splitlines()) < 150, header
        assert not re.findall(r"^static (?!inline|const |_Thread_local const )", text, re.MULTILINE), header


@pytest.mark.mpi(1)
@pytest.mark.drawn(2)
@pytest.mark.parametrize("preload", PRELOADS, ids=lambda preload: preload.folder.name)
def test_only_calls_are_offered_and_no_data_of_the_library_is_needed(any_mpi: Mpi, preload: MpiPreload) -> None:
    library = built(preload, any_mpi)
    assert [name for name in symbols(library, "defined") if not re.match(r"P?MPIX?_|mpi_|rankwise_", name)] == []
    assert [name for name in symbols(library, "undefined") if re.match(r"P?MPI|ompi_|mpi_", name)] == []
