"""The wrappers of MPI's calls, as text: for what an MPI offers, and with the arguments that it takes."""

from __future__ import annotations

import re

from rankwise.preloads.calls import calls
from rankwise.preloads.device_buffers.buffers import BUFFERS
from rankwise.preloads.device_buffers.wrappers import DEVICE_BUFFERS, base
from rankwise.preloads.library import SOURCES
from rankwise.preloads.trace.meanings import MEANINGS
from rankwise.preloads.trace.wrappers import TRACE

NAMES = {call.name for call in calls()}


def wrapped(text: str) -> set[str]:
    """The functions that programs find."""
    return set(re.findall(r"^EXPORTED (?:int|void) (\w+)\(.*\) \{$", text, re.MULTILINE))


def test_a_call_has_its_parameters_and_languages() -> None:
    rows = {call.symbol: call for call in calls()}
    assert rows["MPI_Send_c"].arguments == ("buf", "count", "datatype", "dest", "tag", "comm")
    assert rows["MPI_Send_c"].parameters[1] == "MPI_Count count"
    assert (rows["MPI_Send_c"].name, rows["MPI_Send_c"].large, rows["MPI_Send"].large) == ("Send", True, False)
    assert rows["MPI_Comm_spawn"].arguments[0] == "command"
    assert rows["MPI_Send"].fortran
    assert not rows["MPI_Comm_spawn"].fortran  # it passes text
    assert not rows["MPI_Op_create"].fortran  # and this a function


def test_only_calls_that_an_mpi_has_are_written() -> None:
    has = {"MPI_Send", "MPI_Wait", "mpi_send_", "mpi_wait_f08_"}
    written = TRACE.written(has.__contains__)
    text = written["calls.c"]
    assert wrapped(text) == has
    assert re.findall(r"^    CALL_(\w+),", written["calls.h"], re.MULTILINE) == ["Send", "Wait"]
    assert "void MPI_SEND(" in text  # another spelling of mpi_send_
    text = DEVICE_BUFFERS.written({"MPI_Send", "MPI_Barrier"}.__contains__)["calls.c"]
    assert wrapped(text) == {"MPI_Send", "PMPI_Send"}  # a barrier has no buffer


def test_guards_of_the_sources_are_answered() -> None:
    has = {"MPI_Isend_c", "MPI_Send"}
    assert DEVICE_BUFFERS.written(has.__contains__)["have.h"] == "#define HAVE_MPI_Isend_c\n"
    assert TRACE.written({"mpi_init_"}.__contains__)["have.h"] == "#define HAVE_F_mpi_init_\n"


def test_fortran_passes_every_argument_that_the_call_has() -> None:
    """With large counts some calls have more arguments than without."""
    text = TRACE.written({"mpi_type_get_envelope_f08_large_"}.__contains__)["calls.c"]
    passed = re.search(r"^    next\((.*)\);", text, re.MULTILINE)
    assert passed is not None
    assert passed[1].split(", ") == [
        "datatype", "num_integers", "num_addresses", "num_large_counts", "num_datatypes", "combiner", "ierror",
    ]  # fmt: skip


def test_meanings_are_of_calls_that_there_are() -> None:
    assert not MEANINGS.keys() - NAMES
    assert not BUFFERS.keys() - {base(name) for name in NAMES}


def test_a_changed_table_gives_another_library() -> None:
    assert SOURCES / "calls.tsv" in TRACE.sources()
    assert TRACE.ready_name("mpich") == f"librankwise-trace-{TRACE.digest()}.mpich.so"
    assert TRACE.digest() != DEVICE_BUFFERS.digest()
