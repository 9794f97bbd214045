"""Commands that end in another program's words: the launch line of a user's program, behind `--` or without it, or what
follows the name of a suite. They are not looked at."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from typing import Any

import click

from rankwise.cli.shapes import Command, CommandGroup
from rankwise.core.files import exists
from rankwise.core.launchers import starts_ranks

_KEY = "rankwise.after-dashes"
_SUITE, _SUITE_KEY = "--suite", "rankwise.other-program"


class WithProgram(Command):
    """A command whose arguments end where a launch line begins; `program_of(ctx)` gives that."""

    program_metavar = "[-- COMMAND...]"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keeps the launch line apart."""
        return list(super().parse_args(ctx, _before(ctx, args, _positional(self, args, self.begins))))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """With the program, which is none of the arguments that Click knows."""
        return [*super().collect_usage_pieces(ctx), self.program_metavar]

    def begins(self, word: str) -> bool:
        """Whether this word, which belongs to no option, begins the launch line. Where the command has arguments of
        its own, only a launcher does."""
        own = any(isinstance(param, click.Argument) for param in self.params)
        return starts_ranks(word) or not own


class OfProgram(WithProgram):
    """The same where there is nothing to do without a program."""

    program_metavar = "-- COMMAND..."


class PassingWords(WithProgram):
    """The same where only what follows `--` belongs to the program, which is named before."""

    def begins(self, word: str) -> bool:
        """Never."""
        return False


class PassingOn(Command):
    """A command that hands on what follows its own arguments, with dashes before it or without: `context.args`."""

    def __init__(self, **more: Any) -> None:
        settings = {"allow_extra_args": True, "ignore_unknown_options": True, "allow_interspersed_args": False}
        super().__init__(**more, context_settings=settings)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """With the program, which is none of the arguments that Click knows."""
        return [*super().collect_usage_pieces(ctx), OfProgram.program_metavar]


class WithSuite(Command):
    """A command whose own arguments end at `--suite NAME`; `suite_words(ctx)` gives what follows."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keeps what follows the name of the suite apart."""
        for place, word in enumerate(args):
            if word == _SUITE or word.startswith(f"{_SUITE}="):
                end = place + (2 if word == _SUITE else 1)
                ctx.meta[_SUITE_KEY] = tuple(args[end:])
                args = args[:end]
                break
        return list(super().parse_args(ctx, args))


class GroupWithProgram(CommandGroup):
    """A command with commands of its own, whose arguments end where a launch line begins when none is named."""

    metavar = "[-- COMMAND... | SUBCOMMAND ...]"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keeps the launch line apart."""
        first = _positional(self, args, lambda _word: True)
        begin = first if first is not None and self._begins(args[first]) else None
        return list(super().parse_args(ctx, _before(ctx, args, begin)))

    def _begins(self, word: str) -> bool:
        """Whether this first word is no command of the group, nor a mistyped one."""
        near = difflib.get_close_matches(word, self.commands)
        return word not in self.commands and (starts_ranks(word) or "/" in word or exists(word) or not near)


def program_of(ctx: Any) -> tuple[str, ...]:
    """The user's command line; empty when there was none."""
    return tuple(ctx.meta.get(_KEY, ()))


def suite_words(ctx: Any) -> tuple[str, ...]:
    """The other program's command line, without its name; empty when there was none."""
    return tuple(ctx.meta.get(_SUITE_KEY, ()))


def _positional(command: click.Command, args: Sequence[str], begins: Callable[[str], bool]) -> int | None:
    """The place of the first word for which `begins` holds, among those that are no option nor its value."""
    valued = {
        flag
        for param in command.params
        if isinstance(param, click.Option) and not param.is_flag and not param.count
        for flag in param.opts
    }
    at = 0
    while at < len(args):
        if args[at].startswith("-"):
            at += 2 if args[at] in valued else 1
        elif begins(args[at]):
            return at
        else:
            at += 1
    return None


def _before(ctx: Any, args: list[str], begin: int | None) -> list[str]:
    """The command's own words. What follows the first `--` is the program's, or without it what follows `begin`."""
    if "--" in args:
        dashes = args.index("--")
        # `mpirun -n 2 -- ./app` has dashes of its own.
        begin = min(dashes if begin is None else begin, dashes)
        ctx.meta[_KEY] = tuple(args[begin + (begin == dashes) :])
        if not ctx.meta[_KEY]:
            raise click.BadParameter("nothing follows `--`: write a command there, -- mpirun -n 2 ./app")
        return args[:begin]
    if begin is None:
        return args
    ctx.meta[_KEY] = tuple(args[begin:])
    return args[:begin]
