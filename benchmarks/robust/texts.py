"""Texts of others' programs and raw bytes, given to every command that reads a file."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator
from typing import Final

from benchmarks.robust.case import CANARY, MARK, REFUSED, Case
from benchmarks.robust.documents import ROOT

READERS: Final = {
    "a plan": "cluster check {file}",
    "a plan to render": "cluster render {file} out",
    "a tuning": "tune explain {file}",
    "a recording": "inventory --from {file}",
    "a log": "runs import {file} --out out",
    "a map": "map show {file}",
    "a machine to show": "machine show {file}",
    "a machine to draw": "machine draw {file} --svg out/m.svg --html out/m.html",
    "a machine to simulate": "simulate {file} --kernels bcast --sizes 8 --estimate --out out",
    "results to import as a machine": "machine import {file} --to out/m.toml --out out",
    "a job's log": "doctor --log {file} --out out",
    "a launch line's rankfile": "doctor --explain --out out -- mpirun --rankfile {file} true",
    "traffic": "place --machine phi-workstation --pattern {file} --out out",
    "a machine": "share --machine {file} --speed a=1 --out out",
    "switches": "map --switches {file} --out out --hosts n1,n2 --agent false",
    "endpoints": "bench pingpong --endpoints {file} --budget 1s --out out",
    "rows of a trace": "scale --for-trace {file} --out out",
    "a trace to tune for": "tune --for-trace {file} --out out",
    "a plan of a lab": "lab up {file}",
    "sizes of IMB": "bench --out out --suite imb -msglen {file} PingPong",
    "benchmarks of IMB": "bench --out out --suite imb -input {file}",
}
"""What a file is read as, and the command line; `{file}` is its name."""

ANYTHING: Final = ("a job's log", "a launch line's rankfile")
"""Readers for which any bytes are a text."""

MIB: Final = 1 << 20
_LOGS: Final = ROOT / "tests/logs/fixtures"


def _fillers() -> dict[str, bytes]:
    """1 MiB and less of what readers do not expect."""
    drawn = random.Random(1)
    return {
        "nothing": b"",
        "zeros": bytes(MIB),
        "line ends": b"\n" * MIB,
        "brackets": b"[" * MIB,
        "braces": b'{"a":' * (MIB // 5),
        "tags": b"<object>" * (MIB // 8),
        "digits": b"9" * MIB,
        "quotes": b'"' * MIB,
        "drawn bytes": drawn.randbytes(MIB),
        "no UTF-8": b"\xff\xfe" + b"a\0" * (MIB // 4),
        "an entity bomb": b'<!DOCTYPE x [<!ENTITY a "' + b"x" * 1000 + b'">'
        + b"".join(b'<!ENTITY a%d "%s">' % (n, b"&a%s;" % (str(n - 1).encode() if n else b"") * 20) for n in range(9))
        + b"]><topology>&a8;</topology>",
        "an entity of a file": f'<!DOCTYPE x [<!ENTITY a SYSTEM "file://{CANARY}">]><topology>&a;</topology>'.encode(),
        "a terminal's words": f"\x1b]0;{MARK}\x07\x1b[2J{MARK}\n".encode() * 100,
        "a bomb": gzip.compress(bytes(200 * MIB), 9),
        "a cut gzip": gzip.compress(b"rankwise-record 1\n" * 1000)[:-20],
        "dots": b"a" + b".a" * 100_000 + b" = 1\n",
        "tables": b"[[a]]\n" * 150_000,
        "commas": b"a," * (MIB // 2),
    }  # fmt: skip


def cases() -> Iterator[Case]:
    """Every filler for every reader, real texts that were changed, and rows that nobody expects."""
    for filler, content in _fillers().items():
        for reader, line in READERS.items():
            refuses = filler in ("drawn bytes", "a bomb", "brackets") and reader not in ANYTHING
            refused = REFUSED if refuses else (0, 1, 2, 3, 4)
            yield Case("bytes", f"{filler} as {reader}", (line.format(file="x"),), {"x": content}, statuses=refused)
    yield from _rows()
    yield from _recorded()


def _rows() -> Iterator[Case]:
    osu = "# OSU MPI Latency Test v7.0\n# Size          Latency (us)    Iterations\n{}\n"
    for row in ("1 1.0 1e999", "1 nan 5", "1 1e400 5", "-1 1.0 5", "99999999999999999999 1 5", "1 1.0 -1", "1 -1.0 5"):
        yield Case("logs", f"OMB: {row}", ("runs import x --out out",), {"x": osu.format(row)})
    imb = (next((ROOT / "tests/recorded/suites").glob("imb*/*.txt"))).read_text()
    for old, new in (("0.", "1e999."), ("PingPong", "x" * 10_000), ("1000", "9" * 400), ("#", f"# {MARK}\x1b[2J")):
        yield Case("logs", f"IMB: {new[:20]!r}", ("runs import x --out out",), {"x": imb.replace(old, new)})
    topology = "<topology><object type='Machine'>{}</object></topology>"
    for name, inside in {
        "200,000 deep": "<object>" * 200_000 + "</object>" * 200_000,
        "a wide mask": '<object type="PU" cpuset="' + "0xffffffff," * 2047 + '0xffffffff"/>',
        "a huge index": '<object type="NUMANode" os_index="' + "9" * 5000 + '"/>',
        "words in a name": f"<info name='HostName' value='&#27;]0;{MARK}&#7;'/>".replace("&#27;", "x").replace(
            "&#7;", "y"
        ),
    }.items():
        yield Case("hwloc", name, ("inventory --from x", "inventory --from x --json"), {"x": topology.format(inside)})
    conf = "SwitchName=s{} Nodes={}\n"
    for name, text in {
        "wide ranges": conf.format(0, "n[1-65536]") * 20,
        "ranges of ranges": conf.format(0, "n[1-256][1-256][1-256]"),
        "a long chain": "".join(f"SwitchName=s{n} Switches=s{n + 1}\n" for n in range(20_000)) + conf.format(1, "n1"),
        "many leaves": "".join(conf.format(n, f"n{n}") for n in range(20_000)),
        "itself": "SwitchName=s Switches=s Nodes=n1\n",
        "words": f"SwitchName=\x1b[2J{MARK} Nodes=n1\n",
    }.items():
        line = READERS["switches"].format(file="x")
        yield Case("switches", name, (line,), {"x": text})
    head = "fabric,from,to,size_bytes,time_us\n"
    for name, text in {
        "an endless time": "ib,a,b,8,inf\nib,a,b,16,nan\n",
        "a huge size": "ib,a,b," + "9" * 4000 + ",1\nib,a,b,1,1\n",
        "words": f"\x1b[2J{MARK},<script>{MARK}</script>,../../outside/canary,1,1\nx,y,z,2,2\n",
        "a wide cell": "ib,a,b,1," + "9" * 200_000 + "\n",
        "an open quote": 'ib,"a,b,1,1\n' * 1000,
        "many columns": "," * 100_000 + "\n",
        "a formula": f"=cmd|'/c touch {CANARY}'!A1,a,b,1,1\n=x,a,b,2,2\n",
    }.items():
        line = "machine import x.csv --to out/m.toml --out out"
        yield Case("machines", f"a table with {name}", (line, "machine show out/m.toml"), {"x.csv": head + text})
    for name, text in {
        "a host": f"[n1$(touch {CANARY}):123] mca_btl_tcp_endpoint_complete_connect failed: Connection refused (111)\n",
        "a path": f"mpirun: error while loading shared libraries: `touch {CANARY}`: cannot open shared object file\n",
        "a terminal": f"[0] MPI startup(): \x1b]0;{MARK}\x07 fatal error \x1b[2J{MARK}\n" * 100,
        "markup": f"MPI_ABORT was invoked on rank <script>{MARK}</script> error\n",
        "wide lines": "MPI error " * 100_000 + "\n",
        "all messages many times": "".join(file.read_text() for file in sorted(_LOGS.iterdir())) * 20,
        "an open paragraph": ("-" * 70 + "\nMPI_Init failed\n") * 5000,
    }.items():
        lines = ("doctor --log x --out out", "doctor --log x --json --out out", "doctor --log x --fix --out out")
        yield Case("logs of jobs", name, lines, {"x": text}, shell="true")
    for name, text in {
        "rows without end": "0,1\n" * 200_000,
        "a rank far away": "source,target,size_bytes,calls\n0,100000000000000000,8,1\n",
        "a cell without end": "0," + "9" * 5000 + "\n1,0\n",
        "words": f"\x1b[2J{MARK},1\n1,0\n",
    }.items():
        yield Case("traffic", name, (READERS["traffic"].format(file="x"),), {"x": text}, statuses=REFUSED)
    for name, row in {
        "a size": "allreduce 9999999999999999999 1",
        "a count": "allreduce 8 1e999",
        "none": "x 8 nan",
        "a kernel": f"{MARK}\x1b[2J 8 1",
        "less": "allreduce 8 -5",
        "many": "allreduce 8 1\n" * 100_000,
    }.items():
        yield Case("rows", name, (READERS["rows of a trace"].format(file="x"),), {"x": row + "\n"})


def _recorded() -> Iterator[Case]:
    """Real recordings in which lines were cut, doubled, moved or swapped for others' values."""
    drawn = random.Random(2)
    for file in sorted((ROOT / "tests/recorded").glob("*.record")):
        lines = file.read_text().splitlines(keepends=True)
        for number in range(3):
            changed = list(lines)
            for _ in range(40):
                at = drawn.randrange(1, len(changed) - 1)
                changed[at] = drawn.choice((
                    "", changed[at] * 2, drawn.choice(lines), "|" + "9" * 400 + "\n", "|-1\n", f"|\x1b[2J{MARK}\n",
                    "|0-99999999\n", "link /x /y\n", "file " + "../" * 50 + "x\n",
                ))  # fmt: skip
            yield Case("recordings", f"{file.stem} {number}", ("inventory --from x", "inventory --from x --json"),
                       {"x": "".join(changed)})  # fmt: skip
