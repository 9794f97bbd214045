"""`rankwise share`: how much work each endpoint should get."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.verbs.share import share_work

if TYPE_CHECKING:
    from rankwise.optimise.records import Shared


@command("share", share_work)
def share(asked: Callable[[], Shared]) -> Answer:
    """Divide work among unequal endpoints so that all end at the same time; compare offload with symmetric mode."""
    from rankwise.report.optimised import share_lines

    answer = asked()
    return Answer(answer, lambda: print("\n".join(share_lines(answer))))
