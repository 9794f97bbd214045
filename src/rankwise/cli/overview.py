"""The commands of `rankwise`: by what a user wants, a row each. A command is imported when it is asked for."""

from __future__ import annotations

import contextlib
import difflib
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import click

from rankwise.cli.after_dashes import OfProgram, WithProgram
from rankwise.cli.command import Command, Group
from rankwise.cli.envelope import fail
from rankwise.cli.examples import shown
from rankwise.cli.other_program import WithSuite
from rankwise.core.errors import UsageError
from rankwise.core.late import load


@dataclass(frozen=True)
class Row:
    """A command: its line in the help, and its function or group as `module:name` of this package."""

    text: str
    place: str
    shape: type[Command] = Command


SECTIONS: Final = {
    "Find out how fast MPI is, and why it is slow": {
        "survey": Row("Measure this machine, judge every figure, prove causes", "survey:survey"),
        "doctor": Row("Diagnose a machine, or a job that is slow or hangs", "doctor:doctor", WithProgram),
        "watch": Row("Say which rank of a job is late, while it runs", "watch:watch", WithProgram),
        "map": Row("Measure which endpoints reach each other, and how fast", "map:app"),
        "fabrics": Row("Find the fastest working transport between endpoints", "fabrics:fabrics"),
        "compare": Row("Compare MPIs, settings or placements side by side", "compare:compare", WithProgram),
        "bench": Row("Measure kernels by name, with confidence intervals", "bench:bench", WithSuite),
        "simulate": Row("Simulate MPI calls on a machine that is not here", "simulate:simulate"),
        "study": Row("Repeat published measurements, and judge the result", "study:study"),
        "transport": Row("Predict start-up time and memory of many processes", "transport:transport"),
    },
    "Make a program faster": {
        "improve": Row("Find what makes a program faster, and prove it", "improve:improve", OfProgram),
        "trace": Row("Record what each rank of a program sends, and to whom", "trace:app"),
        "tune": Row("Find faster MPI settings, and prove them", "tune:app"),
        "run": Row("Run a program with a tuning, or on unequal endpoints", "run:run", OfProgram),
        "program": Row("Run small real programs that ship with rankwise", "program:app"),
        "place": Row("Choose which rank runs on which endpoint", "place:place"),
        "route": Row("Find the fastest path of a message between endpoints", "route:route"),
        "schedule": Row("Make a collective for a map, and try it", "schedule:schedule"),
        "share": Row("Divide work among unequal endpoints", "share:share"),
    },
    "Look after machines": {
        "mpi": Row("List, add, install or remove MPI libraries", "mpi:app"),
        "knobs": Row("List and explain the settings of an MPI", "knobs:app"),
        "inventory": Row("Show what nodes are made of", "inventory:inventory"),
        "record": Row("Write a node's inventory to a file", "record:record"),
        "cluster": Row("Plan a cluster, write its files, verify its nodes", "cluster:app"),
        "machine": Row("Show published machines, beside your own", "machine:app"),
        "lab": Row("Emulate a cluster on this machine", "lab:app"),
    },
    "Look at results": {
        "runs": Row("List, show, compare and export stored runs", "runs:app"),
        "report": Row("Write the page of a stored run", "report:report"),
        "import": Row("Store results of IMB or OMB as a run", "import_text:import_text"),
        "config": Row("Show every setting and where it comes from", "config:config"),
    },
}


_WORDS: Final = "rankwise.words"
ROWS: Final = {name: row for rows in SECTIONS.values() for name, row in rows.items()}


@cache
def command_of(name: str) -> click.Command:
    """The command of a row."""
    row = ROWS[name]
    what = load(f"rankwise.cli.{row.place}")
    made = what if isinstance(what, click.Command) else _of_typer(name, what, row.shape)
    _with_examples(made, name)
    return made


def _of_typer(name: str, what: Any, shape: type[Command]) -> click.Command:
    import typer

    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    if isinstance(what, typer.Typer):
        alone.add_typer(what, name=name)
    else:
        alone.command(name, cls=shape)(what)  # type: ignore[arg-type]
        alone.callback()(lambda: None)
    return typer.main.get_group(alone).commands[name]


def _with_examples(command: click.Command, path: str) -> None:
    command.epilog = shown(path)
    for name, below in command.commands.items() if isinstance(command, click.Group) else ():
        _with_examples(below, f"{path} {name}")


class _Commands(Mapping[str, click.Command]):
    """All commands by name, each imported when it is taken."""

    def __getitem__(self, name: str) -> click.Command:
        if name not in ROWS:
            raise KeyError(name)
        return command_of(name)

    def __iter__(self) -> Iterator[str]:
        return iter(ROWS)

    def __len__(self) -> int:
        return len(ROWS)


class Overview(Group):
    """The commands under their sections, in the order of the table."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.commands = _Commands()  # type: ignore[assignment]  # click only reads it

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As of every group; `help COMMAND` is `COMMAND --help`."""
        return super().parse_args(ctx, [*args[1:], "--help"] if args[:1] == ["help"] else args)

    def make_context(self, info_name: str | None, args: list[str], *rest: Any, **extra: Any) -> click.Context:
        """As of every group; what is wrong with the program's own options is told as `--json` asks."""
        words = tuple(args)  # they are taken away while they are read
        with _told(words):
            context = super().make_context(info_name, args, *rest, **extra)
        context.meta[_WORDS] = words
        return context

    def invoke(self, ctx: click.Context) -> Any:
        """As of every group; what is wrong with the options of a command is told as `--json` asks."""
        with _told(ctx.meta[_WORDS]):
            return super().invoke(ctx)

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Names in the order in which they are shown."""
        return list(ROWS)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One list for each section."""
        width = max(map(len, ROWS))
        for title, rows in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), row.text) for name, row in rows.items()])


@contextlib.contextmanager
def _told(words: Sequence[str]) -> Iterator[None]:
    """Errors of the command line are told as all others are. A group without a command shows its help."""
    try:
        yield
    except click.UsageError as error:
        as_json = "--json" in _own(words)
        if isinstance(error, click.exceptions.NoArgsIsHelpError) and not as_json:
            raise
        path = error.ctx.command_path.split()[1:] if error.ctx else []
        fail(" ".join(path), _usage_error(error, words, path), as_json=as_json)


def _usage_error(error: click.UsageError, words: Sequence[str], path: Sequence[str]) -> UsageError:
    """What Click says, and the line that was probably meant."""
    text, _, near = error.format_message().partition("Did you mean ")
    typed = re.search(r"No such (?:command|option) '(.*)'", text)
    # Without the dashes, by which all options are alike.
    meant = {word.lstrip("-"): word for word in re.findall(r"'([^']+)'", near)}
    best = difflib.get_close_matches(typed[1].lstrip("-"), meant, n=1) if typed else []
    if typed and best:
        right = [re.sub(rf"^{re.escape(typed[1])}(?==|$)", meant[best[0]], word) for word in _own(words)]
        hint = f"did you mean `{shlex.join(['rankwise', *right, *words[len(right) :]])}`?"
    else:
        hint = f"`{' '.join(['rankwise', *path, '--help'])}` lists what it takes"
    return UsageError("bad-usage", text.strip(" (."), hint)


def _own(words: Sequence[str]) -> Sequence[str]:
    """Words of ours: those after `--` are another program's."""
    return words[: words.index("--")] if "--" in words else words
