"""The doctor of four nodes: one that is down comes first, one with another MTU is named, the rest is told once."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.labs import Net, plan_of
from builders.lab_commands import RANKWISE
from lab.namespaces import skipped_without_namespaces
from lab.test_node_down import end_node
from rankwise.cluster.plan import read_plan
from rankwise.core import process
from rankwise.lab import endpoint
from rankwise.lab.down import down
from rankwise.lab.records import Lab
from rankwise.lab.up import up

pytestmark = [pytest.mark.netns, pytest.mark.timeout(600)]
NETWORK = "ethernet"


@pytest.fixture
def cluster(tmp_path: Path, own_state: None) -> Iterator[Lab]:
    (tmp_path / "plan.toml").write_text(plan_of("asked", 4, Net(NETWORK, "100MB/s")))
    with skipped_without_namespaces():
        lab = up(read_plan(tmp_path / "plan.toml"), shares=(tmp_path,), lifetime_s=1800)
    yield lab
    assert down(lab.name)


def run(lab: Lab, where: str, *command: str) -> process.Completed:
    line = endpoint.command_line(lab, where, command)
    return process.run(line, timeout_s=240, env=endpoint.environment_of(lab, os.environ))


def test_four_nodes_of_which_one_is_down_and_one_differs(cluster: Lab, tmp_path: Path) -> None:
    assert run(cluster, "n3", "ip", "link", "set", "dev", NETWORK, "mtu", "1400").ok
    end_node(cluster, "n4")
    words = (str(RANKWISE), "doctor", "--hosts", "n[1-4]", "--out", str(tmp_path / "out"), "-q")
    done = run(cluster, "head", *words)
    assert done.returncode == 1, done.describe()
    text = done.stdout.splitlines()
    assert re.fullmatch(r"\d+ problems, the worst: 1 node cannot be reached: n4\.", text[0]), text
    assert text[2:4] == ["nodes     n4: no answer", "          2 of 4 do not stand out"], text
    assert text[4].startswith(f"          n3: MTU of {NETWORK} 1400"), text
    assert text[6] == "CRITICAL: 1 node cannot be reached: n4"
    titles = [line for line in text if line.startswith(("CRITICAL:", "SERIOUS:", "WARNING:", "INFO:"))]
    assert len(titles) == len(set(titles)), titles
    data = json.loads(run(cluster, "head", *words, "--json").stdout)["data"]
    assert [item["affects"] for item in data["findings"] if item["id"] == "odd-node"] == [["n3"]]
