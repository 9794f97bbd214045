"""Inputs to begin from that no recording holds: short ones that become whole files."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from benchmarks.robust.documents import ENDPOINTS, MACHINE, PLAN, tables
from benchmarks.robust.values import toml, variants
from builders.networks import network
from builders.runs import visit
from rankwise.mpis.impi.table import _HEADER, Node, _put
from rankwise.optimise.schedules.steps import COLLECTIVES, ROOTED
from rankwise.optimise.schedules.table import schedules
from rankwise.optimise.schedules.text import File, Ranged, to_text
from rankwise.preloads.trace.layout import MAGIC, VERSION
from rankwise.store import blocks
from rankwise.tracing.file import FILE, LENGTH

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
    file["totals"][:2] = [(3, 50, 64), (1, 20, 0)]
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


def block(first_s: float = 1e-6) -> bytes:
    """A block of a store: the length of its entries, then those, then its times."""
    visits = [(0, visit("a")), (1, replace(visit("a"), samples_s=(first_s,)))]
    entries, times = map(zlib.decompress, blocks.pack(visits))
    return len(entries).to_bytes(2, "big") + entries + times


def table_of_intel(first: int = 1) -> bytes:
    """A tree with one leaf, as deep as the library's own. `first`: the value of the node below its root."""
    leaf = Node(8, -1, algorithms=((1, 0, 0, 0, 0),))
    whole = Node(9, -1, (Node(7, 16, (leaf,)), Node(7, 100, (leaf,)), Node(7, -1, (leaf,))))
    short = Node(9, -1, whole.below[:2])
    node = Node(5, -1, (Node(6, 2, (whole,)), Node(6, 4, (Node(9, -1),)), Node(6, 9, (short,))))
    for kind, value in ((4, 2), (3, 1), (2, 0), (1, first), (0, 65536)):
        node = Node(kind, value, (node, Node(5, 7)) if kind == 4 else (node,))
    tree = bytearray()
    _put(tree, node, -1)
    return bytes(tree)


def tables_of_intel() -> tuple[bytes, ...]:
    """One, one without a collective, one cut off, two with a damaged node, and one with a node in two places."""
    sound = table_of_intel()
    twice = _HEADER.pack(-1, 0, 1, 65536, 0, 2, 2, 0xEEEEEEEE) + (48).to_bytes(8, "little") * 2 + sound[56:]
    return sound, table_of_intel(2), sound[:64], sound[:-9], sound.replace(sound[-40:], bytes(40)), bytes(200), twice


def traces() -> tuple[bytes, ...]:
    """A rank, one without a world, one of another version, and what is no trace."""
    sound = trace()
    changed = []
    for name, value in (("magic", b"x"), ("version", 99), ("rank", -1), ("world", 0)):
        field = np.array(value, FILE[name]).tobytes()
        changed.append(sound[: _AT[name]] + field + sound[_AT[name] + len(field) :])
    return sound, *changed


def tunings() -> tuple[bytes, ...]:
    """Tunings that are refused for what they hold."""
    build = 'name = "x", family = "mpich", version = "4", library = "/x", library_sha256 = ""'
    head = f'schema = "rankwise/1"\nname = "x"\nmachine = "m"\nranks = 2\nbuild = {{ {build} }}\n'
    line = '[[lines]]\nid = "a"\nwhy = "x"\nundo = "x"\n'
    knobs = ('{ "env:UCX_TLS" = "tcp" }', '{ "env:LD_PRELOAD" = "/x" }')
    return tuple((head + text).encode() for text in (line, *(f"{line}knobs = {knob}\n" * 2 for knob in knobs)))


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
nodes = [{ numbers = [1, 2], name = "n{node}", sockets = 2, cards = { sockets = [0, 1] } }]
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


_FLAT = """
name = "flat"
nodes = [{ numbers = [1, 2], name = "n{node}", sockets = 2, cards = { sockets = [0, 1] } }]
[[networks]]
name = "net"
cidr = "10.1.0.0/16"
head = "10.1.0.1/16"
host = "10.1.1.{node}"
card = "10.1.2.{card + 2 * node}"
links = [{ latency = "50us" }]
addresses = { n1 = "10.1.3.1" }
"""
_WRONG = {
    _PAIRS: (
        ("172.31.{card + 1}.0/24", "172.31.0.0/16"), ("172.31.{card + 1}.0/24", "300.0.0.0/8"),
        ('host = "172.31.{card + 1}.254"', 'host = "172.31.{card + 1}.1"'), ("near-card", "far-card"),
        ('cidr =', 'host_interface = "mic0"\ncidr ='), ("-3s", "1.5s"), ("-3s", "1x"), ('"n*"', '"m*"'),
        ('from = "host"', 'both = true, from = "card"'),
    ),
    _FLAT: (
        ("10.1.0.0/16", "10.1.0.0"), ("10.1.0.0/16", "10.1.0.1/16"), ("/16\"\nhost", "/8\"\nhost"),
        ("10.1.0.1/16", "10.1.0.1/x"), ("10.1.0.1/16", "10.1.0.1/255.255.0.0"), ("10.1.0.1/16", "10.1.0.1/1.2.3.4"),
        ("10.1.1.{node}", "10.2.1.{node}"), ("10.1.1.{node}", "10.1.0.0"), ("10.1.1.{node}", "10.1.1.1"),
        ("10.1.1.{node}", "10.1.1.{x}"), ("10.1.1.{node}", "10.1.1.{node + 300}"), ("10.1.1.{node}", "{node / 0}"),
        ("{ n1 =", "{ x =", ), ("50us", "50x"), ('links =', 'broadcast = "10.1.0.0"\nlinks ='), ("[1, 2]", "[1, 1]"),
        ('links =', 'interface = ""\nlinks ='), ('name = "net"', 'name = "net"\nbridge = "br0"'),
        ('links =', 'bridge = "br0"\nhost_interface = "{x}"\nlinks ='), ('"flat"', '"flat"\nhead = ""'),
        ("[[networks]]", '[lab]\nshared_memory = "1"\n[[networks]]'), ("sockets = [0, 1]", "sockets = [0, 5]"),
        ('links = [', 'links = [{ from = "x", latency = "1us" }, '), ("n{node}", "{node * -1}"),
        ('addresses', '[[networks]]\nname = "net"\ncidr = "10.1.0.0/24"\naddresses'),
    ),
}  # fmt: skip


def plans() -> tuple[bytes, ...]:
    """Plans with one hostile word or number each, and two sound ones with each thing that can be wrong."""
    wrong = (text.replace(old, new, 1) for text, changes in _WRONG.items() for old, new in changes)
    drawn = (toml(changed) for _, changed in variants(tables(PLAN), 1))
    return tuple(text.encode() for text in (*_WRONG, *wrong, *drawn))


_BAD_MACHINES = (
    ("count = 2", "count = 0"), ("count = 2", "count = 9000000"), ("sockets = 2", "sockets = 2, cores = 4"),
    ("socket = 1 }", "socket = 1, adapter = 7 }"), ('"tree", leaf = 1', '"torus", dimensions = [3]'),
    ("leaf = 1, ", ""), (', link = "10GB/s"', ""), ('latency = "1us", rate = "5GB/s",', "both = true,"),
    ('rate = "5GB/s" }]', 'rate = "5GB/s", rate_high = "1GB/s" }]'), ("times_us = [1.0, 2.0]", "times_us = [1.0]"),
    ("sizes = [1, 8]", "sizes = [8, 1]"), ("[1.0, 2.0]", "[0.0, 2.0]"), ('["adapter"]', '["nothing"]'),
    ('to = "card"', 'to = "gpu"'), ('origin = "declared"\nsource = "a test"', 'origin = "published"'),
)  # fmt: skip


def machines(folder: Path) -> tuple[bytes, ...]:
    """Machines that ship, and a declared one: with each thing that can be wrong, with a hostile word or number each."""
    wrong = [toml(tables(MACHINE.replace(old, new, 1))) for old, new in _BAD_MACHINES]
    drawn = [toml(changed) for _, changed in variants(tables(MACHINE), 1)]
    shipped = [file.read_bytes() for file in sorted(folder.glob("*.toml"))]
    return (*shipped, *(text.encode() for text in (toml(tables(MACHINE)), *wrong, *drawn)))


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


def library(soname: bytes = b"libapp.so.1") -> bytes:
    """A library of 64 bits that needs another, with a folder for it and a table of symbols with one name."""
    words = b"\0libmpi.so.12\0" + soname + b"\0$ORIGIN:/opt/lib\0MPI_Send\0"
    at = {word: words.index(word) for word in (b"libmpi.so.12", soname, b"$ORIGIN:/opt/lib", b"MPI_Send")}
    dynamic, strings = 64 + 2 * 56, 64 + 2 * 56 + 5 * 16
    symbols = strings + len(words)
    entries = ((1, at[b"libmpi.so.12"]), (14, at[soname]), (29, at[b"$ORIGIN:/opt/lib"]), (5, strings), (0, 0))
    head = struct.pack("<5s11xHHIQQQIHHHHHH", b"\x7fELF\2", 3, 62, 1, 0, 64, symbols + 24, 0, 64, 56, 2, 64, 2, 0)
    whole = symbols + 24 + 2 * 64
    segments = struct.pack("<IIQQQQQQ", 1, 4, 0, 0, 0, whole, whole, 8)
    segments += struct.pack("<IIQQQQQQ", 2, 4, dynamic, dynamic, dynamic, 80, 80, 8)
    sections = struct.pack("<IIQQQQIIQQ", 0, 11, 0, 0, symbols, 24, 1, 0, 8, 24)
    sections += struct.pack("<IIQQQQIIQQ", 0, 3, 0, 0, strings, len(words), 0, 0, 1, 0)
    name = struct.pack("<IBBHQQ", at[b"MPI_Send"], 18, 0, 1, 64, 8)
    table = b"".join(struct.pack("<qQ", *entry) for entry in entries)
    raw = head + segments + table + words + name + sections
    return raw[:5] + b"\1" + raw[6:]


def job_logs(folder: Path) -> tuple[bytes, ...]:
    """Excerpts of logs with known messages; then some as other systems write them, behind prefixes and long."""
    texts = [file.read_text() for file in sorted(folder.iterdir())]
    some = "".join(texts[::40])
    behind = "".join(
        f"[1,{number % 3}]<stderr>:n{number % 2}: {line}\n" for number, line in enumerate(some.splitlines())
    )
    return (
        *(text.encode() for text in texts),
        *(some.encode(code) for code in ("utf-16", "utf-16-le", "utf-16-be", "utf-8-sig")),
        behind.encode(),
        some.replace("\n", "\r\n").encode() + b"\x1b[31mMPI error\x1b[0m \xff\0" + b"MPI_Init failed " * 300,
    )
