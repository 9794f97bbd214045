"""`rankwise place`, `route`, `schedule` and `share`: what to do on a machine, by its map."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer, ended, status_of
from rankwise.cli.options import Allow, Quiet
from rankwise.core.errors import Exit
from rankwise.verbs.place import place_ranks
from rankwise.verbs.route import find_route
from rankwise.verbs.schedule import make_schedule
from rankwise.verbs.share import share_work

if TYPE_CHECKING:
    from rankwise.optimise.records import Placed, Routed, Scheduled, Shared


@command("place", place_ranks)
def place(asked: Callable[[], Placed]) -> Answer:
    """Choose which rank runs where, so that a communication pattern takes the least modelled time."""
    from rankwise.report.optimised import place_lines

    answer = asked()
    return Answer(answer, lambda: place_lines(answer))


@command("route", find_route)
def route(asked: Callable[..., Routed], *, quiet: Quiet = False) -> Answer:
    """Find the fastest path of a message: direct, or through one or two relays, whole or in pieces.

    By the latency and bandwidth of a map; nothing is sent without --try.
    """
    from rankwise.cli.watching import watching
    from rankwise.report.optimised import route_lines

    with watching(quiet, lambda _run: "trying the relays") as watcher:
        answer = asked(watcher=watcher)
    status = status_of(answer.tried.run) if answer.tried else Exit.DONE
    return Answer(answer, lambda: route_lines(answer), status)


@command("schedule", make_schedule)
def schedule(asked: partial[Scheduled], *, allow: Allow = None, quiet: Quiet = False) -> Answer:
    """Make a schedule of a collective for the network of a map: its messages, its predicted time, the lower bound.

    With --try, the best ones are measured against the library's own. Status 1 when none is proven faster.
    """
    from rankwise.cli.watching import watching
    from rankwise.report.optimised import schedule_lines

    with watching(quiet, lambda _run: "comparing") as watcher:
        answer = asked(watcher=watcher)
    won = not asked.keywords.get("measure") or any(size.chosen for size in answer.sizes)
    status = ended(answer.status, Exit.ANSWER_IS_NO)
    proven = won and status is not Exit.INTERRUPTED  # beside a schedule that failed
    return Answer(answer, lambda: schedule_lines(answer), Exit.DONE if proven else status)


@command("share", share_work)
def share(asked: Callable[[], Shared]) -> Answer:
    """Divide work among unequal endpoints so that all end at the same time; compare offload with symmetric mode."""
    from rankwise.report.optimised import share_lines

    answer = asked()
    return Answer(answer, lambda: share_lines(answer))
