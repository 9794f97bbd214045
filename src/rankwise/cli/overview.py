"""The list of commands in `rankwise --help`: by what a user wants, a short line each."""

from __future__ import annotations

from typing import Final

import click
from typer.core import TyperGroup

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


class Overview(TyperGroup):
    """The commands under their sections, in the order of the table; one without a row is a mistake."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Names in the order in which they are shown."""
        return [name for commands in SECTIONS.values() for name in commands]

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One list for each section."""
        width = max(map(len, self.commands))
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), text) for name, text in commands.items()])
