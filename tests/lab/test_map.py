"""A map of a lab with a real MPI: what is declared is found, what is broken is named."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rankwise.core.records import Mpi
from rankwise.lab import faults
from rankwise.lab.records import Lab

pytestmark = [pytest.mark.netns, pytest.mark.mpi(2)]


def mapped(lab: Lab, mpi: Mpi, *words: str) -> dict[str, Any]:
    program = Path(sys.executable).with_name("rankwise")
    # The lab's own folder is one that its endpoints see.
    out = Path(lab.folder) / "results"
    # The budget is for machines as slow as there are: what it has no time for is left out of the map, and said.
    line = [program, "map", "--lab", lab.name, "--mpi", mpi.name, "--out", out, "--budget", "60s", "--json", *words]
    done = subprocess.run(line, capture_output=True, text=True, cwd="/", env=os.environ, check=False, timeout=200)
    answer: dict[str, Any] = json.loads(done.stdout)
    assert answer["ok"], done.stdout + done.stderr
    found: dict[str, Any] = answer["data"]["map"]
    return found


@pytest.fixture
def mended(lab: Lab) -> Iterator[Lab]:
    """The shared lab, whole again afterwards: connections that died under a fault disturb nobody."""
    yield lab
    assert faults.clear(lab).faults == ()


def test_hosts_are_mapped_over_the_network_that_was_asked_for(lab: Lab, mpich: Mpi) -> None:
    found = mapped(lab, mpich, "--fabrics", "fast")
    classes = found["classes"]  # two, where what else the machine does made one direction slower
    assert sorted(path for of in classes for path in of["paths"]) == [["n1", "n2"], ["n2", "n1"]]
    for of in classes:
        assert of["relations"] == ["host to host, other node"]
        # As declared, 200 us and 200 MB/s, within what a disturbed machine adds.
        assert 200e-6 - lab.overhead_s <= of["latency_s"] < 10e-3
        assert 1e6 < of["bandwidth_bytes_per_s"] <= 200e6
        assert "tcp/ib0 (ib0 of n" in of["transport"]
        assert "1.6 Gbit/s that the plan declares from n" in of["limit"]["what"]
        assert len(of["curve"]["sizes_bytes"]) > 4


@pytest.mark.thorough("verbs/map/test_gpus.py maps devices, and hosts are mapped above")
def test_devices_of_two_hosts_are_mapped(lab: Lab, mpich: Mpi) -> None:
    device = ("--buffers", "D", "--device", "software:count=1", "--device-buffers")
    found = mapped(lab, mpich, "--fabrics", "fast", "--quick", *device)
    assert [(end["id"], end["node"], end["kind"]) for end in found["endpoints"]] == [
        ("n1:gpu0", "n1", "gpu"),
        ("n2:gpu0", "n2", "gpu"),
    ]
    (only,) = found["classes"]
    assert only["relations"] == ["GPU to GPU, other node"]
    assert "rankwise's device buffers, over " in only["transport"] and "ib0 of n" in only["transport"]
    assert 200e-6 - lab.overhead_s <= only["latency_s"]
    assert only["bandwidth_bytes_per_s"] <= 200e6


@pytest.mark.thorough("test_plantings.py and test_cluster.py break links")
def test_a_broken_link_is_named_and_does_not_hang(mended: Lab, mpich: Mpi) -> None:
    faults.add(mended, "mtu-mismatch", ["n1", "n2", "600"], network="slow")
    found = mapped(mended, mpich, "--fabrics", "slow,fast")
    broken = {(path["source"], path["target"]): path["error"] for path in found["paths"] if not path["reachable"]}
    assert broken.keys() == {("n1", "n2"), ("n2", "n1")}
    assert all("MTU" in words for words in broken.values())
    assert {one["fabric"] for one in found["classes"]} == {"fast"}
    faults.clear(mended)
    found = mapped(mended, mpich, "--fabrics", "slow")
    assert {of["fabric"] for of in found["classes"]} == {"slow"}, found["paths"]
