"""Commands that take another program's command line after one of their options: what follows it is that program's."""

from __future__ import annotations

from typing import Any

from rankwise.cli.shapes import Command

_KEY = "rankwise.other-program"
_OPTION = "--suite"


class WithSuite(Command):
    """A command whose own arguments end at `--suite NAME`; `words_of(ctx)` gives what follows."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keeps what follows the name of the suite apart."""
        for place, word in enumerate(args):
            if word == _OPTION or word.startswith(f"{_OPTION}="):
                end = place + (2 if word == _OPTION else 1)
                ctx.meta[_KEY] = tuple(args[end:])
                args = args[:end]
                break
        return list(super().parse_args(ctx, args))


def words_of(ctx: Any) -> tuple[str, ...]:
    """The other program's command line, without its name; empty when there was none."""
    return tuple(ctx.meta.get(_KEY, ()))
