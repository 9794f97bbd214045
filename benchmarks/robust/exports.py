"""Exports of drawn tunings, as `bash`, Slurm, `tclsh` and `lua` read them."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.goals import Goal, Report
from builders.export_readers import READERS, differences, drawn

_QUICK, _ALL = 300, 10_000
_AT_ONCE = 500  # one start of each reader


def exports(quick: bool) -> Report:
    """Tunings with any Unicode in their words: readers find the same names and values, and run nothing."""
    wanted = _QUICK if quick else _ALL
    sample = drawn(wanted)
    wrong: list[str] = []
    for first in range(0, len(sample), _AT_ONCE):
        with tempfile.TemporaryDirectory(prefix="rankwise-exports-") as name:
            wrong += differences(sample[first : first + _AT_ONCE], Path(name))
    return Report(
        f"Hypothesis draws tunings of three MPIs; {', '.join(READERS)} read their exports in a folder where any file "
        "that a word makes would show." + (f" First: {wrong[0][:300]}" if wrong else ""),
        (
            Goal("tunings", f"{len(sample)}", f">= {_ALL}", len(sample) >= _ALL),
            Goal("read otherwise, or anything run", f"{len(wrong)}", "0", not wrong),
        ),
        ("reader", "exports read"),
        tuple((reader, str(len(sample))) for reader in READERS),
    )
