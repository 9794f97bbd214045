"""Measure which lines and branches of src/rankwise tests run, and how much of it `make test` leaves out.

    python tools/covered.py usual [WORDS FOR PYTEST]   what `make test` runs
    python tools/covered.py all [WORDS FOR PYTEST]     what `make test-all` runs
    python tools/covered.py compare                    the share of lines and branches of `all` that `usual` runs

Results are kept in build/covered, each line with the tests that ran it; programs that a test starts count for that
test. A measurement is pytest in one process, and takes about twice as long as the tests. Needs `pip install coverage`.
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
        case ["usual", *words]:
            return measure("usual", words)
        case ["all", *words]:
            return measure("all", ["--all", *words])
        case ["compare"]:
            return compare()
    sys.exit(__doc__)


def measure(name: str, words: list[str]) -> int:
    """Runs the tests, and keeps what they ran as `name`; the status of pytest."""
    folder = KEPT / name
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("data*"):
        old.unlink()
    settings = folder / "settings"
    settings.write_text(_SETTINGS.format(data=folder / "data"))
    os.environ |= {_TEST: "", "COVERAGE_PROCESS_START": str(settings)}
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    measured = coverage.Coverage(config_file=str(settings))
    measured.start()
    status = pytest.main(["-q", "-p", "covered", "-p", "no:cacheprovider", *words])
    measured.stop()
    measured.save()
    whole = coverage.Coverage(data_file=str(folder / "data"), branch=True, config_file=False)
    whole.combine([str(folder)])
    whole.save()
    whole.json_report(outfile=str(folder / "report.json"))
    return int(status)


def compare() -> int:
    """Prints the shares, and where most is left out; 1 when a share misses the goal."""
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
    report = KEPT / name / "report.json"
    if not report.exists():
        sys.exit(f"{report} is missing: run `python tools/covered.py {name}` first")
    files = json.loads(report.read_text())["files"]
    kinds = ("executed_lines", "executed_branches")
    return {file: {kind: {str(part) for part in ran[kind]} for kind in kinds} for file, ran in files.items()}


if __name__ == "__main__":
    sys.exit(main())
