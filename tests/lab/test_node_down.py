"""A node goes down in the middle of a measurement: it is named, and what was measured is kept."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from builders import paused
from lab.namespaces import skipped_without_namespaces
from rankwise.cluster.plan import read_plan
from rankwise.core.records import Mpi
from rankwise.lab import endpoint
from rankwise.lab.down import down
from rankwise.lab.records import Lab
from rankwise.lab.up import up

pytestmark = [pytest.mark.netns, pytest.mark.mpi(3), pytest.mark.timeout(900)]
NODES = ("n1", "n2", "n3")
GONE = "n3 no longer answers"
FIRST_VISIT = "rankwise.measure.session:Session.visits"
PLAN = """
name = "loses-a-node"

[[nodes]]
numbers = [1, 2, 3]
name = "n{node}"

[[networks]]
name = "ethernet"
cidr = "10.32.0.0/16"
head = "10.32.0.1"
host = "10.32.1.{node}"
links = [{ latency = "200us", rate = "100MB/s" }]
"""


@pytest.fixture
def cluster(tmp_path: Path, own_state: None) -> Iterator[Lab]:
    (tmp_path / "plan.toml").write_text(PLAN)
    with skipped_without_namespaces():
        lab = up(read_plan(tmp_path / "plan.toml"), shares=(tmp_path,), lifetime_s=3600)
    yield lab
    assert down(lab.name)


def end_node(lab: Lab, name: str) -> None:
    """Ends the first process of an endpoint, and with it the kernel ends all others there."""
    words = [b"hold", b"--sockets", str(Path(lab.folder, "sockets")).encode(), b"--name", name.encode()]
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if line[1 : 1 + len(words)] == words:
                os.kill(int(entry.name), signal.SIGKILL)
                return
    raise AssertionError(f"{name} has no first process")


def without_n3(
    lab: Lab, folder: Path, after: str, environment: Mapping[str, str], *words: str
) -> tuple[int, dict[str, Any]]:
    """The status and the answer of rankwise on the head of the lab, whose n3 ends after the first call of `after`."""
    for name in ("reached", "go-on"):
        os.mkfifo(folder / name)
    line = [sys.executable, paused.__file__, after, str(folder), *words, "--json"]
    program = endpoint.command_line(lab, "head", line)
    with subprocess.Popen(program, env=dict(environment), cwd=folder, stdout=subprocess.PIPE, text=True) as job:
        (folder / "reached").read_text()
        end_node(lab, "n3")
        (folder / "go-on").write_text("")
        out, _ = job.communicate()
    return job.returncode, json.loads(out)


def measured(lab: Lab, folder: Path, after: str, *words: str) -> tuple[int, dict[str, Any]]:
    hosts = () if {"compare", "--hosts"} & {*words} else ("--hosts", ",".join(NODES))
    environment = endpoint.environment_of(lab, os.environ)
    return without_n3(lab, folder, after, environment, *words, *hosts, "--out", str(folder / "out"))


@pytest.mark.thorough("a benchmark goes on")
def test_a_survey_goes_on_with_the_nodes_that_are_left(cluster: Lab, tmp_path: Path, mpich: Mpi) -> None:
    words = ("survey", "--quick", "--no-experiments", "--budget", "20s", "--mpi", mpich.name)
    status, answer = measured(cluster, tmp_path, FIRST_VISIT, *words)
    assert status == 4 and answer["ok"]
    assert any(words.startswith(GONE) for words in answer["warnings"]), answer["warnings"]
    found = answer["data"]
    with_n3 = {one["id"] for one in found["run"]["plan"]["cells"] if any(2 in group for group in one["groups"])}
    for result in found["run"]["results"]:
        assert (result.get("error") or "").startswith(GONE) == (result["cell"] in with_n3)
        assert result["estimate"] or result["cell"] in with_n3 or "/pingpong/" not in result["cell"]
    assert [rank["host"] for rank in found["run"]["launches"][-1]["ranks"]] == ["n1", "n2"]
    classes = found["maps"][mpich.name]["classes"]
    assert any("counted" in (path_class["transport"] or "") for path_class in classes)


@pytest.mark.thorough("a benchmark goes on")
def test_a_map_goes_on_with_the_nodes_that_are_left(cluster: Lab, tmp_path: Path, mpich: Mpi) -> None:
    words = ("map", "--quick", "--budget", "15s", "--mpi", mpich.name)
    _, answer = measured(cluster, tmp_path, FIRST_VISIT, *words)
    paths = {(path["source"], path["target"]): path for path in answer["data"]["map"]["paths"]}
    assert len(paths) == 6
    assert paths["n1", "n2"]["latency_s"] and paths["n2", "n1"]["latency_s"]
    without = [path for path in paths.values() if not path.get("latency_s")]
    assert all(GONE in path["error"] and "n3" in (path["source"], path["target"]) for path in without)
    assert any(words.startswith(GONE) for words in answer["data"]["map"]["warnings"])


def test_a_benchmark_goes_on_with_the_nodes_that_are_left(cluster: Lab, tmp_path: Path, mpich: Mpi) -> None:
    words = ("bench", "pingpong", "allreduce", "--sizes", "8", "--budget", "5s", "--mpi", mpich.name)
    status, answer = measured(cluster, tmp_path, FIRST_VISIT, *words)
    assert status == 4 and any(words.startswith(GONE) for words in answer["warnings"]), answer["warnings"]
    (allreduce, pingpong) = sorted(answer["data"]["results"], key=lambda result: "/pingpong/" in result["cell"])
    assert pingpong["estimate"] and not pingpong.get("error")
    assert allreduce["error"].startswith(GONE)


@pytest.mark.thorough("a benchmark goes on")
def test_transports_are_raced_between_the_nodes_that_are_left(cluster: Lab, tmp_path: Path, mpich: Mpi) -> None:
    after = "rankwise.measure.campaign:Campaign._open_all"
    words = ("fabrics", "--only", "ofi/tcp:", "--sizes", "8", "--budget", "40s", "--mpi", mpich.name)
    status, answer = measured(cluster, tmp_path, after, *words, "--hosts", "n3,n2,n1")
    assert status == 4 and any(words.startswith(GONE) for words in answer["warnings"]), answer["warnings"]
    found = {(path["source"], path["target"]): path for path in answer["data"]["paths"]}
    assert all(trial["points"] for trial in found["n2", "n1"]["trials"])
    assert found["n3", "n2"]["ended"].startswith(GONE)
    assert {trial["outcome"] for trial in found["n3", "n2"]["trials"]} == {"works"}, "what was seen before is kept"


def test_a_comparison_that_loses_a_node_ends_and_names_it(cluster: Lab, tmp_path: Path, mpich: Mpi) -> None:
    sides = ("hosts=n1,n2,n3", "hosts=n1,n2,n3+env:PSM3_RANKWISE_TEST=1")
    words = ("compare", *sides, "--kernels", "allreduce", "--sizes", "8", "--budget", "30s", "--mpi", mpich.name)
    status, answer = measured(cluster, tmp_path, FIRST_VISIT, *words)
    assert status == 4
    assert answer["error"]["code"] == "node-gone" and GONE in answer["error"]["message"]


def test_a_search_that_loses_a_node_ends_and_names_it(cluster: Lab, tmp_path: Path, mpich: Mpi) -> None:
    words = ("tune", "--no-hints", "--budget", "30s", "--mpi", mpich.name, "--for", "latency")
    status, answer = measured(cluster, tmp_path, "rankwise.tuning.trial_runner:Campaign.run", *words)
    assert status == 4
    assert answer["error"]["code"] == "node-gone" and GONE in answer["error"]["message"]
