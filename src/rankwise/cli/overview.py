"""The commands of `rankwise`, a row each: what most need first. A command is imported when it is asked for."""

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

from rankwise.cli.envelope import fail
from rankwise.cli.examples import shown
from rankwise.cli.shapes import Group
from rankwise.core.errors import UsageError
from rankwise.core.late import load


@dataclass(frozen=True)
class Row:
    """A command: its line in the help, and its function or group as `module:name` of this package."""

    text: str
    place: str


MOST: Final = {
    "survey": Row("Measure this machine, judge every figure, prove causes", "survey:survey"),
    "doctor": Row("Diagnose a machine, or a job that is slow or hangs", "doctor:doctor"),
    "compare": Row("Compare MPIs, settings or placements side by side", "compare:compare"),
    "improve": Row("Find what makes a program faster, and prove it", "improve:improve"),
    "run": Row("Run a program with a tuning, or on unequal endpoints", "run:run"),
    "trace": Row("Record what each rank of a program sends, and to whom", "trace:app"),
    "map": Row("Measure which endpoints reach each other, and how fast", "map:app"),
    "mpi": Row("List and install MPI libraries, explain their settings", "mpi:app"),
    "runs": Row("List, show, compare, export and import stored runs", "runs:app"),
}
"""What most need."""
MORE: Final = {
    "measure": {
        "bench": Row("Measure kernels by name, with confidence intervals", "bench:bench"),
        "fabrics": Row("Find the fastest working transport between endpoints", "fabrics:fabrics"),
        "scale": Row("Predict start-up time and memory of many processes", "scale:scale"),
        "watch": Row("Say which rank of a job is late, while it runs", "watch:watch"),
        "simulate": Row("Simulate MPI calls on a machine that is not here", "simulate:simulate"),
        "study": Row("Repeat published measurements, and judge the result", "study:study"),
    },
    "programs": {
        "tune": Row("Find faster MPI settings, and prove them", "tune:app"),
        "program": Row("Run small real programs that ship with rankwise", "program:app"),
        "place": Row("Choose which rank runs on which endpoint", "optimised:place"),
        "route": Row("Find the fastest path of a message between endpoints", "optimised:route"),
        "schedule": Row("Make a collective for a map, and try it", "optimised:schedule"),
        "share": Row("Divide work among unequal endpoints", "optimised:share"),
    },
    "machines": {
        "inventory": Row("Show what nodes are made of, or save it to a file", "inventory:inventory"),
        "cluster": Row("Plan a cluster, write its files, verify its nodes", "cluster:app"),
        "machine": Row("Show published machines, beside your own", "machine:app"),
        "lab": Row("Emulate a cluster on this machine", "lab:app"),
        "config": Row("Show every setting and where it comes from", "config:config"),
    },
}
RENAMED: Final = {
    "record": "inventory --save FILE",
    "report": "runs page RUN",
    "import": "runs import FILE",
    "knobs": "mpi knobs",
    "transport": "scale",
}


OTHER_NAMES: Final = {
    "--np": dict.fromkeys(("bench", "compare", "survey", "tune", "improve", "fabrics"), "-n N"),
    "--pid": {"doctor": "--hung PID"},
}
"""Options as other programs call them, by command."""

_ALIKE: Final = 0.7  # of what begins otherwise: `page` is no `agent`
_WORDS: Final = "rankwise.words"
_ALL: Final = "rankwise.all"
ROWS: Final = MOST | {name: row for rows in MORE.values() for name, row in rows.items()}


@cache
def command_of(name: str) -> click.Command:
    """The command of a row."""
    made: click.Command = load(f"rankwise.cli.{ROWS[name].place}")
    _with_examples(made, name)
    return made


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
    """The commands, in the order of the tables."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.commands = _Commands()  # type: ignore[assignment]  # click only reads it

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As of every group; `help COMMAND` is `COMMAND --help`, and `help more` describes every command."""
        ctx.meta[_ALL] = args == ["help", "more"]
        if args[:1] == ["help"]:
            args = ["--help"] if ctx.meta[_ALL] else [*args[1:], "--help"]
        return super().parse_args(ctx, args)

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

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands. The first screen has them alone, so that it fits in 24 lines: its usage names the options."""
        if ctx.meta.get(_ALL):
            super().format_options(ctx, formatter)
        else:
            self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What most need with words, then the others by name; all with words where `help more` asks for them."""
        width = max(map(len, ROWS))
        described = {"Commands": MOST}
        if ctx.meta.get(_ALL):
            described |= {title.capitalize(): rows for title, rows in MORE.items()}
        for title, rows in described.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), row.text) for name, row in rows.items()])
        if not ctx.meta.get(_ALL):
            with formatter.section("More (`rankwise help more` describes them)"):
                formatter.write_dl([(title.ljust(width), ", ".join(rows)) for title, rows in MORE.items()])


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
    if typed and not path and typed[1] in RENAMED:
        return UsageError("renamed", f"`rankwise {typed[1]}` is now `rankwise {RENAMED[typed[1]]}`")
    if typed and (named := OTHER_NAMES.get(typed[1])) and path and path[0] in named:
        hint = f"it is `{named[path[0]]}` here; `{' '.join(['rankwise', *path, '--help'])}` lists the options"
        return UsageError("bad-usage", text.strip(" (."), hint)
    # Without the dashes, by which all options are alike.
    meant = {word.lstrip("-"): word for word in re.findall(r"'([^']+)'", near)}
    name = typed[1].lstrip("-") if typed else ""
    begun = [word for word in meant if word[:1] == name[:1]]
    best = difflib.get_close_matches(name, begun, n=1) or difflib.get_close_matches(name, meant, n=1, cutoff=_ALIKE)
    if typed and best:
        right = [re.sub(rf"^{re.escape(typed[1])}(?==|$)", meant[best[0]], word) for word in _own(words)]
        hint = f"did you mean `{shlex.join(['rankwise', *right, *words[len(right) :]])}`?"
    else:
        hint = f"`{' '.join(['rankwise', *path, '--help'])}` lists what it takes"
    return UsageError("bad-usage", text.strip(" (."), hint)


def _own(words: Sequence[str]) -> Sequence[str]:
    """Words of ours: those after `--` are another program's."""
    return words[: words.index("--")] if "--" in words else words
