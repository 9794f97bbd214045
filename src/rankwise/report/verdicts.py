"""What a person should know first of an answer: a few plain sentences, before any table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from rankwise.core import said
from rankwise.core.grouped import grouped
from rankwise.core.records import Cell, CellResult, Run
from rankwise.core.units import few, format_bytes, format_rate, format_seconds, plural
from rankwise.experiment.records import Comparison, FabricSurvey
from rankwise.model.records import Map
from rankwise.report import fastest, words
from rankwise.report.doubt import advice, is_wide, load_words, wide_words
from rankwise.report.map_words import by_endpoint, is_unknown, unreachable
from rankwise.report.not_looked import not_looked
from rankwise.report.survey_view import KernelGroup, SurveyView
from rankwise.verbs.records import ScaleReport, Survey, VerdictLine

_MOST_KERNELS = 4
_BAD = {"slow": "slow", "cannot tell": "unknown"}
_LONG_BYTES = 1 << 16


def of_survey(survey: Survey) -> list[str]:
    """How many figures of each MPI are as they should be, and the worst with its cause and cure."""
    view = SurveyView(survey)
    by_side = grouped((line.side, line) for line in survey.lines)
    sides = [side for side in view.sides if side in by_side]
    if not sides:
        alone = len(survey.run.plan.endpoints) == 1
        more = ": one rank sends nothing; add --per core to measure the cores of a node" if alone else ""
        return [f"Nothing could be judged{more}."]
    return [*_counted({side: by_side[side] for side in sides}, survey), *_worst(view)]


def _counted(by_side: Mapping[str, Sequence[VerdictLine]], survey: Survey) -> list[str]:
    """`mpich: 41 of 60 figures as they should be, 8 slow, 11 unknown`, and why they are unknown."""
    parts: list[str] = []
    for side, lines in by_side.items():
        counts: Counter[str] = Counter(line.verdict for line in lines)
        good = f"{counts['good']} of {plural(len(lines), 'figure')}" + ("" if parts else " as they should be")
        rest = [f"{counts[verdict]} {word}" for verdict, word in _BAD.items() if counts[verdict]]
        parts.append(f"{side}: {', '.join([good, *rest])}")
    why = _because_of([line for lines in by_side.values() for line in lines], survey)
    more = [] if "because" in why else list(filter(None, [advice(survey)]))
    if why and len(parts) > 1:
        return [f"{'; '.join(parts)}.", f"Unknown{why}.", *more]
    return [f"{'; '.join(parts)}{why}.", *more]


def _because_of(lines: Sequence[VerdictLine], survey: Survey) -> str:
    unknown = [line for line in lines if line.verdict == "cannot tell"]
    unsure = [line for line in unknown if line.expected]
    if unknown and not unsure:
        return ": nothing here says what they should be"
    because = ""
    if unsure and 2 * sum(is_wide(line.measured) for line in unsure) >= len(unsure):
        load = load_words(survey.inventory).partition(" on ")[0]
        because = (
            f" because other work uses the CPUs ({load})" if load else " because launches differ: more --budget decides"
        )
    if without := len(unknown) - len(unsure):
        return f": {without} without an expected value, {len(unsure)} too uncertain{because}"
    return because


def worst_line(survey: Survey) -> VerdictLine | None:
    """The slowest line, by what is sure of it."""
    slow = [line for line in survey.lines if line.verdict == "slow"]
    return max(slow, key=lambda line: said.sure(line.ratio_low or 0.0, line.ratio_high or 0.0), default=None)


def _worst(view: SurveyView) -> list[str]:
    """The slowest line by what is sure, its cause and the line that mends it."""
    worst = worst_line(view.survey)
    if worst is None:
        return []
    by = said.slow_by(worst.ratio or 0.0, worst.ratio_low or 0.0, worst.ratio_high or 0.0)
    cell = view.cells.get(worst.cell)
    what = f"{cell.kernel} {words.size(cell)} of {worst.side}" if cell else f"{worst.title} of {worst.side}"
    known = [view.findings[name] for name in worst.because if name in view.findings]
    why = [words.sentence(f"Because {known[0].cause[:1].lower()}{known[0].cause[1:]}")] if known else []
    cure = [f"To mend it: {known[0].fixes[0].text}"] if known and known[0].fixes else []
    return [" ".join([f"The worst: {what}, slow{by}.", *why]), *cure]


def fastest_of(survey: Survey) -> str:
    """Which MPI is surely the fastest at most points of short and long messages, and of collectives; empty where there
    is one MPI alone."""
    view = SurveyView(survey)
    judged = {line.side for line in survey.lines}
    sides = [side for side in view.sides if side in judged]
    if len(sides) < 2:
        return ""
    by_point: dict[tuple[KernelGroup, int], dict[str, CellResult]] = defaultdict(dict)
    for cell in view.run.plan.cells:
        if (result := view.results.get(cell.id)) is not None:
            by_point[view.group_of(cell), cell.size_bytes][cell.side] = result
    points = [
        (group.kernel, size, results)
        for (group, size), results in by_point.items()
        if sum(result.estimate is not None for result in results.values()) > 1
    ]
    failed = {side for *_, results in points for side, result in results.items() if result.estimate is None}
    return fastest.sentence(
        ((kernel, size, fastest.surely(results)) for kernel, size, results in points),
        sides,
        fastest.compare_line(sides),
        [side for side in view.run.mpis if side in failed],
    )


def of_map_looked(machine: Map) -> list[str]:
    """The same on a terminal, behind what was not looked at."""
    return [*not_looked(machine.not_looked), *of_map(machine)]


def of_map(machine: Map) -> list[str]:
    """How many paths there are, which do not work, which are slow and what those have in common."""
    works = [path for path in machine.paths if path.reachable]
    slow = [text for path_class in machine.classes for text in path_class.exceptions]
    suspected = [text for path_class in machine.classes for text in path_class.suspected]
    shared = [path_class for path_class in machine.classes if len(path_class.paths) > 1]
    broken = unreachable(list(machine.paths))
    text = f"{len(works)} of {plural(len(machine.paths), 'path')} work"
    lines = [f"{text}." if not broken else f"{text}. No path: {broken[0]}."]
    if machine.origin in ("declared", "published") and not broken:
        lines = [f"{plural(len(machine.paths), 'path')}, as {machine.origin}; none was tried here."]
    elif slow or suspected:
        lines += [f"{_slow(slow)}: {_which(slow)}."] if slow else []
        again = "they look so, and more --budget tests them again"
        if any(fabric.sampled for fabric in machine.fabrics):
            again = "they look so, among measurements of which many were disturbed: map again when less else runs"
        lines += [f"Whether {_slow(suspected)} cannot be told ({_which(suspected)}): {again}."] if suspected else []
    elif unsure := sum(len(path_class.paths) for path_class in shared if is_unknown(path_class)):
        rest = "" if all(map(is_unknown, shared)) else " No other is slower."
        they = f"Whether {unsure} paths are slower than others of their kind"
        lines.append(f"{they} cannot be told ({words.NOT_KNOWN}).{rest}")
    elif shared:
        lines.append("None is slower than others of its kind.")
    elif works:
        lines.append("Each is the only one of its kind: none can be told to be slow.")
    measured = [path_class for path_class in machine.classes if path_class.latency_s > 0]
    if len(measured) > 1:
        near, far = (choose(measured, key=lambda path_class: path_class.latency_s) for choose in (min, max))
        nearest, farthest = (f"{format_seconds(end.latency_s)} ({end.relations[0]})" for end in (near, far))
        lines.append(f"8 B take {nearest}." if nearest == farthest else f"8 B take {nearest} to {farthest}.")
    return lines


def _slow(texts: Sequence[str]) -> str:
    return f"{plural(len(texts), 'path')} {'is' if len(texts) == 1 else 'are'} slow"


def _which(texts: Sequence[str]) -> str:
    groups = by_endpoint(texts)
    return few([f"every one of {end}" if end else group[0].partition(":")[0] for end, group in groups], 2)


def of_fabrics(survey: FabricSurvey) -> list[str]:
    """What the default is on each path, and whether anything is better."""
    return list(survey.summary)


def of_compare(comparison: Comparison) -> list[str]:
    """Which side is faster, where, and what decides what is open."""
    open_ = any(ratio.answer == "cannot tell" for cell in comparison.cells for ratio in cell.ratios.values())
    more = (
        ["Undecided: more --budget narrows the intervals, a wider --margin asks a coarser question."] if open_ else []
    )
    return [*comparison.summary, *more]


def of_bench(run: Run) -> list[str]:
    """Each kernel of each MPI at its smallest and largest message, and how many figures are less sure than asked."""
    cells = {cell.id: cell for cell in run.plan.cells}
    measured = grouped(
        ((cells[result.cell].side, cells[result.cell].kernel), result)
        for result in run.results
        if result.estimate is not None
    )
    lines = []
    for (side, kernel), results in list(measured.items())[:_MOST_KERNELS]:
        results.sort(key=lambda result: cells[result.cell].size_bytes)
        sized = any(cells[result.cell].size_bytes for result in results)
        ends = dict.fromkeys((results[0], results[-1]))
        parts = [_figure(result, cells[result.cell], sized) for result in ends]
        source = "of a text" if run.kind == "import" and side == "imported" else f"with {side}"
        lines.append(f"{kernel} {source}: {', '.join(parts)}.")
    more = len(measured) - _MOST_KERNELS
    lines += [f"And {plural(more, 'kernel')} more."] if more > 0 else []
    failed = sum(result.estimate is None for result in run.results)
    estimates = [result.estimate for result in run.results if result.estimate is not None]
    wide, single = sum(map(is_wide, estimates)), sum(estimate.samples == 1 for estimate in estimates)
    lines += [f"{plural(failed, 'figure')} could not be measured."] if failed else []
    lines += [wide_words(wide, len(run.results))] if wide else []
    lines += [f"{single} of {plural(len(estimates), 'figure')}: one value, so no interval."] if single else []
    return lines


def _figure(result: CellResult, cell: Cell, sized: bool) -> str:
    assert result.estimate is not None
    size_bytes, window = cell.size_bytes, cell.window
    sure = f" {words.precision(result.estimate)}" if result.estimate.samples > 1 else ""
    if result.rate_bytes_per_s and size_bytes >= _LONG_BYTES:
        return f"{format_rate(result.rate_bytes_per_s)}{sure} at {format_bytes(size_bytes)}"
    at = f" at {format_bytes(size_bytes)}" if sized else ""
    at += f", {window} messages of it at once" if window > 1 else ""
    return f"{format_seconds(result.estimate.median_s)}{sure}{at}"


def of_scale(report: ScaleReport) -> list[str]:
    """Which transport to use, and why; or why that cannot be told."""
    if report.advice is None:
        return []
    if report.advice.recommended is None:
        first, *others = report.advice.reasons[:2]
        return [f"It cannot be told which transport fits: {first}.", *others]
    return [f"Use the {report.advice.recommended} transport, {report.advice.fabric}.", *report.advice.reasons[:2]]
