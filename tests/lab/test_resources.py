"""What a plan says that paths share is kept by a lab, and found by a map of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lab.namespaces import skipped_without_namespaces
from rankwise.cluster.plan import read_plan
from rankwise.core.records import Mpi
from rankwise.lab.down import down
from rankwise.lab.up import up

PLAN = """
name = "uplink"
head = ""
[[nodes]]
numbers = [1, 2, 3, 4]
name = "n{node}"
[[switches]]
name = "leaf1"
nodes = ["n[1-2]"]
[[switches]]
name = "leaf2"
nodes = ["n[3-4]"]
[[switches]]
name = "spine"
switches = ["leaf1", "leaf2"]
[[networks]]
name = "net"
cidr = "10.77.0.0/16"
host = "10.77.0.{node}"
links = [{ latency = "1ms", rate = "4MB/s", through = ["uplink"] }]
[[resources]]
name = "uplink"
rate = "4.5MB/s"
per = "switch"
[lab]
shared_memory = "32MiB"
"""


@pytest.mark.netns
@pytest.mark.mpi(4)
@pytest.mark.thorough("test_switch.py shares a gate, model/test_meeting.py chooses pairs")
def test_a_map_finds_the_uplinks_that_paths_share(tmp_path: Path, mpich: Mpi) -> None:
    file = tmp_path / "cluster.toml"
    file.write_text(PLAN)
    with skipped_without_namespaces():
        lab = up(read_plan(file), lifetime_s=3600)
    try:
        line = [Path(sys.executable).with_name("rankwise"), "map", "--lab", lab.name, "--mpi", mpich.prefix, "--loaded"]
        line += ["--quick", "--out", Path(lab.folder) / "results", "--json"]
        done = subprocess.run(line, capture_output=True, text=True, cwd="/", env=os.environ, check=False, timeout=280)
        answer = json.loads(done.stdout)
        assert answer["ok"], done.stdout + done.stderr
        found = answer["data"]["map"]
    finally:
        assert down(lab.name)
    rates = {place: row["rate_bytes_per_s"] for row in found["resources"] for place in row["at"]}
    assert rates.keys() == {"leaf1", "leaf2"}, found["warnings"]
    assert all(3.4e6 < rate < 5.2e6 for rate in rates.values())
    through = {(path["source"], path["target"]): path["through"] for path in found["paths"]}
    assert through["n1", "n3"] == ["net-uplink"] and through["n1", "n2"] == []
    for meeting in found["meetings"]:
        assert meeting["predicted_bytes_per_s"] == pytest.approx(meeting["bytes_per_s"], rel=0.5)
    assert {row["hosts"][0] for row in found["forwarding"]} == {"n1", "n2", "n3", "n4"}
