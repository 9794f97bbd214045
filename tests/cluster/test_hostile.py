"""Whatever a plan holds in any field, it is refused, or its files have the lines that they should and no other."""

from __future__ import annotations

import configparser
import copy
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rankwise.cluster.hosts import hosts_file
from rankwise.cluster.plan import endpoint_names, read_plan
from rankwise.cluster.records import ClusterPlan
from rankwise.cluster.render import render, write
from rankwise.core import toml
from rankwise.core.errors import UsageError

PLAN: dict[str, Any] = {
    "name": "small",
    "source": "words",
    "head": "head",
    "nodes": [
        {
            "numbers": [1, 2],
            "name": "n{node:02}",
            "sockets": 2,
            "arch": "x86_64",
            "modules": ["mic"],
            "cards": {"sockets": [0], "name": "{host}-mic{card}", "arch": "k1om"},
        }
    ],
    "networks": [
        {
            "name": "ethernet",
            "cidr": "10.32.0.0/15",
            "head": "10.33.0.1",
            "host": "10.33.{cabinet}.{node}",
            "card": "10.33.{cabinet}.{node + 20 * (card + 1)}",
            "interface": "eth0",
            "host_interface": "mic{card}",
            "bridge": "br0",
            "fabric": "tcp",
            "port_rate": "10 Gb/s",
            "mtu": 1500,
            "slowdown": 1.0,
            "links": [{"latency": "100us", "rate": "100MB/s", "from": "any", "to": "any"}],
        },
        {
            "name": "fast",
            "cidr": "10.34.0.0/15",
            "host": "10.34.{cabinet}.{node}",
            "head": "10.34.0.1",
            "interface": "ib0",
            "suffix": "-ib",
            "addresses": {"n02": "10.34.7.7"},
            "links": [{"latency": "10us"}],
        },
        {
            "name": "pair",
            "model": "static-pair",
            "cidr": "172.31.{card + 1}.0/24",
            "host": "172.31.{card + 1}.254",
            "card": "172.31.{card + 1}.1",
            "host_interface": "pci{card}",
            "card_interface": "pci0",
            "links": [{"latency": "10us"}],
        },
    ],
    "groups": [{"name": "users", "gid": 1000}],
    "users": [{"name": "me", "uid": 1000, "group": "users", "home": "/home/me", "shell": "/bin/sh"}],
    "shares": [
        {
            "path": "/opt/soft",
            "from": "head",
            "to": "host",
            "network": "ethernet",
            "options": "rw,no_root_squash",
            "mount": "/opt/here",
            "mount_options": "nolock",
            "local": {"/opt/soft/tmp": "/var/tmp/soft"},
        }
    ],
    "services": [{"name": "sshd", "on": "any"}],
    "mpis": [
        {
            "family": "mpich",
            "prefix": "/opt/mpi",
            "card_prefix": "/opt/mic",
            "network": "ethernet",
            "environment": {"I_MPI_MIC": "enable"},
        }
    ],
    "switches": [{"name": "leaf", "nodes": ["n[01-02]"]}],
    "lab": {
        "shared_memory": "64MiB",
        "hidden": ["/opt"],
        "endpoints": {"n01": {"cpus": [0], "clock_offset": "3s", "files": {"/a": "/b"}, "hidden": ["/c"]}},
    },
}
FORMS = ("ifcfg", "networkmanager", "netplan", "networkd")
Place = tuple[Any, ...]


def places(value: Any, at: Place = ()) -> Iterator[tuple[Place, bool]]:
    """Each text of the plan, and each name of a table that users choose."""
    if isinstance(value, dict):
        for key, item in value.items():
            if at[-1:] in (("addresses",), ("local",), ("environment",), ("files",), ("endpoints",)):
                yield (*at, key), True
            yield from places(item, (*at, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from places(item, (*at, index))
    else:
        yield at, False


PLACES = sorted(places(PLAN), key=str)


def quoted(word: str) -> str:
    return '"' + "".join(f"\\U{ord(letter):08X}" for letter in word) + '"'


def text_of(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)} = {text_of(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(text_of, value)) + "]"
    return quoted(value) if isinstance(value, str) else str(value)


def spoiled(place: Place, of_key: bool, change: Callable[[Any], Any], form: str) -> dict[str, Any]:
    plan = copy.deepcopy(PLAN)
    table = plan
    for step in place[:-1]:
        table = table[step]
    if of_key:
        table[change(place[-1])] = table.pop(place[-1])
    else:
        table[place[-1]] = change(table[place[-1]] if isinstance(table, list) else table.get(place[-1]))
    return {**plan, "interface_files": form}


def read(plan: dict[str, Any], folder: Path) -> ClusterPlan:
    file = folder / "cluster.toml"
    file.write_text("".join(f"{key} = {text_of(value)}\n" for key, value in plan.items()), encoding="utf-8")
    assert toml.loads(file.read_text(encoding="utf-8")) == plan
    return read_plan(file)


def names_of(plan: ClusterPlan, name: str) -> int:
    """The lines of a hosts file, counted from the addresses of the plan."""
    return len(hosts_file(plan, name).splitlines())


NAME, IPV4 = r"[A-Za-z0-9_][\w.-]*", r"\d+\.\d+\.\d+\.\d+"
PATH, OPTIONS = r"/[\w./+@-]*", r"[\w=,.:/@-]*"
LINES = {
    "etc/hosts": rf"{IPV4}( {NAME})+",
    "etc/ssh/ssh_config.d/50-cluster.conf": rf"|Host {NAME}|    HostName {IPV4}|    ProxyJump {NAME}"
    "|    StrictHostKeyChecking accept-new",
    "etc/exports.d/cluster.exports": rf"{PATH} {IPV4}/\d+\({OPTIONS}\)",
    "etc/fstab.cluster": rf"{NAME}:{PATH} {PATH} nfs {OPTIONS} 0 0",
    "etc/tmpfiles.d/cluster.conf": rf"d {PATH} 0755 root root -|L\+ {PATH} - - - - {PATH}",
    "machinefile.mpich": rf"{NAME}:\d+",
    "machinefile.impi": rf"{NAME}:\d+",
    "hostfile.openmpi": rf"{NAME} slots=\d+",
    "slurm/topology.conf": rf"|SwitchName={NAME} Nodes={NAME}(,{NAME})*( Switches={NAME})?",
    "ifcfg": rf"DEVICE={NAME}|TYPE=\w+|BOOTPROTO=\w+|ONBOOT=yes|NM_CONTROLLED=no|IPADDR={IPV4}|NETMASK={IPV4}"
    rf"|BRIDGE={NAME}|MTU=\d+|# HWADDR: .*",
    "route": rf"{IPV4}/\d+ via {IPV4}",
    "setup/services.sh": rf"#!/bin/sh|# What runs .*|set -eu|systemctl enable --now {NAME}"
    rf"|systemctl disable --now {NAME} 2>/dev/null \|\| true",
    "60-cluster.yaml": rf" *(network|version|renderer|ethernets|bridges|parameters|{NAME}|dhcp4|mtu|interfaces"
    rf"|addresses|routes|stp):( [\w]+| \[[\w./, -]+\])?|        - to: {IPV4}/\d+|          via: {IPV4}",
}


def check(path: str, text: str, plan: ClusterPlan, before: dict[str, int]) -> None:
    """A file has as many lines as that of the plan that was not touched, each of the form that it should have."""
    name, _, inside = path.partition("/")
    base = path.rpartition("/")[2]
    kind = inside if inside in LINES else path if path in LINES else base if base in LINES else base.partition("-")[0]
    for line in text.splitlines() if kind in LINES else ():
        assert re.fullmatch(LINES[kind], line, re.ASCII), (path, line)
    if path.endswith("etc/hosts"):
        assert len(text.splitlines()) == names_of(plan, name)
    if path.endswith((".network", ".netdev", ".nmconnection")):
        parser = configparser.ConfigParser(strict=False, interpolation=None)
        parser.read_string(text)
        sections = {"Match", "Link", "Network", "Route", "NetDev", "connection", "bridge", "ethernet", "ipv4", "ipv6"}
        assert {*parser.sections()} <= {*sections, "infiniband"}, path
    if path.endswith("profile.d/mpi-mpich.sh"):
        words = [shlex.split(line) for line in text.splitlines()]
        assert all(len(line) == 2 and line[0] == "export" and "=" in line[1] for line in words), text
    if path.endswith("setup/accounts.sh"):
        assert not re.search(r"chown -R \S+ /(etc|usr|root|bin|sbin|lib|boot|dev|proc|sys|run)?(/.ssh)?$", text, re.M)
    if path == "INSTALL.txt" or path.endswith("accounts.sh"):
        assert len(text.splitlines()) == before[path], path


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    """How many lines the files have that the plan gives before it is spoiled."""
    counted: dict[str, int] = {}
    for form in FORMS:
        plan = read({**PLAN, "interface_files": form}, tmp_path_factory.mktemp("plan"))
        counted |= {path: len(item.text.splitlines()) for path, item in render(plan).items()}
    return counted


HOSTILE = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        [
            *("\n", "\r", "\x00", "\x1b[2J", "\u2028", "\u202e", "../", "/etc", "/", "..", "~", " ", "\t", ""),
            *("\ntouch /tmp/x #", "$(touch x)", "`touch x`", "'; touch x #", '" x', "\\", "%n", "{node", "{0}", "#"),
            *("[Match]", "a=b", "a,b", "-oProxyCommand=x", "*", "?", "x" * 300, "é", "{{ 7*7 }}", "{% x %}"),
            "x\ntouch P #/../../../home/me/.bashrc",
        ]
    ),
)
ODD = st.one_of(
    st.integers(),
    st.sampled_from([10**9, -1, 2**63, 2**64, 10**30, 0, 1.5, float("nan"), float("inf"), -float("inf"), True]),
)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_hostile_plan_is_refused_or_harmless(data: st.DataObject, tmp_path: Path, untouched: dict[str, int]) -> None:
    place, of_key = data.draw(st.sampled_from(PLACES))
    word = data.draw(HOSTILE if of_key else st.one_of(HOSTILE, ODD))
    how = data.draw(st.sampled_from(["after", "before", "instead"]))

    def change(value: Any) -> Any:
        if how == "instead" or not isinstance(value, str) or not isinstance(word, str):
            return word
        return value + word if how == "after" else word + value

    spoiled_plan = spoiled(place, of_key, change, data.draw(st.sampled_from(FORMS)))
    text = "".join(f"{key} = {text_of(value)}\n" for key, value in spoiled_plan.items())
    try:
        text.encode()
        toml.loads(text)
    except (UnicodeError, toml.TomlError):
        assume(False)
    (tmp_path / "cluster.toml").write_bytes(text.encode())
    try:
        plan = read_plan(tmp_path / "cluster.toml")
    except UsageError as error:
        assert error.code == "bad-plan"
        return
    for path, item in render(plan).items():
        check(path, item.text, plan, untouched)


@pytest.mark.parametrize(("place", "of_key"), PLACES, ids=str)
def test_a_line_more_is_refused_in_each_field(tmp_path: Path, place: Place, of_key: bool) -> None:
    value = place[-1] if of_key else ""
    for word in (f"{value}\ntouch x", f"{value}\x1b[2J", f"{value}\u202e"):
        plan = spoiled(place, of_key, lambda _, word=word: word, "ifcfg")
        (tmp_path / "cluster.toml").write_text("".join(f"{key} = {text_of(item)}\n" for key, item in plan.items()))
        with pytest.raises(UsageError) as told:
            read_plan(tmp_path / "cluster.toml")
        assert told.value.code == "bad-plan"
        assert "\n" not in told.value.message.split("- ", 1)[-1] and "\x1b" not in told.value.message


def test_the_plan_that_wrote_over_a_file_is_refused(tmp_path: Path) -> None:
    """The interface of a host's end was a path with a line in it, and the file's name as well."""
    mine = tmp_path / "mine"
    mine.write_text("mine")
    evil = f"x\ntouch P #/../../../../../../..{mine}"
    plan = spoiled(("networks", 0, "host_interface"), False, lambda _: evil, "ifcfg")
    with pytest.raises(UsageError, match="is not a rule"):
        write(render(read(plan, tmp_path)), tmp_path / "out")
    assert mine.read_text() == "mine"


@pytest.mark.parametrize("rule", ["../../x", "a/b", "{card}" * 20, "mic {card}", "-mic", "", "{card}/{card}"])
def test_a_rule_gives_a_word_of_its_kind(tmp_path: Path, rule: str) -> None:
    for network in (0, 2):
        plan = spoiled(("networks", network, "host_interface"), False, lambda _: rule, "ifcfg")
        with pytest.raises(UsageError, match=r"does not give such a word|is not a rule"):
            read(plan, tmp_path)


@pytest.mark.parametrize(
    "rule",
    [
        *("n{node:9999999999}", "n{node:99999999999d}", "n{9**9**9}", "{node!r}", "{node.x}", "{" + "-" * 190 + "1}"),
        *("{" + "+".join(["1"] * terms) + "}" for terms in (90, 5000)),
        "{" + "(" * 95 + "1" + ")" * 95 + "}",
    ],
)
def test_a_rule_that_grows_is_refused(tmp_path: Path, rule: str) -> None:
    plan = spoiled(("nodes", 0, "name"), False, lambda _: rule, "ifcfg")
    with pytest.raises(UsageError) as told:
        read(plan, tmp_path)
    assert told.value.code == "bad-plan"


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("networks", 0, "slowdown"), float("nan")),
        (("networks", 0, "slowdown"), float("inf")),
        (("networks", 0, "mtu"), 10**30),
        (("nodes", 0, "ranks"), 10**9),
        (("nodes", 0, "ranks"), -1),
        (("nodes", 0, "numbers"), [-1]),
        (("nodes", 0, "sockets"), -5),
        (("nodes", 0, "nic_socket"), -1),
        (("users", 0, "uid"), 0),
        (("users", 0, "uid"), 2**32),
        (("groups", 0, "gid"), -1),
        (("lab", "endpoints", "n01", "cpus"), [-1]),
        (("lab", "shared_memory"), "9" * 30),
        (("lab", "shared_memory"), "99999999TiB"),
        (("networks", 0, "links", 0, "latency"), "9" * 400),
        (("networks", 0, "links", 0, "rate"), "9" * 400 + "GB/s"),
        (("networks", 0, "links", 0, "rate"), "0MB/s"),
        (("users", 0, "home"), "/etc"),
        (("users", 0, "home"), "/"),
        (("users", 0, "home"), "/home/../root"),
        (("shares", 0, "path"), "/"),
        (("shares", 0, "mount"), "/usr"),
        (("shares", 0, "local"), {"/etc/passwd": "/var/tmp/x"}),
        (("shares", 0, "local"), {"/opt/soft/x": "/etc"}),
    ],
)
def test_numbers_and_folders_out_of_range_are_refused(tmp_path: Path, place: Place, value: Any) -> None:
    plan = spoiled(place, False, lambda _: value, "ifcfg")
    text = "".join(f"{key} = {text_of(item)}\n" for key, item in plan.items())
    (tmp_path / "cluster.toml").write_text(text)
    with pytest.raises(UsageError) as told:
        read_plan(tmp_path / "cluster.toml")
    assert told.value.code == "bad-plan"


def test_the_plan_before_is_sound(tmp_path: Path, untouched: dict[str, int]) -> None:
    for form in FORMS:
        plan = read({**PLAN, "interface_files": form}, tmp_path)
        assert "n01" in endpoint_names(plan)
        for path, item in render(plan).items():
            check(path, item.text, plan, untouched)
