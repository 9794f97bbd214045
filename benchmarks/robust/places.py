"""Names that stand for no file, links that lead elsewhere, settings of others, and words on the command line."""

from __future__ import annotations

import os
import socket
import struct
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.robust.case import CANARY, REFUSED, Case, Content
from benchmarks.robust.documents import _store
from benchmarks.robust.texts import ANYTHING, READERS


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(path)[-100:] if len(str(path)) > 100 else str(path))


def _link(target: str, path: Path) -> None:
    path.symlink_to(target)
    os.utime(path, (0, 0), follow_symlinks=False)  # it was there before


def _link_of_another(path: Path) -> None:
    """To the canary, in a folder of another user."""
    _link("../../outside/canary", path)
    if os.geteuid() == 0:
        os.chown(path, 65534, 65534, follow_symlinks=False)
        os.chown(path.parent, 65534, 65534)


_LINK_TO_CANARY: Final = partial(_link, "../../outside/canary")

_KINDS: Final[dict[str, tuple[str, dict[str, Content]]]] = {
    "/dev/zero": ("/dev/zero", {}),
    "/dev/null": ("/dev/null", {}),
    "/dev/stdin": ("/dev/stdin", {}),
    "a folder": ("x", {"x/y": ""}),
    "a pipe": ("x", {"x": os.mkfifo}),
    "a link to /dev/zero": ("x", {"x": partial(_link, "/dev/zero")}),
    "a link in a circle": ("x", {"x": partial(_link, "x")}),
    "a NUL": ("a\\x00b", {}),
    "a long name": ("x" * 300, {}),
    "no UTF-8": ("\\xff\\xfe", {}),
    "a terminal's words": ("\\x1b[2J", {}),
    "an option": ("--x", {}),
    "memory of the kernel": ("/proc/self/mem", {}),
}


def cases() -> Iterator[Case]:
    """Cases of all of these."""
    for kind, (name, files) in _KINDS.items():
        for reader, line in READERS.items():
            empty = kind in ("/dev/null", "/dev/stdin") and reader in ANYTHING
            statuses = (0, *REFUSED) if empty else REFUSED
            yield Case("places", f"{kind} as {reader}", (line.format(file=name),), files, statuses=statuses)
    yield from _links()
    yield from _settings()
    yield from _journals()
    yield from _schedules()
    yield from _labs()
    yield from _words()


def _links() -> Iterator[Case]:
    pages = {f"out/{kind}-20261121-200000-abcd.html": _LINK_TO_CANARY for kind in ("survey", "bench")}
    yield Case("links", "report where a link is", ("runs page --out out",), {"out/rankwise.db": _store(), **pages})
    yield Case("links", "record where a link is", ("inventory --save out/x",), {"out/x": _link_of_another})
    yield Case("links", "export where a link is", ("runs export --out out --file out/x",),
               {"out/rankwise.db": _store(), "out/x": _link_of_another})  # fmt: skip
    yield Case("links", "svg where a link is", ("cluster show p.toml --svg out/x",),
               {"p.toml": _PLAN, "out/x": _link_of_another})  # fmt: skip
    for below in ("n1", "n1/etc", "n1/etc/hosts", "rendered.json", "README.md", "INSTALL.txt"):
        target = "../../outside" if "/" not in below else "../../../outside"
        yield Case("links", f"render where {below} is a link", ("cluster render p.toml out",),
                   {"p.toml": _PLAN, f"out/{below}": partial(_link, target)})  # fmt: skip
    for name, manifest in {
        "a full path": '{"files": {"' + CANARY + '": "x"}}',
        "deep": "[" * 100_000,
        "no manifest": "7",
        "a path up": '{"../outside/canary": "61b8b2f1b7f2f3d1c9b8e6d6fb2e2f0a"}',
    }.items():
        yield Case("links", f"rendered.json: {name}", ("cluster render p.toml out",),
                   {"p.toml": _PLAN, "out/rendered.json": manifest, "out/.rankwise.json": manifest})  # fmt: skip


_PLAN: Final = """
name = "small"
nodes = [{ numbers = [1, 2], name = "n{node}" }]
[[networks]]
name = "eth"
cidr = "10.0.0.0/16"
host = "10.0.1.{node}"
head = "10.0.0.1"
links = [{ latency = "100us" }]
"""


def _settings() -> Iterator[Case]:
    for name, text in {
        "a list": "mpi = [1]\n",
        "a table": "[mpi]\nx = 1\n",
        "nan": "precision = nan\n",
        "an unknown name": "x = 1\n",
        "a launcher": f'launcher = "touch {CANARY}"\n',
        "a terminal's words": 'mpi = "\\u001b[2J"\n',
        "a NUL": 'mpi = "a\\u0000b"\nout = "a\\u0000b"\n',
        "deep": "a = " + "[" * 100_000,
        "no TOML": "\0" * 1000,
        "a path up": 'out = "../outside"\n',
    }.items():
        yield Case("settings", name, ("config", "runs list", "config --json"), {"rankwise.toml": text})
        yield Case("settings", f"{name}, of the user", ("config",), home={".config/rankwise/rankwise.toml": text})
    no_files: dict[str, Content] = {"a device": partial(_link, "/dev/zero"), "a pipe": os.mkfifo}
    for name, content in no_files.items():
        yield Case("settings", name, ("config",), {"rankwise.toml": content})
    for name, content in {
        "mpis.json: no list": "7",
        "mpis.json: deep": "[" * 100_000,
        "mpis.json: numbers": "[1, null]",
        "mpis.json: /": '["/"]',
    }.items():
        home = {".local/share/rankwise/mpis.json": content, ".cache/rankwise/mpis.json": content}
        yield Case("settings", name, ("mpi list",), home=home)


def _journals() -> Iterator[Case]:
    magic = bytes.fromhex("d9d505f920a163d7")

    def journal(path: Path) -> None:
        name = str(path.parents[2] / "outside/canary").encode()
        head = magic + struct.pack(">IIIII", 0, 0, 2, 512, 4096)
        tail = struct.pack(">I", (1 << 30) // 4096 + 1) + name + struct.pack(">II", len(name), sum(name)) + magic
        path.write_bytes(head.ljust(512, b"\0") + tail)

    for line in ("runs list --out out", "runs show --out out", "runs page --out out", "runs import x --out out"):
        files: dict[str, Content] = {"out/rankwise.db": _store(), "out/rankwise.db-journal": journal, "x": "x"}
        yield Case("journals", line, (line,), files, statuses=(2, 3))
    odd: dict[str, Content] = {"a link": _LINK_TO_CANARY, "a pipe": os.mkfifo, "noise": b"\xd9\xd5" * 5000}
    for name, made in odd.items():
        files = {"out/rankwise.db": _store(), "out/rankwise.db-journal": made}
        yield Case("journals", name, ("runs list --out out",), files)
    yield Case("journals", "a store that is a link", ("runs list --out out",),
               {"out/rankwise.db": partial(_link, "../../outside/canary")}, statuses=(2, 3))  # fmt: skip


def _schedules() -> Iterator[Case]:
    head = "rankwise-schedules 1\nhosts a b\nreductions {r}\nscratch 0\n"
    head += "schedule {n} bcast root 0 pieces {p} tmp 0 order none bytes 0 1\n"
    text = head + "rank 0 steps 1\nsend 1 0 in 0 1\nrank 1 steps 1\nrecv 0 0 out 0 1\nend\n"
    tuning = (
        'schema = "rankwise/1"\nname = "t"\nmachine = "m"\nranks = 2\ntried = 1\n[build]\nname = "mpich"\n'
        'family = "mpich"\nversion = "5"\nlibrary = "/lib/x.so"\n[[lines]]\nid = "s"\nwhy = "x"\nundo = "x"\n'
        'schedules = ["{}"]\n'
    )
    for name, words in {
        "two words of reductions": {"r": "fixed any", "n": "x", "p": "1"},
        "billions of pieces": {"r": "any", "n": "x", "p": "4294967296"},
        "a path as a name": {"r": "any", "n": "../../outside/canary", "p": "1"},
        "letters for numbers": {"r": "any", "n": "x", "p": "\u0663"},
    }.items():
        for file in ("s.schedules", "../outside/canary", CANARY, "/dev/zero"):
            files: dict[str, Content] = {"t.toml": tuning.format(file), "s.schedules": text.format(**words)}
            lines = ("tune explain t.toml", "tune check t.toml", "tune export t.toml --out out")
            yield Case("schedules", f"{name} in {file[-20:]}", lines, files)


def _labs() -> Iterator[Case]:
    folder = ".local/state/rankwise/labs"
    damages: dict[str, Content] = {
        "nothing": "",
        "a brace": "{",
        "deep": "[" * 100_000,
        "zeros": bytes(5000),
        "no UTF-8": b"\xff\xfe",
        "a device": partial(_link, "/dev/zero"),
        "a pipe": os.mkfifo,
        "a folder": Path.mkdir,
    }
    for name, content in damages.items():
        home: dict[str, Content] = {f"{folder}/bad/lab.json": content}
        yield Case("labs", f"lab.json: {name}", ("lab list", "lab list --json"), home=home, statuses=(0,))
        for line in ("lab run -- true", "lab exec n1 -- true", "lab fault list", "map --lab bad --out out"):
            yield Case("labs", f"lab.json: {name}: {line}", (line,), home=home, statuses=REFUSED)
        yield Case("labs", f"lab.json: {name}: down", ("lab down --all", "lab list"), home=home, statuses=(0,))
    for name in ("-x", "a b", ".hidden", "\x1b[2J", "..x", "x" * 200):
        yield Case("labs", f"a folder called {name[:20]!r}", ("lab list", "lab down --all"),
                   home={f"{folder}/{name}/lab.json": "{"}, statuses=(0,))  # fmt: skip


def _words() -> Iterator[Case]:
    odd = ("", " ", "..", "../../outside/canary", "-oProxyCommand=x", "\\x1b[2J", "a\\x00b", "\\xff", "n[1-99999999]",
           "n[1-9][1-99999]", "x" * 5000, "%s%n", "$(touch {canary})", "nan", "1e999", "9" * 400)  # fmt: skip
    lines = {
        "run": "runs show '{}' --out out",
        "diff": "runs diff '{}' '{}' --out out",
        "page": "runs page '{}' --out out",
        "lab": "lab down '{}'",
        "hosts": "inventory --hosts '{}' --agent false",
        "mpi": "mpi remove '{}'",
        "budget": "bench pingpong --budget '{}' --out out",
        "sizes": "bench pingpong --sizes '{}' --out out",
        "json": "runs show '{}' --out out --json",
    }
    for option, line in lines.items():
        for word in odd:
            filled = line.replace("{}", word)
            yield Case("words", f"{option} {word[:30]}", (filled,), {"out/rankwise.db": _store()}, statuses=REFUSED)
