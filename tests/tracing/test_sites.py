"""Where programs call MPI, as a trace tells it: by the lines of their sources."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.programs import EXAMPLES, compiled, fortran, of_debian
from builders.traces import a_trace
from rankwise.core import process
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.mpis import catalog
from rankwise.report.trace import tables
from rankwise.tracing.file import read_folder
from rankwise.tracing.library import tracing
from rankwise.tracing.records import TracedRank, TraceSite
from rankwise.tracing.sites import _place, with_lines

SOURCES = Path(__file__).parent


def traced(
    mpi: Mpi, program: Path, folder: Path, *args: str, env: dict[str, str] | None = None
) -> tuple[TracedRank, ...]:
    folder.mkdir()
    launch = catalog.launcher_for(mpi).command(
        mpi, LaunchSpec(places=(Place(host=None, program=str(program), args=args),) * 2)
    )
    done = process.run(
        launch.argv, timeout_s=120, env={**launch.env, **(env or {}), **tracing(mpi, folder, sites=True)}
    )
    assert done.ok, done.describe()
    return with_lines(read_folder(folder)[1])


def lines_with_calls(source: Path) -> set[tuple[int, str]]:
    """Line and call, of what a trace counts by name."""
    found = {(number, call) for number, line in enumerate(source.read_text().splitlines(), 1)
             for call in re.findall(r"\bMPI_(\w+)\(", line)}  # fmt: skip
    return {(number, call) for number, call in found if call not in ("Init", "Finalize", "Wtime", "Abort")}


@pytest.mark.mpi(ranks=2)
def test_every_line_that_calls_is_a_site(any_mpi: Mpi, tmp_path: Path) -> None:
    program = compiled(any_mpi, EXAMPLES / "heat.c", tmp_path / "heat")
    ranks = traced(any_mpi, program, tmp_path / "trace", "2", "16", "10")
    for rank in ranks:
        assert {(site.line, site.call) for site in rank.sites} == lines_with_calls(EXAMPLES / "heat.c")
        assert {(Path(site.object), Path(site.file)) for site in rank.sites} == {(program, EXAMPLES / "heat.c")}
        assert {site.function for site in rank.sites if site.call == "Waitall"} == {"exchange"}
        for call in rank.calls:  # nothing is counted twice, and nothing is left out
            own = [site for site in rank.sites if site.call == call.call]
            assert sum(site.calls for site in own) == call.calls
            assert sum(site.time_s for site in own) == pytest.approx(call.time_s)
        waitall = next(site for site in rank.sites if site.call == "Waitall")
        assert waitall.bytes == sum(row.bytes for row in rank.rows if row.call == "Irecv")
        assert rank.lost_sites == 0


@pytest.mark.mpi(ranks=2)
def test_calls_and_sites_count_the_same_bytes(any_mpi: Mpi, tmp_path: Path) -> None:
    program = compiled(any_mpi, SOURCES / "trace_nobody.c", tmp_path / "nobody")
    ranks = traced(any_mpi, program, tmp_path / "trace")
    run = replace(a_trace({}), ranks=ranks, world=2)
    titled = dict(tables(run))
    calls = {row[0]: (int(row[1]), row[2]) for row in titled["Calls of all ranks, by time inside"][1:]}
    sites = {row[2]: (int(row[3]), row[4]) for row in titled["Where the program calls MPI, by time inside"][1:]}
    assert calls == sites
    assert {calls[f"MPI_{name}"] for name in ("Send", "Recv", "Irecv", "Wait")} == {(6, "-")}
    assert calls["MPI_Sendrecv"] == (6, "2.34 KiB")


@pytest.mark.fortran
@pytest.mark.mpi(ranks=2)
@pytest.mark.parametrize("family", ["mpich", "impi"])
def test_fortran_with_descriptors_of_buffers_is_counted_once_and_by_line(
    family: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Descriptors of gfortran are not those that Intel MPI was built for, so its messages are empty here."""
    source, program = SOURCES / "descriptors.f90", tmp_path / "descriptors"
    if family == "impi":
        mpi, count = request.getfixturevalue("impi"), "0"
        of = ("-I", f"{mpi.prefix}/include", "-L", f"{mpi.prefix}/lib", "-lmpifort", "-lmpi")
        done = process.run(["gfortran", "-g", source, "-o", program, *of], timeout_s=60)
        assert done.ok, done.describe()
    else:
        mpi, count = of_debian(family), "16"
        fortran(mpi, source, program, "-g")
    shown = {"LD_LIBRARY_PATH": f"{mpi.prefix}/lib:{os.environ.get('LD_LIBRARY_PATH', '')}"}
    for rank in traced(mpi, program, tmp_path / "trace", count, env=shown):
        size, other = 8 * int(count), 1 - rank.rank
        assert {(row.call, row.direction, row.peer, row.messages, row.bytes) for row in rank.rows} == {
            ("Send", "out", other, 1, size),
            ("Recv", "in", other, 1, size),  # of rank 1 from MPI_ANY_SOURCE, without a status
        }
        text = source.read_text().splitlines()
        lines = {text[site.line - 1].split("call ")[1].split("(")[0] for site in rank.sites}
        assert lines == {"send", "recv", "MPI_Comm_rank"}


def test_what_addr2line_does_not_know_is_empty() -> None:
    assert _place("main", "/src/a b.c:57 (discriminator 2)") == ("main", "/src/a b.c", 57)
    assert _place("exchange", "a.c:?") == ("exchange", "a.c", 0)
    assert _place("??", "??:0") == ("", "", 0)


def test_ranks_are_added_up_by_line_and_what_had_no_room_is_told() -> None:
    site = TraceSite(call="Send", object="/b/app", offset=0x10, function="step", file="/s/a.c", line=7, calls=2,
                     bytes=64, time_s=0.5)  # fmt: skip
    bare = replace(site, function="", file="", line=0, time_s=2.0)
    trace = a_trace({0: (), 1: ()})
    ranks = tuple(replace(rank, sites=(site, bare), lost_sites=3) for rank in trace.ranks)
    rows = dict(tables(replace(trace, ranks=ranks)))["Where the program calls MPI, by time inside"]
    assert rows[1:] == [
        ("app+0x10", "-", "MPI_Send", "4", "128 B", "4.00 s"),
        ("a.c:7", "step", "MPI_Send", "4", "128 B", "1.00 s"),
        ("other", "-", "-", "6", "-", "-"),
    ]
