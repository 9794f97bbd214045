"""Rendered files, a lab of them, and what `cluster verify` sees, by the command line as a user would."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from builders.lab_commands import RANKWISE, lab_run
from rankwise.cluster.plan import read_plan
from rankwise.core.records import Mpi
from rankwise.lab import endpoint, faults
from rankwise.lab.down import down
from rankwise.lab.records import Lab, LabLink
from rankwise.lab.up import up

pytestmark = [pytest.mark.netns]

EXAMPLE = Path(__file__).parents[2] / "examples/phi-cluster.toml"


def rankwise(*words: object, status: int = 0) -> dict[str, Any]:
    done = subprocess.run([RANKWISE, *map(str, words), "--json"], capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def differences(plan: Path, lab: str) -> list[tuple[str, str]]:
    """Endpoint and fact of each difference."""
    answer = rankwise("cluster", "verify", plan, "--lab", lab, "-q", status=0)["data"]
    return [(item["endpoint"], item["fact"]) for item in answer["mismatches"]]


def as_declared(lab: Lab) -> list[LabLink]:
    """The links as if this machine could give all that a plan asks for."""
    slowdown = {network.name: network.slowdown for network in lab.plan.networks}
    found = []
    for link in lab.links:
        slow = slowdown[lab.ports[link.source].network]
        rate = round((link.rate_bytes_per_s or 0.0) * slow)
        found.append(msgspec.structs.replace(link, delay_s=round(link.delay_s / slow, 9), rate_bytes_per_s=rate))
    return found


@pytest.fixture
def rendered(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    rankwise("cluster", "render", EXAMPLE, folder)
    return folder


@pytest.fixture
def name(request: pytest.FixtureRequest, own_state: None) -> Iterator[str]:
    yield "rendered"
    down("rendered")


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    "form", ["ifcfg", "networkmanager", "networkd", pytest.param("netplan", marks=pytest.mark.site_files)]
)
def test_a_lab_of_rendered_files_is_the_planned_cluster(tmp_path: Path, name: str, form: str) -> None:
    folder = tmp_path / "files"
    rankwise("cluster", "render", EXAMPLE, folder, "--interface-files", form)
    lab = up(read_plan(folder / "cluster.toml"), name=name, files=folder, lifetime_s=3600)
    planned = up(read_plan(EXAMPLE), name="planned", lifetime_s=3600)
    try:
        assert lab.ports == planned.ports and as_declared(lab) == as_declared(planned)
    finally:
        down("planned")
    answer = rankwise("cluster", "verify", folder, "--lab", name)["data"]
    assert answer["mismatches"] == [] and answer["silent"] == {}
    assert answer["endpoints"] == 11 and answer["pairs_tried"] == answer["pairs"] == 200


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("file", "change", "printed"),
    [
        (
            "c001-n002/etc/sysconfig/network-scripts/ifcfg-br0",
            ("IPADDR=10.33.1.2\n", "IPADDR=10.33.1.9\n"),
            ("c001-n002", "address of eth0", "10.33.1.9", "line 6: IPADDR=10.33.1.9"),
        ),
        (
            "c001-n001/setup/cards.sh",
            (":10.33.1.61:", ":10.33.1.66:"),
            ("c001-n001-mic2", "address of eth0", "10.33.1.66", "line 6: micctrl --network=static"),
        ),
        (
            "c001-n001-mic3/etc/hosts",
            ("10.33.1.2 ", "10.33.1.77 "),
            ("c001-n001-mic3", "name c001-n002", "10.33.1.77", "10.33.1.77 c001-n002"),
        ),
        (
            "c001-n001/etc/sysctl.d/90-cluster.conf",
            ("ip_forward = 1", "ip_forward = 0"),
            ("c001-n001", "forwarding", "False", "net.ipv4.ip_forward = 0"),
        ),
        (
            "c001-n002-mic1/etc/sysconfig/network-scripts/ifcfg-ib0",
            ("255.254.0.0", "255.255.255.0"),
            ("c001-n002-mic1", "mask of ib0", "/24", "NETMASK=255.255.255.0"),
        ),
    ],
)
def test_a_mistake_in_a_file_is_named_with_file_and_value(
    rendered: Path, name: str, file: str, change: tuple[str, str], printed: tuple[str, str, str, str]
) -> None:
    text = (rendered / file).read_text()
    assert change[0] in text
    (rendered / file).write_text(text.replace(*change))
    up(read_plan(rendered / "cluster.toml"), name=name, files=rendered, lifetime_s=3600)
    answer = rankwise("cluster", "verify", rendered, "--lab", name, "--no-connect", status=1)["data"]
    told = [item for item in answer["mismatches"] if (item["endpoint"], item["fact"]) == printed[:2]]
    assert len(told) == 1 and told[0]["found"] == printed[2]
    assert told[0]["file"].startswith(file) and printed[3] in told[0]["file"]
    assert {item["endpoint"] for item in answer["mismatches"]} == {printed[0]}  # nobody else is accused


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("fault", "endpoints", "fact"),
    [
        (("wrong-host", "n1", "n2", "10.33.1.99"), {"n1"}, "name n2"),
        (("blocked-ports", "n1", "1024:65535"), {"n1", "n2"}, "connections from others on slow"),
        (("mtu-mismatch", "n1", "n2", "1000"), {"n1", "n2"}, "connection to n2 on slow"),
        (("no-forwarding", "n1"), {"n1", "n1-mic0", "n1-mic1"}, "forwarding"),
        (("interface-order", "n1"), {"n1"}, "address of eth0"),
        (("link-down", "n1", "n2"), {"n1", "n2"}, "connection to n2 on slow"),
    ],
)
def test_faults_of_a_lab_are_seen(
    lab: Lab, plan_file: Path, fault: tuple[str, ...], endpoints: set[str], fact: str
) -> None:
    faults.add(lab, fault[0], list(fault[1:]))
    try:
        answer = rankwise("cluster", "verify", plan_file, "--lab", lab.name, status=1)["data"]
    finally:
        faults.clear(lab, None)
    assert {item["endpoint"] for item in answer["mismatches"]} == endpoints
    assert ("n1", fact) in [(item["endpoint"], item["fact"]) for item in answer["mismatches"]]
    assert differences(plan_file, lab.name) == []


def test_a_new_plan_of_hosts_passes(lab: Lab, tmp_path: Path) -> None:
    file = tmp_path / "found.toml"
    agent = endpoint.agent_of(lab)
    rankwise("cluster", "new", file, "--hosts", "n1,n2", "--agent", agent, "-q")
    plan = read_plan(file)
    assert [node.name for node in plan.nodes] == ["n1", "n2"]
    found = {network.cidr: {i.endpoint: i.address for i in network.interfaces} for network in plan.networks}
    assert found == {
        "10.32.0.0/15": {"n1": "10.33.1.1", "n2": "10.33.1.2"},
        "10.34.0.0/15": {"n1": "10.34.1.1", "n2": "10.34.1.2"},
    }
    assert rankwise("cluster", "verify", file, "--agent", agent)["data"]["mismatches"] == []
    again = rankwise("cluster", "new", file, "--hosts", "n1,n2", "--agent", agent, status=2)
    assert "is there already" in again["error"]["message"]


def test_an_endpoint_that_is_gone_is_told_and_the_rest_is_verified(lab: Lab, plan_file: Path, tmp_path: Path) -> None:
    agent = tmp_path / "agent"
    real = endpoint.agent_of(lab)
    agent.write_text(
        f'#!/bin/sh\n[ "$1" = n2 ] && {{ echo "connect: No route to host" >&2; exit 255; }}\nexec {real} "$@"\n'
    )
    agent.chmod(0o755)
    answer = rankwise("cluster", "verify", plan_file, "--agent", agent, status=1)["data"]
    assert list(answer["silent"]) == ["n2"] and "No route to host" in answer["silent"]["n2"]
    assert answer["pairs_tried"] > 0


@pytest.mark.mpi(7)
def test_mpiexec_takes_the_machine_file(lab: Lab, plan_file: Path, mpich: Mpi) -> None:
    folder = Path(lab.folder) / "files"
    rankwise("cluster", "render", plan_file, folder)
    line = [mpich.launcher, "-launcher", "rsh", "-launcher-exec", endpoint.agent_of(lab), "-iface", "eth0"]
    hosts = folder / "hosts-alone"
    hosts.write_text("".join(x for x in (folder / "machinefile.mpich").open() if "mic" not in x))
    done = lab_run(
        lab, [*line, "-machinefile", hosts, "-n", "2", "sh", "-c", "ip -o -4 addr show eth0 | cut -d' ' -f7"]
    )
    assert sorted(done.stdout.split()) == ["10.33.1.1/15", "10.33.1.2/15"], done.stderr


@pytest.mark.site_files
def test_ssh_takes_its_files(rendered: Path, tmp_path: Path) -> None:
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    Path("/run/sshd").mkdir(exist_ok=True)
    server = rendered / "head/etc/ssh/sshd_config.d/50-cluster.conf"
    subprocess.run(["/usr/sbin/sshd", "-t", "-f", server, "-h", key], check=True)
    client = rendered / "head/etc/ssh/ssh_config.d/50-cluster.conf"
    done = subprocess.run(["ssh", "-G", "-F", client, "c001-n002-mic1"], check=True, capture_output=True, text=True)
    assert "hostname 10.33.1.42" in done.stdout.splitlines()


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("fault", "finding", "places"),
    [
        ((), None, set()),
        (("blocked-ports", "n1", "1024:65535"), "blocked-ports", {"n1", "n2"}),
        (("mtu-mismatch", "n1", "n2", "1000"), "mtu-mismatch", {"n1", "n2"}),
        (("link-down", "n1", "n2"), "blocked-ports", {"n1", "n2"}),
        (("wrong-host", "n1", "n2", "10.33.1.99"), "wrong-host", {"n1"}),
        (("no-forwarding", "n1"), "no-forwarding", {"n1"}),
    ],
)
def test_doctor_sees_what_is_wrong_between_nodes(
    lab: Lab, plan_file: Path, fault: tuple[str, ...], finding: str | None, places: set[str]
) -> None:
    out = Path(lab.folder, "results")
    if fault:
        faults.add(lab, fault[0], list(fault[1:]))
    try:
        done = rankwise("doctor", "--lab", lab.name, "--out", out, "-q")
    finally:
        faults.clear(lab, None)
    between = {"blocked-ports", "mtu-mismatch", "wrong-host", "no-forwarding", "duplicate-address", "odd-node"}
    found = {item["id"]: set(item["affects"]) for item in done["data"]["findings"] if item["id"] in between}
    if finding is None:
        assert found == {}
    else:
        assert found[finding] & places and found[finding] <= places
