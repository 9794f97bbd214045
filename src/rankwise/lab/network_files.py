"""Rendered files as a lab takes them: each endpoint's hosts file, interfaces, routes and forwarding, read back.

The links of the lab, what they carry and who is joined to whom, are the plan's, which lies beside the files. A lab has
no bridges: the adapter under one carries its address, if the files make it a member.
"""

from __future__ import annotations

import configparser
import ipaddress
import re
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from rankwise.cluster.records import ClusterPlan
from rankwise.core import files, process
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.lab.records import LabPort


@dataclass
class _Link:
    """An interface as a file has it."""

    address: str = ""
    prefix_length: int = 0
    mtu: int = 0
    bridge: str = ""


@dataclass
class Files:
    """What an endpoint's files say. `routes` are (network, gateway)."""

    hosts: str
    forward: bool
    links: dict[str, _Link] = field(default_factory=dict)
    routes: list[tuple[str, str]] = field(default_factory=list)


def read(plan: ClusterPlan, folder: Path) -> dict[str, Files]:
    """What the files of every endpoint say. Raises UsageError, with the file, for what cannot be read as what it is."""
    files = {}
    for node in plan.nodes:
        for name in node.names:
            files[name] = _endpoint(plan, folder / name)
        for card in node.cards:
            if card.provisioning == "micctrl":
                _from_driver(plan, folder / node.name / "setup/cards.sh", card.index, files[card.name])
    if plan.head:
        files[plan.head] = _endpoint(plan, folder / plan.head)
    return files


def ports_by(files_of: dict[str, Files], plan: ClusterPlan, ports: tuple[LabPort, ...]) -> tuple[LabPort, ...]:
    """The ports of a plan with the addresses, masks and MTUs of the files; without those that no file sets up."""
    bridges = {network.name: network.bridge for network in plan.networks}
    hosts = {node.name for node in plan.nodes}
    declared = []
    for port in ports:
        links = files_of[port.endpoint].links
        link = links.get(port.interface)
        if port.endpoint in hosts and bridges[port.network]:
            joined = link is not None and link.bridge == bridges[port.network]
            link = links.get(bridges[port.network]) if joined else None
        if link is not None and link.address:
            declared.append(
                replace(port, address=link.address, prefix_length=link.prefix_length, mtu=link.mtu or port.mtu)
            )
    return tuple(declared)


def _text(file: Path) -> str:
    return files.read(file, "no-rendering", "name a folder that `rankwise cluster render` wrote")


def _endpoint(plan: ClusterPlan, folder: Path) -> Files:
    hosts = folder / "etc/hosts"
    text = _text(hosts)
    sysctl = folder / "etc/sysctl.d/90-cluster.conf"
    settings = _text(sysctl) if sysctl.exists() else ""
    files = Files(hosts=text, forward=re.search(r"^net\.ipv4\.ip_forward *= *1", settings, re.MULTILINE) is not None)
    _READERS[plan.interface_files](folder, files)
    return files


def _ifcfg(folder: Path, files: Files) -> None:
    for file in sorted((folder / "etc/sysconfig/network-scripts").glob("ifcfg-*")):
        lines = (line.partition("=") for line in _text(file).splitlines() if not line.startswith("#"))
        values = {key.strip(): value.strip() for key, _, value in lines}
        link = _Link(bridge=values.get("BRIDGE", ""), mtu=_number(file, values.get("MTU", "0")))
        if "IPADDR" in values:
            _set_address(link, file, f"{values['IPADDR']}/{values.get('NETMASK') or values.get('PREFIX', '')}")
        files.links[values.get("DEVICE", file.name.removeprefix("ifcfg-"))] = link
    for file in sorted((folder / "etc/sysconfig/network-scripts").glob("route-*")):
        rows = [line.split() for line in _text(file).splitlines() if line.strip()]
        files.routes += [_route(file, words[0], words[2] if len(words) > 2 else "") for words in rows]


def _networkmanager(folder: Path, files: Files) -> None:
    for file in sorted((folder / "etc/NetworkManager/system-connections").glob("*.nmconnection")):
        parser = _sections(file)
        link = _Link(
            bridge=parser.get("connection", "master", fallback=""),
            mtu=_number(file, parser.get("ethernet", "mtu", fallback="0")),
        )
        ipv4 = dict(parser["ipv4"]) if parser.has_section("ipv4") else {}
        if "address1" in ipv4:
            _set_address(link, file, ipv4["address1"])
        files.links[parser.get("connection", "interface-name", fallback=file.stem)] = link
        routes = [value.partition(",") for key, value in ipv4.items() if re.fullmatch(r"route\d+", key)]
        files.routes += [_route(file, network, gateway) for network, _, gateway in routes]


def _networkd(folder: Path, files: Files) -> None:
    _networkd_files(folder / "etc/systemd/network", files)


def _netplan(folder: Path, files: Files) -> None:
    """By netplan's own generator, which writes networkd's files."""
    if shutil.which("netplan") is None:
        raise EnvironmentProblem(
            "no-netplan", "these files are netplan's, which is not installed", "install netplan.io, or render others"
        )
    with tempfile.TemporaryDirectory(prefix="rankwise-") as made:
        target = Path(made) / "etc/netplan"
        shutil.copytree(folder / "etc/netplan", target)
        for file in target.iterdir():
            file.chmod(0o600)
        done = process.run(["netplan", "generate", "--root-dir", made], timeout_s=30)
        if not done.ok:
            raise UsageError("bad-netplan", f"{folder}/etc/netplan: {done.describe()}", "mend the file, or render anew")
        _networkd_files(Path(made) / "run/systemd/network", files)


def _networkd_files(folder: Path, files: Files) -> None:
    for file in sorted(folder.glob("*.network")):
        parser = _sections(file)
        link = _Link(
            bridge=parser.get("Network", "Bridge", fallback=""),
            mtu=_number(file, parser.get("Link", "MTUBytes", fallback="0")),
        )
        if parser.has_option("Network", "Address"):
            _set_address(link, file, parser.get("Network", "Address"))
        files.links[parser.get("Match", "Name", fallback=file.stem)] = link
        files.routes += [_route(file, network, gateway) for network, gateway in _routes(_text(file))]


_READERS = {"ifcfg": _ifcfg, "networkmanager": _networkmanager, "networkd": _networkd, "netplan": _netplan}


def _routes(text: str) -> Iterator[tuple[str, str]]:
    for section in re.split(r"^\[", text, flags=re.MULTILINE):
        if section.startswith("Route]"):
            values = dict(line.split("=", 1) for line in section.splitlines() if "=" in line)
            yield values.get("Destination", ""), values.get("Gateway", "")


def _sections(file: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    try:
        parser.read_string(_text(file), str(file))
    except configparser.Error as error:
        raise UsageError("bad-file", f"{file}: {error}", "mend the file, or render anew") from error
    return parser


def _from_driver(plan: ClusterPlan, script: Path, index: int, files: Files) -> None:
    """A card's address on the bridge, as its host's script gives it to the driver's program."""
    if not script.exists():
        return
    text = _text(script)
    netbits = re.search(r"--addbridge=\S+ .*--netbits=(\d+)", text)
    given = re.search(r"--network=static --bridge=(\S+) --ip=(\S+)", text)
    if netbits is None or given is None:
        return
    network = next((network for network in plan.networks if network.bridge == given[1]), None)
    addresses = given[2].split(":")
    if network is not None and index < len(addresses):
        link = _Link(mtu=network.mtu)
        _set_address(link, script, f"{addresses[index]}/{netbits[1]}")
        files.links[next(item.name for item in network.interfaces)] = link


def _set_address(link: _Link, file: Path, text: str) -> None:
    try:
        interface = ipaddress.IPv4Interface(text)
    except ValueError as error:
        raise UsageError("bad-address", f"{file}: {error}", "mend the file, or render anew") from error
    link.address, link.prefix_length = str(interface.ip), interface.network.prefixlen


def _route(file: Path, network: str, gateway: str) -> tuple[str, str]:
    try:
        return str(ipaddress.IPv4Network(network)), str(ipaddress.IPv4Address(gateway))
    except ValueError as error:
        raise UsageError("bad-route", f"{file}: {error}", "mend the file, or render anew") from error


def _number(file: Path, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise UsageError("bad-file", f"{file}: '{text}' is not a number", "mend the file, or render anew")
    return int(text)
