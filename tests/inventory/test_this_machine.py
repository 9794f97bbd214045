"""The collector looks at the machine that the tests run on, and a replay says the same."""

import os
import socket
from pathlib import Path

from rankwise.core.records import decode, encode
from rankwise.inventory import archive
from rankwise.inventory.collect import collect
from rankwise.inventory.collector import record_at, record_here
from rankwise.inventory.records import NodeInventory


def test_this_machine_as_python_sees_it() -> None:
    node = collect()
    assert node.hostname == socket.gethostname()
    assert node.arch == os.uname().machine
    assert node.kernel == os.uname().release
    assert set(node.sandbox.allowed_cpus) == os.sched_getaffinity(0)
    assert {cpu.id for cpu in node.cpus if cpu.online} >= os.sched_getaffinity(0)
    assert {nic.name: nic.kind for nic in node.nics}["lo"] == "loopback"
    assert node.memory_bytes == os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert node.sandbox.single_copy
    assert decode(NodeInventory, encode(node)) == node


def test_a_saved_recording_says_what_was_said_live(tmp_path: Path) -> None:
    recorded = record_here()
    for name in ("machine.record", "machine.record.gz"):
        archive.save(recorded.text(), tmp_path / name)
        assert archive.load(tmp_path / name) == recorded
        assert collect(archive.load(tmp_path / name)) == collect(recorded)


def test_the_collector_reaches_an_endpoint_through_an_agent(tmp_path: Path) -> None:
    agent = tmp_path / "agent"
    agent.write_text('#!/bin/sh\necho "welcome to $1"; shift; exec "$@"\n')
    agent.chmod(0o755)
    there = collect(record_at(str(agent), "elsewhere"))
    here = collect()
    assert (there.cpus, there.caches, there.boot_id) == (here.cpus, here.caches, here.boot_id)
    assert there.unknown["single copy"] == "not tried: that needs Python there"
