"""The store after a power cut: what was written and not yet synced is there, or not, or half."""

from __future__ import annotations

import os
import random
import struct
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from rankwise.store import Store

_SECTOR = 512
_FLUSHES = 12
_WRITER = f"""
import sys
from pathlib import Path
from builders.runs import run, visit
from rankwise.store import Store
with Store.open(Path(sys.argv[1])) as store:
    store.begin(run())
    for flush in range({_FLUSHES}):
        store.add_visits(run().id, [visit("a", flush, number) for number in range(60)])
        store.flush()
        open(Path(sys.argv[1]).with_name("told"), "wb", buffering=0).write(b"%d" % flush)
"""


class Disk:
    """Files as they are after a power cut: `durable` for sure, each step in `waiting` perhaps."""

    def __init__(self) -> None:
        self.durable: dict[str, bytearray] = {}
        self.waiting: dict[str, list[tuple[str, int, bytes]]] = defaultdict(list)

    def step(self, what: str, path: str, offset: int, data: bytes) -> None:
        """One more step of the program. What was done to a file before it is synced is durable; a folder that is synced
        makes it durable that its files were made or deleted."""
        if what != "S":
            self.waiting[path].append((what, offset, data))
            return
        for name in list(self.waiting):
            if name == path:
                _apply(self.durable, name, self.waiting.pop(name))
            elif str(Path(name).parent) == path:
                made = [step for step in self.waiting[name] if step[0] in "OD"]
                _apply(self.durable, name, made)
                self.waiting[name] = [step for step in self.waiting[name] if step[0] not in "OD"]

    def after_a_cut(self, draw: random.Random) -> dict[str, bytearray]:
        """Each file with a drawn part of what was waiting: steps are lost in any number, and a write keeps any of its
        sectors."""
        files = {name: bytearray(content) for name, content in self.durable.items()}
        for name, steps in self.waiting.items():
            kept: list[tuple[str, int, bytes]] = []
            for what, offset, data in steps:
                if what in "ODT":
                    if draw.random() < 0.5:
                        break  # a file system keeps the order of such steps, and no write behind one that was lost
                    kept.append((what, offset, data))
                    continue
                pieces = range(0, len(data), _SECTOR)
                kept += [(what, offset + at, data[at : at + _SECTOR]) for at in pieces if draw.random() < 0.5]
            _apply(files, name, kept)
        return files


def _apply(files: dict[str, bytearray], name: str, steps: list[tuple[str, int, bytes]]) -> None:
    for what, offset, data in steps:
        if what == "D":
            files.pop(name, None)
            continue
        content = files.setdefault(name, bytearray())
        if what == "T":
            del content[offset:]
            content.extend(bytes(offset - len(content)))
        elif what == "W":
            content.extend(bytes(max(0, offset + len(data) - len(content))))
            content[offset : offset + len(data)] = data


def steps(log: bytes) -> Iterator[tuple[str, str, int, bytes]]:
    """What `writes.c` recorded."""
    at = 0
    while at < len(log):
        what, path_length, offset, length = struct.unpack_from("=c7xQqQ", log, at)
        at += 32
        yield (
            what.decode(),
            log[at : at + path_length].decode(),
            offset,
            log[at + path_length : at + path_length + length],
        )
        at += path_length + length


@pytest.fixture
def log(tmp_path: Path) -> bytes:
    """All that a program did to its store that measured and told twelve times what was stored."""
    here = Path(__file__)
    library, file, folder = tmp_path / "writes.so", tmp_path / "log", tmp_path / "results"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, here.with_name("writes.c"), "-ldl"], check=True)
    environment = {
        **os.environ, "LD_PRELOAD": str(library), "RECORD_FOLDER": str(folder), "RECORD_LOG": str(file),
        "PYTHONPATH": str(here.parents[1]),
    }  # fmt: skip
    subprocess.run([sys.executable, "-c", _WRITER, folder / "rankwise.db"], check=True, env=environment)
    return file.read_bytes()


def test_a_power_cut_at_any_moment_leaves_a_store_with_all_that_was_told(log: bytes, tmp_path: Path) -> None:
    recorded = list(steps(log))
    assert sum(what == "S" for what, *_ in recorded) > _FLUSHES
    draw = random.Random(1)
    disk, told = Disk(), -1
    for number, (what, path, offset, data) in enumerate(recorded):
        if path.endswith("told"):
            told = int(data or b"-1")
            continue
        disk.step(what, path, offset, data)
        folder = tmp_path / f"cut{number}"
        folder.mkdir()
        for name, content in disk.after_a_cut(draw).items():
            (folder / Path(name).name).write_bytes(content)
        if told < 0 and not (folder / "rankwise.db").exists():
            continue
        with Store.open(folder / "rankwise.db", create=False) as store:
            stored = {visit.launch for visit in store.visits(store.runs()[0].id)} if store.runs() else set()
        assert stored >= set(range(told + 1)), f"cut after step {number} of {len(recorded)}"
    assert told == _FLUSHES - 1
