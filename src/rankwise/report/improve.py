"""What became of an application, in the order in which it was done: look, trace, map, tried, whole."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Iterator

from rankwise.core import said
from rankwise.core.units import format_measured, format_seconds, plural
from rankwise.model.records import Ratio
from rankwise.report import trace as trace_words
from rankwise.report import words
from rankwise.report.run_page import Table, page_of_tables
from rankwise.report.svg_bars import RatioBar, ratio_bar, ratio_plot
from rankwise.report.tables import fitted, told
from rankwise.report.tune import tried_words
from rankwise.tuning.records import Tuned
from rankwise.verbs.records import Asked, Improved

_MOST_TRIED = 6
_WORDS_OF_A_TRACE = 5
_MOST_ADVICE = 2
_LONGEST = 60  # characters of a line's id in a terminal; the page and the tuning have all of it
_STEPS = ("step", "what it showed")
_TYPED = re.compile(r"(?<=: )(rankwise .+)$")
"""A command at the end of a line, which a page has a button for."""


def lines(answer: Improved) -> list[str]:
    """Everything that the terminal shows."""
    rows = [(f"{name:<7} {text}", bool(_TYPED.search(text))) for name, text in steps(answer)]
    return [line for row, typed in rows for line in ([row] if typed else told(row, " " * 8))]


def steps(answer: Improved) -> Iterator[tuple[str, str]]:
    """Each step with what it showed."""
    yield from _seen(answer)
    rows = _columns([_row(asked) for asked in answer.asked if asked.what])
    rows += [f"{asked.candidate}: not tried: {asked.why}" for asked in answer.asked if not asked.what]
    for number, row in enumerate(rows):
        yield "tried" if number == 0 else "", row.rstrip()
    yield from _found(answer)


def _seen(answer: Improved) -> Iterator[tuple[str, str]]:
    """What was known before anything was tried."""
    yield "look", looked(answer)
    for finding in answer.findings:
        yield "", f"{finding.severity}: {finding.title}" + (f"; {finding.fixes[0].text}" if finding.fixes else "")
    for number, shown in enumerate(answer.trace.words[:_WORDS_OF_A_TRACE] if answer.trace else ()):
        yield "trace" if number == 0 else "", shown
    if (trace := answer.trace) is not None:
        for hint in trace.advice[:_MOST_ADVICE]:
            yield "program", hint.text
            yield "", f"{trace_words.costs(trace, hint)}; {hint.where}"
    else:
        for warning in answer.run.warnings:
            yield "trace", warning
    if answer.map_words:
        yield "map", answer.map_words


def _found(answer: Improved) -> Iterator[tuple[str, str]]:
    """What came of it."""
    if answer.tuned is not None:
        yield from _searched(answer.tuned)
    for name, why in answer.dropped.items():
        yield "dropped", f"{_brief(name)}: {why}"
    if answer.changed:
        yield "same", f"without: {answer.printed[-1]!r}; with: {answer.changed[-1]!r}"
    yield "whole", whole(answer)
    for text in _last_words(answer):
        yield "", text
    if cost := default_cost(answer):
        yield "", f"what the defaults cost, of the time with them: {cost}"
    if answer.file:
        yield "", f"-> {answer.file}; use it: {words.run_with(answer.file, shlex.join(answer.command))}"


def verdict(answer: Improved) -> list[str]:
    """The answer in a sentence; the last words have the lines to copy."""
    return [words.sentence(f"{'faster: ' if answer.answer == 'faster' else ''}{whole(answer)}")]


def _last_words(answer: Improved) -> Iterator[str]:
    """Of an open answer: what looked best with the times that were seen, the line that tries it, and the one that may
    well decide."""
    program = shlex.join(answer.command)
    if (best := answer.best) is not None:
        before, after = (format_measured(value, best.figure) for value in (best.before_s, best.after_s))
        runs = "one run each" if best.runs == 1 else f"{best.runs} runs each, medians"
        seen = f"The best so far: {_brief(best.what)}: {before} without it, {after} with it ({runs})"
        yield seen if best.runs else f"There was no time for: {_brief(best.what)}"
        yield f"To try it: {words.run_with(best.file, program)}"
    if answer.answer == "cannot tell" and (budget_s := wanted_s(answer)):
        yield f"To decide it: {_again(answer, f'{math.ceil(budget_s / 60)}m')}"


def _again(answer: Improved, budget: str) -> str:
    """The command that was typed, with this budget; a plain one where it was asked from Python."""
    program, typed = answer.command, answer.run.provenance.command
    own = list(typed[: -len(program)]) if typed[-len(program) :] == program else []
    if "improve" not in own:
        return f"rankwise improve --budget {budget} -- {shlex.join(program)}"
    own = own[own.index("improve") + 1 :]
    while "--budget" in own:
        del own[own.index("--budget") : own.index("--budget") + 2]
    options = [word for word in own if not word.startswith("--budget=") and word != "--"]
    return shlex.join(["rankwise", "improve", "--budget", budget, *options, "--", *program])


def wanted_s(answer: Improved) -> float:
    """A budget that may well decide, as far as the first runs tell; 0 where none would."""
    if answer.best is not None:
        return answer.best.budget_s
    budget_s = answer.run.plan.budget_s
    return answer.enough_s if answer.enough_s > budget_s else _MORE * budget_s if _searched_in_part(answer) else 0.0


def looked(answer: Improved) -> str:
    """Where the job ran, and how much of it is in MPI."""
    mpi = next(iter(answer.run.mpis.values()), None)
    hosts = len({rank.host for rank in answer.ranks})
    words = [plural(len(answer.ranks), "rank"), plural(hosts, "host")] if answer.ranks else []
    words += [f"{mpi.family} {mpi.version}"] if mpi else []
    in_mpi = f": {answer.mpi_share:.0%} of the run is in MPI" if answer.mpi_share is not None else ""
    return ", ".join(words) + in_mpi


def whole(answer: Improved) -> str:
    """The answer in a line."""
    gain = answer.whole
    if answer.run.status == "interrupted" and answer.file:
        count = plural(len(answer.lines), "line")
        return f"interrupted: {count} kept, each proven beside what was in use before it, not all together"
    if answer.answer != "faster" or gain is None:
        text = _without_gain(answer)
        return text + (f"; all together {times(gain.ratio)}" if gain is not None and answer.lines else "")
    text = f"{times(gain.ratio)}, {plural(gain.ratio.launch_pairs, 'pair')} of runs"
    if (tried := answer.tried_first) is not None:
        quiet, busy = sorted((tried, gain), key=lambda each: each.before_s)
        text = f"{times(quiet.ratio)}; {times(busy.ratio)} beside other work, when a run by default took "
        text += f"{format_seconds(busy.before_s)} and not {format_seconds(quiet.before_s)}"
    if answer.control is not None:
        text += f"; identical sides {times(answer.control, unit='')}"
    return text + ("; output the same" if answer.same else "")


_MORE = 3.0
"""Times the budget, for a search that ended early."""
_OFTEN = 6
"""So many runs of each are not too few because a run takes long."""


def _without_gain(answer: Improved) -> str:
    """What there is in place of a gain: how little may be left to gain, or what an answer lacks."""
    if answer.answer == "changes the output":
        return "refused: with these lines the program prints something else"
    if answer.answer == "nothing helps":
        seen = [trial.measured for trial in answer.asked if trial.measured] + (
            [answer.whole.ratio] if answer.whole else []
        )
        most = max((ratio.high for ratio in seen), default=1.0)
        if most > said.WIDEST:
            return "nothing helps, as far as runs that differ so much can show"
        return f"nothing helps: what was tried gains less than {most:.2f}x" if most > 1.0 else "nothing helps"
    if answer.run.status == "interrupted":
        return "interrupted before anything was proven"
    seen_often = answer.best is not None and answer.best.runs >= _OFTEN
    if answer.run.plan.budget_s < answer.enough_s and not seen_often and (answer.best is None or wanted_s(answer)):
        tried = sum(trial.measured is not None for trial in answer.asked)
        some = f"{plural(tried, 'candidate')} tried without a proven gain; " if tried else ""
        return f"cannot tell: {some}a run takes {format_seconds(answer.run_s)}, too long to decide in this budget"
    return f"cannot tell: {_open_because(answer)}"


def _open_because(answer: Improved) -> str:
    """Why there was enough time for runs, and no answer."""
    if broken := next((trial for trial in answer.asked if _not_asked(trial)), None):
        return f"{broken.candidate} could not be tried: {broken.why}"
    if _searched_in_part(answer):
        return "nothing that was tried gains, and there was no time for all settings that may"
    differ = f" (identical sides {times(answer.control, unit='')})" if answer.control is not None else ""
    quiet = "" if wanted_s(answer) else "; stop other work on these CPUs, then try again"
    return f"runs of the same settings differ too much{differ}{quiet}"


def _searched_in_part(answer: Improved) -> bool:
    """Whether the search for settings ended early, and nothing looked better."""
    return answer.best is None and answer.tuned is not None and answer.tuned.answer == "cannot tell"


def _not_asked(trial: Asked) -> bool:
    """Whether it ended in an error before any run with it."""
    return trial.undecided and not trial.what


def default_cost(answer: Improved) -> str:
    """By how much the run is longer without each line, as a share of the run without it: at least, where the ratio is
    not known. Lines without which it may be as short are left out."""
    if answer.tried_first is not None:
        return ""
    costs = answer.without or ({answer.lines[0].id: answer.whole.ratio} if len(answer.lines) == 1 and answer.whole
                               else {})  # fmt: skip
    shares = []
    for name, ratio in costs.items():
        if ratio.low > 1.0:
            known = said.is_known(ratio.low, ratio.high)
            share = 1.0 - 1.0 / (ratio.ratio if known else ratio.low)
            shares.append((share, f"{_brief(name)} {'' if known else 'at least '}{share:.0%}"))
    return ", ".join(text for _, text in sorted(shares, key=lambda pair: -pair[0]))


def times(ratio: Ratio, unit: str = "x") -> str:
    """`2.10x (2.00 to 2.20)`."""
    return words.ratio(ratio, unit)


def _brief(name: str) -> str:
    """A line's id, which is long where settings came on top of one another, with its first settings."""
    name = name.replace("preload noyield", "ranks that wait keep their core")
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 4].rpartition(' ')[0] or name[: _LONGEST - 4]} ..."


def _row(asked: Asked) -> tuple[str, ...]:
    modelled = f"modelled {asked.modelled:.2f}x" if asked.modelled is not None else ""
    measured = f"measured {times(asked.measured)}" if asked.measured is not None else ""
    verdict = ": ".join(["taken" if asked.taken else "not taken", *filter(None, [asked.why])])
    return f"{asked.candidate}: {asked.what}", modelled, measured, verdict


def _columns(rows: list[tuple[str, ...]]) -> list[str]:
    """Rows with aligned columns, without those that are empty in all of them."""
    kept = [column for column in zip(*rows, strict=True) if any(column)]
    return fitted(list(zip(*kept, strict=True)), beside=8) if kept else []


def _searched(tuned: Tuned) -> Iterator[tuple[str, str]]:
    """What the search's kernels showed, the best first."""
    shown = [tried for tried in tuned.tried if tried.ratio is not None]
    shown.sort(key=lambda tried: -(tried.ratio.ratio if tried.ratio else 0.0))
    rows = _columns([(_brief(tried.what), tried_words(tried)) for tried in shown[:_MOST_TRIED]])
    for number, row in enumerate(rows):
        yield "kernels" if number == 0 else "", row.rstrip()
    if (more := len(tuned.tried) - len(shown[:_MOST_TRIED])) > 0:
        yield "", f"and {more} more, on the page that `{words.command_of(tuned.run, 'runs page')}` writes"


def render(answer: Improved) -> str:
    """The page as text."""
    known = [("command", shlex.join(answer.command)), *_seen(answer)]
    tables = [Table("The job", [_STEPS, *known])]
    if answer.asked:
        rows = [("candidate", "", "modelled", "measured")]
        rows += [(trial.candidate, _verdict(trial), *_figures(trial)) for trial in answer.asked]
        tables.append(Table("Tried on whole runs", rows))
    came = [(step, _TYPED.sub(r"`\1`", text)) for step, text in _found(answer)]
    tables.append(Table("What came of it", [_STEPS, *came]))
    notes = [line.why for line in answer.lines if line.why]
    for order in [line.placement for line in answer.lines if line.placement]:
        places = [("rank", "default", "with the order", "")]
        places += [(str(rank.rank), rank.default, rank.chosen, "moved" if rank.chosen != rank.default else "")
                  for rank in order.ranks]  # fmt: skip
        tables.append(Table("Where ranks run", places, notes))
    if answer.trace is not None:
        tables += [Table(title, rows) for title, rows in trace_words.tables(answer.trace) if len(rows) > 1]
    faster = "Faster: " if answer.answer == "faster" else ""
    return page_of_tables(answer.run, f"{faster}{whole(answer)}", tables, figures(answer))


def _verdict(asked: Asked) -> str:
    what = f"{asked.what}: " if asked.what else ""
    return f"{what}{', '.join(filter(None, ['taken' if asked.taken else '', asked.why]))}"


def _figures(asked: Asked) -> tuple[str, str]:
    modelled = f"{asked.modelled:.2f}x" if asked.modelled is not None else "-"
    return modelled, times(asked.measured) if asked.measured is not None else "-"


def figures(answer: Improved) -> list[tuple[str, str]]:
    """Titles with what is drawn; none where nothing was measured."""
    shown = list(_bars(answer))
    title = "Whole runs beside what was in use: right of 1 is faster"
    return [(title, ratio_plot(title, shown))] if shown else []


def _bars(answer: Improved) -> Iterator[RatioBar]:
    for asked in answer.asked:
        if asked.measured is not None:
            yield ratio_bar(f"{asked.candidate}: {asked.what}", asked.measured)
    if answer.whole is not None:
        yield ratio_bar("all that was taken, beside the default", answer.whole.ratio)
    for name, ratio in answer.without.items():
        yield ratio_bar(f"all, beside all without {name}", ratio)
    if answer.control is not None:
        yield ratio_bar("two identical sides", answer.control)
