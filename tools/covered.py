"""Measure which lines and branches of src/rankwise tests run, and how much of it `make test` leaves out.

    python tools/covered.py usual [--more] [WORDS FOR PYTEST]   what `make test` runs
    python tools/covered.py rest [--more] [WORDS FOR PYTEST]    what `make test-all` adds
    python tools/covered.py compare                 the share of the lines and branches of both that `usual` runs

Results are kept in build/covered, each line with the tests that ran it; programs that a test starts count for that
test. A measurement is pytest in one process, and takes about twice as long as the tests; `--more` adds to the one
before, so that it can be made in parts. Needs `pip install coverage`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Generator
from pathlib import Path

import coverage
import pytest

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "build" / "covered"
GOAL = 0.97
_LANES: dict[str, tuple[str, ...]] = {"usual": (), "rest": ("--all", "--part", "1/1")}
_TEST = "RANKWISE_COVERED_TEST"  # its id, for the programs that it starts
_SETTINGS = f"""
[run]
source = {ROOT / "src" / "rankwise"}
data_file = {{data}}
branch = true
parallel = true
sigterm = true
context = ${{{{{_TEST}}}}}
"""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """What runs from here on was run by this test, here and in the programs that it starts."""
    measured = coverage.Coverage.current()
    if measured is not None:
        os.environ[_TEST] = item.nodeid
        measured.switch_context(item.nodeid)
    return (yield)


def main() -> int:
    match sys.argv[1:]:
        case ["usual" | "rest" as name, "--more", *words]:
            return measure(name, words, more=True)
        case ["usual" | "rest" as name, *words]:
            return measure(name, words)
        case ["compare"]:
            return compare()
    sys.exit(__doc__)


def measure(name: str, words: list[str], *, more: bool = False) -> int:
    """Runs the tests, and keeps what they ran as `name`, beside what was kept where there is to be `more`; the status
    of pytest."""
    folder = KEPT / name
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("data.*" if more else "data*"):
        old.unlink()
    settings = folder / "settings"
    settings.write_text(_SETTINGS.format(data=folder / "data"))
    os.environ |= {_TEST: "", "COVERAGE_PROCESS_START": str(settings)}
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    measured = coverage.Coverage(config_file=str(settings))
    measured.start()
    status = pytest.main(["-q", "-p", "covered", "-p", "no:cacheprovider", *_LANES[name], *words])
    measured.stop()
    measured.save()
    _combine(folder, [folder], more=more)
    return int(status)


def _combine(folder: Path, measured: list[Path], *, more: bool = False) -> None:
    """What these folders or files hold as one measurement, with a report, in `folder`."""
    whole = coverage.Coverage(data_file=str(folder / "data"), branch=True, config_file=False)
    if more:
        whole.load()
    whole.combine(list(map(str, measured)), keep=folder not in measured)
    whole.save()
    whole.json_report(outfile=str(folder / "report.json"))


def compare() -> int:
    """Prints the shares, and where most is left out; 1 when a share misses the goal."""
    parts = [KEPT / name / "data" for name in ("usual", "rest")]
    for part in parts:
        if not part.exists():
            sys.exit(f"{part} is missing: run `python tools/covered.py {part.parent.name}` first")
    (KEPT / "all").mkdir(exist_ok=True)
    _combine(KEPT / "all", parts)
    usual, everything = (_run(name) for name in ("usual", "all"))
    status = 0
    for kind in ("executed_lines", "executed_branches"):
        left_out = {file: len(ran[kind] - usual[file][kind]) for file, ran in everything.items() if file in usual}
        left_out |= {file: len(ran[kind]) for file, ran in everything.items() if file not in usual}
        total = sum(len(ran[kind]) for ran in everything.values())
        share = 1.0 - sum(left_out.values()) / max(total, 1)
        status |= share < GOAL
        print(f"{kind.removeprefix('executed_')}: {share:.3f} of {total} (goal {GOAL})")
        for file, count in sorted(left_out.items(), key=lambda row: -row[1])[:10]:
            if count:
                print(f"  {count:5} left out in {file}")
    return status


def _run(name: str) -> dict[str, dict[str, set[object]]]:
    files = json.loads((KEPT / name / "report.json").read_text())["files"]
    kinds = ("executed_lines", "executed_branches")
    return {file: {kind: {str(part) for part in ran[kind]} for kind in kinds} for file, ran in files.items()}


if __name__ == "__main__":
    sys.exit(main())
