"""A log that other suites' programs wrote: cut into their runs, each read by its own rules."""

from __future__ import annotations

import re

from rankwise.core.records import SuiteReport
from rankwise.suites.text import imb_text, osu_text
from rankwise.suites.text.reading import Source

_HEADING = re.compile(f"{imb_text.RELEASE.pattern}|{osu_text.TITLE.pattern}")


def read(source: Source, *, partial: bool = False) -> tuple[SuiteReport, ...]:
    """A report for each run of IMB and of each program of OMB, in their order; none where there is no such text.

    Raises UsageError `truncated` (unless `partial`) and `bad-import` with the line, for any of them.
    """
    found = []
    for part in source.parts(_HEADING):
        if imb_text.is_imb(part.text):
            found.append(imb_text.read(part, partial=partial))
        elif osu_text.is_osu(part.text):
            found.append(osu_text.read(part, partial=partial))
    whole = tuple(report for report in found if report.tables)
    if found and not whole:
        raise source.damaged(0, "", "it looks like a benchmark's output and has no row of results")
    return whole
