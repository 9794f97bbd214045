"""Runs all benchmarks or those named, prints their goals, and can write the answer to a file."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from pathlib import Path

from benchmarks import results
from benchmarks.accuracy import peers
from benchmarks.goals import Report
from benchmarks.table import BENCHMARKS as ROWS
from rankwise.core.errors import RankwiseError

BENCHMARKS = {row.name: row.run for row in ROWS}


def main(arguments: list[str] | None = None) -> int:
    """0 when every goal was met (or `--quick`, which only shows that all of it runs), 1 otherwise, 3 without an MPI."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one or more of {', '.join(BENCHMARKS)}; none: all")
    parser.add_argument("--quick", action="store_true", help="seconds instead of minutes; too short to judge by")
    parser.add_argument(
        "--write",
        type=Path,
        metavar="FILE",
        help="also write each answer as a section, e.g. docs/benchmarks/results.md",
    )
    parser.add_argument(
        "--old", type=Path, metavar="FILE", help="only mark the sections of a file that are of older code"
    )
    parser.add_argument("--marks", action="store_true", help="also note each kernel's ratio to its peer")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.names if name not in BENCHMARKS]:
        parser.error(f"no benchmark is called {', '.join(unknown)}")
    if options.old:
        results.mark_old(options.old)
        return 0
    reports: dict[str, tuple[Report, float]] = {}
    try:
        for name in options.names or BENCHMARKS:
            print(f"{name} ...", file=sys.stderr, flush=True)
            begin_s = time.monotonic()
            reports[name] = (BENCHMARKS[name](options.quick), time.monotonic() - begin_s)
            print(results.terminal(name, *reports[name]), flush=True)
            if options.marks and name in peers.NOTED:
                peers.note(reports[name][0])
            if options.write:
                results.write(options.write, name, *reports[name], options.quick)
    except RankwiseError as error:
        print(f"benchmarks: {error.message}\n  -> {error.hint}", file=sys.stderr)
        return int(error.exit_status)
    missed = [goal for report, _ in reports.values() for goal in report.goals if goal.met is False]
    print(f"{len(missed)} goals missed" + (" (--quick: too short to judge)" if options.quick else ""))
    return 1 if missed and not options.quick else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # a lab that is up is taken down
    sys.exit(main())
