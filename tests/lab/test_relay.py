"""Jobs of real MPIs whose messages go through a forwarder, and what is left when something dies."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from builders import first_round
from builders.lab_commands import RANKWISE, lab_run
from builders.programs import compiled
from builders.tunings import a_tuning
from rankwise.apply import file as tuning_file
from rankwise.apply.builds import tuned_build
from rankwise.core import paths
from rankwise.core.records import Mpi
from rankwise.lab import control, endpoint
from rankwise.lab.records import Lab
from rankwise.measure.preload import forwarder, preload_for
from rankwise.optimise.records import Relay, RelayedPair
from rankwise.tuning.records import TuningLine

pytestmark = [pytest.mark.netns, pytest.mark.mpi(2)]
PAIR = RelayedPair(source="n1", target="n2", through=("head",))
SOURCE = Path(__file__).with_name("exchange.c")
GONE_S = 100.0


def tuning(lab: Lab, mpi: Mpi, *pairs: RelayedPair, network: str = "10.32.0.0/15") -> Path:
    line = TuningLine(id="around", why="", undo="", relay=Relay(pairs=pairs or (PAIR,), network=network))
    file = Path(lab.folder, "relay.toml")  # in the one folder that endpoints see
    tuning_file.write(a_tuning((line,), mpi, library_sha256=tuned_build(mpi).library_sha256), file)
    return file


def words(lab: Lab, mpi: Mpi, file: Path, times: int, options: tuple[str, ...] = ()) -> list[str]:
    """`rankwise run` of the exchange between n1 and n2, on the head."""
    program = Path(lab.folder, f"exchange-{mpi.family}")
    if not program.exists():
        compiled(mpi, SOURCE, program)
    agent = endpoint.agent_of(lab)
    if mpi.family == "openmpi":
        hosts = ["--prtemca", "plm_ssh_agent", agent, "--bind-to", "none", "--host", "n1:1,n2:1"]
    else:
        hosts = ["-launcher", "rsh", "-launcher-exec", agent, "-hosts", "n1,n2", "-ppn", "1", "-iface", "eth0"]
    run = [str(RANKWISE), "run", "--no-check", "--mpi", mpi.name, "--tuning", str(file), *options]
    line = [*run, "--", mpi.launcher or "", *hosts, "-n", "2", str(program), str(times)]
    return [str(RANKWISE), "lab", "run", "--lab", lab.name, "--network", "slow", "--", *line]


def finished(line: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(line, capture_output=True, text=True, check=False, timeout=200)


def direct_bytes(lab: Lab) -> int:
    """What went from n1 to n2 and back on the slow network, past the head."""
    found = 0
    for item in control.counters(lab):
        ends = [lab.ports[item.source], lab.ports[item.target]]
        if {end.endpoint for end in ends} == {"n1", "n2"} and ends[0].network == "slow":
            found += item.sent_bytes
    return found


def test_messages_go_through_the_relay(lab: Lab, any_mpi: Mpi) -> None:
    before = direct_bytes(lab)
    done = subprocess.run(
        words(lab, any_mpi, tuning(lab, any_mpi), 3), capture_output=True, text=True, check=False, timeout=200
    )
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.split("\n"))[1:] == [f"rank {rank}: 0 wrong bytes" for rank in (0, 1)]
    assert direct_bytes(lab) - before < 200_000, "six messages of 200,000 bytes went another way"
    assert "rankwise: relay head: " in done.stderr
    assert gone(lab, any_mpi)


@contextmanager
def going(lab: Lab, mpi: Mpi) -> Iterator[subprocess.Popen[str]]:
    """A job without an end, whose ranks have met."""
    pipe = subprocess.PIPE
    line = words(lab, mpi, tuning(lab, mpi), 0)
    job = subprocess.Popen(line, stdout=pipe, stderr=pipe, text=True)
    assert job.stdout
    assert job.stdout.readline() == "going\n", job.stderr and job.stderr.read()
    try:
        yield job
    finally:
        job.kill()
        job.communicate()
        endpoint.run(lab, "head", ["rm", "-f", str(paths.state_dir() / "lost-relays")])


def processes_of(lab: Lab, mpi: Mpi) -> dict[str, list[int]]:
    """Living processes of the job, by what they are."""
    on_head = endpoint.run(lab, "head", ["readlink", "/proc/self/ns/pid"]).stdout.strip()
    program = {str(Path(lab.folder, f"exchange-{mpi.family}")): "rank", str(forwarder()): "forwarder"}
    found: dict[str, list[int]] = {}
    for entry in Path("/proc").iterdir():
        try:
            line = (entry / "cmdline").read_bytes().decode().split("\0")
            name = program.get(str((entry / "exe").readlink()), "")
            here = str((entry / "ns/pid").readlink()) == on_head
        except (OSError, ValueError):
            continue
        if here and str(RANKWISE) in line and "run" in line:
            name = "rankwise"
        elif here and Path(line[0]).name in ("mpiexec", "mpiexec.hydra", "mpirun", "prterun"):
            name = "launcher"
        if name and (here or name == "rank"):
            found.setdefault(name, []).append(int(entry.name))
    return found


def gone(lab: Lab, mpi: Mpi) -> bool:
    """Whether nothing of the job is left, in time."""
    deadline = time.monotonic() + GONE_S
    while processes_of(lab, mpi) and time.monotonic() < deadline:
        os.sched_yield()
    return processes_of(lab, mpi) == {}


def test_a_forwarder_that_dies_ends_the_job(lab: Lab, any_mpi: Mpi) -> None:
    with going(lab, any_mpi) as job:
        os.kill(processes_of(lab, any_mpi)["forwarder"][0], signal.SIGKILL)
        _, printed = job.communicate(timeout=GONE_S)
        assert job.returncode == 4
        assert "the forwarder on head ended, with connections of n1 and n2" in printed
        assert gone(lab, any_mpi)


def test_a_lost_relay_is_left_out_once(lab: Lab, mpich: Mpi) -> None:
    again = words(lab, mpich, tuning(lab, mpich), 1)
    with going(lab, mpich) as job:
        os.kill(processes_of(lab, mpich)["forwarder"][0], signal.SIGKILL)
        job.communicate(timeout=GONE_S)
        after = [finished(again).stderr for _ in range(2)]
    assert ["relay head: " in one for one in after] == [False, True], after


@pytest.mark.drawn(1)
@pytest.mark.parametrize("who", ["rank", "launcher", "rankwise"])
def test_nothing_is_left_when_one_is_killed(lab: Lab, mpich: Mpi, who: str) -> None:
    with going(lab, mpich) as job:
        os.kill(processes_of(lab, mpich)[who][0], signal.SIGKILL)
        job.communicate(timeout=GONE_S)
        assert job.returncode not in (0, None)
        assert gone(lab, mpich)


def test_a_forwarder_that_is_dead_before_ranks_connect_is_told(lab: Lab, mpich: Mpi) -> None:
    """Ranks that are told of a forwarder where none listens."""
    routes = "10.33.1.1>10.33.1.2=10.32.0.1:9 10.33.1.2>10.33.1.1=10.32.0.1:9"
    line = words(lab, mpich, tuning(lab, mpich), 1)
    env = {
        "LD_PRELOAD": str(preload_for("relay")),
        "RANKWISE_RELAY_TOKEN": "0" * 32,
        "RANKWISE_RELAY_ROUTES": routes,
    }
    launch = line[line.index(mpich.launcher or "") :]
    at = launch.index("-n")
    given = [word for name, value in env.items() for word in ("-genv", name, value)]
    head = [str(RANKWISE), "lab", "run", "--lab", lab.name, "--network", "slow", "--"]
    done = subprocess.run(
        [*head, *launch[:at], *given, *launch[at:]], capture_output=True, text=True, check=False, timeout=200
    )
    assert done.returncode == 0, done.stderr
    assert "rankwise relay: 10.32.0.1 does not answer, so this rank connects to 10.33.1." in done.stderr
    assert done.stdout.count(" 0 wrong bytes") == 2


CLAIM = """
name = "claim"
head = ""

[[nodes]]
numbers = [1, 2]
name = "n{node}"

[[nodes]]
numbers = [3]
name = "head"

[[networks]]
name = "slow"
cidr = "10.32.0.0/15"
host = "10.33.1.{node}"
links = [{ rate = "20MB/s", latency = "300us" }, { from = "n1", to = "n2", rate = "1MB/s", latency = "300us" }]
"""


def test_a_route_is_tried_and_one_that_does_not_win_is_not_written(lab: Lab, mpich: Mpi) -> None:
    """The map claims that n1 and n2 have a bad path, which this lab does not have."""
    claim, file = Path(lab.folder, "claim.toml"), Path(lab.folder, "tried.toml")
    claim.write_text(CLAIM)
    line = ["route", "n1", "n2", "--machine", claim, "--size", "64KiB", "--try", "--network", "10.32.0.0/15"]
    line += ["--mpi", mpich.name, "--budget", "6s", "--out", Path(lab.folder, "out"), "--write", file, "--json", "-q"]
    done = lab_run(lab, [sys.executable, first_round.__file__, *line], "--network", "slow")
    answer = json.loads(done.stdout)
    assert answer["ok"], answer
    assert answer["data"]["best"]["endpoints"] == ["n1", "head", "n2"]
    cells = {cell["kernel"]: cell for cell in answer["data"]["tried"]["cells"]}
    assert len(cells["pingpong"]["times_s"]) == 2
    assert not file.exists()
