"""An MPI from PyPI with a UCX for CUDA in front of its own. Without a GPU host messages alone can be tried."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from builders.programs import compiled
from rankwise.core import process
from rankwise.core.errors import UsageError
from rankwise.mpis.gpu_claims import gpu_claims
from rankwise.mpis.install import install
from rankwise.verbs.run.start import plain_start

SOURCE = r"""
#include <mpi.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char** argv) {
    static char buffer[1 << 20], line[4096];
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) memset(buffer, 7, sizeof buffer);
    if (rank == 0) MPI_Send(buffer, sizeof buffer, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    else MPI_Recv(buffer, sizeof buffer, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    FILE* maps = fopen("/proc/self/maps", "r");
    while (rank == 1 && fgets(line, sizeof line, maps))
        if (strstr(line, "libucp.so") && strstr(line, " 00000000 ")) printf("%d %s", buffer[99], strchr(line, '/'));
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.mpi(ranks=2)
def test_messages_go_through_the_ucx_for_cuda(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    mpi = install("mpich", device="cuda")
    assert mpi.prefix == str(tmp_path / "data/rankwise/mpi/mpich-cuda")
    assert mpi.env["MPIR_CVAR_NOLOCAL"] == "1"
    assert "UCX: cuda transports" in gpu_claims(mpi)
    source = tmp_path / "message.c"
    source.write_text(SOURCE)
    program = compiled(mpi, source, tmp_path / "message")
    line, env, _ = plain_start(["mpirun", "-n", "2", str(program)], mpi.prefix)
    done = process.run(line, timeout_s=60, env=env)
    python = f"python{sys.version_info.major}.{sys.version_info.minor}"
    ucx = f"{mpi.prefix}/lib/{python}/site-packages/libucx/lib/libucp.so"
    assert done.stdout.startswith(f"7 {ucx}"), done.describe()


def test_another_device_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown device 'toaster'"):
        install("mpich", device="toaster")
