"""Options that several commands take, each declared once: the same words mean the same everywhere.

Defaults differ by command and stand in its signature.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from rankwise.core import settings
from rankwise.core.errors import UsageError
from rankwise.core.options import ENDPOINTS, HOSTS, Argument, Option, separate_words

Hosts = Annotated[str | None, HOSTS]
Endpoints = Annotated[Path | None, ENDPOINTS]


def _allowed(names: Sequence[str]) -> tuple[str, ...]:
    """Lets files of this command name what the user has allowed; the names, apart."""
    os.environ[settings.variable("allow")] = ",".join([settings.value("allow"), *names])
    return separate_words(names)


Allow = Annotated[
    Sequence[str] | None,
    Option(
        "Let a file name this: a knob of a tuning that may load code, `agent`, `engine`, `files` ... Repeatable.",
        "--allow",
        metavar="NAME",
        read=_allowed,
        repeated=True,
    ),
]


def failing_on(text: str, *words: str) -> Option:
    """For what a command ends with status 1: one of these words."""

    def read(word: str) -> str:
        if word not in ("", *words):
            listed = " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
            raise UsageError("bad-fail-on", f"'{word}' is nothing to fail on", f"write --fail-on {listed}")
        return word

    return Option(text, "--fail-on", read=read)


RUNS = "rankwise.cli.completion:runs"
RunName = Annotated[str, Argument("A run's id, the beginning of one, or `last`.", metavar="RUN", complete=RUNS)]
Json = Annotated[bool, Option("Print one JSON envelope; everything else goes to standard error.", "--json")]
Quiet = Annotated[bool, Option("Print only the answer, no progress.", "--quiet", "-q")]
