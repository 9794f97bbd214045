"""A Slurm of one node, which is this machine: the daemons run as root for as long as a block lasts."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem

DAEMONS = ("munged", "slurmctld", "slurmd")
_MUNGE = {"socket": "socket", "key-file": "key", "pid-file": "pid", "log-file": "log", "seed-file": "seed"}
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


@contextmanager
def slurm_of_one_node(folder: Path) -> Iterator[str]:
    """The node's name; `SLURM_CONF` leads to it. Raises EnvironmentProblem where none comes up."""
    if os.geteuid() or not all(map(shutil.which, (*DAEMONS, "srun"))):
        raise EnvironmentProblem("no-slurm", "there is no Slurm to start", "root, and Debian's slurm-wlm and munge")
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
        for daemon, words in zip(DAEMONS, (["--foreground", "--force", *files], ["-D"], ["-D"]), strict=True):
            log = (folder / f"{daemon}.out").open("wb")
            jobs.append(process.Job.start([daemon, *words], stdout=log, stderr=log))
            deadline_s = time.monotonic() + 100
            while not (folder / "munge.socket").exists() and time.monotonic() < deadline_s:
                time.sleep(0.01)
        _wait_until_idle(folder)
        yield host
    finally:
        for job in reversed(jobs):
            job.stop()
        del os.environ["SLURM_CONF"]


@contextmanager
def allocated(host: str, *options: str) -> Iterator[dict[str, str]]:
    """The variables that make a process one of an allocation of two tasks on that node."""
    done = process.run(["salloc", "--no-shell", "--ntasks=2", *options], timeout_s=100)
    granted = re.search(r"Granted job allocation (\d+)", done.stderr)
    assert granted, done.describe()
    yield {"SLURM_JOB_ID": granted[1], "SLURM_JOB_NODELIST": host, "SLURM_NNODES": "1"}
    process.run(["scancel", granted[1]], timeout_s=100)


def _wait_until_idle(folder: Path) -> None:
    deadline = time.monotonic() + 150
    while (state := process.run(["sinfo", "-h", "-o", "%t"], timeout_s=100)).stdout.strip() != "idle":
        if time.monotonic() > deadline:
            logs = "\n".join(file.read_text()[-500:] for file in folder.glob("slurm*.log"))
            words = f"Slurm does not come up here: {state.stdout}{state.stderr}{logs}"
            raise EnvironmentProblem("no-slurm", words, "see its logs")
        time.sleep(0.2)


def _free_ports() -> tuple[int, int]:
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
        return one.getsockname()[1], other.getsockname()[1]
