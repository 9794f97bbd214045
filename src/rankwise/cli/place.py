"""`rankwise place`: the order of ranks that suits a machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.verbs.place import place_ranks

if TYPE_CHECKING:
    from rankwise.optimise.records import Placed


@command("place", place_ranks)
def place(asked: Callable[[], Placed]) -> Answer:
    """Choose which rank runs where, so that a communication pattern takes the least modelled time."""
    from rankwise.report.optimised import place_lines

    answer = asked()
    return Answer(answer, lambda: print("\n".join(place_lines(answer))))
