"""Real machines: the inventory counts what hwloc counts, and endpoints are made of every one."""

from __future__ import annotations

import gzip
from collections import Counter
from xml.etree import ElementTree

import pytest

from rankwise.core.errors import UsageError
from rankwise.core.units import number_ranges
from rankwise.inventory.records import Inventory, NodeInventory
from rankwise.model.endpoints_of import PER, Per, endpoints_of, strata, usable_cpus
from rankwise.model.topology import RELATIONS, Topology
from rankwise.report.inventory import lines
from recorded.real import COUNTS, EVERY, FOLDER, IN_XML, RECORDED, machine

# Where hwloc counts otherwise on purpose, and why.
OTHERWISE = {
    ("20s390-2g6s4c", "NUMANode"): 0,  # the kernel lists none; hwloc makes one up
    ("32amd64-4s2n4c-cgroup2", "NUMANode"): 8,  # hwloc leaves out two that the job may not use
    ("nvidiagpunumanodes", "NUMANode"): 8,  # the memory of six GPUs, which hwloc hides
    # Units of two integer cores, which this kernel calls threads of one core; hwloc has a table of such processors.
    ("64amd64-4s2n4ca2co", "Core"): 32,
    ("64amd64-4s2n4ca2co", "L1iCache"): 64,
    ("64amd64-4s2n4ca2co", "L2Cache"): 64,
}
# hwloc was told there by HWLOC_PCI_LOCALITY where devices are; the kernel says it otherwise.
PLACED_BY_HAND = ("40intel64-2g2n4c+pcilocality",)


@pytest.mark.parametrize("name", RECORDED)
def test_it_counts_what_hwloc_counts(name: str) -> None:
    node = machine(f"{name}.record.gz")
    usable = set(usable_cpus(node))
    caches = Counter((cache.level, cache.kind) for cache in node.caches if usable & set(cache.cpus))
    counted = {
        "Package": len({cpu.socket for cpu in node.cpus if cpu.id in usable and cpu.socket is not None}),
        "NUMANode": len(node.numa),
        "Core": len({cpu.siblings for cpu in node.cpus if cpu.id in usable}),
        "PU": len(usable),
        "L1dCache": caches[1, "data"] + caches[1, "unified"],
        "L1iCache": caches[1, "instruction"],
        "L2Cache": caches[2, "unified"] + caches[2, "data"],
        "L3Cache": caches[3, "unified"],
        "cpus": number_ranges(sorted(usable)),
    }
    for what, count in COUNTS[name].items():
        assert counted[what] == OTHERWISE.get((name, what), count), what


@pytest.mark.parametrize("name", sorted(set(IN_XML) & set(RECORDED)))
def test_devices_are_those_of_hwloc_and_lie_where_it_says(name: str) -> None:
    node, xml = machine(f"{name}.record.gz"), machine(f"{name}.xml.gz")
    theirs = {nic.name: (nic.pci, nic.numa) for nic in xml.nics}
    ours = {nic.name.partition(":")[0]: (nic.pci, nic.numa) for nic in node.nics if nic.pci}
    if name in PLACED_BY_HAND:
        assert {nic: pci for nic, (pci, _) in ours.items()} == {nic: pci for nic, (pci, _) in theirs.items()}
    else:
        assert ours == theirs
    assert [gpu.pci for gpu in node.gpus] == [gpu.pci for gpu in xml.gpus]


def test_gpus_of_a_machine_that_hwloc_wrote_down() -> None:
    """Counted by hand in the XML: class 0302, NVIDIA."""
    text = gzip.decompress((FOLDER / "nvidiaDGX2.xml.gz").read_bytes()).decode()
    written = [
        element.get("pci_busid")
        for element in ElementTree.fromstring(text).iter("object")
        if element.get("pci_type", "").startswith("0302 [10de:")
    ]
    node = machine("nvidiaDGX2.xml.gz")
    assert [gpu.pci for gpu in node.gpus] == written
    assert len(written) == 16
    assert {gpu.numa for gpu in node.gpus} == {0, 1}


@pytest.mark.parametrize("file", EVERY)
def test_endpoints_of_each_kind_are_bound_where_a_job_may_run(file: str) -> None:
    node = machine(file)
    usable = set(usable_cpus(node))
    made = 0
    for per in PER:
        endpoints = _endpoints(node, per)
        made += bool(endpoints)
        assert all(len(end.cpus) == 1 and set(end.cpus) <= usable for end in endpoints), per
        relation = Topology(Inventory(nodes=(node,))).relation
        assert {relation(endpoints[0], end) for end in endpoints[1:]} <= RELATIONS, per
    assert made >= 2, "node and core there are on every machine"
    assert lines(node)


@pytest.mark.parametrize("file", EVERY)
def test_sixteen_of_many_cores_have_a_pair_of_every_relation(file: str) -> None:
    node = machine(file)
    chosen = endpoints_of(node, "core", 16)
    wanted, there = strata(node, usable_cpus(node)), strata(node, [end.cpus[0] for end in chosen.endpoints])
    missed = {words for words in chosen.left_out if "relation" in words}
    assert set(wanted) - set(there) <= {one for one in wanted if any(f"'{one}'" in words for words in missed)}
    assert not missed or len(wanted) > 8, "few relations always fit"


def _endpoints(node: NodeInventory, per: Per) -> list:  # type: ignore[type-arg]
    try:
        return list(endpoints_of(node, per, 32).endpoints)
    except UsageError as error:
        assert error.code == "nothing-to-place"
        return []
