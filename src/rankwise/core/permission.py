"""What a file of somebody else names only where the user allows it: programs that would run, files of this machine."""

from __future__ import annotations

from collections.abc import Mapping

from rankwise.core import settings
from rankwise.core.errors import UsageError
from rankwise.core.units import few, parse_words

_SHOWN = 60  # letters of a value
_MOST = 8  # of what is refused


def check(file: object, named: Mapping[str, str]) -> None:
    """Raises UsageError for what a file names and the setting `allow` does not: names of its fields, with values."""
    allowed = parse_words(settings.value("allow"))
    refused = {name: value for name, value in named.items() if name not in allowed}
    if refused:
        shown = [f"{name} = {value[:_SHOWN]!a}" for name, value in refused.items()]
        raise UsageError(
            "not-allowed",
            f"{file} names what would run or be used as you: {few(shown, _MOST)}",
            f'if you trust it: --allow {",".join(refused)}, or allow = "{",".join(refused)}" in your rankwise.toml',
        )
