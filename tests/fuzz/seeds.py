"""Inputs to begin from that no recording holds: short ones that become whole files."""

from __future__ import annotations

import zlib

import numpy as np

from benchmarks.robust.documents import ENDPOINTS, PLAN, tables
from benchmarks.robust.values import toml, variants
from builders.networks import network
from builders.runs import visit
from rankwise.decide.schedules.steps import COLLECTIVES, ROOTED
from rankwise.decide.schedules.table import schedules
from rankwise.decide.schedules.text import File, Ranged, to_text
from rankwise.measure.trace_file import FILE, LENGTH
from rankwise.mpis.impi_table import Node, _put
from rankwise.preloads.trace.layout import MAGIC, VERSION
from rankwise.store import blocks

_AT = {name: place[1] for name, place in (FILE.fields or {}).items()}
_HEAD = _AT["names"]
_SECTIONS = ("names", "totals", "comms", "sizes", "rows", "events", "sites", "objects")
_PART = 240
"""Bytes at the beginning of each section that an input gives; the rest of the 2.7 MB are zero."""


def whole_trace(data: bytes) -> bytes:
    """A file of a rank, from the beginnings of its sections one after the other."""
    raw = bytearray(LENGTH)
    raw[: len(data[:_HEAD])] = data[:_HEAD]
    for number, name in enumerate(_SECTIONS):
        part = data[_HEAD + number * _PART : _HEAD + (number + 1) * _PART]
        raw[_AT[name] : _AT[name] + len(part)] = part
    return bytes(raw)


def trace() -> bytes:
    """A rank of a world of two, with a call, a communicator, a size, a row, an event and a site."""
    file = np.zeros(1, FILE)[0]
    file["magic"], file["version"], file["host"] = MAGIC, VERSION, b"n1"
    file["call_count"], file["comm_count"], file["event_count"] = 2, 1, 1
    file["ended"], file["world"], file["pid"], file["inside"] = 1, 2, 77, 1
    file["last_ns"] = file["last_ticks"] = file["seen_ticks"] = 10**9
    file["pending_ticks"][0], file["outside_ticks"][0] = 10, 5
    file["names"][:2] = b"MPI_Send", b"MPI_Allreduce"
    file["totals"][:2] = [(3, 50), (1, 20)]
    file["comms"][0] = (5, 2, 0, tuple(range(62)))
    file["sizes"][0] = (0, 1, 64, 3)
    file["rows"][:2] = [(1 << 63 | peer << 31 | 28 | way, 3, 192, 50) for peer, way in ((1, 0), (2**32 - 1, 2))]
    file["events"][0] = (5, 200, 200, 200, 0, 0, 0, 0, 0)
    file["sites"][0] = (1, 2, 3, 64, 50, 0, 0)
    file["objects"][0] = b"/lib/app.so"
    raw: bytes = file.tobytes()
    return raw[:_HEAD] + b"".join(raw[_AT[name] : _AT[name] + _PART] for name in _SECTIONS)


def schedule_file() -> bytes:
    """Schedules of every collective for four ranks on two hosts."""
    made = [
        Ranged(schedule, 0, 1 << 20)
        for collective in COLLECTIVES
        for schedule in schedules(network(4, 7), collective, 1 if collective in ROOTED else -1, "any")[:1]
    ]
    return to_text(File(("a", "a", "b", "b"), "fixed", 1 << 26, tuple(made))).encode()


def block() -> bytes:
    """A block of a store: the length of its entries, then those, then its times."""
    entries, times = map(zlib.decompress, blocks.pack([(0, visit("a")), (1, visit("a"))]))
    return len(entries).to_bytes(2, "big") + entries + times


def table_of_intel() -> bytes:
    """A tree with one leaf, as deep as the library's own."""
    node = Node(8, -1, algorithms=((1, 0, 0, 0, 0),))
    for kind, value in ((7, 4), (9, -1), (6, 2), (5, -1), (4, 2), (3, 1), (2, 0), (1, 1), (0, 65536)):
        node = Node(kind, value, (node,))
    tree = bytearray()
    _put(tree, node, -1)
    return bytes(tree)


def topology(version: str) -> bytes:
    """hwloc's XML of a node with every kind of object that is read."""
    network, fabrics = ("16", "32") if version == "3.0" else ("2", "3")
    return f"""<topology version="{version}"><object type="Machine" allowed_cpuset="0x3">
<info name="HostName" value="n1"/><object type="Package" os_index="0" cpuset="0x00000003">
<object type="NUMANode" os_index="0" cpuset="0x3" local_memory="1024"/><object type="NUMANode" os_index="1"/>
<object type="L2Cache" depth="2" cache_type="0" cache_size="64" cpuset="0x3"/><object type="L1Cache" cpuset=""/>
<object type="Core" os_index="0" cpuset="0x3"><object type="PU" os_index="0" cpuset="0x1"/>
<object type="PU" os_index="1" cpuset="0x00000001,,0xf...f"/></object>
<object type="PCIDev" pci_busid="0000:01:00.0" pci_type="0302 [10de:1db8] [x]" nodeset="0x1">
<object type="OSDev" name="ib0" osdev_type="{network}"/><object type="OSDev" name="mlx5_0" osdev_type="{fabrics}"/>
<object type="OSDev" name="eth0" osdev_type="{network}"/></object>
<object type="PCIDev" pci_type="0200 [15b3:1]" nodeset="0x3"/></object></object>
<distances2 type="NUMANode"><u64values length="4">10 21 21 x 10</u64values></distances2>
<distances2 type="Other"/></topology>""".encode()


_PAIRS = """
name = "small"
nodes = [{ numbers = [1, 2], name = "n{node}", cards = { sockets = [0, 1] } }]
[[networks]]
name = "pcie"
model = "static-pair"
cidr = "172.31.{card + 1}.0/24"
host = "172.31.{card + 1}.254"
card = "172.31.{card + 1}.1"
links = [{ from = "host", to = "near-card", where = "same-node", latency = "1us", rate = "5GB/s" }]
[lab.endpoints."n*"]
clock_offset = "-3s"
"""


def plans() -> tuple[bytes, ...]:
    """Plans with one hostile word or number each, and one with pairs."""
    return (_PAIRS.encode(), *(toml(changed).encode() for _, changed in variants(tables(PLAN), 1)))


def endpoints() -> tuple[bytes, ...]:
    """Endpoints files of each kind that is refused."""
    one = '[[endpoint]]\nid = "a"\n'
    bad = (
        "", "cpus = [-1]", 'container = "\'"', "threads = 0", 'address = "-x"', 'engine = "x"\ncompiler = "y"',
        'engine = "/nowhere"', 'engine = "/bin/sh"', "threads = 2", one, '[[endpoint]]\nid = "b"\nprefix = "/x"',
    )  # fmt: skip
    texts = ["endpoint = []", 'agent = "\'"\n' + one, *(f"{one}{line}\n" for line in bad)]
    texts += [one + '[kinds.core]\nthreads = 3\ncompiler = "x"\n']
    changed = [toml(document) for _, document in variants(tables(ENDPOINTS), 1)]
    return tuple(text.encode() for text in (*texts, *changed))
