"""Two networks between two endpoints are two fabrics: messages are seen on the one that was asked for."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rankwise.core.records import Mpi
from rankwise.lab.records import Lab

pytestmark = [pytest.mark.netns, pytest.mark.mpi(2), pytest.mark.timeout(900)]


def fabrics(lab: Lab, mpi: Mpi, *words: str) -> dict[str, Any]:
    program = Path(sys.executable).with_name("rankwise")
    out = Path(lab.folder) / "results"
    line = [program, "fabrics", "--lab", lab.name, "--mpi", mpi.name, "--out", out, "--pair", "n1,n2", "--json", *words]
    done = subprocess.run(line, capture_output=True, text=True, cwd="/", env=os.environ, check=False, timeout=600)
    answer: dict[str, Any] = json.loads(done.stdout)
    assert answer["ok"], done.stdout + done.stderr
    (path,) = answer["data"]["paths"]
    return {one["choice"]["name"]: one for one in path["trials"]} | {"path": path}


def test_each_network_is_a_fabric(lab: Lab, any_mpi: Mpi) -> None:
    kind = {"mpich": "ucx/tcp", "openmpi": "tcp", "impi": "ofi/tcp"}[any_mpi.family]
    found = fabrics(lab, any_mpi, "--only", kind, "--sizes", "8,64KiB", "--budget", "40s")
    assert found["path"]["between_nodes"]
    for network, begin in (("10.32.0.0/15", "socket 10.33.1."), ("10.34.0.0/15", "socket 10.34.1.")):
        one = found[f"{kind}:{network}"]
        assert one["outcome"] == "works", one
        assert one["use"]["long"].startswith(begin)
        assert not one["choice"]["semantics"]
    assert not [name for name in found if name.startswith("shm")]
