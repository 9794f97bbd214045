"""Options of `rankwise bench` for the parameters of a cell, made of their table."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from rankwise.cli.envelope import Answer
from rankwise.core.cell_options import CellOption
from rankwise.core.cell_parameters import CELL_OPTIONS


def with_cell_options(function: Callable[..., Answer]) -> Callable[..., Answer]:
    """The command with an option for each parameter, in place of its own argument `parameters`, which gets their
    values by name."""

    @wraps(function)
    def command(*args: Any, **given: Any) -> Answer:
        parameters = {name: given.pop(name) for name in CELL_OPTIONS}
        return function(*args, parameters={name: _asked(name, value) for name, value in parameters.items()}, **given)

    signature = inspect.signature(function, eval_str=True)
    own = dict(signature.parameters)
    before = list(own)[: list(own).index("parameters")]
    added = {name: _parameter(name, option) for name, option in CELL_OPTIONS.items()}
    kept = {name: parameter for name, parameter in own.items() if name != "parameters"}
    merged = {name: kept[name] for name in before} | added | kept
    command.__signature__ = signature.replace(parameters=list(merged.values()))  # type: ignore[attr-defined]
    command.__annotations__ = {name: parameter.annotation for name, parameter in merged.items()}
    return command


def _parameter(name: str, option: CellOption) -> inspect.Parameter:
    """An option as Typer reads it."""
    words = typer.Option(*option.flags, help=option.help, min=option.lowest)
    kind: Any = list[str] | None if option.kind is list else option.kind
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None if option.kind is list else option.default,
        annotation=Annotated[kind, words],
    )


def _asked(name: str, value: Any) -> Any:
    return tuple(value or [CELL_OPTIONS[name].default]) if CELL_OPTIONS[name].kind is list else value
