"""Every reader of text from outside, with inputs to begin from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from builders import maps
from rankwise.apply.file import from_text
from rankwise.cluster.plan import read_plan
from rankwise.cluster.switch_files import read_switches
from rankwise.core.hostlist import parse_hosts
from rankwise.core.records import encode
from rankwise.decide.goals import parse_trace
from rankwise.inventory import collect
from rankwise.inventory.hwloc import from_hwloc_xml
from rankwise.measure import endpoints
from rankwise.measure.frames import FrameReader
from rankwise.measure.seal import Forged, Seal
from rankwise.measure.trace_file import LENGTH, MAGIC, read_rank
from rankwise.suites.text import logs
from rankwise.suites.text.reading import Source
from rankwise.verbs.map.read import read_map

ROOT = Path(__file__).parents[2]
RECORDED = ROOT / "tests/recorded"
_FRAME = b'\n@rw1 57 00000000 {"t":"done","visit":1,"rank":0,"clock_error":0.0}\n'
_ENDPOINTS = b'agent = "ssh"\n[[endpoint]]\nid = "a"\naddress = "n1"\ncpus = [0, 1]\nenv = { A = "b" }\n'
WORDS = (b"\0", b"\xff", b"-1", b"1e309", b"nan", b"99999999999999999999", b"[[", b"{", b'"', b"\n\n", b"\x1b[2J",
         b"&a;", b"<!DOCTYPE", b"..", b"9" * 60, b"\xed\xa0\x80")  # fmt: skip
"""What is seldom in such texts, for the fuzzer to put in."""


@dataclass(frozen=True)
class Reader:
    """`read` takes an input and a file that it may write it to."""

    name: str
    read: Callable[[bytes, Path], object]
    begin: tuple[bytes, ...]


def _from_file(read: Callable[[Path], object]) -> Callable[[bytes, Path], object]:
    def reading(data: bytes, file: Path) -> object:
        file.write_bytes(data)
        return read(file)

    return reading


def _text(data: bytes) -> str:
    return data.decode(errors="replace")


def _opened(data: bytes, _file: Path) -> object:
    try:
        return Seal("secret", b"session", b"").opened(data)
    except Forged:
        return None


def _trace(data: bytes, file: Path) -> object:
    file.write_bytes(data[:LENGTH].ljust(LENGTH, b"\0"))
    return read_rank(file, {}, [])


def _files(pattern: str) -> tuple[bytes, ...]:
    return tuple(file.read_bytes() for file in sorted(RECORDED.glob(pattern)))


def readers() -> tuple[Reader, ...]:
    """All of them."""
    suites = _files("suites/imb*/*.txt") + _files("suites/osu*/*.txt")
    tunings = tuple(file.read_bytes() for file in RECORDED.rglob("*.toml")) or (b'schema = "rankwise/1"\n',)
    trace = (MAGIC + (1).to_bytes(4, "little") + (3).to_bytes(4, "little") * 3).ljust(4096, b"\0")
    return (
        Reader("IMB and OMB", lambda data, _: logs.read(Source("log", _text(data))), suites),
        Reader("recordings", _from_file(collect.load), _files("*.record")),
        Reader("hwloc XML", lambda data, _: from_hwloc_xml(_text(data)), _files("*.xml")),
        Reader("plans", _from_file(read_plan), ((ROOT / "examples/phi-cluster.toml").read_bytes(),)),
        Reader("endpoints", _from_file(endpoints.read), (_ENDPOINTS,)),
        Reader("tunings", lambda data, _: from_text(_text(data)), tunings),
        Reader("maps", _from_file(lambda file: read_map(str(file))), (encode(maps.cluster_map()),)),
        Reader("rows of a trace", lambda data, _: parse_trace(_text(data), "rows"), (b"allreduce 64KiB 12000\n# x\n",)),
        Reader("traces", _trace, (trace,)),
        Reader("lists of hosts", lambda data, _: parse_hosts(_text(data)), (b"n[1-2,7],m[001-003]", b"a,b c")),
        Reader("switches", _from_file(read_switches), _files("switches/*")),
        Reader("frames", lambda data, _: FrameReader().feed(data), (_FRAME, _FRAME * 3)),
        Reader("sealed records", _opened, (Seal("secret", b"session", b"").sealed(_FRAME, b"r"),)),
    )


def by_name(name: str) -> Reader:
    """One of them."""
    return next(reader for reader in readers() if reader.name == name)
