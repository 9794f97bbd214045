"""Documents of each kind in which one word or number is hostile, and the command lines that read them."""

from __future__ import annotations

import contextlib
import json
import random
import re
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from benchmarks.robust.case import CANARY, MARK, REFUSED, WORK, Case, Content
from benchmarks.robust.values import doubled, toml, variants
from builders import labs, maps
from builders.runs import run, visit
from builders.samples import sample
from rankwise.core import toml as reader
from rankwise.core.kinds import KINDS
from rankwise.core.records import encode
from rankwise.store import Store

ROOT: Final = Path(__file__).parents[2]
PLAN: Final = """
name = "small"
source = "a test"
head = "head"
interface_files = "ifcfg"
nodes = [{ numbers = [1, 2], name = "n{node}", cabinet = 1, sockets = 2, nic_socket = 0, arch = "x86_64",
           modules = ["mic"], cards = { sockets = [0], name = "{host}-mic{card}", provisioning = "micctrl" } }]
networks = [{ name = "eth", fabric = "tcp", interface = "eth0", host_interface = "mic{card}", card_interface = "mic0",
              bridge = "br0", suffix = "-e", cidr = "10.0.0.0/16", head = "10.0.0.1", host = "10.0.1.{node}",
              card = "10.0.2.{node * 10 + card}", mtu = 1500, slowdown = 1.0, link = "ethernet",
              links = [{ from = "any", to = "any", latency = "100us", rate = "110MB/s" }] }]
shares = [{ path = "/opt", from = "head", to = "host", options = "rw", mount = "/opt", mount_options = "nolock",
            local = { "/opt/x" = "/var/x" } }]
groups = [{ name = "hpc", gid = 5000 }]
users = [{ name = "me", uid = 5001, group = "hpc", home = "/home/me", shell = "/bin/bash" }]
services = [{ name = "sshd", on = "host" }]
mpis = [{ family = "impi", prefix = "/opt/impi", card_prefix = "/opt/impi/mic", network = "eth",
          environment = { I_MPI_MIC = "enable" } }]
switches = [{ name = "leaf1", nodes = ["n[1-2]"] }]
lab = { shared_memory = "64MiB", hidden = ["/srv"], endpoints = { n1 = { cpus = [0], clock_offset = "0s" } } }
"""
ENDPOINTS: Final = """
agent = "ssh"
interface = "eth0"
endpoint = [{ id = "a", address = "n1", kind = "core", cpus = [0], prefix = "/opt/mpi", folder = "/tmp",
              program = "./app", threads = 2, container = "apptainer exec x", env = { A = "b" }, arch = "x86_64" }]
"""


MACHINE: Final = """
name = "mine"
description = "a machine"
origin = "declared"
source = "a test"
nodes = { count = 2, sockets = 2, endpoints = [{ name = "cpu0", socket = 0 }, { name = "cpu1", socket = 1 },
          { name = "mic0", kind = "card", socket = 0 }] }
network = { shape = "tree", leaf = 1, link = "10GB/s", source = "a test" }
resources = [{ name = "adapter", rate = "6GB/s", per = "node", source = "a test" }]
paths = [{ fabric = "ib", from = "any", to = "any", where = "other-node", latency = "1us", rate = "5GB/s",
           through = ["adapter"], source = "a test", basis = "a test" },
         { fabric = "ib", from = "any", to = "any", where = "same-node", latency = "1us", rate = "5GB/s" }]
curves = [{ fabric = "tcp", from = "host", to = "card", where = "same-node", both = true, kernel = "pingpong",
            sizes = [1, 8], times_us = [1.0, 2.0], steps = [4], source = "a test", basis = "a test" }]
"""


def tables(text: str) -> dict[str, Any]:
    """The tables of one of these texts."""
    return reader.loads(re.sub(r",\n +", ", ", text))  # TOML has no tables in braces over several lines


def cases() -> Iterator[Case]:
    """Cases of all documents."""
    yield from _of_plans()
    yield from _of_tunings()
    yield from _of_endpoints()
    yield from _of_maps()
    yield from _of_machines()
    yield from _of_labs()
    yield from _of_stores()
    yield from _of_answers()


def _of_plans() -> Iterator[Case]:
    plan = tables(PLAN)
    for name, changed in (("as it is", plan), *variants(plan, 3), *doubled(plan)):
        lines = ("cluster check plan.toml", "cluster render plan.toml out", "cluster show plan.toml --svg out/x.svg")
        statuses = (0,) if name == "as it is" else (0, 1, *REFUSED)
        yield Case("plans", name, lines, {"plan.toml": toml(changed)}, statuses=statuses)


def _of_tunings() -> Iterator[Case]:
    tuning = reader.loads((ROOT / "tests/recorded/tunings/with-gains.toml").read_text())
    tuning["lines"] += [
        {"id": "relay", "why": "x", "undo": "x", "relay": _relay("n3")},
    ]
    wanted: list[tuple[str, Any]] = [("as it is", tuning)]
    for number in range(len(tuning["lines"])):
        first = [tuning["lines"][number], *tuning["lines"][:number], *tuning["lines"][number + 1 :]]
        named = variants({**tuning, "lines": first}, 2)
        wanted += [(f"{number} {name}", changed) for name, changed in named if number == 0 or name.startswith("lines")]
    lines = ("tune explain t.toml", "tune export t.toml --out out --mpi openmpi --force")
    source = "for f in out/*.sh; do [ -e $f ] && . ./$f; done; true"
    for name, changed in wanted:
        statuses = (0, 3) if name == "as it is" else (0, 1, *REFUSED)
        yield Case("tunings", name, lines, {"t.toml": toml(changed)}, shell=source, mpi=True, statuses=statuses)
    for name, knob in _KNOBS.items():
        one = {**tuning, "lines": [{"id": "k", "why": "x", "undo": "x", "knobs": knob}]}
        yield Case("knobs", name, lines, {"t.toml": toml(one)}, shell=source, mpi=True, statuses=REFUSED)
    start = "run --no-check --tuning t.toml --mpi openmpi --force -- true"
    for number, preload in enumerate((f"./{MARK}", f"../work/{MARK}", MARK, f"{WORK}/{MARK}")):
        one = {**tuning, "lines": [{"id": "k", "why": "x", "undo": "x", "preload": preload}]}
        files = {"t.toml": toml(one), f"{MARK}.c": _PAYLOAD}
        yield Case("preloads", f"of a path {number}", (lines[0], start), files, mpi=True, statuses=REFUSED)
    for host in (f"-oProxyCommand={MARK}", f"n3 {MARK}", f"n3\n{MARK}"):
        one = {**tuning, "lines": [{"id": "k", "why": "x", "undo": "x", "relay": _relay(host)}]}
        yield Case("relays", repr(host), (lines[0], start), {"t.toml": toml(one)}, mpi=True, statuses=REFUSED)


def _relay(host: str) -> dict[str, Any]:
    return {"pairs": [{"source": "n1", "target": "n2", "through": [host]}], "network": "10.0.0.0/8"}


_PAYLOAD: Final = (
    '#include <stdlib.h>\n__attribute__((constructor)) void f(void) { system("touch ' + CANARY + '.c"); }\n'
)
_KNOBS: Final[dict[str, dict[str, str]]] = {
    **{f"env:{name}": {f"env:{name}": CANARY} for name in (
        "LD_PRELOAD", "LD_AUDIT", "LD_LIBRARY_PATH", "PATH", "BASH_ENV", "ENV", "PYTHONPATH", "HYDRA_LAUNCHER_EXEC",
        "HYDRA_LAUNCHER", "I_MPI_HYDRA_BOOTSTRAP_EXEC", "OMPI_MCA_plm_rsh_agent", "PRTE_MCA_plm_ssh_agent",
        "OMPI_MCA_mca_base_component_path", "UCX_MODULE_DIR", "FI_PROVIDER_PATH", "PMIX_MCA_mca_base_component_path",
        "SLURM_CONF", "PERL5LIB", "GCONV_PATH", "MPICH_CC", "I_MPI_ROOT")},
    "a name with =": {"env:A=B": "x"},
    "a name with $": {"env:X$(touch " + CANARY + ")": "x"},
    "a value with a line": {"env:X": f"x\ntouch {CANARY}"},
    "a NUL": {"env:X": "a\0b"},
    "no kind": {"X": "y"},
}  # fmt: skip


def _of_endpoints() -> Iterator[Case]:
    for name, changed in variants(tables(ENDPOINTS), 3):
        yield Case("endpoints", name, (_BENCH,), {"e.toml": toml(changed)})
    for name, (top, field) in _RUN_BY_ENDPOINTS.items():
        text = "\n".join([top, *(f'[[endpoint]]\nid = "{number}"\n{field}' for number in range(2))])
        line = "run --endpoints e.toml -- true" if name == "program" else _BENCH
        files: dict[str, Content] = {"e.toml": text.replace("PROGRAM", f"{WORK}/{MARK}"), MARK: _program}
        yield Case("programs of endpoints", name, (line,), files, mpi=True, statuses=REFUSED)


_BENCH: Final = "bench pingpong --endpoints e.toml --budget 1s"
_RUN_BY_ENDPOINTS: Final = {
    "agent": ("agent = 'PROGRAM'", "address = 'n1'"),
    "engine": ("", "engine = 'PROGRAM'"),
    "compiler": ("", "compiler = 'PROGRAM'"),
    "program": ("", "program = 'PROGRAM'"),
    "container": ("", "container = 'PROGRAM'"),
    "prefix": ("", "prefix = 'PROGRAM'"),
    "a variable": ("", "env = { LD_PRELOAD = 'PROGRAM', BASH_ENV = 'PROGRAM' }"),
}
"""What stands before all endpoints, and in each."""


def _program(path: Path) -> None:
    path.write_text("#!/bin/sh\ntouch ran\n")
    path.chmod(0o755)


def _of_maps() -> Iterator[Case]:
    lines = (
        "map show m.json --svg out/m.svg --html out/m.html",
        "place --machine m.json --pattern ring --write out --for openmpi --out out",
        "share --machine m.json --speed a=1 --out out",
        "schedule bcast --machine m.json --file out/t.toml --out out",
        "simulate m.json --kernels bcast --sizes 8 --estimate --out out",
        "machine import m.json --to out/m.toml --out out",
    )
    document = json.loads(encode(maps.cluster_map()))
    for number, (name, changed) in enumerate((*variants(document, 2), *doubled(document))):
        chosen = (lines[0], lines[1 + number % (len(lines) - 1)])
        yield Case("maps", name, chosen, {"m.json": json.dumps(changed)})


def _of_machines() -> Iterator[Case]:
    lines = (
        "machine show m.toml",
        "machine draw m.toml --svg out/m.svg --html out/m.html",
        "machine export m.toml --to out/e.toml",
        "simulate m.toml --kernels alltoall --sizes 1KiB --estimate --out out",
        "place --machine m.toml --pattern ring --out out",
    )
    machine = tables(MACHINE)
    yield Case("machines", "as it is", lines, {"m.toml": toml(machine)}, statuses=(0,))
    for number, (name, changed) in enumerate((*variants(machine, 2), *doubled(machine))):
        chosen = (lines[0], lines[1 + number % (len(lines) - 1)])
        yield Case("machines", name, chosen, {"m.toml": toml(changed)})


def _of_labs() -> Iterator[Case]:
    document = json.loads(encode(labs.lab("x")))
    document["faults"] = [{"id": 1, "kind": "slow", "args": ["n1", "n2"], "network": "eth", "undo": {"a": "b"}}]
    lines = ("lab list", "lab list --json", "lab fault list", "lab run -- true")
    for name, changed in variants(document, 1):
        home = {".local/state/rankwise/labs/x/lab.json": json.dumps(changed)}
        yield Case("labs", name, lines, home=home)


@cache
def _store() -> bytes:
    """A store with one run of samples."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rankwise.db")
        with Store.open(file) as store:
            store.begin(run())
            store.add_visits(run().id, [visit(run().plan.cells[0].id)])
        return file.read_bytes()


def _of_stores() -> Iterator[Case]:
    document = json.loads(encode(run()))
    lines = ("runs list --out out", "runs show --out out", "runs page --out out", "runs export --samples --out out")
    for name, changed in variants(document, 2):
        make = partial(_store_with, "UPDATE runs SET body = ?", (zlib.compress(json.dumps(changed).encode()),))
        yield Case("stores", name, lines, {"out/rankwise.db": make})
    for column in ("id", "kind", "status", "started_at", "hostname", "mpis", "cells", "body"):
        for word in (b"\xff", "x\ny", "../../outside/canary", 7, -1.5, ""):
            make = partial(_store_with, f"UPDATE runs SET {column} = ?", (word,))
            yield Case("cells of stores", f"{column} {word!r}", lines, {"out/rankwise.db": make})
    unknown = partial(_store_with, "UPDATE blocks SET cell = ?", ("unknown",))
    yield Case("stores", "samples of an unknown cell", lines, {"out/rankwise.db": unknown}, statuses=(0,))
    for name, statement in _STATEMENTS.items():
        make = partial(_store_with, statement, ())
        yield Case("schemas of stores", name, lines, {"out/rankwise.db": make}, statuses=(2, 3))


_STATEMENTS: Final = {
    "a view": "CREATE VIEW v AS SELECT 1",
    "an endless view": "DROP TABLE runs; CREATE VIEW runs AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 "
    "FROM c) SELECT x AS id, x AS kind, x AS status, x AS started_at, x AS hostname, x AS mpis, x AS cells, x AS body "
    "FROM c",
    "a trigger": "CREATE TRIGGER t AFTER UPDATE ON runs BEGIN DELETE FROM runs; END",
    "a table more": "CREATE TABLE more (x)",
    "a column more": "ALTER TABLE runs ADD COLUMN x",
    "no table": "DROP TABLE runs",
    "a version to come": "UPDATE schema_version SET version = 99",
    "a version below": "UPDATE schema_version SET version = -3",
    "a write-ahead log": "PRAGMA journal_mode = WAL",
}


def _of_answers() -> Iterator[Case]:
    """Stores with an answer of each kind of run, whose parts need not fit each other."""
    shown = ("runs show --out out", "runs page --out out", "runs page --out out --format md --file out/x.md",
             "runs page --out out --format csv --file out/x.csv", "runs show --json --out out")  # fmt: skip
    used = {
        "map": ("map show last --out out --svg out/x.svg", "place --machine last --pattern ring --out out",
                "simulate last --kernels bcast --sizes 8 --estimate --out out",
                "machine import last --to out/x.toml --out out"),
        "trace": ("trace export last --format matrix --file out/x.csv --out out", "place --trace last --out out"),
    }  # fmt: skip
    for name, kind in KINDS.items():
        answer = sample(kind.record)
        lines = (*shown, *used.get(name, ()))
        changes = [("as it is", answer), *variants(answer, 1), *doubled(answer)]
        drawn = [changes[0], *random.Random(name).sample(changes[1:], min(_ANSWERS, len(changes) - 1))]
        for number, (change, changed) in enumerate(drawn):
            chosen = lines if number == 0 else (shown[0], lines[number % len(lines)])
            make = partial(_store_of_answer, name, kind.stored, changed)
            yield Case("answers", f"{name}: {change}", chosen, {"out/rankwise.db": make})


_ANSWERS: Final = 25


def _store_of_answer(kind: str, stored: str, answer: Any, path: Path) -> None:
    told = json.loads(encode(run())) if stored else answer
    body = zlib.compress(json.dumps({**told, "kind": kind}).encode())
    _store_with("UPDATE runs SET kind = ?, body = ?", (kind, body), path)
    if stored:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
            packed = zlib.compress(json.dumps(answer).encode())
            connection.execute("INSERT INTO documents SELECT id, ?, ? FROM runs", (stored, packed))


def _store_with(statement: str, values: tuple[object, ...], path: Path) -> None:
    path.write_bytes(_store())
    with (
        contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection,
        contextlib.suppress(sqlite3.Error),
    ):
        if values:
            connection.execute(statement, values)
        else:
            connection.executescript(statement)
