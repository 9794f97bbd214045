"""Processes over the nodes of a lab: each peer costs a connection, and a process tells what it holds."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rankwise.core.records import Mpi
from rankwise.lab.records import Lab

pytestmark = [pytest.mark.netns, pytest.mark.mpi(5)]


@pytest.mark.thorough("test_slurm_in_lab.py counts them in an allocation")
def test_connections_of_processes_over_nodes_are_counted(lab: Lab, mpich: Mpi) -> None:
    program = Path(sys.executable).with_name("rankwise")
    words = ["--processes", "2,3,4,5", "--project", "64", "--repetitions", "1", "--fabrics", "ofi/tcp;ofi_rxm"]
    line = [program, "scale", "--lab", lab.name, "--mpi", mpich.name, "--out", Path(lab.folder) / "results", *words]
    done = subprocess.run(
        [*line, "--json"], capture_output=True, text=True, cwd="/", env=os.environ, check=False, timeout=200
    )
    answer = json.loads(done.stdout)
    assert answer["ok"], done.stdout + done.stderr
    report = answer["data"]
    assert report["nodes"] == 2 and {end["id"] for end in report["run"]["plan"]["endpoints"]} == {"n1", "n2"}
    assert any("not on 10.3" in warning and "mic" in warning for warning in answer["warnings"])
    (transport,) = report["transports"]
    assert not transport["error"], transport["error"]
    sockets = {level["processes"]: level["sockets"] for level in transport["levels"]}
    assert [sockets[count + 1] - sockets[count] for count in (2, 3, 4)] == [1, 1, 1]  # one connection a peer
    assert all(level["pss_bytes"] >= level["uss_bytes"] > 1 << 20 for level in transport["levels"])
    assert "8" in transport["times"]
