"""What programs decide: a setting that matters, one that does not, identical sides, and which phase takes longer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from benchmarks.goals import Goal, Report, of_share, share
from rankwise.core.records import Mpi
from rankwise.experiment.programs import RunOptions, compare_programs
from rankwise.experiment.records import ComparedCell, Comparison
from rankwise.mpis.install import install
from rankwise.placement.program import Program
from rankwise.programs.job import launch_of
from rankwise.programs.shipped import Shipped
from rankwise.programs.table import PROGRAMS, find
from rankwise.programs.text import FIGURE
from rankwise.report.improve import wanted_s
from rankwise.verbs.improve.case import ImproveOptions
from rankwise.verbs.improve.run import improve

_NO_CMA = {"MPIR_CVAR_CH4_CMA_ENABLE": "0"}
# 32^3 values of 16 bytes on two ranks: blocks of 128 KiB, 64 KiB with --overlap 2. A run takes half a second, so that
# its start is the smaller part, and many fit into the budget.
_FFT = "--size 32 --steps 600"
_ASIAN = "--items 2 --paths 32768 --intervals 512"
_QUICK_ASIAN = "--items 4 --paths 32768 --intervals 64"
_PLANTED = (("stencil3d", "computing"), ("lbm", "computing"), ("wave3d", "computing"), ("fft3d", "transforming"),
            ("asian", "pricing"))  # fmt: skip
_WORDS = {
    "stencil3d": "--size 64 --steps 60",
    "lbm": "--size 32 --steps 60",
    "wave3d": "--size 40 --steps 40",
    "fft3d": "--size 48 --steps 12",
    "asian": "--items 16 --paths 16384 --intervals 16",
    "ring": "--size 65536 --steps 2000",
    "vectors": "--size 262144 --steps 200",
}
_WITHIN = 0.03
_IMPROVE_S = 120.0


def programs_decide(quick: bool) -> Report:
    """Comparisons of whole runs by their figure of merit, two ranks of MPICH."""
    mpich = install("mpich")
    times = 1 if quick else 5
    slower = [_beside(mpich, "fft3d", f"{_FFT} --overlap 2", "", _NO_CMA, budget_s=60.0) for _ in range(times)]
    words = _QUICK_ASIAN if quick else _ASIAN
    same = [_beside(mpich, "asian", words, "", _NO_CMA, budget_s=60.0) for _ in range(times)]
    identical = [_beside(mpich, name, _WORDS[name], budget_s=40.0) for name in [*_WORDS, *_WORDS][: 2 if quick else 10]]
    planted = [
        (phase, _beside(mpich, name, _WORDS[name], f"--fault slow:{phase}", budget_s=60.0))
        for name, phase in [*_PLANTED, *_PLANTED][: 2 if quick else 10]
    ]
    first = [_answer(found) for found in slower]
    alike = [_is_within(found) for found in same]
    different = [found for found in identical if _answer(found) in ("faster", "slower")]
    named = [phase == _slow_phase(found) for phase, found in planted]
    return Report(
        method="two ranks of MPICH on one node; runs in turns, each compared by its figure of merit and by its phases",
        goals=(
            Goal("fft3d without single copy is told to be slower", share(first.count("slower"), times), "all, in 60 s",
                 first.count("slower") == times),
            Goal("asian at 2^24 values an item is told to be the same", share(sum(alike), times), "all, within 3 %",
                 all(alike)),
            Goal("identical sides that are called different", share(len(different), len(identical)), "none",
                 not different, of_share(len(different), len(identical))),
            Goal("a phase that takes a tenth longer is named", share(sum(named), len(named)), "9 of 10",
                 sum(named) >= 0.9 * len(named), of_share(sum(named), len(named))),
        ),
        header=("compared", "figure of merit", "phase that is slower"),
        rows=tuple(
            (name, _words(found), _slow_phase(found) or "none")
            for name, found in [("fft3d, single copy off", found) for found in slower]
            + [("asian, single copy off", found) for found in same]
            + [("identical", found) for found in identical]
            + [(f"{phase} + 10 %", found) for phase, found in planted]
        ),
    )  # fmt: skip


def programs_improve(family: str, quick: bool) -> Report:
    """How `improve --program` ends for each program."""
    mpi = install(family)
    rows, told = [], []
    for name in list(_WORDS)[: 2 if quick else None]:
        known = Shipped(PROGRAMS[name], tuple(_WORDS[name].split()), 2)
        with TemporaryDirectory(prefix="rankwise-") as out:
            answer = improve(
                ImproveOptions(
                    argv=known.argv(mpi.name),
                    budget_s=_IMPROVE_S,
                    mpi=mpi.name,
                    figure=known.figure,
                    higher_is_better=True,
                    same=known.same,
                    out=Path(out),
                    file=Path(out, "tuning.toml"),
                )
            )
        rows.append((name, answer.answer, f"{answer.run.provenance.measuring_s:.0f} s"))
        told.append(answer.answer in ("faster", "nothing helps") or wanted_s(answer) > 0.0)
    ends = Counter(ended for _, ended, _ in rows)
    return Report(
        method=f"`rankwise improve --program` within {_IMPROVE_S:g} s, two ranks of {family} on one node",
        goals=(Goal("a proven gain, *nothing helps*, or *cannot tell* with a budget that may decide",
                    f"{share(sum(told), len(told))}: {', '.join(f'{count} {end}' for end, count in ends.items())}",
                    "all", all(told)),),
        header=("program", "answer", "took"),
        rows=tuple(rows),
    )  # fmt: skip


def _beside(
    mpi: Mpi, name: str, words: str, more: str = "", env: Mapping[str, str] = MappingProxyType({}), *, budget_s: float
) -> Comparison:
    """Two sides of a program: `more` and `env` are the second one's."""

    def side(called: str, own: str, settings: Mapping[str, str]) -> Program:
        launch = launch_of(find(name), mpi, 2, [*words.split(), *own.split()])
        return Program(called, launch.argv, {**launch.env, **settings}, mpi)

    sides = [side("before", "", {}), side("after", more, env)]
    with TemporaryDirectory(prefix="rankwise-") as out:
        options = RunOptions(
            argv=sides[0].argv,
            figure=FIGURE,
            higher_is_better=True,
            budget_s=budget_s,
            precision=_WITHIN,
            margin=_WITHIN,
            phases=Shipped.phases,
            out=Path(out),
        )
        return compare_programs(sides, options)


def _cell(found: Comparison) -> ComparedCell | None:
    return found.cells[0] if found.cells else None


def _answer(found: Comparison) -> str:
    cell = _cell(found)
    return cell.ratios["after"].answer if cell else "cannot tell"


def _is_within(found: Comparison) -> bool:
    cell = _cell(found)
    return cell is not None and cell.ratios["after"].answer == "same"


def _words(found: Comparison) -> str:
    cell = _cell(found)
    if cell is None:
        return "not compared"
    ratio = cell.ratios["after"]
    return f"{ratio.answer}, {ratio.ratio:.3f} [{ratio.low:.3f}, {ratio.high:.3f}]"


def _slow_phase(found: Comparison) -> str:
    """The phase that is slower, and of several the one that costs most."""
    slower: Sequence[ComparedCell] = [cell for cell in found.cells[1:] if cell.ratios["after"].answer == "slower"]
    return max(slower, key=lambda cell: cell.times_s["after"] - cell.times_s["before"]).kernel if slower else ""
