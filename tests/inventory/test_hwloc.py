"""hwloc's XML tells the same topology as sysfs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankwise.core.errors import UsageError
from rankwise.inventory.collect import load
from rankwise.inventory.hwloc import from_hwloc_xml
from recorded.machines import FOLDER, node


def test_the_same_machine_from_xml_and_from_sysfs() -> None:
    sysfs, xml = node("two-socket-smt"), load(FOLDER / "two-socket-smt.xml")
    assert xml.caches == sysfs.caches
    for cpu, other in zip(xml.cpus, sysfs.cpus, strict=True):
        assert (cpu.id, cpu.core, cpu.socket, cpu.numa) == (other.id, other.core, other.socket, other.numa)
        assert cpu.siblings == other.siblings
    for memory, other_memory in zip(xml.numa, sysfs.numa, strict=True):
        assert (memory.id, memory.cpus, memory.memory_bytes) == (
            other_memory.id,
            other_memory.cpus,
            other_memory.memory_bytes,
        )
    assert xml.sandbox.allowed_cpus == tuple(range(16))
    assert xml.unknown["limits"] == "hwloc XML does not tell it"


def test_devices_hang_on_the_memory_node_of_what_holds_them() -> None:
    found = from_hwloc_xml(
        """<topology version="2.0"><object type="Machine" os_index="0" cpuset="0x3" nodeset="0x3">
        <info name="HostName" value="n1"/>
        <object type="Package" os_index="0" cpuset="0x1" nodeset="0x1">
          <object type="NUMANode" os_index="0" cpuset="0x1" nodeset="0x1" local_memory="1024"/>
          <object type="Core" os_index="0" cpuset="0x1"><object type="PU" os_index="0" cpuset="0x1"/></object>
          <object type="PCIDev" pci_busid="0000:02:00.0">
            <object type="OSDev" name="ib0" osdev_type="2"/><object type="OSDev" name="mlx4_0" osdev_type="3"/>
          </object>
        </object>
        <object type="Package" os_index="1" cpuset="0x2" nodeset="0x2">
          <object type="NUMANode" os_index="1" cpuset="0x2" nodeset="0x2" local_memory="1024"/>
          <object type="Core" os_index="0" cpuset="0x2"><object type="PU" os_index="1" cpuset="0x2"/></object>
        </object>
        <object type="PCIDev" pci_busid="0000:06:00.0"><object type="OSDev" name="eth0" osdev_type="2"/></object>
        </object>
        <distances2 type="NUMANode" nbobjs="2" kind="5" indexing="os">
          <indexes length="4">0 1 </indexes><u64values length="12">10 21 21 10 </u64values>
        </distances2></topology>"""
    )
    assert found.hostname == "n1"
    assert [(nic.name, nic.kind, nic.numa, nic.pci, nic.rdma_device) for nic in found.nics] == [
        ("ib0", "infiniband", 0, "0000:02:00.0", None),
        ("mlx4_0", "infiniband", 0, "0000:02:00.0", "mlx4_0"),
        ("eth0", "ethernet", None, "0000:06:00.0", None),
    ]
    assert [memory.distances for memory in found.numa] == [(10, 21), (21, 10)]
    assert [cpu.socket for cpu in found.cpus] == [0, 1]


def test_cpus_and_devices_are_of_the_memory_that_has_cpus() -> None:
    """hwloc gives HBM the CPUs near it; the kernel gives it none, and names the DRAM for what hangs there."""
    node = from_hwloc_xml(
        """<topology version="2.0"><object type="Machine" cpuset="0x3" nodeset="0x5">
        <object type="NUMANode" os_index="2" cpuset="0x3" nodeset="0x4"/>
        <object type="NUMANode" os_index="0" cpuset="0x3" nodeset="0x1"/>
        <object type="MemCache" depth="1" cache_size="1024" cache_type="0" cpuset="0x3"/>
        <object type="L1iCache" depth="1" cache_size="512" cache_type="2" cpuset="0x3"/>
        <object type="PU" os_index="0" cpuset="0x1"/><object type="PU" os_index="1" cpuset="0x2"/>
        <object type="PCIDev" pci_busid="0000:02:00.0" pci_type="0302 [10de:1db8] [10de:1212] a1"/>
        </object></topology>"""
    )
    assert [(memory.id, memory.cpus) for memory in node.numa] == [(0, (0, 1)), (2, ())]
    assert [cpu.numa for cpu in node.cpus] == [0, 0]
    assert [gpu.numa for gpu in node.gpus] == [0]
    assert [cache.kind for cache in node.caches] == ["instruction"], "memory in front of slower memory is no L1"


def test_rows_of_distances_follow_the_numbers_of_the_nodes() -> None:
    nodes = "".join(f'<object type="NUMANode" os_index="{number}"/>' for number in (0, 1, 2))
    latencies = "<indexes>2 0 1</indexes><u64values>10 20 21</u64values><u64values>12 10 13 22 14 10</u64values>"
    node = from_hwloc_xml(
        f"""<topology version="2.0"><object type="Machine">{nodes}</object>
        <distances2 type="NUMANode" kind="9">{latencies.replace("10", "99")}</distances2>
        <distances2 type="NUMANode" kind="5">{latencies}</distances2></topology>"""
    )
    assert [memory.distances for memory in node.numa] == [(10, 13, 12), (14, 10, 22), (20, 21, 10)]


def test_packages_without_a_number_are_sockets_too() -> None:
    packages = "".join(f'<object type="Package" cpuset="{cpus}"/>' for cpus in ("0xc", "0x3"))
    pus = "".join(f'<object type="PU" os_index="{cpu}" cpuset="{1 << cpu:#x}"/>' for cpu in range(4))
    node = from_hwloc_xml(f'<topology><object type="Machine">{packages}{pus}</object></topology>')
    assert [cpu.socket for cpu in node.cpus] == [0, 0, 1, 1]


@pytest.mark.parametrize("text", ["", "<", "<html/>", "<topology/>", "<topology></machine>"])
def test_what_is_not_hwloc_xml_is_refused_in_words(text: str) -> None:
    with pytest.raises(UsageError, match=r"^the XML"):
        from_hwloc_xml(text)


@given(st.text(alphabet="0123456789abcdefx,.-", max_size=40), st.text(alphabet="0123456789-x ", max_size=12))
def test_odd_attributes_do_not_raise(mask: str, index: str) -> None:
    found = from_hwloc_xml(
        f"""<topology><object type="Machine" cpuset="{mask}" allowed_cpuset="{mask}" nodeset="{mask}">
        <object type="Package" os_index="{index}" cpuset="{mask}"/>
        <object type="PU" os_index="{index}" cpuset="{mask}"/>
        <object type="NUMANode" os_index="{index}" cpuset="{mask}"/>
        <object type="L2Cache" depth="{index}" cpuset="{mask}"/>
        </object></topology>"""
    )
    assert found.hostname == "unknown"


@pytest.mark.parametrize("depth", [1000, 200_000])
def test_objects_nested_deeper_than_python_calls_are_read(depth: int) -> None:
    device = '<object type="OSDev" name="ib0" osdev_type="3"/>'
    text = '<topology><object type="Machine">' + "<object>" * depth + device + "</object>" * depth
    assert [nic.name for nic in from_hwloc_xml(text + "</object></topology>").nics] == ["ib0"]
