"""Each reader of text from outside, and the engine's, under a fuzzer that looks for new branches."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

from benchmarks.goals import Goal, Report
from fuzz.fuzzed import MEMORY_MB, Fuzzed, engine_fuzzer, fuzzed, keep
from fuzz.readers import readers
from rankwise.core.process import run

_QUICK, _ALL = 2000, 1_000_000
_LONGEST_S = 1
_KEEP = "RANKWISE_FUZZ_KEEP"


def fuzz(quick: bool) -> Report:
    """A million inputs for each reader. With RANKWISE_FUZZ_KEEP set, inputs that take new branches are kept in
    tests/fuzz/kept; its value may be another number of inputs."""
    keeping = os.environ.get(_KEEP, "")
    wanted = _QUICK if quick else int(keeping or _ALL)
    seen: dict[str, Fuzzed] = {}
    for reader in readers():
        with tempfile.TemporaryDirectory(prefix="rankwise-fuzz-") as name:
            seen[reader.name] = fuzzed(reader, Path(name), wanted)
            if keeping and not seen[reader.name].error:
                keep(reader, Path(name))
    with tempfile.TemporaryDirectory(prefix="rankwise-fuzz-") as name:
        done = run([engine_fuzzer(Path(name)), "1", str(wanted)], timeout_s=1e6)
    branches = re.search(r"(\d+) branches", done.stdout)
    failed = [f"{name}: {one.error.splitlines()[-1]}" for name, one in seen.items() if one.error]
    slowest = max(seen, key=lambda name: seen[name].slowest_s)
    largest = max(seen, key=lambda name: seen[name].memory_mb)
    least = min(one.inputs for one in seen.values())
    return Report(
        "Atheris (libFuzzer) on the readers of `tests/fuzz/readers.py`, from the inputs that earlier runs kept; "
        "`tests/fuzz/driver.cpp` on the engine's, under sanitizers." + (f" Failed: {'; '.join(failed)}" * bool(failed)),
        (
            Goal("readers that raise what is no error of ours", f"{len(failed)} of {len(seen)}", "none", not failed),
            Goal("inputs of each reader", f"{least} and more", f">= {_ALL}", least >= _ALL),
            Goal("memory", f"{seen[largest].memory_mb} MB ({largest})", f"< {MEMORY_MB} MB",
                 seen[largest].memory_mb < MEMORY_MB),
            Goal("slowest input", f"{seen[slowest].slowest_s} s ({slowest})", f"< {_LONGEST_S} s",
                 seen[slowest].slowest_s < _LONGEST_S),
            Goal("the engine's readers under sanitizers", done.stdout.strip() or "ended", "no report", done.ok),
        ),
        ("reader", "inputs", "memory", "slowest input"),
        (
            *((name, str(one.inputs), f"{one.memory_mb} MB", f"{one.slowest_s} s") for name, one in seen.items()),
            ("the engine's", f"{wanted}", "", f"{branches[1]} branches" if branches else ""),
        ),
    )  # fmt: skip
