"""Commands and groups of Click whose help lists arguments too. Without a command of its own a group shows its help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

_ENDLESS = 1 << 20


class Command(click.Command):
    """A command."""

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Nothing: click has a section of its own from 8.5 on."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Arguments first, then options."""
        _write_parameters(self, ctx, formatter)


class Group(click.Group):
    """Commands below a name, in the order in which they were made."""

    def __init__(self, name: str, **more: Any) -> None:
        super().__init__(name, **{"no_args_is_help": True, **more})

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """In that order."""
        return list(self.commands)

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Nothing: click has a section of its own from 8.5 on."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Arguments first, then options and commands."""
        _write_parameters(self, ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Each with the whole first sentence of its help, where click cuts it."""
        below = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        rows = [(name, each.get_short_help_str(_ENDLESS)) for name, each in below.items() if each and not each.hidden]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)


class CommandGroup(Group):
    """A group that is a command too, where none of its commands is named."""

    metavar = "[SUBCOMMAND ...]"

    def __init__(self, name: str, **more: Any) -> None:
        more |= {"no_args_is_help": False, "invoke_without_command": True, "subcommand_metavar": self.metavar}
        super().__init__(name, **more)


class HelpedArgument(click.Argument):
    """An argument with a line in the help."""

    def __init__(self, names: Sequence[str], text: str, **more: Any) -> None:
        super().__init__(names, **more)
        self.help = text

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Its name and what it is for."""
        return self.make_metavar(ctx), f"{self.help}  [required]" if self.required else self.help or ""

    def make_metavar(self, ctx: click.Context) -> str:
        """Its name; in brackets, where it may be left away."""
        name = self.metavar or (self.name or "").upper()
        in_brackets = name if self.required or name.startswith("[") else f"[{name}]"
        return in_brackets if self.metavar or self.nargs == 1 else f"{in_brackets}..."


def _write_parameters(command: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """The help of arguments and options, each under its title."""
    parameters = command.get_params(ctx)
    for title, kind in (("Arguments", click.Argument), ("Options", click.Option)):
        rows = [row for each in parameters if isinstance(each, kind) and (row := each.get_help_record(ctx))]
        if rows:
            with formatter.section(title):
                formatter.write_dl(rows)
