"""Real MPIs across a lab, as across separate machines: Hydra and prterun through the lab's agent."""

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from builders.lab_commands import RANKWISE, lab_run
from builders.tunings import a_tuning, rule_line
from rankwise.apply.carry import carry
from rankwise.apply.environment import variables
from rankwise.apply.export import Exported, export
from rankwise.apply.questions import EFFECT_PROBE
from rankwise.cluster.plan import read_plan
from rankwise.core import process
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.lab import control, endpoint
from rankwise.lab.down import down
from rankwise.lab.records import Lab
from rankwise.lab.up import up
from rankwise.mpis import catalog
from rankwise.mpis.openmpi.rules import failing
from rankwise.tuning.records import CollectiveRule, TuningLine

sys.path.insert(0, str(Path(__file__).parents[1] / "mpis"))
from jobs import hello

pytestmark = [pytest.mark.netns, pytest.mark.mpi(3)]

CARDS_ONLY = """
name = "one-node"
head = ""

[[nodes]]
numbers = [1]
name = "n{node}"
cards = { sockets = [0, 0] }

[[networks]]
name = "pcie"
model = "static-pair"
cidr = "172.31.{card + 1}.0/24"
host = "172.31.{card + 1}.254"
card = "172.31.{card + 1}.1"
links = [{ latency = "200us", rate = "50MB/s" }]

[lab]
private_root = true
"""


def launch(lab: Lab, front: str, mpi: Mpi, spec: LaunchSpec) -> list[dict[str, str]]:
    """What each rank said, in rank order, when the job is started on `front`."""
    line = catalog.launcher_for(mpi).command(mpi, spec)
    done = process.run(endpoint.command_line(lab, front, line.argv), env=line.env, timeout_s=120, cwd="/")
    assert done.ok, done.describe()
    printed = [dict(re.findall(r"(\w+)=(\S*)", line)) for line in done.stdout.splitlines() if line.startswith("hello ")]
    return sorted(printed, key=lambda rank: int(rank["rank"]))


@pytest.mark.each_mpi
def test_ranks_on_two_hosts_talk_over_the_declared_network(lab: Lab, any_mpi: Mpi) -> None:
    program = hello(any_mpi)
    places = tuple(Place(host=host, program=program, env={"GREETING": host}) for host in ("n1", "n2"))
    # Both hosts have the same addresses towards their cards: no library may look there for the other host.
    env = {"FI_TCP_IFACE": "eth0", "UCX_NET_DEVICES": "eth0"}
    before = _bytes_between(lab, "n1", "n2")
    # The launch line is made outside of the lab, where Open MPI's would take the network from another eth0.
    interface = "10.32.0.0/15" if any_mpi.family == "openmpi" else "eth0"
    spec = LaunchSpec(places=places, agent=endpoint.agent_of(lab), interface=interface, env=env)
    ranks = launch(lab, "head", any_mpi, spec)
    assert [(rank["node"], rank["greeting"], rank["sum"]) for rank in ranks] == [("n1", "n1", "1"), ("n2", "n2", "1")]
    assert _bytes_between(lab, "n1", "n2") > before


@pytest.mark.parametrize("network", ["slow", "fast", None])
def test_a_job_started_by_hand_talks_over_the_network_it_should(lab: Lab, any_mpi: Mpi, network: str | None) -> None:
    """Without a word of the job's own: hosts have equal addresses towards their cards, where it would be lost."""
    places = tuple(Place(host=host, program=hello(any_mpi)) for host in ("n1", "n2"))
    line = catalog.launcher_for(any_mpi).command(any_mpi, LaunchSpec(places=places, agent=endpoint.agent_of(lab)))
    changed = {name: value for name, value in line.env.items() if os.environ.get(name) != value}
    words = ["env", *(f"{name}={value}" for name, value in changed.items()), *line.argv]
    before = _bytes_by_network(lab, "n1", "n2")
    done = lab_run(lab, words, *(["--network", network] if network else []), timeout_s=60)
    assert done.stdout.count("sum=1") == 2, done.stdout + done.stderr
    used = {name for name, sent in _bytes_by_network(lab, "n1", "n2").items() if sent > before[name]}
    assert used == {network} if network else used <= {"slow", "fast"} and used


def test_variables_of_an_exported_tuning_reach_ranks_of_other_hosts(lab: Lab, openmpi: Mpi) -> None:
    folder = Path(lab.folder, "site")  # below the one folder that endpoints see
    values = {"UCX_TLS": "posix,self", "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0"}
    knobs = {f"env:{name}": value for name, value in values.items()}
    lines = (TuningLine(id="both", why="", undo="", knobs=knobs),)
    change = carry(lines, openmpi, folder)
    export(Exported(a_tuning(lines, openmpi), openmpi, change, variables(change), folder), ("env",))
    script = "echo " + " ".join(f"${name}" for name in values)
    places = tuple(Place(host=host, program="/bin/sh", args=("-c", script)) for host in ("n1", "n2"))
    spec = LaunchSpec(places=places, agent=endpoint.agent_of(lab), interface="10.32.0.0/15")
    line = catalog.launcher_for(openmpi).command(openmpi, spec)
    words = ["sh", "-c", f'. {folder}/environment.sh; exec "$@"', "sh", *line.argv]
    done = process.run(endpoint.command_line(lab, "head", words), env=line.env, timeout_s=60, cwd="/")
    assert done.stdout.splitlines() == [" ".join(values.values())] * 2, done.describe()


def test_rules_of_open_mpi_hold_for_nodes_of_several_ranks(lab: Lab, openmpi: Mpi) -> None:
    folder = Path(lab.folder, "rules")  # below the one folder that endpoints see
    sizes = (1023, 1024, 4096, 4097)

    def codes(knobs: dict[str, str], name: str) -> list[int]:
        """What broadcasts of the sizes return on the first rank."""
        (own := folder / name).mkdir()
        asked = {"calls": [("bcast", size) for size in sizes], "variables": [], "folder": str(own)}
        args = ("-I", str(EFFECT_PROBE), openmpi.library or "", "openmpi", json.dumps(asked))
        places = tuple(Place(host=host, program=sys.executable, args=args) for host in ("n1", "n1", "n2", "n2"))
        spec = LaunchSpec(places=places, agent=endpoint.agent_of(lab), interface="10.32.0.0/15", knobs=knobs)
        line = catalog.launcher_for(openmpi).command(openmpi, spec)
        done = process.run(endpoint.command_line(lab, "head", line.argv), env=line.env, timeout_s=120, cwd="/")
        assert done.ok, done.describe()
        printed = dict(json.loads(line) for line in (own / "0").read_text().splitlines())
        return [printed[f"bcast {size}"] for size in sizes]

    def rule(ranks: int) -> CollectiveRule:
        return CollectiveRule(collective="bcast", algorithm="6", from_bytes=1024, to_bytes=4096, ranks=ranks)

    assert codes(carry([rule_line(rule(4))], openmpi, folder / "carried").knobs, "with it") == [0, 0, 0, 0]
    others = failing(openmpi, [rule(3)], folder)
    assert codes(others, "for others") == [0, 0, 0, 0]
    below, first, last, above = codes(failing(openmpi, [rule(4)], folder), "failing")
    assert (below, above) == (0, 0)
    assert first and last, "what comes before the rules did the calls"


@pytest.fixture(scope="module")
def one_node(lab: Lab, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A host and two cards of a static pair, each with a root of its own."""
    file = tmp_path_factory.mktemp("one-node") / "cluster.toml"
    file.write_text(CARDS_ONLY)
    yield up(read_plan(file), lifetime_s=3600)
    assert down("one-node")


def test_symmetric_job_of_a_node_with_nothing_shared(one_node: Lab, any_mpi: Mpi) -> None:
    """Two builds, each staged only where it runs; the host launches, since nobody else reaches its cards."""
    build = Path(hello(any_mpi)).read_bytes()
    program = {"n1": "/opt/job/for-host", "n1-mic0": "/opt/job/for-card", "n1-mic1": "/opt/job/for-card"}
    for place, path in program.items():
        script = f"mkdir -p /opt/job && cat > {path} && chmod +x {path}"
        stage = endpoint.command_line(one_node, place, ["sh", "-c", script])
        job = process.Job.start(stage, stdin=-1, cwd="/")
        job.popen.communicate(build, timeout=100)
        assert job.popen.returncode == 0
    assert not Path("/opt/job").exists()
    assert not endpoint.run(one_node, "n1", ["test", "-e", "/opt/job/for-card"]).ok
    places = tuple(Place(host=host, program=path, env={"GREETING": host}) for host, path in program.items())
    ranks = launch(one_node, "n1", any_mpi, LaunchSpec(places=places, agent=endpoint.agent_of(one_node)))
    assert [(rank["node"], rank["greeting"], rank["sum"]) for rank in ranks] == [(h, h, "3") for h in program]


def _bytes_by_network(lab: Lab, a: str, b: str) -> dict[str, int]:
    sent = dict.fromkeys((network.name for network in lab.plan.networks), 0)
    for item in control.counters(lab):
        source, target = lab.ports[item.source], lab.ports[item.target]
        if {source.endpoint, target.endpoint} == {a, b}:
            sent[source.network] += item.sent_bytes
    return sent


def _bytes_between(lab: Lab, a: str, b: str) -> int:
    pairs = {
        (i, j) for i, p in enumerate(lab.ports) for j, q in enumerate(lab.ports) if {p.endpoint, q.endpoint} == {a, b}
    }
    return sum(item.sent_bytes for item in control.counters(lab) if (item.source, item.target) in pairs)


def test_an_mpi_that_one_node_lacks_is_named(lab: Lab, mpich: Mpi) -> None:
    """Nodes see the files of this machine, and are told where it keeps its MPIs."""
    agent = Path(lab.folder, "agent-with-data")
    data = f"XDG_DATA_HOME={Path(mpich.prefix).parents[2]} PYTHONPATH={os.environ.get('PYTHONPATH', '')}"
    agent.write_text(f'#!/bin/sh\nhost=$1; shift\nexec {endpoint.agent_of(lab)} "$host" "{data} $*"\n')
    agent.chmod(0o755)
    library = str(Path(mpich.library or "").resolve())

    def on_n2(*words: str) -> None:
        done = process.run(endpoint.command_line(lab, "n2", words), timeout_s=20, cwd="/")
        assert done.ok, done.describe()

    on_n2("mount", "--bind", "/dev/null", library)
    try:
        done = lab_run(lab, [RANKWISE, "mpi", "list", "--hosts", "n1,n2", "--agent", agent], timeout_s=100)
    finally:
        on_n2("umount", library)
    usual, _, odd = done.stdout.partition("n2 differs in\n")
    assert usual.startswith("1 node: n1\n") and f"{mpich.version} in {mpich.prefix}, " in usual, (
        done.stdout + done.stderr
    )
    assert f"{mpich.version} in {mpich.prefix}, " in odd and "on the others" in odd, done.stdout
