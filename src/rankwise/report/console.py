"""The one way to a terminal with colours: styles are ours, and text is made plain."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rankwise.core.plain import plain

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderResult

UNFILTERED = "unfiltered"
"""Attribute of a standard stream that makes text plain by itself: its `write` of before."""


class Plain:
    """Draws what it is given, with every piece of text made plain; control codes of Rich's own stay."""

    def __init__(self, drawn: ConsoleRenderable) -> None:
        self._drawn = drawn

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.segment import Segment

        for segment in console.render(self._drawn, options):
            yield segment if segment.control else Segment(plain(segment.text), segment.style)


class _AllPlain:
    """A render hook of Rich."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [Plain(renderable) for renderable in renderables]


class _Unfiltered:
    """A standard stream without its own filter, which would make Rich's colours plain text."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self.write = getattr(stream, UNFILTERED, stream.write)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _reader_gone() -> None:
    """Left to whoever prints: Rich would end the command with status 1."""
    raise BrokenPipeError


def console(*, stderr: bool = False, **options: Any) -> Console:
    """A console of Rich on a standard stream. What `Live` draws is beside this door: give it `Plain`."""
    from rich.console import Console

    stream: Any = _Unfiltered(sys.stderr if stderr else sys.stdout)
    made = Console(file=stream, stderr=stderr, highlight=False, **options)
    made.on_broken_pipe = _reader_gone  # type: ignore[method-assign]
    made.push_render_hook(_AllPlain())  # type: ignore[arg-type]  # RenderHook is an abstract class for one method
    return made


def print_lines(lines: Iterable[str | ConsoleRenderable]) -> None:
    """Prints lines of text, and what is coloured or a table."""
    terminal = None
    for line in lines:
        if isinstance(line, str):
            print(line)
        else:
            terminal = terminal or console(soft_wrap=True)
            terminal.print(line)
