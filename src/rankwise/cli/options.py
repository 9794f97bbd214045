"""Options that several commands take, each declared once: the same words mean the same everywhere.

Defaults differ by command and stand in its signature.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from rankwise.core import settings
from rankwise.core.options import Argument, Option, separate_words

Hosts = Annotated[str | None, Option("Run on these hosts: n1,n2 or node[01-16].", "--hosts")]
Endpoints = Annotated[
    Path | None,
    Option("Run one rank on each [[endpoint]] of this TOML file.", "--endpoints", metavar="FILE"),
]
Plan = Annotated[Path | None, Option("Run on the endpoints of this cluster plan (TOML).", "--plan", metavar="FILE")]
Lab = Annotated[str | None, Option("Run on the endpoints of this lab, which must be up.", "--lab")]
Per = Annotated[str, Option("One endpoint per node, socket, numa, l3, core, adapter or gpu of each host.", "--per")]
Switches = Annotated[
    Path | None,
    Option("File that says which switch a host is at: of Slurm, ibnetdiscover ...", "--switches", metavar="FILE"),
]
Agent = Annotated[str | None, Option("Command that runs HOST COMMAND... on a host. Default: ssh", "--agent")]
Launcher = Annotated[str | None, Option("How jobs start: mpiexec or srun.", "--launcher")]


def _allowed(names: Sequence[str]) -> tuple[str, ...]:
    """Lets files of this command name what the user has allowed; the names, apart."""
    os.environ[settings.variable("allow")] = ",".join([settings.value("allow"), *names])
    return separate_words(names)


Allow = Annotated[
    Sequence[str] | None,
    Option(
        "Let a file name this: a knob of a tuning that may load code, `agent`, `engine`, `files` ... Repeatable.",
        "--allow",
        metavar="NAME",
        read=_allowed,
        repeated=True,
    ),
]

Sizes = Annotated[str, Option("Message sizes: 8,64KiB or the powers of two in 0:4MiB.", "--sizes")]
Budget = Annotated[str, Option("Time limit, e.g. 90s or 5m. Less is used when less is enough.", "--budget")]

Out = Annotated[str | None, Option("Directory of results.", "--out", metavar="DIR")]
RUNS = "rankwise.cli.completion:runs"
RunName = Annotated[str, Argument("A run's id, the beginning of one, or `last`.", metavar="RUN", complete=RUNS)]
Json = Annotated[bool, Option("Print one JSON envelope; everything else goes to standard error.", "--json")]
Quiet = Annotated[bool, Option("Print only the answer, no progress.", "--quiet", "-q")]
