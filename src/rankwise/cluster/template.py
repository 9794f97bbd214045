"""Names and addresses by rule: `10.33.{cabinet}.{node + 20 * (card + 1)}`, `c{cabinet:03}-n{node:03}`."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping

from rankwise.core.errors import UsageError

_FIELD = re.compile(r"\{([^{}]*)\}")
_EXPRESSION = re.compile(r"[A-Za-z0-9_+*/%() -]{1,100}")
_FORM = re.compile(r"0?[0-9]{0,2}[dxX]?")
_LARGEST = 1 << 64  # beyond every number of a host, a port and an address but those of IPv6
_LONGEST = 1000
_OPERATIONS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def fill(template: str, values: Mapping[str, int | str]) -> str:
    """The template with every `{expression}` or `{expression:format}` replaced.

    An expression is a name from `values`, or integer arithmetic (+ - * // %) on names and numbers; a format is a width
    of at most two digits, as `03` or `04x`. Raises UsageError.
    """

    def replace(match: re.Match[str]) -> str:
        expression, _, form = match[1].partition(":")
        try:
            if not _EXPRESSION.fullmatch(expression) or not _FORM.fullmatch(form):
                raise ValueError("not simple arithmetic with a format as 03")
            return format(_evaluate(ast.parse(expression.strip(), mode="eval").body, values), form)
        except (SyntaxError, ValueError, TypeError, ZeroDivisionError, KeyError) as error:
            known = ", ".join(values)
            why = f"unknown name {error}" if isinstance(error, KeyError) else str(error)
            raise UsageError(
                "bad-plan", f"'{match[0]}' in '{template}': {why}", f"use + - * // % on numbers and: {known}"
            ) from error

    if len(template) > _LONGEST:
        raise UsageError("bad-plan", f"'{template[:60]}...' has {len(template)} letters", f"use {_LONGEST} at most")
    return _FIELD.sub(replace, template)


def _evaluate(node: ast.expr, values: Mapping[str, int | str]) -> int | str:
    match node:
        case ast.Name(id=name):
            return values[name]
        case ast.Constant(value=int(number)):
            return _within(number)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
            a, b = _evaluate(left, values), _evaluate(right, values)
            if isinstance(a, int) and isinstance(b, int):
                return _within(_OPERATIONS[type(op)](a, b))
            raise ValueError("arithmetic needs numbers")
    raise ValueError("not a name, a number or simple arithmetic")


def _within(number: int) -> int:
    if abs(number) > _LARGEST:
        raise ValueError("a number grows too large")
    return number
