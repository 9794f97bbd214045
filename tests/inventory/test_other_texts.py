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
    "rocm-smi": "GPU[0]\t\t: (Topology) Numa Node: 0\n",
    "nvidia-smi topo -p2p": " \tGPU0\tGPU1\n GPU0\tX\tGNS\n GPU1\tGNS\tX\n",
    "lscpu's text": "Architektur: x86_64\nCPU(s):      128\nNUMA-Knoten0 CPU(s): 0-127\n",
    "lscpu's": "CPU NODE SOCKET CORE L1d:L1i:L2:L3 ONLINE\n  0    0      0    0 0:0:0:0          yes\n",
    "`numactl --show`": "policy: default\nphyscpubind: 0 1\n",
    "lspci's text": "-+-[0000:ff]-+-00.0  Intel Corporation Device 3240\n",
    "ibstat's": "Infiniband device 'mlx5_0' port 1 status:\n",
    "`rdma link`": "link mlx5_0/1 lid 11 sm_lid 1 state ACTIVE netdev ib0\n",
    "ibdev2netdev's": "0000:12:00.0 mlx5_0 (MT4123 - MCX65) ConnectX-6 fw 20.28 port 1 (ACTIVE) ==> ib0 (Up)\n",
    "a host list of": "n1\nn1\nn2\n",
    "a host list of a": "n1:4 binding=map=0,1\nn2\n",
    "a host list of a launcher": "n1.site 4 all.q@n1.site UNDEFINED\n",
    "Slurm's list": "PARTITION AVAIL  TIMELIMIT  NODES  STATE NODELIST\n",
    "configuration of Slurm": "NodeName=n1 CPUs=128 Boards=1\nUpTime=12-03:04:05\n",
    "synthetic description": "Package:2 [NUMANode(memory=67000000000)] L3Cache:1(size=20971520) Core:4 PU:2\n",
    "lstopo's draw": "/--------------\\\n| Machine      |\n\\--------------/\n",
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


XML = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE topology SYSTEM "hwloc2.dtd">
<topology version="2.0">
  <object type="Machine" cpuset="0x1"><object type="PU" os_index="0" cpuset="0x1"/></object>
</topology>
"""


@pytest.mark.parametrize("before", ["", "\ufeff", "Loading hwloc/2.9\n", "srun: job 815 queued\n\n  "])
@pytest.mark.parametrize("behind", ["", "srun: error: n1: task 0: Exited\n"])
def test_what_others_print_around_the_xml_of_hwloc_is_none_of_it(tmp_path: Path, before: str, behind: str) -> None:
    (tmp_path / "n1.xml").write_text(before + XML + behind)
    assert len(load(tmp_path / "n1.xml").cpus) == 1


@pytest.mark.parametrize(("text", "why"), [(XML[:150], "unclosed|no element"), ("<a/>\n", "not hwloc's")])
def test_xml_that_is_cut_or_of_others_is_refused(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "n1.xml").write_text(text)
    with pytest.raises(UsageError, match=why):
        load(tmp_path / "n1.xml")
