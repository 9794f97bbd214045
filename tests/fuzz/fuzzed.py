"""Fuzzes a reader, or the engine's, in a process of its own, from the kept inputs, and reads what came of it."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

from fuzz.readers import ROOT, WORDS, Reader
from rankwise.core.process import Completed, run
from rankwise.measure.source import SOURCE

_HERE = Path(__file__).parent
MEMORY_MB, _LONGEST_INPUT_S, _LONGEST_BYTES = 512, 120, 20_000  # an input that ends is judged by its own time
_LONGEST_KEPT_BYTES = 4096
_FLAGS = ("-std=c++20", "-O1", "-g", "-Wall", "-Wextra", "-Wconversion", "-Werror", f"-I{SOURCE}")
_SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@dataclass(frozen=True)
class Reached:
    """Branches of a reader's files in functions that inputs entered, and those that they took. `missed` says where the
    others are; `silent` are functions that no input entered."""

    branches: int
    taken: int
    missed: tuple[str, ...]
    silent: tuple[str, ...]


@dataclass(frozen=True)
class Fuzzed:
    """What came of it: `error` is empty, or the last words of a reader that failed; `slowest_s` in whole seconds."""

    inputs: int
    slowest_s: int
    memory_mb: int
    error: str


def kept(name: str) -> Path:
    """The inputs that an earlier run kept for a reader, one for each new branch."""
    return _HERE / "kept" / f"{name.replace(' ', '-')}.tar.xz"


def fuzzed(reader: Reader, folder: Path, runs: int, program: Path = _HERE / "guided.py") -> Fuzzed:
    """Gives a reader so many inputs. `folder` gets those that take new branches, in `found`, and one that fails."""
    found, begin, before = (folder / part for part in ("found", "begin", "kept"))
    for place in (found, begin, before):
        place.mkdir(exist_ok=True)
    for number, data in enumerate(reader.begin):
        (begin / str(number)).write_bytes(data)
    if kept(reader.name).exists():
        with tarfile.open(kept(reader.name)) as archive:
            archive.extractall(before, filter="data")
    words = folder / "words"
    words.write_text("".join('"' + "".join(f"\\x{byte:02x}" for byte in word) + '"\n' for word in WORDS))
    options = {
        "runs": runs, "seed": 1, "max_len": _LONGEST_BYTES, "rss_limit_mb": MEMORY_MB, "timeout": _LONGEST_INPUT_S,
        "print_final_stats": 1, "dict": words,
    }  # fmt: skip
    # A process counts the memory of what it was forked from as its own, until it has forked again.
    line: list[str | Path] = ["sh", "-c", '"$@"; exit $?', "sh", sys.executable, program, reader.name]
    line += [f"-{name}={value}" for name, value in options.items()]
    return _read(run([*line, found, begin, before], timeout_s=1e6, env=_environment(), cwd=folder))


def reached(reader: Reader, folder: Path) -> Reached:
    """The branches that the inputs of `fuzzed` in this folder reach."""
    line: list[str | Path] = [
        sys.executable,
        _HERE / "reached.py",
        reader.name,
        *(folder / part for part in ("kept", "found")),
    ]
    done = run(line, timeout_s=3600, env=_environment(), cwd=folder)
    assert done.ok, done.describe()
    return Reached(**json.loads(done.stdout))


def keep(reader: Reader, folder: Path) -> None:
    """Keeps what `fuzzed` found in this folder beside what was kept before; large inputs are left out."""
    names = {file.name: file for part in ("kept", "found") for file in (folder / part).iterdir()}
    kept(reader.name).parent.mkdir(exist_ok=True)
    with tarfile.open(kept(reader.name), "w:xz") as archive:
        for name, file in sorted(names.items()):
            if file.stat().st_size <= _LONGEST_KEPT_BYTES:
                plain = tarfile.TarInfo(name)
                plain.size = file.stat().st_size
                archive.addfile(plain, io.BytesIO(file.read_bytes()))


def engine_fuzzer(folder: Path) -> Path:
    """Builds the fuzzer of the engine's readers under sanitizers. GCC marks the branches, `driver.cpp` counts them."""
    parts = []
    for source, more in (("engine", ["-fsanitize-coverage=trace-pc"]), ("driver", [])):
        part = folder / f"{source}.o"
        built = run(["g++", *_FLAGS, *_SANITIZERS, *more, "-c", _HERE / f"{source}.cpp", "-o", part], timeout_s=300)
        assert built.ok, built.describe()
        parts.append(part)
    built = run(["g++", *_SANITIZERS, *parts, "-o", folder / "fuzz"], timeout_s=100)
    assert built.ok, built.describe()
    return folder / "fuzz"


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": f"{ROOT / 'tests'}:{ROOT}", "PYTHONHASHSEED": "0"}


def _read(done: Completed) -> Fuzzed:
    stats = {name: int(value) for name, value in re.findall(r"^stat::(\w+):\s+(\d+)$", done.stderr, re.MULTILINE)}
    error = "" if done.ok else (done.stdout + done.stderr)[-2000:]
    return Fuzzed(
        inputs=stats.get("number_of_executed_units", 0),
        slowest_s=stats.get("slowest_unit_time_sec", 0),
        memory_mb=stats.get("peak_rss_mb", 0),
        error=error,
    )
