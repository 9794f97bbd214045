"""Notes of a test run about kernels, for the file of marks: `pytest --marks` writes it."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime, timezone

from msgspec.structs import replace

from rankwise.measure import marks
from rankwise.measure.records import Mark

_ran: dict[str, dict[str, str]] = defaultdict(dict)
_caught: dict[str, dict[str, str]] = defaultdict(dict)


def ran(kernel: str, family: str, version: str) -> None:
    """It ran there, and its payload was right."""
    _ran[kernel][family] = version


def caught(kernel: str, family: str, version: str) -> None:
    """Its check saw a corrupted byte there."""
    _caught[kernel][family] = version


def write() -> None:
    """Replaces what the file says of every MPI that was tried, for all kernels; where it was tried whether they run,
    and where whether checks catch a wrong byte."""
    if not _ran and not _caught:
        return
    on = {family for families in _ran.values() for family in families}
    caught_on = {family for families in _caught.values() for family in families}
    known = marks.load()
    kernels = {}
    for name in sorted({*known.kernels, *_ran, *_caught}):
        old = known.kernels.get(name, Mark())
        ran = {family: version for family, version in old.ran.items() if family not in on} | _ran[name]
        caught = {family: version for family, version in old.caught.items() if family not in caught_on} | _caught[name]
        if ran:
            kernels[name] = replace(old, ran=dict(sorted(ran.items())), caught=dict(sorted(caught.items())))
    today = datetime.now(timezone.utc).date().isoformat()
    marks.save(replace(known, tested_on=today, kernels=kernels))
