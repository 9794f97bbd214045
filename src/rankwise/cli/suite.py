"""A suite's command line, answered: its own text on standard output, our table beside it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rankwise.cli.envelope import Answer, status_of_cells, written
from rankwise.core import settings
from rankwise.core.errors import Exit, UsageError
from rankwise.core.units import parse_duration

if TYPE_CHECKING:
    from rankwise.suites.records import SuiteReport
    from rankwise.verbs.where import Where


@contextmanager
def told_once() -> Iterator[None]:
    """Around what every rank of a user's job finds wrong with a command line: the first one tells it. The others end
    before MPI_Init, and without a status, which would have the launcher end the first one too."""
    from rankwise.verbs.suite import first_rank

    try:
        yield
    except UsageError:
        if first_rank():
            raise
        sys.exit(Exit.DONE)


def answer(
    program: str,
    words: Sequence[str],
    *,
    where: Where,
    mpi: str | None = None,
    out: str | Path | None = None,
    progress: str = "default",
    device: str = "gpu",
    devices: str = "auto",
    device_buffers: bool = False,
    seed: int = 1,
    quiet: bool = False,
    json: bool = False,
) -> Answer:
    """Measures what the command line of `program` asks for."""
    from rankwise.cli.watching import shown, watcher_of
    from rankwise.verbs.suite import SuiteOptions, answer_of, first_rank, notices, suite

    loaded = settings.load({"mpi": mpi})
    watchdog = loaded["watchdog"]
    options = SuiteOptions(
        program=program,
        words=tuple(words),
        mpi=loaded["mpi"].value,
        where=where,
        progress=progress,
        device=device,
        devices=devices,
        device_buffers=device_buffers,
        out=settings.folder(out),
        watchdog_s=None if watchdog.source == "default" else parse_duration(watchdog.value),
        seed=seed,
    )
    with told_once():
        text = answer_of(options)
    if text is not None:
        return Answer({"text": text}, lambda: [text] if first_rank() else [])
    told: list[str] = []
    with shown(quiet) as live:

        def tell(certain: list[str]) -> None:
            if not json:
                with live.hidden(), written():  # the bar may be on the same terminal
                    print("\n".join(certain))
                told.extend(certain)

        report = suite(options, watcher_of(live), tell)
    run = report.run
    assert run is not None
    status = status_of_cells(run)
    return Answer(report, lambda: _lines(report, told, quiet), status, [*report.notices, *notices(report)])


def _lines(report: SuiteReport, told: Sequence[str], quiet: bool) -> Iterator[str]:
    """What is left of the text behind the lines that were told, and our own table."""
    from rankwise.report.bench import lines
    from rankwise.report.words import command_of
    from rankwise.verbs.suite import text_lines

    whole = text_lines(report)
    same = next((place for place, pair in enumerate(zip(told, whole, strict=False)) if pair[0] != pair[1]), len(told))
    yield from whole[same:]
    sys.stdout.flush()
    if report.run is not None and not quiet:
        print("\n".join(lines(report.run)), file=sys.stderr)
    elif report.run is not None and sys.stderr.isatty():  # a script may have both in one file
        print(f"rankwise: `{command_of(report.run, 'runs show')}` has medians and intervals", file=sys.stderr)
