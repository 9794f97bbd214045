"""Commands that take `-- COMMAND`: what follows the dashes belongs to the user's program and is not looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from rankwise.core.errors import UsageError

_KEY = "rankwise.after-dashes"


class WithProgram(TyperCommand):
    """A command whose arguments end at `--`; `program_of(ctx)` gives the rest."""

    program_metavar = "[-- COMMAND...]"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keeps what follows the first `--` apart."""
        return list(super().parse_args(ctx, _before(ctx, args)))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """With the program, which is none of the arguments that Typer knows."""
        return [*super().collect_usage_pieces(ctx), self.program_metavar]


class OfProgram(WithProgram):
    """The same where there is nothing to do without a program."""

    program_metavar = "-- COMMAND..."


class PassingOn(TyperCommand):
    """A command that hands on what follows its own arguments, with dashes before it or without: `context.args`."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """With the program, which is none of the arguments that Typer knows."""
        return [*super().collect_usage_pieces(ctx), OfProgram.program_metavar]


class GroupWithProgram(TyperGroup):
    """A command with commands of its own, whose arguments end at `--` when none of those is named."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keeps what follows the first `--` apart."""
        return list(super().parse_args(ctx, _before(ctx, args)))


def program_of(ctx: Any) -> tuple[str, ...]:
    """The user's command line; empty when there was none."""
    return tuple(ctx.meta.get(_KEY, ()))


def check_figure(argv: Sequence[str], figure: str, higher: bool) -> None:
    """Raises UsageError where a figure is spoken of and no program prints one."""
    if (figure or higher) and not argv:
        raise UsageError("no-program", "--figure and --higher need a program", "add -- mpirun -n 2 ./app")


def _before(ctx: Any, args: list[str]) -> list[str]:
    if "--" not in args:
        return args
    place = args.index("--")
    ctx.meta[_KEY] = tuple(args[place + 1 :])
    if not ctx.meta[_KEY]:
        raise typer.BadParameter("nothing follows `--`: write a command there, -- mpirun -n 2 ./app")
    return args[:place]
