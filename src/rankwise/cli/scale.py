"""`rankwise scale`: what a launch of many processes takes, and the memory of their connections."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer, status_of
from rankwise.cli.options import Allow, Quiet
from rankwise.cli.targets import enter_lab
from rankwise.verbs.scale import scale as verb

if TYPE_CHECKING:
    from rankwise.verbs.records import ScaleReport


@command("scale", verb)
def scale(asked: partial[ScaleReport], *, allow: Allow = None, quiet: Quiet = False) -> Answer:
    """Launch 2 to 64 idle processes over connected and datagram transports; fit, project, recommend.

    Without --hosts, --endpoints, --plan or --lab: on this machine.
    """
    from rankwise.cli.watching import watching
    from rankwise.report.answers import lines

    enter_lab(asked.keywords.get("lab"))
    with watching(quiet) as watcher:
        report = asked(watcher=watcher)
    return Answer(report, lambda: lines(report), status_of(report.run), list(report.run.warnings))
