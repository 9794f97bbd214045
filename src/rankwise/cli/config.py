"""`rankwise config`: every setting, its value and where it came from."""

from __future__ import annotations

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.core import settings


@command("config")
def config() -> Answer:
    """Show every setting, its value and where the value came from."""
    from rankwise.report.tables import fitted

    loaded = settings.load()
    rows = [("setting", "value", "from", "meaning")]
    rows += [(item.name, item.value or "-", item.source, item.meaning) for item in loaded.values()]
    data = {
        name: {"value": item.value, "source": item.source, "meaning": item.meaning} for name, item in loaded.items()
    }
    return Answer(data, lambda: fitted(rows))
