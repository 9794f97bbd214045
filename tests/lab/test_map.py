"""A map of a lab with a real MPI: what is declared is found, what is broken is named."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from rankwise.core.records import Mpi
from rankwise.lab import calibrate, faults
from rankwise.lab.records import Lab

pytestmark = [pytest.mark.netns, pytest.mark.mpi(2), pytest.mark.timeout(900)]
DELAY_S, RATE = 200e-6, 200e6  # of the fast network, in bytes per second


def mapped(lab: Lab, mpi: Mpi, *words: str) -> dict[str, Any]:
    program = Path(sys.executable).with_name("rankwise")
    # The lab's own folder is one that its endpoints see.
    out = Path(lab.folder) / "results"
    # The budget is for machines as slow as there are: what it has no time for is left out of the map, and said.
    line = [program, "map", "--lab", lab.name, "--mpi", mpi.name, "--out", out, "--budget", "60s", "--json", *words]
    done = subprocess.run(line, capture_output=True, text=True, cwd="/", env=os.environ, check=False, timeout=600)
    answer: dict[str, Any] = json.loads(done.stdout)
    assert answer["ok"], done.stdout + done.stderr
    found: dict[str, Any] = answer["data"]["map"]
    return found


@pytest.fixture
def mended(lab: Lab) -> Iterator[Lab]:
    """The shared lab, whole again afterwards: connections that died under a fault disturb nobody."""
    yield lab
    assert faults.clear(lab).faults == ()


def slowed(lab: Lab) -> tuple[float, float]:
    """How many times as long as declared a small packet, and 32 KiB, take on the fast network now, by no MPI."""
    address = next(port.address for port in lab.ports if port.endpoint == "n2" and port.network == "fast")
    small_ns = median([took for way in calibrate.one_way_ns(lab, "n1", "n2", address) for took in way])
    large_ns = median(calibrate.round_trips_ns(lab, "n1", "n2", address)) / 2
    return max(1.0, small_ns * 1e-9 / DELAY_S), max(1.0, large_ns * 1e-9 / (DELAY_S + (32 << 10) / RATE))


def test_hosts_are_mapped_over_the_network_that_was_asked_for(lab: Lab, mpich: Mpi) -> None:
    for attempt in range(3):  # what else the machine does for a moment is over in the next map
        before, found, after = slowed(lab), mapped(lab, mpich, "--fabrics", "fast"), slowed(lab)
        classes = found["classes"]  # two, where one direction was slower for a moment
        assert sorted(path for of in classes for path in of["paths"]) == [["n1", "n2"], ["n2", "n1"]]
        for of in classes:
            assert of["relations"] == ["host to host, other node"]
            assert of["latency_s"] >= DELAY_S - lab.overhead_s
            assert of["bandwidth_bytes_per_s"] <= RATE
            assert "tcp/ib0 (ib0 of n" in of["transport"]
            assert "1.6 Gbit/s that the plan declares from n" in of["limit"]["what"]
            assert len(of["curve"]["sizes_bytes"]) > 4
        latency_s = max(of["latency_s"] for of in classes)
        rate = min(of["bandwidth_bytes_per_s"] for of in classes)
        # What the machine does all the time slows the lab as a whole, as its probes say.
        longer = [max(both) for both in zip(before, after, strict=True)]
        print(f"map {attempt}: {latency_s} s, {rate} bytes/s in a lab slowed {longer} times")
        if latency_s < 10 * DELAY_S * longer[0] and rate > RATE / 20 / longer[1]:
            return
    pytest.fail("three maps are slower than the lab is")


@pytest.mark.thorough("maps/test_gpus.py maps devices, and hosts are mapped above")
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
