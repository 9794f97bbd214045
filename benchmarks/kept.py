"""What a run of a benchmark answered, and where it is kept: whole below `benchmarks/results/COMMIT/`, outside of git;
what claims need of it in `docs/claims.json`."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from benchmarks.goals import Report
from benchmarks.load import Load
from rankwise.core import process
from rankwise.core.errors import UsageError

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks/results"
CLAIMS = ROOT / "docs/claims.json"
_MOST_RAW = 200
_T = TypeVar("_T")

Outcome = Literal["measured", "cannot tell", "not measured"]


class Result(Struct, frozen=True, omit_defaults=True):
    """`outcome`: *cannot tell* on a busy machine, *not measured* where it was ended or lacks something, as `why` says.
    `files`: the names of the files that it exercises, by folder, where they were noted; `exercised`: their digests, or
    those of the files that its sources lead to. `trial`: quick, or of a busy machine on purpose. `beside`: another
    benchmark was measured at the same time."""

    benchmark: str
    commit: str
    date: str
    command: str
    outcome: Outcome = "measured"
    why: str = ""
    report: Report | None = None
    machine: str = ""
    took_s: float = 0.0
    before: Load | None = None
    during: Load | None = None
    files: dict[str, str] = {}
    exercised: dict[str, str] = {}
    trial: str = ""
    beside: bool = False

    @property
    def holds(self) -> bool | None:
        """Whether every goal that is judged was met; None where nothing was measured."""
        if self.outcome != "measured" or self.report is None:
            return None
        judged = [goal.met for goal in self.report.goals if goal.met is not None]
        return all(judged) if judged else None


def commit() -> str:
    """The commit that is checked out, short. Raises UsageError outside of a repository."""
    done = process.run(["git", "-C", ROOT, "rev-parse", "--short=8", "HEAD"], timeout_s=10)
    if not done.ok:
        raise UsageError("no-commit", done.describe(), "a claim names the commit that it was measured on: use a clone")
    return done.stdout.strip()


def uncommitted() -> list[Path]:
    """Files that differ from the commit."""
    done = process.run(["git", "-C", ROOT, "status", "--porcelain", "--no-renames"], timeout_s=10)
    return [ROOT / line[3:] for line in done.stdout.splitlines()]


def file_of(result: Result) -> Path:
    return RESULTS / result.commit / f"{result.benchmark}.json"


def keep(result: Result) -> None:
    """Writes one result."""
    file = file_of(result)
    file.parent.mkdir(parents=True, exist_ok=True)
    _write(file, result)


def kept(commit: str) -> dict[str, Result]:
    """Results of a commit, by the benchmark."""
    return {result.benchmark: result for result in _read_all(RESULTS / commit)}


def read(source: str) -> dict[str, Result]:
    """Results by the benchmark: of a file of claims, a folder, a commit that was measured here, or of the claims in a
    commit. Raises UsageError where there is nothing of that name."""
    path = Path(source)
    if path.is_file():
        return _of_claims(path.read_bytes(), source)
    for folder in (path, RESULTS / source):
        if folder.is_dir():
            return {result.benchmark: result for result in _read_all(folder)}
    shown = process.run(["git", "-C", ROOT, "show", f"{source}:{CLAIMS.relative_to(ROOT)}"], timeout_s=10)
    if not shown.ok:
        raise UsageError(
            "no-results", f"there are no results '{source}'", "name a commit, a folder of results or a claims.json"
        )
    return _of_claims(shown.stdout.encode(), source)


def claimed() -> dict[str, Result]:
    """What `docs/claims.json` has, by the benchmark."""
    return _of_claims(CLAIMS.read_bytes(), str(CLAIMS)) if CLAIMS.is_file() else {}


def claim(results: dict[str, Result]) -> None:
    """Puts results in the place of those that `docs/claims.json` had of their benchmarks, without their tables."""
    now = claimed() | {name: _summary(result) for name, result in results.items()}
    _write(CLAIMS, [now[name] for name in sorted(now)])


def _summary(result: Result) -> Result:
    """A result without what is too large for git."""
    if result.report is None:
        return result
    goals = tuple(
        msgspec.structs.replace(goal, figure=msgspec.structs.replace(goal.figure, raw=()))
        if goal.figure and sum(map(len, goal.figure.raw)) > _MOST_RAW
        else goal
        for goal in result.report.goals
    )
    report = msgspec.structs.replace(result.report, goals=goals, header=(), rows=())
    return msgspec.structs.replace(result, report=report)


def _read_all(folder: Path) -> list[Result]:
    return [_decoded(file.read_bytes(), Result, str(file)) for file in sorted(folder.glob("*.json"))]


def _of_claims(text: bytes, source: str) -> dict[str, Result]:
    return {result.benchmark: result for result in _decoded(text, list[Result], source)}


def _decoded(text: bytes, kind: type[_T], source: str) -> _T:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise UsageError("no-results", f"{source}: {error}", "name a file that `make bench` has written") from error


def _write(file: Path, content: object) -> None:
    fresh = file.with_suffix(".new")
    fresh.write_bytes(msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n")
    fresh.replace(file)
