"""Four nodes of a Slurm without ssh, in a lab: they are looked at, measured and named by steps of the job alone."""

from __future__ import annotations

import json
import os
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from builders.programs import compiled
from lab.namespaces import skipped_without_namespaces
from lab.test_node_down import FIRST_VISIT, GONE, without_n3
from rankwise.cluster.plan import read_plan
from rankwise.core import process
from rankwise.core.records import Mpi
from rankwise.lab import endpoint
from rankwise.lab.down import down
from rankwise.lab.records import Lab
from rankwise.lab.up import up

pytestmark = [pytest.mark.netns, pytest.mark.slurm, pytest.mark.mpi(4), pytest.mark.timeout(900)]
NODES = ("n1", "n2", "n3", "n4")
RANKWISE = str(Path(sys.executable).with_name("rankwise"))
PLAN = """
name = "slurm"

[[nodes]]
numbers = [1, 2, 3, 4]
name = "n{node}"

[[networks]]
name = "ethernet"
cidr = "10.32.0.0/16"
head = "10.32.0.1"
host = "10.32.1.{node}"
links = [{ latency = "200us", rate = "100MB/s" }]

[[networks]]
name = "fast"
interface = "ib0"
cidr = "10.34.0.0/16"
host = "10.34.1.{node}"
links = [{ latency = "100us", rate = "400MB/s" }]
"""
CONFIGURATION = """\
ClusterName=lab
SlurmctldHost=head
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SlurmUser=root
SlurmdUser=root
SlurmdTimeout=10
MessageTimeout=5
StateSaveLocation={folder}/state
SlurmdSpoolDir=/tmp/slurmd-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile=/tmp/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
SlurmdParameters=config_overrides
ReturnToService=2
NodeName=n[1-4] CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP OverSubscribe=YES
"""


class Cluster:
    """A lab whose head has the controller of a Slurm, and whose nodes have its daemons; an allocation of all four."""

    def __init__(self, lab: Lab, folder: Path, stack: ExitStack) -> None:
        self.lab, self.folder = lab, folder
        self.daemons: dict[str, process.Job] = {}
        (folder / "state").mkdir()
        (folder / "munge.key").write_bytes(secrets.token_bytes(128))
        (folder / "munge.key").chmod(0o600)
        (folder / "slurm.conf").write_text(CONFIGURATION.format(folder=folder, cpus=os.cpu_count()))
        (folder / "cgroup.conf").write_text("CgroupPlugin=autodetect\nIgnoreSystemd=yes\n")
        ends = {"socket": "socket", "key-file": "key", "pid-file": "pid", "log-file": "log", "seed-file": "seed"}
        munge = [f"--{name}={folder}/munge.{end}" for name, end in ends.items()]
        self._start(stack, "head", "munged", "--foreground", "--force", *munge)
        self._until(["test", "-S", f"{folder}/munge.socket"], "")
        self._start(stack, "head", "slurmctld", "-D")
        for node in NODES:
            self._start(stack, node, "slurmd", "-D", "-N", node)
        self._until(["sinfo", "-h", "-o", "%D %t"], "4 idle")
        granted = self.run(["salloc", "--no-shell", "-N", "4", "--exclusive", "--no-kill"])
        self.job = granted.stderr.rpartition("job allocation ")[2].split()[0]

    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("RANKWISE_AGENT")}
        # The lab's own agent would be another way to the nodes: this cluster has none but Slurm.
        return {**kept, "SLURM_CONF": f"{self.folder}/slurm.conf"}

    def run(self, command: list[str], env: dict[str, str] | None = None, timeout_s: float = 60.0) -> process.Completed:
        line = endpoint.command_line(self.lab, "head", command)
        return process.run(line, timeout_s=timeout_s, env=env or self.environment(), cwd=str(self.folder))

    def allocated(self) -> dict[str, str]:
        allocation = {"SLURM_JOB_ID": self.job, "SLURM_JOB_NODELIST": "n[1-4]", "SLURM_NNODES": "4"}
        return {**self.environment(), **allocation, "RANKWISE_LAB": self.lab.name}

    def rankwise(self, *words: str, timeout_s: float = 240.0) -> dict[str, Any]:
        env = self.allocated()
        line = [RANKWISE, *words, "--out", str(self.folder / "out"), "--json"]
        done = self.run(line, env, timeout_s)
        answer: dict[str, Any] = json.loads(done.stdout or "{}")
        assert answer.get("ok"), done.describe()
        return answer

    def _start(self, stack: ExitStack, where: str, *command: str) -> None:
        log = stack.enter_context((self.folder / f"{where}-{command[0]}.out").open("wb"))
        line = endpoint.command_line(self.lab, where, command)
        job = process.Job.start(line, env=self.environment(), stdout=log, stderr=log)
        stack.callback(job.stop)
        self.daemons[f"{where}-{command[0]}"] = job

    def _until(self, command: list[str], wanted: str) -> None:
        deadline_s = time.monotonic() + 200
        while not (done := self.run(command)).ok or done.stdout.strip() != wanted:
            if time.monotonic() > deadline_s:
                logs = "\n".join(f"{file.name}: {file.read_text()[-600:]}" for file in self.folder.glob("*.log"))
                pytest.skip(f"Slurm does not come up in a lab here: {done.describe()}\n{logs}")
            time.sleep(0.2)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory, own_state: None) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp("slurm-in-lab")
    (folder / "plan.toml").write_text(PLAN)
    with ExitStack() as stack:
        with skipped_without_namespaces():
            lab = up(read_plan(folder / "plan.toml"), name="slurm-in-lab", shares=(folder,), lifetime_s=3600)
        stack.callback(down, lab.name)
        yield Cluster(lab, folder, stack)


def surveyed(cluster: Cluster, mpi: Mpi) -> dict[str, Any]:
    words = ("survey", "--hosts", "n[1-4]", "--quick", "--mpi", mpi.name, "--budget", "20s")
    return cluster.rankwise(*words, "--no-experiments")


@pytest.mark.gdb
def test_a_job_that_hangs_is_looked_at_on_all_its_nodes_by_steps(cluster: Cluster, mpich: Mpi) -> None:
    assert mpich.compiler and mpich.library
    folder = cluster.folder / "hang"
    folder.mkdir()
    source = Path(__file__).parents[1] / "diagnoses/hang.cpp"
    command = [mpich.compiler, "-g", str(source), "-o", str(folder / "hang")]
    process.run([*command, f"-Wl,-rpath,{Path(mpich.library).parent}"], timeout_s=60)
    line = ["srun", f"--jobid={cluster.job}", "--overlap", "-N4", "-n4", "--mpi=pmi2", str(folder / "hang"), "loop"]
    job = process.Job.start(endpoint.command_line(cluster.lab, "head", [*line, str(folder)]), env=cluster.environment())
    try:
        deadline_s = time.monotonic() + 200
        while len(list(folder.glob("ready.*"))) < 4:
            assert time.monotonic() < deadline_s and job.popen.poll() is None, "the job did not start"
            time.sleep(0.1)
        calls = ["MPI_Barrier", "", "MPI_Barrier", "MPI_Barrier"]
        answer: dict[str, Any] = {"standing": ()}
        while [rank["call"] for rank in answer["standing"]] != calls:  # a rank is ready just before its call
            assert time.monotonic() < deadline_s, answer
            answer = cluster.rankwise("doctor", "--hung", cluster.job)["data"]
    finally:
        job.stop()
    assert [(rank["number"], rank["host"]) for rank in answer["standing"]] == list(enumerate(NODES))
    assert answer["findings"][0]["title"].startswith("The others wait for rank 1, which computes")


def watched(cluster: Cluster, *words: str) -> Iterator[dict[str, Any]]:
    """What `watch --json` tells at each look."""
    line = endpoint.command_line(cluster.lab, "head", [RANKWISE, "watch", "--json", "--every", "500ms", *words])
    job = process.Job.start(line, env=cluster.allocated())
    assert job.popen.stdout is not None and job.popen.stderr is not None
    try:
        for text in job.popen.stdout:
            answer = json.loads(text)
            assert answer["ok"], answer
            yield answer["data"]
        raise AssertionError(job.popen.stderr.read().decode(errors="replace"))
    finally:
        job.stop()


def everywhere(told: dict[str, Any]) -> bool:
    """Whether ranks are seen on all nodes, and what they call."""
    return [(rank["host"], (rank["calls_per_s"] or 0) > 1) for rank in told["ranks"]] == [
        (node, True) for node in NODES
    ]


def test_a_job_is_watched_on_all_its_nodes_by_its_windows(cluster: Cluster, mpich: Mpi) -> None:
    program = compiled(mpich, Path(__file__).parents[1] / "verbs/watch_steps.c", cluster.folder / "steps")
    line = ["srun", f"--jobid={cluster.job}", "--overlap", "-N4", "-n4", "--mpi=pmi2", str(program), "3000", "100"]
    with closing(watched(cluster, "--", *line)) as looks:
        told = next(told for told in looks if everywhere(told))
        assert told["how"] == "windows"
        assert all(note.startswith("too early to say") for note in told["notes"]), told["notes"]  # no node unseen
        steps = cluster.run(["squeue", "--noheader", "--steps", f"--jobs={cluster.job}", "--format=%i %j"])
        own = next(step for step, name in map(str.split, steps.stdout.splitlines()) if name == "steps")
        for job in (cluster.job, own):
            with closing(watched(cluster, job)) as beside:
                assert everywhere(next(told for told in beside if everywhere(told))), job


def test_connections_of_processes_over_an_allocation_without_ssh_are_counted(cluster: Cluster, mpich: Mpi) -> None:
    words = (
        "scale",
        "--hosts",
        "n[1-4]",
        "--mpi",
        mpich.name,
        "--fabrics",
        "ofi/tcp;ofi_rxm",
        "--repetitions",
        "1",
    )
    report = cluster.rankwise(*words, "--processes", "2,4", "--budget", "60s")["data"]
    (transport,) = report["transports"]
    assert report["nodes"] == 4 and not transport["error"], transport["error"]
    fewer, more = (level["sockets"] for level in transport["levels"])
    assert more - fewer == 2  # a connection for each peer


@pytest.mark.thorough("connections are counted in an allocation, and test_node_down.py loses a node")
def test_an_allocation_without_ssh_is_surveyed_and_a_node_that_goes_down_is_left_out(
    cluster: Cluster, mpich: Mpi
) -> None:
    found = surveyed(cluster, mpich)["data"]
    assert [node["hostname"] for node in found["inventory"]["nodes"]] == list(NODES)
    assert [rank["host"] for rank in found["run"]["launches"][0]["ranks"]] == list(NODES)
    classes = found["maps"][mpich.name]["classes"]
    assert {tuple(path_class["relations"]) for path_class in classes} == {("other node",)}
    for path_class in classes:
        assert "counted" in path_class["transport"], path_class["transport"]
        assert "Gbit/s of" in path_class["limit"]["what"]

    words = ("map", "--hosts", "n[1-4]", "--per", "adapter", "--quick", "--budget", "30s", "--mpi", mpich.name)
    adapters = cluster.rankwise(*words)["data"]["map"]
    assert [fabric["id"] for fabric in adapters["fabrics"]] == ["10.32.0.0/16", "10.34.0.0/16"]
    for path_class in adapters["classes"]:
        interface = "eth0" if path_class["fabric"] == "10.32.0.0/16" else "ib0"
        assert {end.partition(":")[2] for path in path_class["paths"] for end in path} == {interface}
        assert path_class["transport"].startswith(f"tcp/{interface} (")

    cluster.daemons["n4-slurmd"].stop()
    answer = surveyed(cluster, mpich)
    assert any(words.startswith("n4 could not be looked at") for words in answer["warnings"]), answer["warnings"]
    assert [rank["host"] for rank in answer["data"]["run"]["launches"][0]["ranks"]] == list(NODES[:3])


@pytest.mark.thorough("test_node_down.py loses a node")
def test_a_node_of_an_allocation_that_goes_down_is_named_and_the_others_are_measured(
    cluster: Cluster, mpich: Mpi
) -> None:
    """The last test of this file: it takes the nodes n3 and n4 away."""
    words = ("survey", "--quick", "--no-experiments", "--budget", "20s", "--mpi", mpich.name)
    words = (*words, "--hosts", "n[1-3]", "--out", str(cluster.folder / "out"))
    status, answer = without_n3(cluster.lab, cluster.folder, FIRST_VISIT, cluster.allocated(), *words)
    assert status == 4 and any(words.startswith(GONE) for words in answer["warnings"]), answer
    assert [rank["host"] for rank in answer["data"]["run"]["launches"][-1]["ranks"]] == ["n1", "n2"]
    assert any(result["estimate"] and not result.get("error") for result in answer["data"]["run"]["results"])
