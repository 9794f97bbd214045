"""A rendered folder that somebody changed is read or refused in words, whatever its files hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from rankwise.cluster.plan import read_plan
from rankwise.cluster.render import render, write
from rankwise.core.errors import UsageError
from rankwise.lab import network_files

EXAMPLE = Path(__file__).parents[2] / "examples/phi-cluster.toml"
DAMAGE = {
    "nothing": b"",
    "no text": b"\xff\xfe",
    "a word": b"x\n",
    "half a route": b"10.0.0.0/8 via\n",
    "a route to an option": b"-x via -y\n[Route]\nDestination=-x\nGateway=-y\n[ipv4]\nroute1=-x\n",
    "odd digits": "MTU=²\n[Link]\nMTUBytes=²\n[ethernet]\nmtu=²\n".encode(),
    "a huge number": b"MTU=" + b"9" * 5000 + b"\n[Link]\nMTUBytes=" + b"9" * 5000,
    "a bad address": b"IPADDR=x\n[Network]\nAddress=x\n[ipv4]\naddress1=x\n",
    "a broken section": b"[x\n=\n",
}


@pytest.mark.parametrize("form", ["ifcfg", "networkmanager", "networkd"])
@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_an_error_in_words(tmp_path: Path, form: str, damage: str) -> None:
    plan = replace(read_plan(EXAMPLE), interface_files=form)
    write(render(plan), tmp_path / "out")
    for file in sorted((tmp_path / "out/c001-n001").rglob("*")):
        if not file.is_file():
            continue
        before = file.read_bytes()
        file.write_bytes(DAMAGE[damage])
        try:
            files = network_files.read(plan, tmp_path / "out")
        except UsageError as error:
            assert str(file) in error.message
        else:
            assert all("-" not in network + gateway for network, gateway in files["c001-n001"].routes)
        file.write_bytes(before)
    network_files.read(plan, tmp_path / "out")
