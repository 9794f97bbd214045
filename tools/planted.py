"""Plant defects in all packages and preloads, one at a time, and see whether tests notice.

    python tools/planted.py [--count 40] [--seed 0]

Defects are those of `tools/mutation.py` in Python, and an operator changed in C. They are drawn by `--seed`, the same
number from each package and each preload. In Python a defect is drawn from lines that `python tools/covered.py`
has seen run, and only the tests that ran the line judge it; in C those that name the preload. First what `make test`
has of these tests is run, then the rest. A copy of the repository in build/planted is changed, and nothing else.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import coverage
import mutation

from rankwise.core import process

ROOT = mutation.ROOT
PACKAGE = Path("src/rankwise")
COPY = ROOT / "build" / "planted"
MEASURED = ROOT / "build" / "covered" / "all" / "data"
LIMIT_S = 900.0
MOST_OTHERS = 8
GOALS = {"make test": 0.9, "make test-all": 1.0}
OPERATORS = {" == ": " != ", " != ": " == ", " < ": " <= ", " > ": " >= ", " + ": " - ", " && ": " || ", " += ": " -= "}
Noticed = Literal["make test", "make test-all", "nothing"]


@dataclass(frozen=True)
class Defect:
    """A file of the package, what it becomes, what changed in words, and the tests that may notice."""

    file: Path
    text: str
    what: str
    tests: tuple[str, ...]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    if not MEASURED.exists():
        sys.exit(f"{MEASURED} is missing: run `python tools/covered.py` with usual, rest and compare first")
    defects = drawn(given.count, random.Random(given.seed))
    copied()
    usual = usual_tests()
    noticed = [judged(defect, usual) for defect in defects]
    shares = {
        "make test": noticed.count("make test") / len(defects),
        "make test-all": 1.0 - noticed.count("nothing") / len(defects),
    }
    for command, share in shares.items():
        print(f"{command} notices {round(share * len(defects))} of {len(defects)} (goal {GOALS[command]:.0%})")
    return int(any(share < GOALS[command] for command, share in shares.items()))


def drawn(count: int, chance: random.Random) -> list[Defect]:
    """So many defects, one of each place in turn; of fewer places than that more of each."""
    places = [in_python(folder, chance) for folder in packages()] + [in_c(folder, chance) for folder in preloads()]
    defects: list[Defect] = []
    while places and len(defects) < count:
        for place in tuple(places):
            if defect := next(place, None):
                defects.append(defect)
            else:
                places.remove(place)
    return defects[:count]


def packages() -> list[Path]:
    """Each package of rankwise that holds Python, but `preloads`."""
    folders = sorted(path.parent for path in (ROOT / PACKAGE).glob("*/__init__.py"))
    return [folder for folder in folders if folder.name != "preloads"]


def preloads() -> list[list[Path]]:
    """The C files of each preload: a file, a folder, or both of one name."""
    folder = ROOT / PACKAGE / "preloads"
    parts = [path for path in folder.rglob("*") if path.suffix in (".c", ".cpp", ".h", ".hpp")]
    names = sorted({path.relative_to(folder).parts[0].partition(".")[0] for path in parts})
    grouped = [[path for path in sorted(parts) if named(path) == name] for name in names]
    return [files for files in grouped if any(path.suffix != ".h" for path in files)]


def named(path: Path) -> str:
    """The preload that a file belongs to."""
    return path.relative_to(ROOT / PACKAGE / "preloads").parts[0].partition(".")[0]


def in_python(folder: Path, chance: random.Random) -> Iterator[Defect]:
    """Defects on lines of a package that tests run, without end but for a package that no test runs."""
    seen = coverage.CoverageData(str(MEASURED))
    seen.read()
    run = [path for path in sorted(folder.rglob("*.py")) if str(path) in seen.measured_files()]
    tests = {path: seen.contexts_by_lineno(str(path)) for path in run}
    lines = {path: mutation.lines_of(path) for path in run}
    mutants = [mutant for path in run for mutant in mutation.mutants(path)]
    for mutant in chance.sample(mutants, len(mutants)):
        judges = tests[mutant.path].get(lines[mutant.path][mutant.node], [])
        if any(judges):
            text = ast.unparse(mutation.mutated(mutant)) + "\n"
            file = mutant.path.relative_to(ROOT)
            yield Defect(file, text, mutation.described(mutant), tuple(sorted(filter(None, judges))))


def in_c(files: list[Path], chance: random.Random) -> Iterator[Defect]:
    """Defects of a preload: an operator of a line of code changed."""
    name = named(files[0])
    pattern = re.compile("|".join(map(re.escape, OPERATORS)))
    places = [
        (path, line, match)
        for path in files
        for line, code in enumerate(path.read_text().split("\n"))
        if not code.lstrip().startswith(("//", "*", "/*", "#")) and '"' not in code
        for match in pattern.finditer(code.partition("//")[0])
    ]
    tests = tuple(str(path.relative_to(ROOT)) for path in tests_of_preload(name))
    for path, line, match in chance.sample(places, len(places)):
        lines, new = path.read_text().split("\n"), OPERATORS[match[0]]
        lines[line] = lines[line][: match.start()] + new + lines[line][match.end() :]
        file = path.relative_to(ROOT)
        yield Defect(file, "\n".join(lines), f"{file}:{line + 1}: {match[0].strip()}  ->  {new.strip()}", tests)


def tests_of_preload(name: str) -> list[Path]:
    """The files of tests that name a preload: those that launch it themselves, and of the others the most telling."""
    word = re.compile(rf"\b\w*{name.replace('_', '[-_]')}\w*\b", re.IGNORECASE)
    mentions = {path: len(word.findall(path.read_text())) for path in sorted((ROOT / "tests").rglob("test_*.py"))}
    naming = [path for path in mentions if mentions[path]]
    launching = [path for path in naming if path.parent.name in ("measure", "placement")]
    others = sorted(set(naming) - set(launching), key=lambda path: (-mentions[path], path))
    return launching + others[:MOST_OTHERS]


def copied() -> None:
    """A copy of what git tracks, in COPY."""
    shutil.rmtree(COPY, ignore_errors=True)
    done = process.run(["git", "ls-files", "-z"], timeout_s=60, cwd=ROOT)
    assert done.ok, done.describe()
    for name in filter(None, done.stdout.split("\0")):
        (COPY / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, COPY / name)


def usual_tests() -> set[str]:
    """The ids of the tests that `make test` runs."""
    done = process.run([sys.executable, "-m", "pytest", "--collect-only", "-q"], timeout_s=300, cwd=COPY)
    assert done.ok, done.describe()
    return {line for line in done.stdout.splitlines() if "::" in line}


def judged(defect: Defect, usual: set[str]) -> Noticed:
    """The first command whose tests fail with the defect, or do not end."""
    file = COPY / defect.file
    before = file.read_text()
    file.write_text(defect.text)
    named = any("::" in test for test in defect.tests)  # else files, of which pytest takes what each command runs
    lanes: list[tuple[Noticed, list[str]]] = [
        ("make test", [test for test in defect.tests if not named or test in usual]),
        ("make test-all", ["--all", *(test for test in defect.tests if not named or test not in usual)]),
    ]
    try:
        for command, words in lanes:
            if fails(words):
                print(f"{command}: {defect.what}", flush=True)
                return command
    finally:
        file.write_text(before)
    print(f"NOTHING of {len(defect.tests)} tests: {defect.what}", flush=True)
    return "nothing"


def fails(words: list[str]) -> bool:
    """Whether these tests fail in the copy; a time limit counts."""
    if words in ([], ["--all"]):
        return False
    listed = COPY / "build" / "tests"
    listed.parent.mkdir(exist_ok=True)
    listed.write_text("\n".join(words))  # they may be too many for a command line
    env = {**os.environ, "PYTHONPATH": str(COPY / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    argv = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"@{listed}"]
    done = process.run(argv, timeout_s=LIMIT_S, env=env, cwd=COPY)
    return done.returncode not in (0, 5)  # 5: none of them is in this lane


if __name__ == "__main__":
    sys.exit(main())
