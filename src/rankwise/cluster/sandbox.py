"""Templates, ours and a site's own, filled in a sandbox: every value is one line, and none runs code of the machine."""

from __future__ import annotations

import contextlib
import re
import shlex
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any, Final

from jinja2 import FileSystemLoader, StrictUndefined, Template, TemplateRuntimeError, TemplateSyntaxError
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from rankwise.core import words
from rankwise.core.errors import RankwiseError, UsageError

OURS: Final = Path(__file__).parent / "templates"
_MOST_NUMBERS: Final = 1_000_000  # that the ranges of one rendering may count
_STEERING: Final = re.compile(f"[{words.STEERING}]")


class Lines(str):
    """What a template means to have several lines: the filter `lines` makes it."""


class Templates(ImmutableSandboxedEnvironment):
    """The templates of a rendering; those of the site go before ours."""

    intercepted_binops = frozenset(["*", "**", "%"])

    def __init__(self, site: Path | None) -> None:
        super().__init__(
            loader=FileSystemLoader([*([site] if site else []), OURS]),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=False,  # these are no pages
            finalize=_one_line,
        )
        self.filters |= {"quote": shlex.quote, "lines": Lines}
        self.globals = {"range": self._range, "dict": dict, "namespace": self.globals["namespace"]}
        self._counted = 0

    def of_kind(self, kind: str) -> Iterator[tuple[str, Template]]:
        """The templates of one kind, by the path of what they make."""
        for name in self.list_templates(extensions=["j2"]):
            if name.startswith(f"{kind}/"):
                with told():
                    yield str(PurePosixPath(name).relative_to(kind)).removesuffix(".j2"), self.get_template(name)

    def _range(self, *limits: int) -> range:
        numbers = range(*limits)
        self._counted += min(len(numbers), _MOST_NUMBERS + 1)
        if self._counted > _MOST_NUMBERS:
            raise TemplateRuntimeError(f"ranges of more than {_MOST_NUMBERS} numbers")
        return numbers

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Products and remainders of numbers alone: of others they fill memory."""
        if operator == "**" or not isinstance(left, (int, float)) or not isinstance(right, (int, float)):
            raise SecurityError(f"a template may not use {operator} here")
        return super().call_binop(context, operator, left, right)


def filled(template: Template, context: Mapping[str, Any]) -> str:
    """The text that a template makes. Raises UsageError with file and line, in whatever way it fails."""
    with told():
        return template.render(context)


@contextlib.contextmanager
def told() -> Iterator[None]:
    """What fails in here is told as a mistake in a template: that of a site may fail in any way."""
    try:
        yield
    except (RankwiseError, GeneratorExit):
        raise
    except Exception as error:
        why = str(error) or type(error).__name__
        raise UsageError(
            "bad-template", f"{_place(error)}{why}", "docs/cluster.md says what a template can use"
        ) from error


def _place(error: Exception) -> str:
    """`motd.j2, line 2: `; empty where no template is at fault."""
    if isinstance(error, TemplateSyntaxError):
        return f"{error.filename or error.name}, line {error.lineno}: "
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.endswith(".j2")]
    return f"{frames[-1].filename}, line {frames[-1].lineno}: " if frames else ""


def _one_line(value: Any) -> Any:
    """A value as it is printed: a line that a plan adds to a file is no value of it."""
    text = str(value)
    kept = text.replace("\n", "").replace("\t", "") if isinstance(value, Lines) else text
    if _STEERING.search(kept):
        raise TemplateRuntimeError(f"{text[:60]!a} has control characters; write |lines where lines are meant")
    return value
