"""A tuning on one screen: what was tried, what stays, what each line gains, how sure that is."""

from __future__ import annotations

from collections.abc import Iterator

from rankwise.apply.records import Effect, ExplainedTuning
from rankwise.core import said
from rankwise.core.units import format_bytes, format_measured, format_seconds, plural
from rankwise.model.records import Ratio
from rankwise.report.tables import fitted
from rankwise.report.words import command_of, ratio, run_with, warning_lines
from rankwise.tuning.records import THE_PROGRAM, Gain, Sent, Tried, Tuned, Tuning, Violation

_MOST_ROWS = 60
_MOST_LINES = 8  # two rows and a blank each
_MOST_REGRESSED, _MOST_SENT, _MOST_VIOLATIONS = 3, 8, 5
VIOLATING = "Calls that take longer than the same work done by other calls"
_PROGRAM = "the program"
_ANSWERS = {
    "tuned": "These settings make it faster",
    "leave it": "Leave it: nothing that was tried is surely faster than what is in use",
    "cannot tell": "Cannot tell: the budget ended before half of the likeliest settings were tried, or any was proven",
}
_CUT = {
    "interrupted": "Cannot tell: it was interrupted before anything was proven",
    "failed": "Cannot tell: launches failed before anything was proven",
}
_UNMEASURED = "the time was over: a longer --budget proves these lines or takes them away"


def verdict_words(answer: Tuned) -> str:
    """The answer in one sentence."""
    cut = "" if answer.tuning.lines else _CUT.get(answer.run.status, "")
    if answer.answer == "tuned" and answer.mean is not None and answer.mean.low <= 1.0:
        return f"These settings make {faster_words(answer)} faster, and over all no difference was proven"
    if cut or answer.answer != "leave it" or not answer.candidates:
        return cut or _ANSWERS[answer.answer]
    return f"{_ANSWERS[answer.answer]} (as far as tried: {len(answer.tried)} of {answer.candidates} candidates)"


def unmeasured_words(answer: Tuned) -> str:
    """Why lines were not measured."""
    return "the search ended early, and nothing was written of these" if answer.run.status in _CUT else _UNMEASURED


def lines(answer: Tuned, *, everything: bool = True) -> list[str]:
    """What a person wants to know at the end of `tune` and of `tune verify`: the answer and the lines on one screen, or
    `everything` with all cells."""
    tuning, run = answer.tuning, answer.run
    build = f"{tuning.build.name} {tuning.build.version}"
    mean = f", {_mean_words(answer.mean, tuning.goal)}" if answer.mean and tuning.lines else ""
    output = [f"{build}: {verdict_words(answer)}{mean}."]
    if answer.answer == "cannot tell" and answer.run.status not in _CUT:
        output.append("More --budget decides; beside other work on the same CPUs it takes more.")
    if answer.tried:
        failed = sum(bool(trial.error) for trial in answer.tried)
        they = "it aborts, hangs or gives wrong data" if failed == 1 else "they abort, hang or give wrong data"
        words = f" {failed} of them failed: {they}." if failed else ""
        of = f"{len(answer.tried)} of {plural(answer.candidates, 'candidate')}"
        what = of if answer.candidates else plural(len(answer.tried), "candidate")
        output.append(f"Tried: {what} in {plural(tuning.launches, 'launch')}.{words}")
    output += _everything(answer) if everything else _short(answer)
    output += warning_lines(run.warnings)
    measured = format_seconds(run.provenance.measuring_s)
    output += [
        "",
        f"measured for {measured}; stored as run {run.id}" + (f"; page: {answer.page}" if answer.page else ""),
    ]
    if not everything:
        output.append(f"every cell and everything that was tried: --all, or {command_of(run, 'runs show')}")
    if answer.file and not tuning.lines:
        output.append(f"written: {answer.file}: all lines are still there, none of them verified")
    elif answer.file:
        output += [f"written: {answer.file}; use it: {use_line(answer)}"]
    return output


def use_line(answer: Tuned) -> str:
    """The command that starts a program with the tuning; empty where there is none."""
    program = answer.run.provenance.settings.get("program", "mpirun -n 2 ./app")
    return run_with(answer.file, program) if answer.file and answer.tuning.lines else ""


def _short(answer: Tuned) -> list[str]:
    """Each line in two rows, then what is true of all of them together, and how much `--all` has to tell."""
    tuning = answer.tuning
    output: list[str] = []
    for line in tuning.lines[:_MOST_LINES]:
        doubt = f"; not verified: {tuning.doubts[line.id]}" if line.id in tuning.doubts else ""
        output += ["", f"* {line.id} ({line.applies_to}){doubt}"] if line.applies_to else ["", f"* {line.id}{doubt}"]
        output.append(f"    {line.gain or 'not measured by itself'}; to undo it: {line.undo}")
    if len(tuning.lines) > _MOST_LINES:
        output += ["", f"and {plural(len(tuning.lines) - _MOST_LINES, 'line')} more"]
    if tuning.joint:
        output += ["", f"All lines together: {cells_words(answer)}."]
    if answer.control:
        output.append(control_words(answer.control))
    counts = (
        (answer.dropped, "taken away again"),
        (answer.unmeasured, f"not measured, because {unmeasured_words(answer)}"),
    )
    for ids, what in counts:
        if ids:
            names = list(ids)
            more = f"; and {len(names) - 2} more" if len(names) > 2 else ""
            output.append(f"{plural(len(names), 'line')} {what}: {'; '.join(names[:2])}{more}.")
    if answer.violations:
        slowest = answer.violations[0]
        output.append(
            f"{plural(len(answer.violations), 'call')} of the default took longer than the same work done by other "
            f"calls; {slowest.kernel} {format_bytes(slowest.size_bytes)} {ratio(slowest.ratio)} as long."
        )
    return output


def faster_words(answer: Tuned) -> str:
    """`12 of 30 cells`."""
    gains = answer.tuning.joint
    return f"{sum(gain.ratio.answer == 'faster' for gain in gains)} of {plural(len(gains), 'cell')}"


def cells_words(answer: Tuned) -> str:
    """`faster in 12 of 30 cells, slower in none; a loss of more than 3 % is excluded in 22`."""
    worst = answer.tuning.worst
    slower = sum(gain.ratio.answer == "slower" for gain in answer.tuning.joint)
    words = f"faster in {faster_words(answer)}, slower in {slower or 'none'}"
    if worst <= 0.0 or answer.tuning.goal == "command":
        return words
    return f"{words}; a loss of more than {100 * (1 - worst):.2g} % is excluded in {answer.harmless_cells}"


def _everything(answer: Tuned) -> list[str]:
    tuning = answer.tuning
    output: list[str] = []
    if answer.violations:
        most = (
            f"; the worst {_MOST_VIOLATIONS} of {len(answer.violations)}"
            if len(answer.violations) > _MOST_VIOLATIONS
            else ""
        )
        output += [
            "",
            f"{VIOLATING} (before anything was tried{most}):",
            *fitted(violation_rows(answer.violations[:_MOST_VIOLATIONS])),
        ]
    for of_the_program, why in (
        (True, "Faster in rankwise's kernels and not taken:"),
        (False, "Faster over all and slower somewhere, so not taken (--worst allows it):"),
    ):
        refused = [
            (trial.ratio.ratio, trial)
            for trial in answer.tried
            if trial.regresses_at and trial.ratio and (trial.regresses_at == THE_PROGRAM) is of_the_program
        ]
        best = sorted(refused, key=lambda pair: -pair[0])[:_MOST_REGRESSED]
        more = [f"  and {len(refused) - len(best)} more"] if len(refused) > len(best) else []
        output += ["", why, *(f"  {trial.what}: {tried_words(trial)}" for _, trial in best), *more] if best else []
    output += explained(tuning)
    if answer.sent:
        output += ["", "What it sends, by the time that this takes by itself:", *fitted(sent_rows(answer.sent))]
    if tuning.joint:
        whole = "Whole runs of the program" if tuning.goal == "command" else "All lines together"
        output += ["", f"{whole}: {cells_words(answer)}.", *fitted(gain_rows(tuning.joint))]
    if answer.control:
        output.append(control_words(answer.control))
    if answer.dropped:
        output += ["", "Taken away again:", *(f"  {name}: {why}" for name, why in answer.dropped.items())]
    if answer.unmeasured:
        output += [
            "",
            f"Not measured, because {unmeasured_words(answer)}:",
            *(f"  {name}" for name in answer.unmeasured),
        ]
    return output


def sent_rows(sent: tuple[Sent, ...]) -> list[tuple[str, ...]]:
    """A table of what a program sends, in the words of rankwise's kernels."""
    rows: list[tuple[str, ...]] = [("like kernel", "size", "calls", "share")]
    for message in sent[:_MOST_SENT]:
        rows.append((message.kernel, format_bytes(message.size_bytes), f"{message.calls:,.0f}", f"{message.share:.0%}"))
    return rows


def violation_rows(violations: tuple[Violation, ...]) -> list[tuple[str, ...]]:
    """A table of guideline violations: each cell, and what it was held against."""
    rows: list[tuple[str, ...]] = [("kernel", "size", "takes", "times as long", "as")]
    for violation in violations[:_MOST_ROWS]:
        sure = ratio(violation.ratio, unit="")
        row = (
            violation.kernel,
            format_bytes(violation.size_bytes),
            format_seconds(violation.time_s),
            sure,
            violation.than,
        )
        rows.append(row)
    return rows


def control_words(control: Ratio) -> str:
    """What identical runs showed."""
    if not said.is_known(control.low, control.high):
        return "Control: of two sides that are the same the launches differ too much to compare them."
    return f"Control: of two sides that are the same one was {ratio(control, unit='')} times as fast."


def _mean_words(mean: Ratio, goal: str) -> str:
    what = f"for whole runs of the program, over {mean.launch_pairs} pairs of runs"
    if goal != "command":
        what = f"as the geometric mean, over {mean.launch_pairs} launches"
    return f"{ratio(mean)} {what}"


def explained(tuning: Tuning) -> list[str]:
    """Each line in words, with its cells."""
    output: list[str] = []
    for line, words in zip(tuning.lines, tuning.words, strict=False):
        output += ["", f"* {words}"]
        if line.gains:
            output += [f"    {row}" for row in fitted(gain_rows(line.gains))]
        if line.id in tuning.doubts:
            output.append(f"    not verified: {tuning.doubts[line.id]}")
        output.append(f"    to undo it: {line.undo}")
    return output


def gain_rows(gains: tuple[Gain, ...]) -> list[tuple[str, ...]]:
    """A table of cells before and after."""
    rows: list[tuple[str, ...]] = [("kernel", "size", "before", "after", "ratio (95 %)", "it is")]
    for gain in gains[:_MOST_ROWS]:
        rows.append(
            (
                _PROGRAM if gain.kernel == "command" else gain.kernel,
                "" if gain.kernel == "command" else format_bytes(gain.size_bytes),
                format_measured(gain.before_s, gain.figure),
                format_measured(gain.after_s, gain.figure),
                ratio(gain.ratio),
                gain.ratio.answer,
            )
        )
    return rows


def tried_words(tried: Tried) -> str:
    """What came of one candidate."""
    if tried.error:
        return f"failed: {tried.error}"
    if tried.ratio is None:
        asked = "asked of the program alone, which is faster with it" if tried.taken else "not measured"
        return f"not proven faster in {tried.regresses_at}" if tried.regresses_at else asked
    if tried.launches == 1 and not said.is_known(tried.ratio.low, tried.ratio.high):
        return f"about {said.times(tried.ratio.ratio)}, launched once"
    how = "not proven faster in" if tried.regresses_at == THE_PROGRAM else "slower than the default at"
    regresses_at = f"; {how} {tried.regresses_at}" if tried.regresses_at else ""
    return f"{ratio(tried.ratio)}{regresses_at}"


def effect_lines(answer: ExplainedTuning) -> list[str]:
    """Why it is refused, where it is; then each step, in the order in which `rankwise run` takes it; then each line
    with what it gains."""
    told = [f"REFUSED: {answer.refused}", ""] if answer.refused else []
    told += ["With this tuning `rankwise run`, in this order:"]
    told += [line for effect in answer.effects for line in _step(effect)]
    return told + (explained(answer.tuning) if answer.tuning else [])


def _step(effect: Effect) -> Iterator[str]:
    yield f"  {effect.does} {effect.what}" + (f"   (line '{effect.line}')" if effect.line else "")
    if effect.refused:
        yield f"    REFUSED: it {effect.refused}"
