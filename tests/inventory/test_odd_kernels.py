"""What some kernels write otherwise than most, and what is damage: nothing is made up of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rankwise.inventory.archive import Archive
from rankwise.inventory.collect import collect
from rankwise.inventory.collector import collected, script

_CPU = "/sys/devices/system/cpu/cpu"
_NODE = "/sys/devices/system/node/node"


def test_emulated_memory_nodes_do_not_share_their_cpus() -> None:
    """With `numa=fake=3` each lists all the CPUs; the kernel itself counts them to the first."""
    files = {f"{_NODE}{number}/cpulist": "0-1" for number in range(3)}
    node = collect(Archive(files={"/sys/devices/system/cpu/online": "0-1", **files}))
    assert [memory.cpus for memory in node.numa] == [(0, 1), (), ()]
    assert [cpu.numa for cpu in node.cpus] == [0, 0]


@pytest.mark.parametrize(
    ("shared", "caches"),
    [("0-3", [(0, 1, 2, 3)]), ("", [(0, 1)]), ("2-3", []), ("all", []), (None, [])],
    ids=["told", "empty", "of others", "no list", "missing"],
)
def test_a_cache_is_shared_by_whom_the_kernel_lists(shared: str | None, caches: list[tuple[int, ...]]) -> None:
    """Kernels for Itanium leave the list empty: the threads of a core share all its caches."""
    index = f"{_CPU}0/cache/index0"
    files = {f"{_CPU}0/topology/thread_siblings_list": "0-1", f"{index}/level": "3"}
    told = {} if shared is None else {f"{index}/shared_cpu_list": shared}
    node = collect(Archive(files={**files, **told}))
    assert [cache.cpus for cache in node.caches] == caches
    assert caches or f"{index}/shared_cpu_list" in node.unknown["caches"]


def test_a_list_of_threads_without_the_cpu_is_damage() -> None:
    node = collect(Archive(files={f"{_CPU}8/topology/thread_siblings_list": "0,4"}))
    assert [cpu.siblings for cpu in node.cpus] == [(8,)]


@pytest.mark.parametrize(
    ("link", "pci", "numa"),
    [
        ("pci0000:00/0000:00:01.0/0000:03:00.0/virtio0/net/eth0", "0000:03:00.0", 1),
        ("pci0000:00/0000:00:01.0/0000:03:00.0/usb1/1-1/1-1:1.0/net/eth0", None, None),
        ("virtual/net/eth0", None, None),
    ],
    ids=["virtio", "usb", "virtual"],
)
def test_an_adapter_is_where_the_device_is_that_holds_it(link: str, pci: str | None, numa: int | None) -> None:
    node = collect(
        Archive(
            files={
                "/sys/class/net/eth0/type": "1",
                "/sys/class/net/eth0/device/uevent": "DRIVER=virtio_net",
                "/sys/bus/pci/devices/0000:03:00.0/numa_node": "1",
            },
            lists={"/sys/class/net": ("eth0",)},
            links={"/sys/class/net/eth0": f"../../devices/{link}"},
        )
    )
    assert [(nic.pci, nic.numa) for nic in node.nics] == [(pci, numa)]


def test_one_file_that_is_gone_takes_no_other_with_it(tmp_path: Path) -> None:
    """An interface may end between the listing and the reading."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    (tmp_path / "a" / "type").symlink_to("type")  # to itself
    (tmp_path / "b" / "type").write_text("1\n")
    text = script(files=[f"{tmp_path}/*/type"], lists=[], links=[], commands={})
    seen = collected(["sh"], "this machine", text, timeout_s=20.0)
    assert [name for name in seen.files if name.startswith(f"{tmp_path}/")] == [f"{tmp_path}/b/type"]
    assert not seen.denied
