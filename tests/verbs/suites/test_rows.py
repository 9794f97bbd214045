"""Every row of every suite's table names a kernel that the engine has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from builders import sessions
from builders.kernel_cells import kernels_of
from builders.kernel_facts import kernel_facts
from rankwise.core.records import Mpi
from rankwise.verbs.suites import alcf, imb_tables, osu_tables
from rankwise.verbs.suites.sheet import Job


class _Noted(dict[str, object]):
    """Facts of whatever kernel is asked for, and which were."""

    def __missing__(self, name: str) -> object:
        self[name] = kernel_facts([name])[name]
        return self[name]


def named() -> Iterator[tuple[str, str]]:
    """Benchmark and kernel of every row."""
    for rows in (imb_tables.MPI1, imb_tables.NBC, imb_tables.RMA, imb_tables.P2P_PAIRS):
        yield from ((one.name, one.kernel) for one in rows)
    for one in osu_tables.PROGRAMS:
        if one.kind == "one-sided latency":
            yield from ((one.name, f"{one.kernel}_{sync}") for sync in osu_tables.SYNC_WORDS)
        else:
            yield one.name, one.kernel
        if one.kind == "overlap":
            yield f"{one.name} -f", one.kernel.removesuffix("_overlap")
    kernels = _Noted()
    alcf.ALCF.plan([], Job(8, "mpich", kernels))  # type: ignore[arg-type]
    yield from (("alcf", kernel) for kernel in kernels)


@pytest.mark.mpi(1)
def test_every_row_names_a_kernel_of_the_engine(mpich: Mpi) -> None:
    known = {kernel.name for kernel in kernels_of(sessions.describe(mpich))}
    rows = list(named())
    assert len(rows) > 150
    assert [(benchmark, kernel) for benchmark, kernel in rows if kernel not in known] == []
