"""What users give in place of a recording is named, with what to give instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from rankwise.core.errors import UsageError
from rankwise.inventory.collect import load

TOPO = """\tGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID
GPU0\t X \tNV4\tPIX\t0-31\t0\tN/A
GPU1\tNV4\t X \tSYS\t32-63\t1\tN/A
NIC0\tPIX\tSYS\t X
"""
OLD_TOPO = """        GPU0    GPU1    mlx5_0  CPU Affinity
GPU0     X      NV1     PIX     0-19
GPU1    NV1      X      SYS     20-39
mlx5_0  PIX     SYS      X
"""
LSTOPO = """Machine (126GB total)
  Package L#0
    NUMANode L#0 (P#0 63GB)
    L3 L#0 (30MB)
      L2 L#0 (256KB) + L1d L#0 (32KB) + L1i L#0 (32KB) + Core L#0 + PU L#0 (P#0)
"""
OLD_LSTOPO = """Machine (32GB)
  NUMANode L#0 (P#0 16GB) + Socket L#0 + L3 L#0 (12MB)
    L2 L#0 (256KB) + L1 L#0 (32KB) + Core L#0 + PU L#0 (P#0)
"""
OTHERS = {
    "`numactl --hardware`": "available: 2 nodes (0-1)\nnode 0 cpus: 0 1\nnode distances:\nnode   0   1\n",
    "lscpu": "Architecture:        x86_64\nCPU op-mode(s):      32-bit, 64-bit\nCPU(s):              2\n",
    "a rankfile": "rank 0=n1 slot=0:0\nrank 1=n2 slot=0:1\n",
    "a hosts file": "127.0.0.1 localhost\n10.0.0.1 n1\n",
    "a host list": "n1 slots=4\nn2 slots=4\n",
    "lspci": "00:00.0 Host bridge: Intel Corporation Device\n3b:00.0 Infiniband controller: Mellanox\n",
    "ibstat": "CA 'mlx5_0'\n\tCA type: MT4123\n",
    "lstopo's drawing": "┌────────┐\n│ Machine│\n└────────┘\n",
    "/proc/cpuinfo": "processor\t: 0\nvendor_id\t: GenuineIntel\n",
}


def refused(tmp_path: Path, text: str) -> UsageError:
    (tmp_path / "topo.txt").write_text(text)
    with pytest.raises(UsageError) as error:
        load(tmp_path / "topo.txt")
    return error.value


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (TOPO, "nvidia-smi topo -m"),
        (OLD_TOPO, "nvidia-smi topo -m"),
        (LSTOPO, "lstopo's text"),
        (OLD_LSTOPO, "lstopo's text"),
    ],
)
def test_text_of_a_topology_is_named_and_the_form_that_is_read(tmp_path: Path, text: str, name: str) -> None:
    error = refused(tmp_path, text)
    assert name in error.message
    assert error.hint and "lstopo --of xml FILE" in error.hint


@pytest.mark.parametrize("name", OTHERS)
def test_other_texts_of_machines_are_named(tmp_path: Path, name: str) -> None:
    error = refused(tmp_path, OTHERS[name])
    assert name in error.message
    assert error.hint and "rankwise inventory --save" in error.hint


def test_what_nobody_knows_is_no_recording(tmp_path: Path) -> None:
    error = refused(tmp_path, "dear colleague, the machine (with 2 GB) is slow\n")
    assert "is not a recording" in error.message
    assert error.hint and "lstopo --of xml FILE" in error.hint
