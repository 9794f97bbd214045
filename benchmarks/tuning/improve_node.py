"""One node: what `improve` and `tune` find for a program in the same time, judged by the same whole runs."""

from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from benchmarks.goals import Goal, Report
from benchmarks.tuning.improving import Asked, answered_data, improved, of_source
from rankwise.core.units import format_seconds
from rankwise.experiment.records import Comparison
from rankwise.model.records import Ratio
from rankwise.mpis.install import install
from rankwise.tuning.records import Tuned

_SHARE = 0.95


@dataclass(frozen=True)
class _Example:
    source: str
    args: tuple[str, ...]
    figure: str


@dataclass(frozen=True)
class _Effort:
    """How often each program is searched, and the budgets of a search and of the whole runs that judge both files."""

    repeats: int = 2
    search_s: float = 90.0
    judge_s: float = 60.0


@dataclass(frozen=True)
class _Search:
    """What one of the two verbs answered, or why it did not (`failed`); its tuning where it wrote one."""

    answer: str
    took_s: float
    file: Path | None
    failed: bool = False


_EXAMPLES = (
    _Example("heat.c", ("2", "32", "2000"), r"heat: ([0-9.]+) us"),
    _Example("descent.c", ("32768", "1000"), r"descent: ([0-9.]+) us"),
)


def improve_node(family: str, quick: bool) -> Report:
    """Both search one after the other, in an order that is drawn. What their files gain is then measured together:
    whole runs with the default and with each file, interleaved."""
    effort = _Effort(1, 20.0, 15.0) if quick else _Effort()
    mpi = install(family)
    goals, rows = [], []
    order = random.Random(1)
    with TemporaryDirectory(prefix="rankwise-improve-node-") as text:
        for example in _EXAMPLES:
            mpi, program = of_source(mpi, example.source, Path(text))
            if isinstance(program, str):
                goals.append(Goal(example.source, program, "the program", None))
                continue
            job = [str(mpi.launcher), "-n", "2", *program, *example.args]
            shares, failures = [], []
            for repeat in range(effort.repeats):
                found = _both(example, job, effort, Path(text) / f"{Path(example.source).stem}-{repeat}", order)
                files = {verb: search.file for verb, search in found.items() if search.file}
                gains = _gains(example, job, files, effort, Path(text) / "judged")
                shares.append(_gain(gains, "improve") / _gain(gains, "tune"))
                failures += _failures(found, gains)
                rows += [_row(example, verb, search, gains) for verb, search in found.items()]
            mean = math.exp(sum(map(math.log, shares)) / len(shares))
            told = ", ".join(f"{share:.2f}" for share in shares)
            goals.append(
                Goal(
                    f"{example.source}: gain of `improve` over that of `tune`, geometric mean",
                    "; ".join([f"{mean:.2f} (of {told})", *failures]),
                    f">= {_SHARE}, and nothing fails",
                    mean >= _SHARE and not failures,
                )
            )
    return Report(
        method=f"{mpi.name} {mpi.version}, two ranks on one node, `improve` and `tune -- COMMAND` with "
        f"{effort.search_s:.0f} s each in an order that is drawn, {effort.repeats} times; then {effort.judge_s:.0f} s "
        "of whole runs with the default and with each file, interleaved; without a file the gain is 1",
        goals=tuple(goals),
        header=("program", "by", "answer", "gain in whole runs", "wall time"),
        rows=tuple(rows),
    )


def _both(
    example: _Example, job: Sequence[str], effort: _Effort, folder: Path, order: random.Random
) -> dict[str, _Search]:
    """Both searches, each with a store of its own."""
    verbs = {"improve": _improve, "tune": _tune}
    return {verb: verbs[verb](example, job, effort, folder / verb) for verb in order.sample(sorted(verbs), len(verbs))}


def _improve(example: _Example, job: Sequence[str], effort: _Effort, out: Path) -> _Search:
    asked = Asked(f"{example.source}, improve", job, example.figure, effort.search_s, 1, out)
    answered = improved(asked)
    written = answered.found is not None and answered.found.file
    file = asked.file if written else None
    return _Search(answered.failed or answered.answer, answered.took_s, file, failed=answered.found is None)


def _tune(example: _Example, job: Sequence[str], effort: _Effort, out: Path) -> _Search:
    file = out / "tuning.toml"
    words = ["tune", "--budget", f"{effort.search_s:.0f}s", "--figure", example.figure, "--file", str(file)]
    begin_s = time.monotonic()
    data, failed = answered_data([*words, "--out", str(out), *_QUIET, "--", *job], 3 * effort.search_s + 120)
    took_s = time.monotonic() - begin_s
    found = msgspec.convert(data, list[Tuned])[0] if not failed else None  # one for each MPI
    answer = found.answer if found else failed
    print(f"  {example.source}, tune  {answer}  {format_seconds(took_s)}", file=sys.stderr, flush=True)
    return _Search(answer, took_s, file if found and found.file else None, failed=found is None)


_QUIET = ("--quiet",)


def _gains(
    example: _Example, job: Sequence[str], files: dict[str, Path], effort: _Effort, out: Path
) -> dict[str, Ratio | str]:
    """The gain of each file over the default, or why a run with it failed."""
    if not files:
        return {}
    sides = {verb: f"tuning={file}" for verb, file in files.items()}
    words = ["compare", "default", *sides.values(), "--figure", example.figure, "--budget", f"{effort.judge_s:.0f}s"]
    data, failed = answered_data(
        [*words, "--precision", "2%", "--out", str(out), *_QUIET, "--", *job], 3 * effort.judge_s + 60
    )
    if failed:
        return dict.fromkeys(files, failed)
    ratios = msgspec.convert(data, Comparison).cells[0].ratios
    gains: dict[str, Ratio | str] = {verb: ratios.get(side, "not compared") for verb, side in sides.items()}
    for verb, gain in gains.items():
        told = gain if isinstance(gain, str) else f"{gain.ratio:.2f}x"
        print(f"  {example.source}, whole runs with the file of {verb}: {told}", file=sys.stderr, flush=True)
    return gains


def _failures(found: dict[str, _Search], gains: dict[str, Ratio | str]) -> list[str]:
    """Searches without an answer, and files that were not measured in whole runs: their gain of 1 proves nothing."""
    failed = {verb: search.answer for verb, search in found.items() if search.failed}
    failed |= {f"file of {verb}": gain for verb, gain in gains.items() if isinstance(gain, str)}
    return [f"{what}: {why}" for what, why in failed.items()]


def _gain(gains: dict[str, Ratio | str], verb: str) -> float:
    """Of a file that fails in whole runs, as of none: 1."""
    gain = gains.get(verb)
    return gain.ratio if isinstance(gain, Ratio) else 1.0


def _row(example: _Example, verb: str, search: _Search, gains: dict[str, Ratio | str]) -> tuple[str, ...]:
    gain = gains.get(verb, "no file: 1")
    words = gain if isinstance(gain, str) else f"{gain.ratio:.2f}x ({gain.low:.2f} to {gain.high:.2f})"
    return example.source, verb, search.answer, words, format_seconds(search.took_s)
