"""Names and addresses by rule: `10.33.{cabinet}.{node + 20 * (card + 1)}`, `c{cabinet:03}-n{node:03}`."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from rankwise.core import words
from rankwise.core.errors import UsageError

_FIELD: Final = re.compile(r"\{([^{}]*)\}")
_EXPRESSION: Final = re.compile(r"[A-Za-z0-9_+*/%() -]{1,100}")
_FORM: Final = re.compile(r"(?:[<>^]|0)?[0-9]{0,2}[dxX]?")  # width of at most 99
_LARGEST: Final = 1 << 64  # beyond every number of a host, a port and an address but those of IPv6
_DEEPEST: Final = 20
_OPERATIONS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def fill(rule: str, values: Mapping[str, int | str], kind: Any) -> str:
    """The rule with every `{expression}` or `{expression:format}` replaced: a word of that kind.

    An expression is a name from `values`, or integer arithmetic (+ - * // %) on names and numbers; a format is a width
    of at most two digits, as `03` or `04x`. Raises UsageError.
    """

    def replace(match: re.Match[str]) -> str:
        expression, _, form = match[1].partition(":")
        try:
            if not _EXPRESSION.fullmatch(expression):
                raise ValueError("it is not simple arithmetic")
            if not _FORM.fullmatch(form):
                raise ValueError(f"the format '{form}' is not a width such as 03")
            return format(_evaluate(ast.parse(expression.strip(), mode="eval").body, values), form)
        except (SyntaxError, ValueError, TypeError, ZeroDivisionError, KeyError, RecursionError, MemoryError) as error:
            known = ", ".join(values)
            why = f"unknown name {error}" if isinstance(error, KeyError) else str(error)
            raise UsageError(
                "bad-plan", f"'{match[0]}' in '{rule}': {why}", f"use + - * // % on numbers and: {known}"
            ) from error

    filled = _FIELD.sub(replace, rule)
    if why := words.problem(filled, kind) or ("it is empty" if not filled else ""):
        raise UsageError("bad-plan", f"'{rule}' does not give such a word: {why}", "mend the rule")
    return filled


def _evaluate(node: ast.expr, values: Mapping[str, int | str], depth: int = 0) -> int | str:
    if depth > _DEEPEST:
        raise ValueError(f"more than {_DEEPEST} terms in each other")
    match node:
        case ast.Name(id=name):
            return values[name]
        case ast.Constant(value=int(number)):
            return _within(number)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
            a, b = _evaluate(left, values, depth + 1), _evaluate(right, values, depth + 1)
            if isinstance(a, int) and isinstance(b, int):
                return _within(_OPERATIONS[type(op)](a, b))
            raise ValueError("arithmetic needs numbers")
    raise ValueError("not a name, a number or simple arithmetic")


def _within(number: int) -> int:
    if abs(number) > _LARGEST:
        raise ValueError("a number grows too large")
    return number
