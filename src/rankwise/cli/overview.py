"""The program as a whole: its list of commands, and how a command line that makes no sense is answered."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any, Final

import click
from typer.core import TyperGroup

from rankwise.cli.envelope import fail
from rankwise.core.errors import UsageError

SECTIONS: Final = {
    "Find out how fast MPI is, and why it is slow": {
        "survey": "Measure this machine, judge every figure, prove causes",
        "doctor": "Diagnose a machine, or a job that is slow or hangs",
        "map": "Measure which endpoints reach each other, and how fast",
        "fabrics": "Find the fastest working transport between endpoints",
        "compare": "Compare MPIs, settings or placements side by side",
        "bench": "Measure kernels by name, with confidence intervals",
        "transport": "Predict start-up time and memory of many processes",
    },
    "Make a program faster": {
        "improve": "Find what makes a program faster, and prove it",
        "trace": "Record what each rank of a program sends, and to whom",
        "tune": "Find faster MPI settings, and prove them",
        "run": "Run a program with a tuning, or on unequal endpoints",
        "place": "Choose which rank runs on which endpoint",
        "route": "Find the fastest path of a message between endpoints",
        "schedule": "Make a collective for a map, and try it",
        "share": "Divide work among unequal endpoints",
    },
    "Look after machines": {
        "mpi": "List, add, install or remove MPI libraries",
        "knobs": "List and explain the settings of an MPI",
        "inventory": "Show what nodes are made of",
        "record": "Write a node's inventory to a file",
        "cluster": "Plan a cluster, write its files, verify its nodes",
        "lab": "Emulate a cluster on this machine",
    },
    "Look at results": {
        "runs": "List, show, compare and export stored runs",
        "report": "Write the page of a stored run",
        "import": "Store results of IMB or OMB as a run",
        "config": "Show every setting and where it comes from",
    },
}


_WORDS: Final = "rankwise.words"


class Overview(TyperGroup):
    """The commands under their sections, in the order of the table; one without a row is a mistake."""

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
        return [name for commands in SECTIONS.values() for name in commands]

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One list for each section."""
        width = max(map(len, self.commands))
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), text) for name, text in commands.items()])


@contextlib.contextmanager
def _told(words: Sequence[str]) -> Iterator[None]:
    """Where the command line asks for JSON, its errors are an envelope too; else click prints them."""
    try:
        yield
    except click.UsageError as error:
        if "--json" not in _own(words):
            raise
        path = error.ctx.command_path.split()[1:] if error.ctx else []
        hint = f"`{' '.join(['rankwise', *path, '--help'])}` lists what it takes"
        fail(" ".join(path), UsageError("bad-usage", error.format_message(), hint), as_json=True)


def _own(words: Sequence[str]) -> Sequence[str]:
    """Words of ours: those after `--` are another program's."""
    return words[: words.index("--")] if "--" in words else words
