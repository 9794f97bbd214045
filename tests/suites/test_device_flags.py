"""Flags of OMB and IMB that put messages in a device's memory: which cells they are, and what is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from builders.kernel_facts import kernel_facts
from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.suites import imb, imb_tables, osu, osu_tables
from rankwise.suites.sheet import Planned, SuiteJob
from rankwise.verbs.suite import SuiteOptions, suite, text_lines
from rankwise.verbs.where import Where

KERNELS = kernel_facts({"put_flush", *(one.kernel for one in (*osu_tables.PROGRAMS, *imb_tables.MPI1))})


def plan(program: str, line: str, ranks: int = 2) -> Planned:
    return osu.FACES[program].plan(line.split(), SuiteJob(ranks, "mpich", KERNELS))


@pytest.mark.parametrize(
    ("program", "line", "buffers", "printed"),
    [
        ("osu_latency", "-d cuda D D", "D", "OSU MPI-CUDA Latency"),
        ("osu_latency", "D D", "D", "on DEVICE (D) and Receive Buffer on DEVICE (D)"),
        ("osu_bw", "-d cuda H D", "H,D", "on HOST (H) and Receive Buffer on DEVICE (D)"),
        ("osu_bw", "-d managed M MH", "M", "on MANAGED (MH) and"),
        ("osu_mbw_mr", "D D", "D", "Receive Buffer on DEVICE (D)"),
        ("osu_latency", "-d cuda", "", "OSU MPI-CUDA Latency"),
        ("osu_allreduce", "-d cuda", "D", "OSU MPI-CUDA Allreduce"),
        ("osu_allreduce", "-d managed", "M", "OSU MPI-CUDA MANAGED Allreduce"),
        ("osu_barrier", "-d cuda", "", "OSU MPI-CUDA Barrier"),
    ],
)
def test_letters_and_accelerators_are_buffers_of_cells(program: str, line: str, buffers: str, printed: str) -> None:
    planned = plan(program, line)
    (sheet,) = planned.sheets
    assert {one.cell.buffers for one in sheet.lines} == {buffers}
    assert printed in "\n".join(sheet.table.head)
    assert bool(planned.notices) == (not buffers)


@pytest.mark.parametrize(
    ("program", "line", "printed"),
    [
        ("osu_latency", "-d rocm D D", "only CUDA"),
        ("osu_latency", "D", "two letters"),
        ("osu_latency", "D X", "two letters"),
        ("osu_latency", "MD MD", "no kernel of the device"),
        ("osu_mbw_mr", "H D", "two ranks only"),
        ("osu_allreduce", "-d cuda D D", "takes no letters"),
        ("osu_put_latency", "-d cuda D D", "on the host alone"),
    ],
)
def test_what_omb_or_rankwise_does_not_take_is_refused(program: str, line: str, printed: str) -> None:
    with pytest.raises(UsageError, match=printed):
        plan(program, line, ranks=4)


def test_imb_takes_a_kind_of_memory() -> None:
    def cells(line: str) -> set[str]:
        planned = imb.MPI1.plan(["-msglog", "3:3", *line.split(), "PingPong"], SuiteJob(2, "mpich", KERNELS))
        return {one.cell.buffers for sheet in planned.sheets for one in sheet.lines}

    assert [cells(f"-mem_alloc_type {kind}") for kind in ("cpu", "host", "device", "shared")] == [
        {""},
        {"P"},
        {"D"},
        {"M"},
    ]
    for wrong in ("-mem_alloc_type gpu", "-mem_alloc_type device -off_cache -1"):
        with pytest.raises(UsageError, match="mem_alloc_type"):
            cells(wrong)


@pytest.mark.mpi(2)
@pytest.mark.parametrize(
    ("program", "line", "printed"),
    [
        ("osu_latency", "-d cuda -m 8:8 -i 16 H D", "Send Buffer on HOST (H) and Receive Buffer on DEVICE (D)"),
        ("IMB-MPI1", "-mem_alloc_type device -msglog 3:3 -iter 16 PingPong", "Benchmarking PingPong"),
    ],
)
def test_they_are_measured_on_the_device_in_software(
    mpich: Mpi, tmp_path: Path, program: str, line: str, printed: str
) -> None:
    options = SuiteOptions(
        program=program,
        words=tuple(line.split()),
        mpi=mpich.name,
        where=Where(ranks=2),
        device="software:latency=0us",
        device_buffers=True,
        out=tmp_path,
    )
    report = suite(options)
    assert report.run is not None
    assert all(result.estimate for result in report.run.results)
    assert printed in "\n".join(text_lines(report))
