"""How a parameter of a verb is asked for on the command line: its flags, its help, and how its words are read.

A verb's own signature is the command line and the Python function. A parameter with an `Option` or an `Argument` in its
annotation is on both; one without is Python's alone. Parameters that several verbs have are declared once, below: the
same words mean the same everywhere.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict

from rankwise.core.cell_options import CellOption
from rankwise.core.cell_parameters import CELL_OPTIONS
from rankwise.core.errors import UsageError
from rankwise.core.units import parse_budget, parse_share, parse_sizes, parse_words

if TYPE_CHECKING:
    from typing_extensions import Unpack as Unpack  # noqa: PLC0414  # for whoever imports it here
else:

    class Unpack:
        """`**where: Unpack[Places]`: the keys of a TypedDict are keywords of the function. Python 3.10 has none."""

        def __class_getitem__(cls, keywords: type) -> type:
            return keywords


class Option:
    """An option of the command line.

    text: what it is for.
    flags: by default the name of the parameter; `--a/--b` is a switch with two words.
    metavar: what stands for its value in the help.
    least, most: the least number, and the greatest.
    read: the value of its words; of the list of them, where it is `repeated`. Raises UsageError.
    words: the words of its default value, where `read` makes that.
    complete: `module:function` that lists what a shell may complete.
    """

    def __init__(
        self,
        text: str,
        *flags: str,
        metavar: str | None = None,
        least: float | None = None,
        most: float | None = None,
        read: Callable[[Any], Any] | None = None,
        words: str | None = None,
        repeated: bool = False,
        complete: str = "",
    ) -> None:
        self.text = text
        self.flags = flags
        self.metavar = metavar
        self.least = least
        self.most = most
        self.read = read
        self.words = words
        self.repeated = repeated
        self.complete = complete


class Argument(Option):
    """A word of the command line by its place; all that are left, for a list."""


class LaunchLine:
    """The launch line of a user's program, which ends the command line."""


class From:
    """A value that `make` makes of options, which are those of its own signature."""

    def __init__(self, make: Callable[..., Any]) -> None:
        self.make = make


def separate_words(texts: Sequence[str]) -> tuple[str, ...]:
    """The names of several words, each of which may hold more with commas."""
    return tuple(name for text in texts for name in parse_words(text))


def one_of(what: str, *words: str) -> Callable[[str], str]:
    """A reader of one of some words."""

    def read(text: str) -> str:
        if text not in words:
            hint = f"use {', '.join(words[:-1])} or {words[-1]}"
            raise UsageError(f"bad-{what}", f"unknown {what} '{text}'", hint)
        return text

    return read


def share(what: str) -> Callable[[str], float]:
    """A reader of shares, such as 2%."""
    return lambda text: parse_share(text, what)


def sizes_of(words: str | None = None) -> Option:
    """Message sizes, whose default is `words`."""
    return Option("Message sizes: 8,64KiB or the powers of two in 0:4MiB.", "--sizes", read=parse_sizes, words=words)


def budget(words: str | None = None) -> Option:
    """The longest time, in seconds."""
    return Option(
        "Time limit besides building engines, e.g. 90s. Less is used when enough.",
        "--budget",
        read=parse_budget,
        words=words,
        least=0.0,
    )


def cell_parameters(**asked: Any) -> dict[str, Any]:
    """What is asked of the parameters of a cell, by their names: an option for each row of their table."""
    return {name: tuple(value) if CELL_OPTIONS[name].kind is list else value for name, value in asked.items()}


def _cell_option(name: str, option: CellOption) -> inspect.Parameter:
    kind: Any = Sequence[str] if option.kind is list else option.kind
    words = Option(option.help, *option.flags, least=option.lowest)
    default = None if option.kind is list else option.default
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, words])


cell_parameters.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
    [_cell_option(name, option) for name, option in CELL_OPTIONS.items()]
)

MPIS = "rankwise.cli.completion:mpis"
MpiName = Annotated[str | None, Option("MPI by name, as `rankwise mpi list` shows them.", "--mpi", complete=MPIS)]
MpiNames = Annotated[str | None, Option("MPI by name, several with commas, or `all`.", "--mpi", complete=MPIS)]

Ranks = Annotated[int, Option("Number of ranks. 0: one per core.", "--ranks", "-n", "-np", least=0)]
Seed = Annotated[int, Option("Seed for all random choices.", "--seed")]
Out = Annotated[str | Path | None, Option("Directory of results.", "--out", metavar="DIR")]
HOSTS = Option("Run on these hosts: n1,n2 or node[01-16].", "--hosts")
ENDPOINTS = Option("Run one rank on each [[endpoint]] of this TOML file.", "--endpoints", metavar="FILE")
Agent = Annotated[str | None, Option("Command that runs HOST COMMAND... on a host. Default: ssh", "--agent")]
Launcher = Annotated[str | None, Option("How jobs start: mpiexec or srun.", "--launcher")]
Device = Annotated[
    str, Option("What --buffers lie on: gpu, or a device in software: software[:h2d=2GB/s,...].", "--device")
]
DeviceList = Annotated[
    str, Option("Devices that ranks take in turn: 0,1; or auto, those nearest to their cores.", "--devices")
]
DeviceBuffers = Annotated[
    bool, Option("Load the library with which any MPI takes device pointers.", "--device-buffers")
]
Reductions = Annotated[
    Literal["fixed", "library", "any"],
    Option("Sums of floating point: in rank order, left to the library, or in any order.", "--reductions"),
]
ShippedProgram = Annotated[
    str,
    Option(
        "A program of `rankwise program list` in the place of -- COMMAND, judged by its figure of merit.",
        "--program",
        metavar="NAME[:ARGS]",
    ),
]
ShippedRanks = Annotated[int, Option("Ranks of --program. 0: one per core.", "--ranks", least=0)]
Figure = Annotated[str, Option("Judge by a number that the program prints: a pattern with one group.", "--figure")]
Higher = Annotated[bool, Option("Higher values of --figure are better.", "--higher")]
TuningTarget = Annotated[str | Path, Option("Write the tuning to this file.", "--file", metavar="FILE")]
Fabric = Annotated[str, Option("Use this transport. Default: the fastest one for each pair.", "--fabric")]


class Hosts(TypedDict, total=False):
    """Where ranks run: on hosts, the endpoints of a file or a plan, or in a lab; on the cores of this machine without
    any of them. `verbs.where.where_of` takes them."""

    hosts: Annotated[str | Sequence[str] | None, HOSTS]
    endpoints: Annotated[str | Path | None, ENDPOINTS]
    plan: Annotated[
        str | Path | None, Option("Run on the endpoints of this cluster plan (TOML).", "--plan", metavar="FILE")
    ]
    lab: Annotated[str | None, Option("Run on the endpoints of this lab, which must be up.", "--lab")]
    agent: Agent
    launcher: Launcher


class Places(Hosts, total=False):
    """The same, or on an endpoint for each part of every host."""

    per: Annotated[str, Option("One endpoint per node, socket, numa, l3, core, adapter or gpu of each host.", "--per")]


class Switched(Places, total=False):
    """The same, with the switches of hosts."""

    switches: Annotated[
        str | Path | None,
        Option("File that says which switch a host is at: of Slurm, ibnetdiscover ...", "--switches", metavar="FILE"),
    ]
