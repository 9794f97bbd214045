"""The gate lets a rank pass as many barriers as it is told, and ends it when nobody tells it any more."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rankwise.core.process import Job
from rankwise.measure.preload import build, preload_for

LIBRARY = """
#include <unistd.h>
int PMPI_Barrier(void* comm) { (void)comm; return write(1, "passed\\n", 7) != 7; }
"""
BARRIERS = "import ctypes; own = ctypes.CDLL(None)\nfor _ in range(15): own.MPI_Barrier(None)"


@pytest.fixture
def gated(tmp_path: Path) -> Iterator[tuple[Job, socket.socket]]:
    """A program that calls MPI_Barrier 15 times, and the tool's end of its gate."""
    (tmp_path / "mpi.c").write_text(LIBRARY)
    build(tmp_path / "mpi.c", tmp_path / "libmpi.so")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "gate"))
        listener.listen()
        listener.settimeout(100)
        preloads = f"{preload_for('gate')}:{tmp_path / 'libmpi.so'}"
        env = {"LD_PRELOAD": preloads, "RANKWISE_GATE": str(tmp_path / "gate")}
        job = Job.start([sys.executable, "-S", "-c", BARRIERS], env=env)
        tool, _ = listener.accept()
    tool.settimeout(100)
    with tool:
        yield job, tool
    job.stop()


def passed(job: Job) -> int:
    """How many barriers the program has passed since the last look."""
    assert job.popen.stdout
    return os.read(job.popen.stdout.fileno(), 1 << 16).count(b"passed\n")


def test_a_rank_passes_as_many_barriers_as_it_is_told(gated: tuple[Job, socket.socket]) -> None:
    job, tool = gated
    assert tool.recv(1) == b"h"
    tool.sendall(b"12\n")
    assert tool.recv(1) == b"h"
    assert passed(job) == 12
    tool.sendall(b"3\n")
    assert tool.recv(1) == b""
    assert passed(job) == 3
    assert job.popen.wait(100) == 0


def test_a_rank_ends_when_the_tool_is_gone(gated: tuple[Job, socket.socket]) -> None:
    job, tool = gated
    assert tool.recv(1) == b"h"
    tool.close()
    assert job.popen.wait(100) == 85
    assert job.popen.stderr and b"the tool is gone" in job.popen.stderr.read()
