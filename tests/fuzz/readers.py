"""Every reader of text from outside, with inputs to begin from."""

from __future__ import annotations

import contextlib
import gzip
import math
import os
import struct
import sys
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from builders import labs, maps
from builders.runs import run
from fuzz import seeds
from rankwise.apply.file import from_text as tuning_from_text
from rankwise.cluster.machine import read_machine
from rankwise.cluster.plan import read_plan
from rankwise.cluster.switch_files import read_switches
from rankwise.cluster.template import fill
from rankwise.core import bounded, elf, settings, units
from rankwise.core.errors import RankwiseError
from rankwise.core.hostlist import parse_hosts
from rankwise.core.records import Run, decode, encode
from rankwise.core.words import Prose
from rankwise.inventory import collect
from rankwise.inventory.hwloc import from_hwloc_xml
from rankwise.lab.records import Lab
from rankwise.logs import judge
from rankwise.logs import reader as job_logs
from rankwise.maps.read import read_map
from rankwise.measure import endpoints
from rankwise.measure.frames import FrameReader
from rankwise.measure.seal import Forged, Seal
from rankwise.mpis.impi.table import collectives, grafted
from rankwise.optimise import traffic
from rankwise.optimise.schedules.text import from_text as schedules_from_text
from rankwise.store import blocks
from rankwise.suites.text import logs
from rankwise.suites.text.reading import Source
from rankwise.tracing.events import events_of
from rankwise.tracing.file import parse_rank
from rankwise.tuning.goals import parse_trace
from rankwise.tuning.records import TuningEvidence
from rankwise.verbs.machine.imported import imported

ROOT = Path(__file__).parents[2]
RECORDED = ROOT / "tests/recorded"
_DONE = b'{"t":"done","visit":1,"rank":0,"clock_error":0.0}'
_FRAME = b"\n@rw1 %d %08x %s\n" % (len(_DONE), zlib.crc32(_DONE), _DONE)
_ONE, _OTHER = ((1, 0, 0, 0, 0),), ((2, 0, 0, 0, 0),)
_RULES = {  # of sizes by ranks: beside each other, apart, within what a table has, and to the end
    1: [(8, 64, _ONE), (65, 128, _ONE), (200, -1, _OTHER)],
    2: [(0, 16, _OTHER), (101, 200, _ONE)],
    3: [(17, 20, _OTHER), (40, 50, _ONE)],
    5: [],
    10: [(0, 8, _ONE), (300, 400, _OTHER)],
}
_DAMAGED = (b"{", b"[]", b'{"x":\xff}', b"[" * 3000)
_ENDPOINTS = b'agent = "ssh"\n[[endpoint]]\nid = "a"\naddress = "n1"\ncpus = [0, 1]\nenv = { A = "b" }\n'
WORDS = (b"\0", b"\xff", b"-1", b"1e309", b"nan", b"99999999999999999999", b"[[", b"{", b'"', b"\n\n", b"\x1b[2J",
         b"&a;", b"<!DOCTYPE", b"..", b"9" * 60, b"\xed\xa0\x80", "\u00b2".encode(), b"9" * 5000,
         b" " * 2000)  # fmt: skip
"""What is seldom in such texts, for the fuzzer to put in."""


@dataclass(frozen=True)
class Reader:
    """`read` takes an input and a file that it may write it to. `modules` are those whose branches it should reach."""

    name: str
    read: Callable[[bytes, Path], object]
    begin: tuple[bytes, ...]
    modules: tuple[str, ...] = ()


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
    raw = seeds.whole_trace(data)
    try:
        return parse_rank(raw, "trace", {}, [])
    except (ValueError, ArithmeticError, LookupError, struct.error):  # which `read_rank` tells as damage
        return None


def _of(package: str, *modules: str) -> tuple[str, ...]:
    return tuple(f"rankwise.{package}.{module}" for module in modules)


def _settings(data: bytes, file: Path) -> object:
    folder = file.absolute().with_name("rankwise")
    folder.mkdir(exist_ok=True)
    (folder / "rankwise.toml").write_bytes(data)
    os.environ["XDG_CONFIG_HOME"] = str(folder.parent)
    with contextlib.suppress(RankwiseError):
        settings.load({"agent": None, "launcher": "srun"})
    return settings.load()


def _block(data: bytes, _file: Path) -> object:
    size = int.from_bytes(data[:2], "big")
    try:
        return list(blocks.unpack("a", 0, data[2 : 2 + size], data[2 + size :]))
    except (ValueError, msgspec.DecodeError):  # which the store tells as damage
        return None


def _packed(data: bytes, _file: Path) -> object:
    try:
        return bounded.unpacked(data, gzip=data.startswith(b"\x1f"), most_bytes=1 << 20)
    except ValueError:
        return None


def _units(data: bytes, _file: Path) -> None:
    text = _text(data)
    for parse in (units.parse_sizes, units.parse_duration, units.parse_rate, lambda word: units.parse_share(word, "x")):
        with contextlib.suppress(RankwiseError):
            parse(text)


def _log(data: bytes, _file: Path) -> object:
    reading = job_logs.Reader(of_mpi=len(data) % 2 == 1)
    for part in (data[:300], data[300:]):
        reading.feed(part)
    reading.end_file()
    log = reading.ended()
    return judge.findings_of(log), judge.first_errors(log)


def _paths(data: bytes, file: Path) -> object:
    """As a map, a table or the text of a suite, which its first line decides as a name of a file does."""
    kind = ".json" if data.startswith(b"{") else ".csv" if b"," in data.partition(b"\n")[0] else ".txt"
    source = file.with_name("paths" + kind)
    source.write_bytes(data)
    return imported([str(source)], file.with_name("machine.toml"), "m" if len(data) % 16 else "-m")


def _events(data: bytes, _file: Path) -> object:
    return events_of(seeds.whole_trace(data))


def _table(data: bytes, _file: Path) -> object:
    try:
        numbers = [*collectives(data), 99]
        return [grafted(data, {number: _RULES}) for number in numbers[-3:]]
    except ValueError:  # which says that it is none
        return None


def _program(data: bytes, file: Path) -> object:
    file.write_bytes(data)
    with contextlib.suppress(ValueError):  # which says that it has no symbols
        elf.names(data)
        elf.defined(data)
        elf.without(data, lambda name: len(name) % 2 == 1)
    return elf.read(file), elf.cut_short(file)


def _files(pattern: str) -> tuple[bytes, ...]:
    return tuple(file.read_bytes() for file in sorted(RECORDED.glob(pattern)))


@cache
def readers() -> tuple[Reader, ...]:
    """All of them."""
    suites = _files("suites/imb*/*.txt") + _files("suites/osu*/*.txt")
    tunings = tuple(file.read_bytes() for file in RECORDED.rglob("*.toml")) or (b'schema = "rankwise/1"\n',)
    return (
        Reader(
            "IMB and OMB",
            lambda data, _: logs.read(Source("log", _text(data))),
            suites,
            _of("suites.text", "logs", "imb_text", "osu_text", "reading"),
        ),
        Reader(
            "recordings",
            _from_file(collect.load),
            _files("*.record"),
            _of(
                "inventory",
                "archive",
                "parse",
                "probes.cpus",
                "probes.network",
                "probes.limits",
                "probes.system",
                "probes.sandbox",
            ),
        ),
        Reader(
            "hwloc XML",
            lambda data, _: from_hwloc_xml(_text(data)),
            (seeds.topology("2.0"), seeds.topology("3.0")),
            _of("inventory", "hwloc"),
        ),
        Reader(
            "plans",
            _from_file(read_plan),
            ((ROOT / "examples/phi-cluster.toml").read_bytes(), *seeds.plans()),
            _of("cluster", "plan", "addresses", "links", "template", "document"),
        ),
        Reader(
            "machine files",
            _from_file(read_machine),
            seeds.machines(ROOT / "src/rankwise/reference/machines"),
            _of("cluster", "machine", "machine_document", "links"),
        ),
        Reader(
            "tables of paths",
            _paths,
            (
                b'fabric,from,to,size_bytes,time_us\nib,a,b,1,2.5\nib,a,b,8,3\n"x y",b,a,8,3\n"x y",b,a,64,4e1\n',
                b"fabric,from,to,size_bytes,time_us\nib,a,b,1,2\n",
                b"from,to\n",
                encode(maps.cluster_map()),
                *_files("suites/imb*/*.txt"),
                *_files("suites/osu*/*latency*.txt"),
            ),
            _of("verbs.machine", "imported"),
        ),
        Reader(
            "traffic of users",
            lambda data, _: traffic.matrix(_text(data), "traffic"),
            (b"0 8\n64KiB 0\n", b"source,target,size_bytes,calls\n0,1,64,100\n1,0,8,2\n", b"0,1\n1,0\n# x\n"),
            _of("optimise", "traffic"),
        ),
        Reader(
            "logs of jobs",
            _log,
            seeds.job_logs(ROOT / "tests/logs/fixtures"),
            _of("logs", "reader", "judge", "line", "facts"),
        ),
        Reader(
            "names by rule",
            lambda data, _: fill(_text(data), {"node": 7, "host": "n7"}, Prose),
            (
                b"n{node:03}",
                b"{host}-{node * 2 // 3}",
                b"{host + 1}",
                b"{9999999999999999999999}",
                b"{-node}",
                b"x" * 2000,
                b"{node:x3}",
                b"{node; 1}",
                b"{" + b"(" * 90 + b"node" + b")" * 90 + b"}",
                b"{" + b"-" * 20 + b"node" + b"+1" * 40 + b"}",
                b"n",
                b"",
            ),
            _of("cluster", "template"),
        ),
        Reader("endpoints", _from_file(endpoints.read), (_ENDPOINTS, *seeds.endpoints()), _of("measure", "endpoints")),
        Reader(
            "settings",
            _settings,
            (
                b'mpi = "x"\nout = "y"\nlauncher = "srun"\n',
                b'launcher = "x"\n',
                b'out = ""\n',
                b"x = 1\n",
                b"""agent = "'"\n""",
                b"x" + b".x" * 300 + b" = 1\n",
                b"out = " + b"[" * 90 + b"]" * 90,
                b"out = " + b"9" * 5000,
            ),
            _of("core", "settings", "toml"),
        ),
        Reader(
            "tunings", lambda data, _: tuning_from_text(_text(data)), (*tunings, *seeds.tunings()), _of("apply", "file")
        ),
        Reader(
            "evidence",
            lambda data, _: decode(TuningEvidence, data),
            (b'{"run":"x","gains":{},"joint":[]}', *_DAMAGED),
            _of("core.records", "base"),
        ),
        Reader(
            "maps",
            _from_file(lambda file: read_map(str(file))),
            (encode(maps.cluster_map()), *_DAMAGED),
            _of("core.records", "base"),
        ),
        Reader("labs", lambda data, _: decode(Lab, data), (encode(labs.lab()), *_DAMAGED), _of("core.records", "base")),
        Reader("runs", lambda data, _: decode(Run, data), (encode(run()), *_DAMAGED), _of("core.records", "base")),
        Reader("blocks of a store", _block, (seeds.block(), seeds.block(math.nan)), _of("store", "blocks")),
        Reader(
            "packed bytes",
            _packed,
            (zlib.compress(b"words"), zlib.compress(bytes(2 << 20)), gzip.compress(b"words")),
            _of("core", "bounded"),
        ),
        Reader(
            "schedules",
            lambda data, _: schedules_from_text(_text(data)),
            (seeds.schedule_file(),),
            _of("optimise.schedules", "text", "check"),
        ),
        Reader(
            "rows of a trace",
            lambda data, _: parse_trace(_text(data), "rows"),
            (b"allreduce 64KiB 12000\n# x\n",),
            _of("tuning", "goals"),
        ),
        Reader("traces", _trace, seeds.traces(), _of("tracing", "file")),
        Reader("events of a trace", _events, seeds.traces(), _of("tracing", "events")),
        Reader(
            "lists of hosts",
            lambda data, _: parse_hosts(_text(data)),
            (b"n[1-2,7],m[001-003]", b"a,b c"),
            _of("core", "hostlist"),
        ),
        Reader(
            "sizes and times",
            _units,
            (b"64KiB", b"0:4MiB,8", b"5%", b"1.5ms", b"22.5MB/s", b"10Gbit/s"),
            _of("core", "units"),
        ),
        Reader("switches", _from_file(read_switches), _files("switches/*"), _of("cluster", "switch_files", "switches")),
        Reader(
            "programs",
            _program,
            (
                seeds.library(),
                seeds.library(b"x" * 40_000),
                Path(sys.executable).read_bytes()[:4096],
                b"\x7fELF\x02\x01" + bytes(60),
                b"\x7fELF\x02\x01" + b"\xff" * 60,
                b"#!/bin/sh\n",
            ),
            _of("core", "elf"),
        ),
        Reader("tables of Intel MPI", _table, seeds.tables_of_intel(), _of("mpis.impi", "table")),
        Reader(
            "frames",
            lambda data, _: FrameReader().feed(data),
            (_FRAME, _FRAME * 3, _FRAME.replace(b"done", b"gone"), _FRAME[:40]),
            _of("measure", "frames"),
        ),
        Reader(
            "sealed records", _opened, (Seal("secret", b"session", b"").sealed(_FRAME, b"r"),), _of("measure", "seal")
        ),
    )


def by_name(name: str) -> Reader:
    """One of them."""
    return next(reader for reader in readers() if reader.name == name)
