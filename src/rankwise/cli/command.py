"""Commands made of signatures: what `core.options` says of a parameter becomes an option of the command line."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import click

from rankwise.cli.after_dashes import program_of
from rankwise.cli.envelope import Answer, answered
from rankwise.cli.examples import shown
from rankwise.cli.shapes import Command, CommandGroup, HelpedArgument
from rankwise.core.errors import RankwiseError
from rankwise.core.late import load
from rankwise.core.options import Argument, From, LaunchLine, Option
from rankwise.core.signatures import Row, rows

_JSON = "Print one JSON envelope; everything else goes to standard error."


def command(
    name: str,
    verb: Callable[..., Any] | None = None,
    *,
    below: click.Group | None = None,
    cls: type[Command | CommandGroup] = Command,
) -> Callable[[Callable[..., Answer]], Any]:
    """Makes a command, or a group, of a function that returns an Answer and of the verb that it calls.

    The options are those of both signatures, the verb's where the function has its first parameter, `asked`: that is
    the verb with its keywords, for the function to call. `--json` is there by itself. Without `verb` the function's own
    options are all. `below`: the group of the command.
    """

    def decorate(function: Callable[..., Answer]) -> Any:
        own = Signature(function)
        of_verb = Signature(verb) if verb else None

        def callback(**values: Any) -> None:
            if click.get_current_context().invoked_subcommand is not None:
                return

            def call() -> Answer:
                given = own.values(values)
                if of_verb is None:
                    return function(**given)
                return function(partial(of_verb.function, **of_verb.values(values, but=own.names)), **given)

            answered(name, call, as_json=bool(values["json"]), quiet=bool(values.get("quiet")), out=values.get("out"))

        parameters: dict[str, click.Parameter] = {}
        for each in (*(of_verb.parameters() if of_verb else ()), *own.parameters()):
            parameters.pop(str(each.name), None)  # what both have stands where it is last
            parameters[str(each.name)] = each
        quiet, _ = parameters.pop("quiet", None), parameters.pop("json", None)
        last = [click.Option(["--json"], is_flag=True, default=False, help=_JSON), *([quiet] if quiet else [])]
        arguments_first = sorted(parameters.values(), key=lambda each: not isinstance(each, click.Argument))
        made: click.Command = cls(
            name=name.rsplit(maxsplit=1)[-1],
            callback=callback,
            params=[*arguments_first, *last],
            help=inspect.cleandoc(function.__doc__ or (verb.__doc__ if verb else "") or ""),
            epilog=shown(name),
        )
        made.__wrapped__ = function  # type: ignore[attr-defined]  # as functools.wraps has it
        if below is not None:
            below.add_command(made)
        return made

    return decorate


class Signature:
    """The options and arguments of a function, and its keywords from what was given."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.rows = list(_rows(function))
        self.names = {name for name, *_ in self.rows}

    def parameters(self) -> Iterator[click.Parameter]:
        """What Click reads of the command line."""
        for name, kind, option, default in self.rows:
            if isinstance(option, From):
                yield from Signature(option.make).parameters()
            elif isinstance(option, Option):
                yield _parameter(name, kind, option, default)

    def values(self, given: Mapping[str, Any], but: Collection[str] = ()) -> dict[str, Any]:
        """The keywords that were given, read; `but` are those that somebody else takes. Raises UsageError."""
        values: dict[str, Any] = {}
        for name, _, option, _ in self.rows:
            if name in but:
                continue
            if option is None:
                values[name] = click.get_current_context()
            elif isinstance(option, LaunchLine):
                values[name] = program_of(click.get_current_context())
            elif isinstance(option, From):
                values[name] = option.make(**Signature(option.make).values(given))
            elif (value := given[name]) is not None and value != ():
                values[name] = option.read(value) if option.read else value
        return values


def _rows(function: Callable[..., Any]) -> Iterator[Row]:
    """The parameters that the command line has. Click's context has no option."""
    return (row for row in rows(function) if row[2] is not None or row[1] is click.Context)


def _parameter(name: str, kind: Any, option: Option, default: Any) -> click.Parameter:
    """An option or an argument as Click reads it."""
    flags = option.flags or (f"--{name.replace('_', '-')}",)
    required = default is inspect.Parameter.empty
    kind = _without_none(kind)
    several = option.repeated or (option.read is None and get_origin(kind) in (list, tuple, Sequence))
    usual = None if required or several or option.read else default
    if option.words is not None:
        usual = option.words
    told: dict[str, Any] = {"help": option.text, "metavar": option.metavar}
    told |= {"required": True} if required else {"default": usual}
    if option.complete:
        told["shell_complete"] = partial(_completed, option.complete)
    if isinstance(option, Argument):
        return HelpedArgument([name], told.pop("help"), nargs=-1 if several else 1, type=_type(kind, option), **told)
    if kind is bool:
        return click.Option([*flags, name], is_flag=True, default=default, help=option.text, show_default=bool(default))
    return click.Option(
        [*flags, name],
        multiple=several,
        type=_type(kind, option),
        show_default=usual not in (None, "", ()),
        **told,
    )


def _type(kind: Any, option: Option) -> Any:
    """How Click reads a word of this type."""
    if option.read is not None:
        return str
    if get_origin(kind) in (list, tuple, Sequence):
        kind = _without_none(get_args(kind)[0])
    if get_origin(kind) is Literal:
        return click.Choice(get_args(kind))
    if option.least is not None or option.most is not None:
        limits: Any = click.IntRange if kind is int else click.FloatRange
        return limits(option.least, option.most)
    return click.Path(path_type=Path) if kind is Path else kind


def _without_none(kind: Any) -> Any:
    """The type of what is given: `Path` of `str | Path | None`."""
    if get_origin(kind) not in (Union, UnionType):
        return kind
    kinds = [each for each in get_args(kind) if each is not type(None)]
    return Path if Path in kinds else str if str in kinds else kinds[0]


def _completed(place: str, _ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    with suppress(RankwiseError):  # a shell has no place for it
        return [word for word in load(place)() if word.startswith(begun)]
    return []
