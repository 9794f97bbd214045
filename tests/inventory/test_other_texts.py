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
    "opainfo": "hfi1_0:1                           PortGID:0xfe80000000000000:001175010171b4e7\n",
    "ibdev2netdev": "mlx5_0 port 1 ==> ib0 (Up)\n",
    "a configuration of Slurm": "BlockName=b1 BlockIndex=0 Nodes=n[1-4] BlockSize=4\n",
    "a list of switches": '0x0002c90300aa0001 "leaf1"  1  1[  ] ==( 4X )==>  0x02c90011  11  1[  ] "n1 HCA-1" ( )\n',
    "nvidia-smi's table": "GPU 0: NVIDIA A100 (UUID: GPU-0)\n  MIG 1g.5gb  Device  0: (UUID: MIG-0)\n",
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
        ("depth 0:           1 Machine (type #0)\n depth 1:          2 Package (type #1)\n", "lstopo's text"),
        ("".join(f"n1: {line}\n" for line in TOPO.splitlines()), "nvidia-smi topo -m"),
        ("ACCESS TABLE:\n              0000:05:00.0 0000:26:00.0\n", "amd-smi's text"),
        ("\t   NPU0       NPU1       CPU Affinity\nNPU0       X          HCCS       0-23\n", "npu-smi's table"),
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
