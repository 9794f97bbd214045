"""Every row of every suite's table names a kernel that the engine has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from builders import sessions
from builders.kernel_cells import kernels_of
from builders.kernel_facts import kernel_facts
from rankwise.core.records import Mpi
from rankwise.measure.build import engine_for
from rankwise.measure.kernels import kernels
from rankwise.mpis import catalog
from rankwise.suites import alcf, imb_tables, osu_tables
from rankwise.suites.sheet import SuiteJob


class _Noted(dict[str, object]):
    """Facts of whatever kernel is asked for, and which were."""

    def __missing__(self, name: str) -> object:
        self[name] = kernel_facts([name])[name]
        return self[name]


def named() -> Iterator[tuple[str, str]]:
    """Benchmark and kernel of every row."""
    for rows in (imb_tables.MPI1, imb_tables.NBC, imb_tables.RMA, imb_tables.P2P_PAIRS):
        yield from ((row.name, row.kernel) for row in rows)
    for one in osu_tables.PROGRAMS:
        if one.kind == "one-sided latency":
            yield from ((one.name, osu_tables.synchronised(one.kernel, sync)) for sync in osu_tables.SYNC_WORDS)
        else:
            yield one.name, one.kernel
        if one.kind == "overlap":
            yield f"{one.name} -f", one.kernel.removesuffix("_overlap")
    kernels = _Noted()
    alcf.ALCF.plan([], SuiteJob(8, "mpich", kernels))  # type: ignore[arg-type]
    yield from (("alcf", kernel) for kernel in kernels)


@pytest.mark.mpi(1)
def test_every_row_names_a_kernel_of_the_engine(mpich: Mpi) -> None:
    known = {kernel.name for kernel in kernels_of(sessions.describe(mpich))}
    rows = list(named())
    assert len(rows) > 150
    assert [(benchmark, kernel) for benchmark, kernel in rows if kernel not in known] == []


@pytest.mark.mpi(1)
def test_rows_of_imb_know_which_kernels_are_timed_call_by_call(mpich: Mpi) -> None:
    """By this alone an imported text tells whether back to back is the kernel's own way."""
    known = kernels(mpich, catalog.launcher_for(mpich), str(engine_for(mpich)))
    rows = (*imb_tables.MPI1, *imb_tables.NBC, *imb_tables.RMA, *imb_tables.P2P_PAIRS)
    assert [row.name for row in rows if row.singly != (known[row.kernel].timing == "single")] == []


@pytest.mark.parametrize(
    ("ranks", "words", "pairs"),
    [
        (2, "", {"": (0, 1)}),
        (4, "-ppn 2", {"intranode": (0, 1), "nearest": (0, 2)}),
        (6, "-ppn 2", {"intranode": (0, 1), "nearest": (0, 2), "farthest": (0, 4)}),
        (4, "", {"nearest": (0, 1), "farthest": (0, 3)}),
        (4, "-ppn 2 -pair 3,1", {"": (3, 1)}),
    ],
)
def test_pingpong_of_alcf_is_within_a_node_and_to_the_nearest_and_farthest(
    ranks: int, words: str, pairs: dict[str, tuple[int, int]]
) -> None:
    job = SuiteJob(ranks, "mpich", kernel_facts(["pingpong"]))
    found = alcf.ALCF.plan([*words.split(), "pingpong"], job).sheets
    assert {sheet.lines[0].label: sheet.table.groups[0] for sheet in found} == pairs
