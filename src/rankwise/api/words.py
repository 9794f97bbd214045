"""A text in the place of several, or of a value: read as on the command line."""

from __future__ import annotations

import inspect
import math
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, wraps
from os import PathLike
from typing import Any, get_args, get_origin

from rankwise.core.errors import UsageError
from rankwise.core.options import From, LaunchLine, Option
from rankwise.core.signatures import rows

_SEVERAL = (list, tuple, Sequence)


@cache
def read_as_words(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which reads `"8,64KiB"` or `"90s"` as its option does, takes the name of a map for the map, a text
    for a launch line, and one text for a list of one: Python would take it for its letters. Raises UsageError for
    numbers that the command line would refuse, and for a name of nothing."""
    signature = inspect.signature(function)

    @wraps(function)
    def asked(*args: Any, **given: Any) -> Any:
        bound = signature.bind(*args, **given)
        options = {name: (kind, option) for name, kind, option, _ in rows(function)}
        for values in _given(bound):
            for name in values.keys() & options.keys():
                kind, option = options[name]
                if isinstance(option, Option):
                    values[name] = _value(name, values[name], kind, option)
                elif isinstance(option, LaunchLine) and isinstance(values[name], str):
                    values[name] = _typed(values[name])
                elif isinstance(option, From) and isinstance(values[name], (str, PathLike)):
                    values[name] = _made(option, values[name], bound.arguments)
        return function(*bound.args, **bound.kwargs)

    return asked


def _given(bound: inspect.BoundArguments) -> Iterator[dict[str, Any]]:
    """What was given by name, and the keywords of `**where`."""
    yield bound.arguments
    for name, value in bound.arguments.items():
        if bound.signature.parameters[name].kind is inspect.Parameter.VAR_KEYWORD and isinstance(value, Mapping):
            yield value  # type: ignore[misc]  # a dict of this call


def _made(option: From, name: str | PathLike[str], given: Mapping[str, Any]) -> Any:
    """What the name stands for, by the other arguments that both functions have: where results are."""
    _, *others = inspect.signature(option.make).parameters
    return option.make(name, **{other: given[other] for other in others if other in given})


def _typed(line: str) -> tuple[str, ...]:
    """The words of a launch line that is one text, as a shell takes it apart."""
    try:
        return tuple(shlex.split(line))
    except ValueError as error:
        raise UsageError("bad-line", f"{line}: {error}", "close the quotes, or give a list of words") from error


def _value(name: str, value: Any, kind: Any, option: Option) -> Any:
    if isinstance(value, str):
        if option.read is not None:
            return option.read([value] if option.repeated else value)
        return (value,) if get_origin(kind) in _SEVERAL else value
    if option.read is not None and int in (kind, *get_args(kind)) and (numbers := _whole_numbers(value)):
        value = option.read(",".join(map(str, numbers)))
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        least, most = (float(end) if end is not None else None for end in (option.least, option.most))
        if math.isnan(value) or (least is not None and value < least) or (most is not None and value > most):
            between = " and ".join(
                f"at {word} {end:g}" for word, end in (("least", least), ("most", most)) if end is not None
            )
            raise UsageError(
                f"bad-{name.replace('_', '-')}", f"{name} is {value}", f"give a number, {between}".rstrip(", ")
            )
    return value


def _whole_numbers(value: Any) -> list[int]:
    """The numbers of a list, or the number; none where anything else is among them."""
    numbers = list(value) if isinstance(value, Sequence) else [value]
    return numbers if all(isinstance(each, int) and not isinstance(each, bool) for each in numbers) else []
