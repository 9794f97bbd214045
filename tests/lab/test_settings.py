"""What a plan gives single endpoints: files, folders that are hidden, clocks of their own, CPUs."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from builders.lab_commands import RANKWISE, bench
from builders.lab_probes import left, left_again, says
from rankwise.cluster.plan import read_plan
from rankwise.core.errors import UsageError
from rankwise.core.process import Job, run
from rankwise.core.records import Mpi
from rankwise.lab import endpoint
from rankwise.lab.down import down
from rankwise.lab.records import Lab
from rankwise.lab.up import up

pytestmark = pytest.mark.netns

AHEAD_S = 5000
PLAN = """
name = "settings"

[[nodes]]
numbers = [1, 2]
name = "n{{node}}"

[[networks]]
name = "lan"
cidr = "10.40.0.0/24"
head = "10.40.0.1"
host = "10.40.0.{{node + 1}}"
links = [{{ latency = "1ms", rate = "50MB/s" }}]

[lab]
private_root = true
hidden = ["/opt"]

[lab.endpoints."n*"]
files = {{ "/etc/rankwise-note" = "{note}" }}

[lab.endpoints.n2]
clock_offset = "{ahead_s}s"
cpus = [{cpu}]
files = {{ "/srv/data" = "{folder}" }}
hidden = ["/usr/share/doc"]
"""


@pytest.fixture(scope="module")
def settled(tmp_path_factory: pytest.TempPathFactory, own_state: None) -> Iterator[Lab]:
    folder = tmp_path_factory.mktemp("settings")
    (folder / "note").write_text("for hosts\n")
    (folder / "data").mkdir()
    (folder / "data/one").touch()
    cpu = min(os.sched_getaffinity(0))
    file = folder / "cluster.toml"
    file.write_text(PLAN.format(note=folder / "note", folder=folder / "data", ahead_s=AHEAD_S, cpu=cpu))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RANKWISE_ALLOW", "files")
        lab = up(read_plan(file), lifetime_s=3600)
    yield lab
    assert down("settings")


def test_files_of_this_machine_are_refused_until_they_are_allowed(settled: Lab) -> None:
    with pytest.raises(UsageError, match=r"the plan 'settings' names .*: files = '/"):
        up(settled.plan, name="refused")


def test_files_and_hidden_folders_are_those_of_the_endpoint(settled: Lab) -> None:
    for name in ("n1", "n2"):
        assert says(settled, name, "cat /etc/rankwise-note; ls /opt") == "for hosts"
    assert says(settled, "head", "ls /etc/rankwise-note 2>&1 || true").endswith("No such file or directory")
    assert says(settled, "n2", "ls /srv/data; ls /usr/share/doc") == "one"
    assert says(settled, "n1", "[ -e /srv/data ] || echo none") == "none"
    assert Path("/usr/share/doc").is_dir() and not Path("/etc/rankwise-note").exists()


def test_clocks_and_cpus_are_those_of_the_endpoint(settled: Lab) -> None:
    """/proc/uptime has hundredths: they are counted as whole numbers, for floats may miss 5000 by a little."""
    here, ahead = (int(says(settled, name, "cat /proc/uptime").split()[0].replace(".", "")) for name in ("n1", "n2"))
    assert 0 <= ahead - here - 100 * AHEAD_S < 6000
    assert says(settled, "n2", "nproc") == "1"


@pytest.mark.mpi(2)
def test_clocks_that_differ_are_brought_together(settled: Lab, mpich: Mpi) -> None:
    """A broadcast is timed from a common start to the last end, by two clocks: without a model it takes 5000 s or less
    than nothing."""
    tables = "".join(f'[[endpoint]]\nid = "{name}"\naddress = "{name}"\n' for name in ("n1", "n2"))
    run = bench(
        settled, mpich.name, tables, "bcast", "--sizes", "8", "--budget", "90s", "--precision", "20%", network="lan"
    )
    (result,) = run["results"]
    assert len({rank["clock_domain"] for rank in run["launches"][0]["ranks"]}) == 2
    # How much longer than the link's 1 ms it takes is up to what else this machine does.
    assert 1e-3 - settled.overhead_s - 50e-6 < result["estimate"]["median_s"] < AHEAD_S / 100


@pytest.mark.thorough("test_relay.py kills, and core/test_guard.py on one node")
@pytest.mark.timeout(900)
@pytest.mark.mpi(2)
def test_a_killed_measurement_leaves_nothing(settled: Lab, mpich: Mpi) -> None:
    """Endpoints share nothing here, so engines were brought to them; the tool that would take them away is killed."""
    folder = Path(settled.folder)
    file = folder / "killed.toml"
    file.write_text("".join(f'[[endpoint]]\nid = "{name}"\naddress = "{name}"\n' for name in ("n1", "n2")))
    words = [str(RANKWISE), "bench", "pingpong", "--endpoints", str(file), "--mpi", mpich.name, "--budget", "60s"]
    line = endpoint.command_line(settled, "head", [*words, "--out", str(folder / "killed"), "-q"])
    before = left(settled, ("head", "n1", "n2"))
    job = Job.start(line, env=endpoint.environment_of(settled, os.environ))
    for there in ("ls /tmp/rankwise-*/rankwise-engine", "ps -eo comm= | grep rankwise-engin"):
        line = ["sh", "-c", f"until {there}; do :; done > /dev/null 2>&1"]
        assert endpoint.run(settled, "n1", line, timeout_s=200).ok, there
    (tool,) = [
        row.split()[0]
        for row in run(["ps", "-ww", "-eo", "pid=,args="], timeout_s=100).stdout.splitlines()
        if _is(row, words)
    ]
    os.kill(int(tool), signal.SIGKILL)
    job.popen.wait(100)
    assert left_again(settled, before) == before
    job.kill_rest()


def _is(row: str, words: list[str]) -> bool:
    """Whether a process is the tool itself, not the one that asked for it in the lab."""
    return " ".join(words[1:6]) in row and "exec" not in row.split()[:3]
