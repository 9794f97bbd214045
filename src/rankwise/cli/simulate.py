"""`rankwise simulate`: what MPI calls would take on a machine that is not here, or on two that differ."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Quiet
from rankwise.core.errors import Exit
from rankwise.verbs.simulate import simulate_machine

if TYPE_CHECKING:
    from rankwise.simulate.records import Simulated


@command("simulate", simulate_machine)
def simulate(asked: partial[Simulated], *, quiet: Quiet = False) -> Answer:
    """Simulate kernels on a machine by SimGrid: each path by its own figures, shared adapters and links shared.

    Nothing is measured. With a second machine: how many times faster each call would be, and what is busiest there.
    Status 4 when no call has a time.
    """
    from rankwise.cli.watching import watching
    from rankwise.report.answers import lines

    with watching(quiet) as watcher:
        answer = asked(watcher=watcher)
    status = Exit.INTERRUPTED if answer.interrupted else Exit.DONE if answer.has_times else Exit.MEASUREMENT_FAILED
    return Answer(answer, lambda: lines(answer), status)
