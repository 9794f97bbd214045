"""`rankwise route`: the fastest way of a message between two endpoints, by a map."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Quiet
from rankwise.verbs.route import find_route

if TYPE_CHECKING:
    from rankwise.optimise.records import Routed


@command("route", find_route)
def route(asked: Callable[..., Routed], *, quiet: Quiet = False) -> Answer:
    """Find the fastest path of a message: direct, or through one or two relays, whole or in pieces.

    By the latency and bandwidth of a map; nothing is sent without --try.
    """
    from rankwise.cli.watching import watching
    from rankwise.report.optimised import route_lines

    with watching(quiet, lambda _run, s: f"trying the relays for {s:.0f} s at most") as watcher:
        answer = asked(watcher=watcher)
    return Answer(answer, lambda: print("\n".join(route_lines(answer))))
