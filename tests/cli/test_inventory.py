"""`rankwise inventory` as a user types them."""

import json
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from rankwise.cli.main import app
from rankwise.inventory.records import Inventory
from rankwise.report.inventory import lines, lines_of_all
from recorded.machines import FOLDER, node


def rankwise(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(args))
    return result.exit_code, result.stdout, result.stderr


def test_record_then_read(tmp_path: Path) -> None:
    path = tmp_path / "here.record.gz"
    status, out, _ = rankwise("inventory", "--save", str(path))
    assert (status, path.is_file()) == (0, True)
    assert f"rankwise inventory --from {path}" in out
    status, out, _ = rankwise("inventory", "--from", str(path), "--json")
    envelope = json.loads(out)
    assert (status, envelope["ok"], envelope["command"]) == (0, True, "inventory")
    read = msgspec.convert(envelope["data"], Inventory, strict=False)
    assert read.nodes[0].cpus


def test_several_recordings_are_one_inventory() -> None:
    names = ("phi-host", "phi-card")
    args = [word for name in names for word in ("--from", str(FOLDER / f"{name}.record"))]
    _, out, _ = rankwise("inventory", *args, "--json")
    read = msgspec.convert(json.loads(out)["data"], Inventory, strict=False)
    assert read == Inventory(nodes=tuple(node(name) for name in names))


def test_findings_come_as_warnings_with_their_fix() -> None:
    _, out, err = rankwise("inventory", "--from", str(FOLDER / "container.record"))
    assert "quota of 1.5 CPUs" in out
    assert "1 stale file" in out
    assert "CPU quota smaller than the job (1.5 CPUs for 4 ranks); `docker run --cpus=4 ...`" in err


@pytest.mark.parametrize(
    ("args", "status", "code"),
    [
        (("inventory", "--from", "/no/such/file"), 2, "bad-recording"),
        (("inventory", "--from", "/dev/null"), 2, "bad-recording"),
        (("inventory", "--hosts", "far", "--agent", "/no/such/agent"), 3, "cannot-start"),
        (("inventory", "--hosts", "far", "--agent", "false"), 3, "cannot-collect"),
        (("inventory", "--save", "/proc/no/such/folder/x"), 3, "cannot-write"),
    ],
)
def test_mistakes_are_told_in_words(args: tuple[str, ...], status: int, code: str) -> None:
    exit_status, out, _ = rankwise(*args, "--json")
    envelope = json.loads(out)
    assert (exit_status, envelope["ok"], envelope["error"]["code"]) == (status, False, code)
    assert envelope["error"]["hint"]


def test_a_node_is_one_screen() -> None:
    text = lines(node("phi-host"))
    assert len(text) <= 24
    assert "processor  Intel(R) Xeon(R) CPU E5-2670 0 @ 2.60GHz, 4 CPUs on 4 cores in 2 sockets" in text
    assert "network    mlx4_0:1 (InfiniBand, mlx4_core), active, 5.00 GB/s, MTU 2048, NUMA 0" in text
    assert "network    ib0 (infiniband, mlx4_core), up, 5.00 GB/s, MTU 65520, 10.34.1.2/15, NUMA 0" in text
    assert "network    without address: mic0, mic1, mic2, mic3" in text
    assert "card       mic2, xeon phi, online, PCI 0000:83:00.0, NUMA 1" in text


def test_nodes_that_are_alike_are_shown_once_and_the_others_by_what_differs() -> None:
    host = node("phi-host")
    nodes = [replace(host, hostname=f"n{number}", load_1min=float(number)) for number in range(1, 40)]
    slow = tuple(replace(nic, mtu=1500) if nic.name == "ib0" else nic for nic in host.nics)
    nodes[16] = replace(nodes[16], nics=slow)
    text = lines_of_all(nodes)
    assert text[0] == "38 nodes alike: n1, n2, n3, n4, n5, n6 and 32 more"
    at = text.index("n17 differs in")
    assert "MTU 1500" in text[at + 1] and text[at + 1].endswith(", there")
    assert "MTU 65520" in text[at + 2] and text[at + 2].endswith(", on the others")
    assert len(text) == at + 3 < 24
    assert lines_of_all(nodes[:2]) == [*lines(nodes[0]), *lines(nodes[1])]


@pytest.mark.parametrize(
    ("memory_bytes", "shown"),
    [(None, "size unknown"), (480 << 20, "480 MiB"), (3 << 29, "1.5 GiB"), (23 << 30, "23 GiB"), (3 << 19, "1.5 MiB")],
)
def test_capacities_are_shown_in_the_largest_unit_that_they_fill(memory_bytes: int | None, shown: str) -> None:
    gpu = replace(node("gpu-node").gpus[0], memory_bytes=memory_bytes)
    text = lines(replace(node("gpu-node"), gpus=(gpu,)))
    assert any(f"{gpu.name}, {shown}, PCI" in line for line in text), text
