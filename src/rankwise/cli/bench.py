"""`rankwise bench`: named kernels over sizes, with intervals, and what IMB and OMB would print."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated

import click

from rankwise.cli.after_dashes import WithSuite, suite_words
from rankwise.cli.command import command
from rankwise.cli.envelope import Answer, status_of_cells
from rankwise.cli.options import Allow, Quiet
from rankwise.cli.targets import enter_lab
from rankwise.core.cell_parameters import forms
from rankwise.core.errors import Exit, UsageError
from rankwise.core.options import Option, Places
from rankwise.core.units import plural
from rankwise.verbs.bench import bench as verb

if TYPE_CHECKING:
    from rankwise.core.records import KernelFacts, Run
    from rankwise.measure.records import Mark


@command("bench", verb, cls=WithSuite)
def bench(
    asked: partial[Run],
    *,
    listed: Annotated[bool, Option("Show every kernel and what it measures.", "--list")] = False,
    allow: Allow = None,
    suite: Annotated[
        str | None,
        Option(
            "Read what follows as a command line of this suite (IMB, OMB, ALCF) and print its format.",
            metavar="SUITE ...",
        ),
    ] = None,
    quiet: Quiet = False,
) -> Answer:
    """Measure kernels by name: median, interval, slowest rank, and what IMB and OMB would print.

    With --suite, what follows is a command line of another suite (IMB, OMB, ALCF), answered in its own form.
    """
    enter_lab(asked.keywords.get("lab"))
    if suite is not None:
        return _suite(asked, suite, quiet=quiet)
    if listed:
        from rankwise.verbs.bench import described

        given = asked.keywords
        kernels = list(described(given.get("mpi"), given.get("launcher")).values())
        return Answer(kernels, lambda: _kernel_lines(kernels))
    from rankwise.cli.watching import watching

    def begins(run: Run) -> str:
        return f"measuring {plural(len(run.plan.cells), 'cell')}"

    with watching(quiet, begins) as watcher:
        run = asked(watcher=watcher)

    from rankwise.report.answers import lines

    shown = {result.error for result in run.results if result.estimate is None}  # in place of its row
    return Answer(run, lambda: lines(run), status_of_cells(run), [text for text in run.warnings if text not in shown])


def _suite(asked: partial[Run], suite: str, *, quiet: bool) -> Answer:
    """What the command line of another suite asks for."""
    from rankwise.cli.suite import answer, told_once
    from rankwise.verbs.suite import suite_program
    from rankwise.verbs.where import where_of

    context = click.get_current_context()
    with told_once():
        program, words = suite_program(suite, suite_words(context))
        _refuse_others(context, suite)
    given = asked.keywords
    where = where_of(**{name: given[name] for name in _WHERE if name in given})
    kept = {name: given[name] for name in _OF_SUITES if name in given}
    return answer(program, words, where=where, **kept, quiet=quiet, json=bool(context.params["json"]))


_WHERE = ("ranks", *Places.__annotations__)
_OF_SUITES = ("mpi", "out", "progress", "seed", "device", "devices", "device_buffers")
"""What says where and how a suite's command line is measured."""


def _refuse_others(context: click.Context, suite: str) -> None:
    """Raises UsageError for what was given beside them: what is measured is for the suite's own flags to say. Of a
    job's ranks the first one tells it."""
    from rankwise.verbs.suite import first_rank

    given = [
        param.opts[0]
        for param in context.command.params
        if param.name not in (*_WHERE, *_OF_SUITES, "suite", "json", "quiet") and _was_given(context, param.name or "")
    ]
    if given and not first_rank():
        raise click.exceptions.Exit(Exit.USAGE)
    if given:
        raise UsageError(
            "not-with-suite",
            f"{', '.join(given)}: means nothing to --suite {suite}, whose own flags say what is measured",
            "leave it away, or measure kernels without --suite",
        )


def _was_given(context: click.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _tried(kernel_facts: KernelFacts, mark: Mark) -> str:
    where = ", ".join(f"{family} {version}" for family, version in mark.ran.items())
    caught = f"; a corrupted byte was caught on {', '.join(mark.caught)}" if mark.caught else ""
    peer = "; its peer was not run beside it" if kernel_facts.peer else "; no peer"
    if mark.ratio_cells:
        cells = plural(mark.ratio_cells, "cell")
        peer = f"; time over {mark.peer} {mark.ratio_low:.2f} to {mark.ratio_high:.2f} in {cells}"
    return f"tried on {where}{caught}{peer}"


def _kernel_lines(kernels: list[KernelFacts]) -> Iterator[str]:
    from rankwise.verbs.bench import marks_of

    marks = marks_of()
    for kernel in kernels:
        plural = "" if kernel.min_ranks == kernel.max_ranks == 1 else "s"
        yield f"{kernel.name}  ({kernel.ranks_words} rank{plural})"
        yield f"    {kernel.definition}"
        if kernel.rate:
            yield f"    bytes counted: {kernel.rate}"
        if kernel.peer:
            yield f"    corresponds to: {kernel.peer}"
        if choices := [*forms(kernel), *(["counts beyond 2^31 - 1"] if kernel.large else [])]:
            yield f"    can be asked for: {', '.join(choices)}"
        if mark := marks.kernels.get(kernel.name):
            yield f"    {_tried(kernel, mark)}"
        if kernel.lacks:
            yield f"    not here: needs {kernel.lacks}"
