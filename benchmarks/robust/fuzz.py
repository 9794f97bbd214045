"""Each reader of text from outside, and the engine's, under a fuzzer that looks for new branches."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

from benchmarks.goals import Goal, Report, percent
from fuzz.fuzzed import MEMORY_MB, Fuzzed, Reached, engine_fuzzer, fuzzed, keep, reached
from fuzz.readers import readers
from rankwise.core.process import run

_QUICK, _ALL = 2000, 100_000
_LONGEST_S = 2
_LEAST_READERS, _LEAST_REACHED = 22, 0.9
_KEEP = "RANKWISE_FUZZ_KEEP"


def fuzz(quick: bool) -> Report:
    """Many inputs for each reader. With RANKWISE_FUZZ_KEEP set, inputs that take new branches are kept in
    tests/fuzz/kept; its value may be another number of inputs."""
    keeping = os.environ.get(_KEEP, "")
    wanted = _QUICK if quick else int(keeping or _ALL)
    seen: dict[str, Fuzzed] = {}
    branches_of: dict[str, Reached] = {}
    for reader in readers():
        with tempfile.TemporaryDirectory(prefix="rankwise-fuzz-") as name:
            seen[reader.name] = fuzzed(reader, Path(name), wanted)
            branches_of[reader.name] = reached(reader, Path(name))
            if keeping and not seen[reader.name].error:
                keep(reader, Path(name))
    with tempfile.TemporaryDirectory(prefix="rankwise-fuzz-") as name:
        done = run([engine_fuzzer(Path(name)), "1", str(wanted)], timeout_s=1e6)
    branches = re.search(r"(\d+) branches", done.stdout)
    failed = [f"{name}: {one.error.splitlines()[-1]}" for name, one in seen.items() if one.error]
    slowest = max(seen, key=lambda name: seen[name].slowest_s)
    largest = max(seen, key=lambda name: seen[name].memory_mb)
    least = min(one.inputs for one in seen.values())
    share = {name: one.taken / max(one.branches, 1) for name, one in branches_of.items()}
    few = min(share, key=lambda name: share[name])
    return Report(
        "Atheris (libFuzzer) on the readers of `tests/fuzz/readers.py`, from the inputs that earlier runs kept; "
        "`tests/fuzz/driver.cpp` on the engine's, under sanitizers." + (f" Failed: {'; '.join(failed)}" * bool(failed)),
        (
            Goal("readers that raise what is no error of ours", f"{len(failed)} of {len(seen)}", "none", not failed),
            Goal("inputs of each reader", f"{least} and more", f">= {_ALL}", least >= _ALL),
            Goal("readers", str(len(seen)), f">= {_LEAST_READERS}", len(seen) >= _LEAST_READERS),
            Goal("branches of a reader that were reached", f"{percent(share[few])} and more ({few})",
                 f">= {percent(_LEAST_REACHED)}", share[few] >= _LEAST_REACHED),
            Goal("memory", f"{seen[largest].memory_mb} MB ({largest})", f"< {MEMORY_MB} MB",
                 seen[largest].memory_mb < MEMORY_MB),
            Goal("slowest input", f"{seen[slowest].slowest_s} s ({slowest})", f"< {_LONGEST_S} s",
                 seen[slowest].slowest_s < _LONGEST_S),
            Goal("the engine's readers under sanitizers", done.stdout.strip() or "ended", "no report", done.ok),
        ),
        ("reader", "inputs", "memory", "slowest input", "branches reached"),
        (
            *(
                (name, str(one.inputs), f"{one.memory_mb} MB", f"{one.slowest_s} s",
                 f"{branches_of[name].taken} of {branches_of[name].branches} ({percent(share[name])})")
                for name, one in seen.items()
            ),
            ("the engine's", f"{wanted}", "", "", f"{branches[1]} branches" if branches else ""),
        ),
    )  # fmt: skip
