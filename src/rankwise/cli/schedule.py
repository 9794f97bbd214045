"""`rankwise schedule`: a collective made for a network."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Allow, Quiet
from rankwise.core.errors import Exit
from rankwise.verbs.schedule import make_schedule

if TYPE_CHECKING:
    from rankwise.optimise.records import Scheduled


@command("schedule", make_schedule)
def schedule(asked: partial[Scheduled], *, allow: Allow = None, quiet: Quiet = False) -> Answer:
    """Make a schedule of a collective for the network of a map: its messages, its predicted time, the lower bound.

    With --try, the best ones are measured against the library's own. Status 1 when none is proven faster.
    """
    from rankwise.cli.watching import watching
    from rankwise.report.optimised import schedule_lines

    with watching(quiet, lambda _run, s: f"comparing for {s:.0f} s at most") as watcher:
        answer = asked(watcher=watcher)
    won = not asked.keywords.get("measure") or any(size.chosen for size in answer.sizes)
    return Answer(answer, lambda: print("\n".join(schedule_lines(answer))), Exit.DONE if won else Exit.ANSWER_IS_NO)
