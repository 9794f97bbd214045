"""What the signature of a verb says of its parameters, for the command line and for Python."""

from __future__ import annotations

import builtins
import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from rankwise.core.options import From, LaunchLine, Option

Row = tuple[str, Any, "Option | From | LaunchLine | None", Any]
"""Name, type, option and default of a parameter; without an option it is Python's alone."""


def rows(function: Callable[..., Any]) -> Iterator[Row]:
    """A row for each parameter, and for each keyword of `**where`."""
    for parameter in inspect.signature(function).parameters.values():
        annotation = _evaluated(parameter.annotation, function)
        if parameter.kind is parameter.VAR_KEYWORD:
            for name, keyword in get_type_hints(annotation, include_extras=True).items():
                kind, option = get_args(keyword)
                yield name, kind, option, None
        elif get_origin(annotation) is Annotated:
            kind, *_, option = get_args(annotation)
            yield parameter.name, kind, option, parameter.default
        else:
            yield parameter.name, annotation, None, parameter.default


class _Unknown(dict[str, Any]):
    """Names that only a type checker knows, which a signature may use: they stand for anything."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        self.known = known

    def __missing__(self, name: str) -> Any:
        if name in self.known or hasattr(builtins, name):
            raise KeyError(name)
        return Any


def _evaluated(annotation: Any, function: Callable[..., Any]) -> Any:
    """An annotation from its text."""
    names = inspect.unwrap(function).__globals__
    return eval(annotation, names, _Unknown(names)) if isinstance(annotation, str) else annotation
