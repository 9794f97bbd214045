"""`rankwise config`: every setting, its value and where it came from."""

from __future__ import annotations

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.core import settings


@command("config")
def config() -> Answer:
    """Show every setting, its value and where the value came from."""
    loaded = settings.load()

    told = [f"{item.name:10} {item.value or '-':18} {item.source:24} {item.meaning}" for item in loaded.values()]
    data = {
        name: {"value": item.value, "source": item.source, "meaning": item.meaning} for name, item in loaded.items()
    }
    return Answer(data, lambda: told)
