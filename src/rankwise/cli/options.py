"""Options that several commands take, each declared once: the same words mean the same everywhere.

Defaults differ by command and stand in its signature.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from rankwise.core import settings, units

MpiName = Annotated[str | None, typer.Option("--mpi", help="MPI by name, as `rankwise mpi list` shows them.")]
MpiNames = Annotated[str | None, typer.Option("--mpi", help="MPI by name, several with commas, or `all`.")]

Hosts = Annotated[str | None, typer.Option("--hosts", help="Run on these hosts: n1,n2 or node[01-16].")]
Endpoints = Annotated[
    Path | None,
    typer.Option("--endpoints", help="Run one rank on each [[endpoint]] of this TOML file.", metavar="FILE"),
]
OfMap = Annotated[
    str, typer.Option("--endpoints", help="Only endpoints of the map with such names: 'c*-mic*'.", metavar="NAMES")
]
Plan = Annotated[
    Path | None, typer.Option("--plan", help="Run on the endpoints of this cluster plan (TOML).", metavar="FILE")
]
Lab = Annotated[str | None, typer.Option("--lab", help="Run on the endpoints of this lab, which must be up.")]
Per = Annotated[
    str, typer.Option("--per", help="One endpoint per node, socket, numa, l3, core, adapter or gpu of each host.")
]
Switches = Annotated[
    Path | None,
    typer.Option(
        "--switches", help="File that says which switch a host is at: of Slurm, ibnetdiscover ...", metavar="FILE"
    ),
]
Agent = Annotated[str | None, typer.Option("--agent", help="Command that runs HOST COMMAND... on a host. Default: ssh")]
Ranks = Annotated[int, typer.Option("--ranks", "-n", "-np", help="Number of ranks. 0: one per core.", min=0)]
Launcher = Annotated[str | None, typer.Option("--launcher", help="How jobs start: mpiexec or srun.")]

Device = Annotated[
    str, typer.Option("--device", help="What --buffers lie on: gpu, or a device in software: software[:h2d=2GB/s,...].")
]
DeviceList = Annotated[
    str, typer.Option("--devices", help="Devices that ranks take in turn: 0,1; or auto, those nearest to their cores.")
]

DeviceBuffers = Annotated[
    bool, typer.Option("--device-buffers", help="Load the library with which any MPI takes device pointers.")
]


def _allowed(names: list[str] | None) -> list[str] | None:
    """Lets files of this command name what the user has allowed; the names, apart."""
    if names:
        os.environ[settings.variable("allow")] = ",".join([settings.value("allow"), *names])
    return names and [word for name in names for word in units.parse_words(name)]


Allow = Annotated[
    list[str] | None,
    typer.Option(
        "--allow",
        help="Let a file name this: a knob of a tuning that may load code, `agent`, `engine`, `files` ... Repeatable.",
        metavar="NAME",
        callback=_allowed,
    ),
]

ShippedProgram = Annotated[
    str,
    typer.Option(
        "--program",
        help="A program of `rankwise program list` in the place of -- COMMAND, judged by its figure of merit.",
        metavar="NAME[:ARGS]",
    ),
]
ShippedRanks = Annotated[int, typer.Option("--ranks", help="Ranks of --program. 0: one per core.", min=0)]

Sizes = Annotated[str, typer.Option("--sizes", help="Message sizes: 8,64KiB or the powers of two in 0:4MiB.")]
Budget = Annotated[str, typer.Option("--budget", help="Time limit, e.g. 90s or 5m. Less is used when less is enough.")]
BudgetOrDefault = Annotated[
    str | None, typer.Option("--budget", help="Time limit, e.g. 90s or 5m. Less is used when less is enough.")
]
Seed = Annotated[int, typer.Option("--seed", help="Seed for all random choices.")]

Figure = Annotated[
    str,
    typer.Option("--figure", help="Judge by a number that the program prints: a pattern with one group."),
]
Higher = Annotated[bool, typer.Option("--higher", help="Higher values of --figure are better.")]

Reductions = Annotated[
    Literal["fixed", "library", "any"],
    typer.Option("--reductions", help="Sums of floating point: in rank order, left to the library, or in any order."),
]

Out = Annotated[str | None, typer.Option("--out", help="Directory of results.", metavar="DIR")]
RunName = Annotated[str, typer.Argument(help="A run's id, the beginning of one, or `last`.", metavar="RUN")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON envelope; everything else goes to standard error.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only the answer, no progress.")]
