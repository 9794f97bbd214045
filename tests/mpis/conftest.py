"""A one-node Slurm of the tests' own."""

from __future__ import annotations

import os
import re
import secrets
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rankwise.core import process

_CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={node}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/affinity
SelectType=select/cons_tres
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=task=1
JobAcctGatherParams=OverMemoryKill
SlurmUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ReturnToService=2
FirstJobId={first_job}
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory={memory} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP OverSubscribe=YES
"""


@pytest.fixture(scope="session")
def slurm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Starts Slurm as root; `SLURM_CONF` leads to it. Its node's name."""
    folder = tmp_path_factory.mktemp("slurm")
    host = os.uname().nodename.split(".")[0]
    controller, node = _free_ports()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    # MPICH names its memory by the number of the job: what a killed one of an earlier Slurm left must not be met again.
    first_job = 1 + time.time_ns() // 1_000_000 % 60_000_000
    places = {"first_job": first_job, "host": host, "controller": controller, "node": node, "folder": folder}
    text = _CONFIGURATION.format(**places, cpus=os.cpu_count(), memory=memory * 9 // 10)
    (folder / "slurm.conf").write_text(text)
    (folder / "cgroup.conf").write_text("CgroupPlugin=autodetect\nIgnoreSystemd=yes\n")
    for name in ("state", "spool"):
        (folder / name).mkdir()
    (folder / "munge.key").write_bytes(secrets.token_bytes(128))
    (folder / "munge.key").chmod(0o600)
    files = [f"--{name}={folder}/munge.{end}" for name, end in _MUNGE.items()]
    os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
    jobs = []
    try:
        for argv in (["munged", "--foreground", "--force", *files], ["slurmctld", "-D"], ["slurmd", "-D"]):
            log = (folder / f"{argv[0]}.out").open("wb")
            jobs.append(process.Job.start(argv, stdout=log, stderr=log))
            deadline_s = time.monotonic() + 100
            while not (folder / "munge.socket").exists() and time.monotonic() < deadline_s:
                time.sleep(0.01)
        _wait_until_idle(folder)
        yield host
    finally:
        for job in reversed(jobs):
            job.stop()
        del os.environ["SLURM_CONF"]


@pytest.fixture
def allocation(slurm: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Makes this process one of an allocation of two CPUs of the node; the node's name."""
    done = process.run(["salloc", "--no-shell", "--ntasks=2"], timeout_s=100)
    granted = re.search(r"Granted job allocation (\d+)", done.stderr)
    assert granted, done.describe()
    for name, value in {"SLURM_JOB_ID": granted[1], "SLURM_JOB_NODELIST": slurm, "SLURM_NNODES": "1"}.items():
        monkeypatch.setenv(name, value)
    yield slurm
    process.run(["scancel", granted[1]], timeout_s=100)


_MUNGE = {"socket": "socket", "key-file": "key", "pid-file": "pid", "log-file": "log", "seed-file": "seed"}


def _wait_until_idle(folder: Path) -> None:
    deadline = time.monotonic() + 150
    while (state := process.run(["sinfo", "-h", "-o", "%t"], timeout_s=100)).stdout.strip() != "idle":
        if time.monotonic() > deadline:
            logs = "\n".join(file.read_text()[-500:] for file in folder.glob("slurm*.log"))
            pytest.skip(f"Slurm does not come up here: {state.stdout}{state.stderr}{logs}")
        time.sleep(0.2)


def _free_ports() -> tuple[int, int]:
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
        return one.getsockname()[1], other.getsockname()[1]
