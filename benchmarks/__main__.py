"""Proves what rankwise claims: the headline, or all, or the benchmarks that are named; and compares two proofs.

The headline and `--all` go on where they were ended, on the same commit. Results that count are written to
docs/claims.json and docs/claims.md.
"""

from __future__ import annotations

import argparse
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import msgspec

from benchmarks import kept
from benchmarks.accuracy import peers
from benchmarks.changes import changes, compared
from benchmarks.claims import BY_ID, CLAIMS
from benchmarks.kept import Result
from benchmarks.page import page, stale_in
from benchmarks.running import measured, not_committed
from benchmarks.shown import columns, terminal
from benchmarks.table import BENCHMARKS, BY_NAME, Benchmark
from rankwise.core.errors import RankwiseError, UsageError

HEADLINE_S, ALL_S = 3600.0, 8 * 3600.0
"""Of the whole; what was not measured by then is at the next call."""
_AT_ONCE = 2
"""Benchmarks that bear load, side by side: most of them wait more than they compute, and each has its budget."""

_ONE_AT_A_TIME = threading.Lock()
"""What was measured is printed and kept by one thread."""
_COMMIT = re.compile(r"[0-9a-f]{7,40}")
_LISTED = ("benchmark", "folder", "claim", "at most", "needs")


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when everything that was asked for holds, 1 when a goal is missed, 4 when something was not measured or a busy
    machine cannot tell; 2 and 3 as every command of rankwise."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if words[:1] == ["diff"]:
            return _diff(words[1:])
        if words[:1] == ["take"]:
            return _take(words[1:])
        return _run(_parser().parse_args(words))
    except KeyboardInterrupt:
        print("benchmarks: ended; the same command goes on behind what is measured", file=sys.stderr)
        return 130
    except RankwiseError as error:
        print(f"benchmarks: {error.message}\n  -> {error.hint}", file=sys.stderr)
        return int(error.exit_status)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        epilog="`diff A B`: which claims changed between two results, each a commit, a folder or a claims.json; "
        "`take FOLDER`: claims what was measured on another machine, which wrote it below benchmarks/results",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="benchmarks to measure, also where they are measured")
    parser.add_argument("--all", action="store_true", help="every claim instead of the headline")
    parser.add_argument(
        "--stale",
        action="store_true",
        help="of these only what is stale or was never measured: first what needs a quiet machine, the quickest first",
    )
    parser.add_argument("--list", action="store_true", help="only list the benchmarks")
    parser.add_argument(
        "--quick", action="store_true", help="seconds instead of minutes: a trial, too short to judge by"
    )
    parser.add_argument("--busy", action="store_true", help="measure on a busy machine too: a trial as well")
    parser.add_argument("--marks", action="store_true", help="also note each kernel's ratio to its peer")
    return parser


def _run(options: argparse.Namespace) -> int:
    if unknown := [name for name in options.names if name not in BY_NAME]:
        raise UsageError(
            "no-benchmark", f"there is no benchmark '{unknown[0]}'", "`python -m benchmarks --list` lists them"
        )
    every = options.list and not options.stale
    rows = list(BENCHMARKS) if every else _chosen(options)
    if options.list:
        print(columns([_LISTED, *map(_listed, rows)]))
        return 0
    trial = options.quick or options.busy
    done = {} if options.names or trial else kept.kept(kept.commit())
    end_s = time.monotonic() + (ALL_S if options.all or options.names else HEADLINE_S)
    settled = {row.name: done[row.name] for row in rows if row.name in done and _settled(done[row.name])}
    for name in settled:
        print(f"{name}: measured on this commit already", file=sys.stderr)
    fresh = _in_turn([row for row in rows if row.name not in settled], partial(_measured, options, end_s))
    return _told({row.name: settled.get(row.name) or fresh[row.name] for row in rows}, trial)


def _settled(result: Result) -> bool:
    """Whether it was measured, and nothing beside it can be to blame for what it missed."""
    return result.outcome == "measured" and not (result.beside and result.holds is False)


def _in_turn(rows: Sequence[Benchmark], measure: Callable[..., Result]) -> dict[str, Result]:
    """One after the other; then those that bear load, some at once. What such a row has missed is measured again,
    alone: load beside it can only have made it worse."""
    results = {row.name: measure(row) for row in rows if not row.bears_load}
    bearing = [row for row in rows if row.bears_load]
    if len(bearing) > 1:
        results |= _some_at_once(bearing, measure)
        bearing = [row for row in bearing if not _settled(results[row.name])]
    return results | {row.name: measure(row) for row in bearing}


def _listed(row: Benchmark) -> tuple[str, ...]:
    return row.name, row.folder, row.claim or "-", f"{row.budget_s} s", row.needs or "-"


def _chosen(options: argparse.Namespace) -> list[Benchmark]:
    named = [BY_NAME[name] for name in options.names]
    rows = named or [row for row in BENCHMARKS if row.claim and (options.all or BY_ID[row.claim].headline)]
    if not options.stale:
        return rows
    known = kept.claimed()
    fresh = {name for name, result in known.items() if result.report} - stale_in(known)
    left = [row for row in rows if row.name not in fresh]
    print(f"{len(left)} of {len(rows)} are stale or were never measured", file=sys.stderr)
    took_s = {name: result.took_s for name, result in known.items()}
    return sorted(left, key=lambda row: (row.bears_load, took_s.get(row.name) or row.budget_s))


def _some_at_once(rows: Sequence[Benchmark], measure: Callable[..., Result]) -> dict[str, Result]:
    """What ends one of them ends all."""
    ending = threading.Event()

    def beside(row: Benchmark) -> Result:
        try:
            if ending.is_set():
                raise KeyboardInterrupt
            return measure(row, beside=True, ending=ending)
        except BaseException:
            ending.set()
            raise

    with ThreadPoolExecutor(_AT_ONCE) as pool:
        try:
            return {row.name: result for row, result in zip(rows, pool.map(beside, rows), strict=True)}
        except BaseException:
            ending.set()
            raise


def _measured(
    options: argparse.Namespace,
    end_s: float,
    row: Benchmark,
    *,
    beside: bool = False,
    ending: threading.Event | None = None,
) -> Result:
    """Measures one until then, prints it, and keeps what counts. `beside`: others are measured at the same time."""
    left_s = end_s - time.monotonic()
    if left_s <= 0:
        return Result(row.name, kept.commit(), "", "", outcome="not measured", why="the time of the whole was over")
    print(f"{row.name} ...", file=sys.stderr, flush=True)
    result = measured(row, quick=options.quick, busy=options.busy, left_s=left_s, ending=ending)
    result = msgspec.structs.replace(result, beside=beside)
    with _ONE_AT_A_TIME:
        _shown_and_kept(row, result, marks=options.marks)
    return result


def _shown_and_kept(row: Benchmark, result: Result, *, marks: bool) -> None:
    print(f"{row.name}: before: {result.before}" + (f"; while it ran: {result.during}" if result.during else ""))
    if result.report is not None:
        print(terminal(row.name, result.report, result.took_s), flush=True)
        if marks and row.name in peers.NOTED and not result.trial:
            peers.note(result.report)
    if result.outcome != "measured":
        print(f"{row.name}: {result.outcome}: {result.why}", flush=True)
    if result.trial:
        print(f"{row.name}: a {result.trial} run proves nothing, and is not kept", flush=True)
    elif dirty := not_committed(row):
        print(f"{row.name}: not kept, for {', '.join(dirty[:3])} differ from the commit", flush=True)
    else:
        kept.keep(result)
        if result.outcome == "measured":
            kept.claim({row.name: result})
            write_page()


def _told(results: dict[str, Result], trial: bool) -> int:
    """What became of each claim, and the status."""
    if trial:
        return 0 if all(result.outcome == "measured" for result in results.values()) else 4
    known, stale = kept.claimed() | results, stale_in(results)
    asked = {row.claim for row in BENCHMARKS if row.name in results}
    rows = [(claim.id, claim.status(known, stale), claim.sentence) for claim in CLAIMS if claim.id in asked]
    if rows:
        print(columns([("claim", "status", ""), *rows]))
    outcomes = [result.holds for result in results.values()]
    return 4 if None in outcomes else 0 if all(outcomes) else 1


def write_page() -> None:
    """`docs/claims.md` of what is claimed now."""
    kept.CLAIMS.with_suffix(".md").write_text(page(kept.claimed()))


def _diff(words: Sequence[str]) -> int:
    """0 where no claim changed, 1 where one did."""
    if len(words) != 2:
        raise UsageError("two-results", f"diff takes two results, not {len(words)}", "python -m benchmarks diff A B")
    before, after = map(kept.read, words)
    changed = changes(before, after)
    for change in changed:
        print(f"{change.claim}: {change.what}: {change.before} -> {change.after}: {change.why}")
    print(f"{len(changed)} of {compared(before, after)} figures changed")
    return 1 if changed else 0


def _take(words: Sequence[str]) -> int:
    """The status of the results in a folder, which are claimed from now on; one that measured nothing is left out."""
    if len(words) != 1 or not Path(words[0]).is_dir():
        raise UsageError("no-results", "take needs a folder of results", "it is benchmarks/results/COMMIT over there")
    results = kept.read(words[0])
    known = {name: result for name, result in results.items() if name in BY_NAME and _COMMIT.fullmatch(result.commit)}
    if not known or known.keys() != results.keys():
        raise UsageError(
            "no-results",
            f"{words[0]} has {len(results)} results, {len(known)} of them of benchmarks and commits",
            "it is benchmarks/results/COMMIT over there, as `python -m benchmarks` wrote it",
        )
    for result in known.values():
        kept.keep(result)
    kept.claim({name: result for name, result in known.items() if result.outcome == "measured"})
    write_page()
    return _told(known, trial=False)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # the benchmark that runs is ended, too
    sys.exit(main())
