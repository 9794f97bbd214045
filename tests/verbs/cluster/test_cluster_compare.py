"""What endpoints say against what a plan says of them, from text that real endpoints gave."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from rankwise.cluster.facts import facts_of
from rankwise.cluster.plan import read_plan
from rankwise.cluster.reach import Reached, Way, connections
from rankwise.cluster.render import render
from rankwise.inventory.archive import Archive
from rankwise.inventory.collector import script
from rankwise.verbs.cluster.compare import PlanComparison, compare
from rankwise.verbs.cluster.look import SeenEndpoint, commands, read

EXAMPLE = Path(__file__).parents[3] / "examples/phi-cluster.toml"
HOST = "c001-n001"
PORT = "/sys/class/infiniband/mlx4_0/ports/1"

ADDRESSES = """1: lo    inet 127.0.0.1/8 scope host lo
3: br0    inet 10.33.1.1/15 brd 10.33.255.255 scope global br0
4: ib0    inet 10.34.1.1/15 brd 10.35.255.255 scope global ib0"""
LINKS = "\n".join(
    [
        "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN mode DEFAULT",
        *(
            f"{i}: {name}: <BROADCAST,UP> mtu 1500 qdisc mq master br0 state UP mode DEFAULT"
            for i, name in enumerate(("eth0", "mic0", "mic1", "mic2", "mic3"), 5)
        ),
        "3: br0: <BROADCAST,UP> mtu 1500 qdisc noqueue state UP",
        "4: ib0: <BROADCAST,UP> mtu 1500 qdisc mq state UP",
    ]
)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A real sshd on the loopback, and an `ssh` that knows two hosts there: `good` with a key that it takes, `bad`
    with another."""
    for name in ("host", "good", "bad"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / name], check=True)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    public = (tmp_path / "host.pub").read_text()
    (tmp_path / "known").write_text("".join(f"{name} {public}" for name in ("good", "bad")))
    client = "".join(
        f"Host {name}\n HostName 127.0.0.1\n HostKeyAlias {name}\n Port {port}\n IdentityFile {tmp_path}/{name}\n"
        for name in ("good", "bad")
    )
    (tmp_path / "client").write_text(f"{client}Host *\n UserKnownHostsFile {tmp_path}/known\n IdentitiesOnly yes\n")
    (tmp_path / "ssh").write_text(f'#!/bin/sh\nexec {shutil.which("ssh")} -F {tmp_path}/client "$@"\n')
    (tmp_path / "ssh").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    Path("/run/sshd").mkdir(exist_ok=True)
    options = {
        "Port": port, "ListenAddress": "127.0.0.1", "HostKey": tmp_path / "host", "StrictModes": "no",
        "PidFile": "none", "AuthorizedKeysFile": tmp_path / "good.pub", "PasswordAuthentication": "no", "UsePAM": "no",
    }  # fmt: skip
    (tmp_path / "server").write_text("".join(f"{name} {value}\n" for name, value in options.items()))
    with subprocess.Popen(["/usr/sbin/sshd", "-D", "-e", "-f", tmp_path / "server"], stderr=subprocess.PIPE) as daemon:
        assert daemon.stderr is not None
        assert b"listening" in daemon.stderr.readline()
        yield
        daemon.kill()


@pytest.mark.site_files
@pytest.mark.parametrize(("name", "words"), [("good", "works"), ("bad", "Permission denied"), ("gone", "resolve")])
def test_ssh_without_a_question_is_tried_by_a_real_ssh(name: str, words: str, server: None) -> None:
    plan = read_plan(EXAMPLE)
    line = commands(facts_of(plan)[HOST], plan, name)["ssh"].replace("ConnectTimeout=3 ", "ConnectTimeout=100 ")
    text = subprocess.run(["sh", "-c", line], check=True, capture_output=True, text=True).stdout
    seen = read(Archive(runs={"ssh": text}), 0.0, 0.0)
    assert seen.ssh[0] == name and words in seen.ssh[1]
    differences = told(ssh=text)
    assert [fact for fact, _, _ in differences] == ([] if name == "good" else [f"ssh to {name}"])


def told(**changes: str) -> list[tuple[str, str, str]]:
    """The differences of a host that is as planned but for these answers: fact, found, file."""
    plan = read_plan(EXAMPLE)
    facts = facts_of(plan)[HOST]
    runs = {
        "addr": ADDRESSES,
        "link": LINKS,
        "names": "\n".join(f"{name} {address}" for address, names in facts.hosts for name in names),
        "users": "trader:x:5001:5000::/home/trader:/bin/bash",
        "groups": "hpc:x:5000:",
        "services": "openibd active\nopensmd active\nofed-mic active",
        "modules": "mic 2.6.32",
        "time": "1000.5",
        "limits": "unlimited\n1024",
    }
    files = {
        "/proc/sys/net/ipv4/ip_forward": "1",
        "/proc/sys/kernel/osrelease": "2.6.32",
        f"{PORT}/state": "4: ACTIVE",
        f"{PORT}/phys_state": "5: LinkUp",
        f"{PORT}/rate": "40 Gb/sec (4X QDR)",
    }
    for name, value in changes.items():
        target = files if name.startswith("/") else runs
        target[name] = value
    seen = read(Archive(files=files, runs=runs), 1000.0, 1001.0)
    comparison = PlanComparison(plan, render(plan))
    compare([facts], {HOST: seen}, comparison, in_lab=False)
    return [(item.fact, item.found, item.file) for item in comparison.found]


def test_a_host_as_planned() -> None:
    assert told() == []


SCRIPTS = f"{HOST}/etc/sysconfig/network-scripts"


@pytest.mark.parametrize(
    ("name", "change", "fact", "text", "file"),
    [
        ("addr", ("10.33.1.1/15", "10.33.1.9/15"), "address of br0", "10.33.1.9", f"{SCRIPTS}/ifcfg-br0"),
        ("addr", ("10.34.1.1/15", "10.34.1.1/24"), "mask of ib0", "/24", SCRIPTS),
        ("link", ("mic2: <BROADCAST,UP> mtu 1500 qdisc mq master br0", "mic2: <UP> mtu 1500 qdisc mq"),
         "bridge of mic2", "none", f"{SCRIPTS}/ifcfg-mic2"),
        ("users", ("5001:5000", "1007:5000"), "UID of trader", "1007", f"{HOST}/setup/accounts.sh"),
        ("groups", ("5000", "600"), "GID of hpc", "600", f"{HOST}/setup/accounts.sh"),
        ("services", ("opensmd active", "opensmd inactive"), "service opensmd", "inactive", ""),
        ("modules", ("mic 2.6.32", "mic 2.6.18"), "kernel of module mic", "2.6.18", ""),
        ("time", ("1000.5", "1090"), "clock", "+89.0 s apart", ""),
        ("names", ("c001-n002 10.33.1.2", "c001-n002 127.0.1.1"), "name c001-n002", "127.0.1.1", f"{HOST}/etc/hosts"),
    ],
)  # fmt: skip
def test_each_difference_is_told_with_its_file(
    name: str, change: tuple[str, str], fact: str, text: str, file: str
) -> None:
    plan = read_plan(EXAMPLE)
    original = {
        "addr": ADDRESSES,
        "link": LINKS,
        "names": "\n".join(f"{n} {a}" for a, names in facts_of(plan)[HOST].hosts for n in names),
        "users": "trader:x:5001:5000::/home/trader:/bin/bash",
        "groups": "hpc:x:5000:",
        "services": "openibd active\nopensmd active\nofed-mic active",
        "modules": "mic 2.6.32",
        "time": "1000.5",
    }[name]
    assert change[0] in original
    answers = told(**{name: original.replace(*change)})
    assert [(item[0], item[1]) for item in answers] == [(fact, text)]
    assert answers[0][2].startswith(file)


@pytest.mark.parametrize(
    ("file", "value", "fact"),
    [
        ("state", "1: DOWN", "state of mlx4_0 port 1"),
        ("rate", "10 Gb/sec (4X SDR)", "rate of mlx4_0 port 1"),
    ],
)
def test_ports_of_adapters(file: str, value: str, fact: str) -> None:
    assert [item[:2] for item in told(**{f"{PORT}/{file}": value})] == [(fact, value)]


def test_the_odd_one_out_is_told_and_without_a_majority_all() -> None:
    plan = read_plan(EXAMPLE)
    cards = [item for item in facts_of(plan).values() if item.kind == "card"][:3]
    kernels = ["2.6.38", "2.6.38", "2.6.40"]
    seen = {
        card.name: SeenEndpoint(equal={"kernel": kernel}, addresses={})
        for card, kernel in zip(cards, kernels, strict=True)
    }
    comparison = PlanComparison(plan, {})
    compare(cards, seen, comparison, in_lab=True)
    odd = [item for item in comparison.found if item.fact == "kernel"]
    assert [(item.endpoint, item.found) for item in odd] == [(cards[2].name, "2.6.40")]
    comparison = PlanComparison(plan, {})
    compare(cards[1:], {name: seen[name] for name in list(seen)[1:]}, comparison, in_lab=True)
    (apart,) = [item for item in comparison.found if item.fact == "kernel"]
    words = f"{cards[1].name} has 2.6.38; {cards[2].name} has 2.6.40; no plan says which is right"
    assert (apart.endpoint, apart.expected, apart.found) == ("", "alike", words)


def test_half_of_the_nodes_with_another_library_are_not_as_planned() -> None:
    plan = read_plan(EXAMPLE)
    cards = [item for item in facts_of(plan).values() if item.kind == "card"][:4]
    library = "MPI library (cksum)"
    seen = {card.name: SeenEndpoint(equal={library: "12"[at // 2]}, addresses={}) for at, card in enumerate(cards)}
    comparison = PlanComparison(plan, {})
    compare(cards, seen, comparison, in_lab=True)
    told = [item.found for item in comparison.found if item.fact == library]
    first, second, third, fourth = (card.name for card in cards)
    assert told == [f"{first}, {second} have 1; {third}, {fourth} have 2; no plan says which is right"]


def test_one_endpoint_that_is_cut_off_is_told_once() -> None:
    names = ("a", "b", "c")
    ways = [Way(x, y, "net", y) for x in names for y in names if x != y]
    reached = [Reached(way, "timeout" if "a" in (way.source, way.target) else "ok") for way in ways]
    found = connections(reached)
    assert [(item.endpoint, item.fact) for item in found] == [("a", "connections from others on net")]


def test_one_bad_pair_is_told_as_a_pair() -> None:
    names = ("a", "b", "c")
    ways = [Way(x, y, "net", y) for x in names for y in names if x != y]
    reached = [Reached(way, "large" if way.source + way.target == "ab" else "ok", 1e-4) for way in ways]
    found = connections(reached)
    assert [(item.endpoint, item.fact) for item in found] == [("a", "connection to b on net")]
    assert "an MTU on the way is smaller" in found[0].found


def test_where_nobody_reaches_anybody_nobody_is_accused() -> None:
    names = ("a", "b", "c")
    found = connections([Reached(Way(x, y, "net", y), "timeout") for x in names for y in names if x != y])
    assert len(found) == 6 and all(item.fact.startswith("connection to") for item in found)


def test_what_endpoints_are_asked_are_single_words() -> None:
    plan = read_plan(EXAMPLE)
    text = script((), (), (), commands(facts_of(plan)[HOST], plan))
    asked = [line.split()[1] for line in text.splitlines() if line.startswith("try ")]
    assert {"names", "names-together", "users", "folders"} <= set(asked)


def test_names_are_told_together_or_each_by_itself() -> None:
    together = read(Archive(runs={"names-together": "n1 n2\n10.0.0.1\n10.0.0.2"}), 0.0, 1.0)
    each = read(Archive(runs={"names-together": "", "names": "n1 10.0.0.1\nn2"}), 0.0, 1.0)
    assert together.names == {"n1": "10.0.0.1", "n2": "10.0.0.2"}
    assert each.names == {"n1": "10.0.0.1", "n2": ""}
    assert read(Archive(), 0.0, 1.0).names is None
