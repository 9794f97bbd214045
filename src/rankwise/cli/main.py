"""The `rankwise` program: every command is one file in this folder and one row of `overview`."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from rankwise.cli.envelope import written
from rankwise.cli.examples import shown
from rankwise.cli.overview import Overview
from rankwise.cli.streams import open_what_is_closed, write_what_can_be_written
from rankwise.core import trust
from rankwise.core.errors import Exit
from rankwise.core.version import __version__

app = typer.Typer(
    name="rankwise",
    cls=Overview,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # help in 0.1 s instead of 0.3 s
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    options_metavar="[-h] [-V] [--trust FOLDER]",
    help="Measure, map, explain and improve MPI communication, and prove the gain.",
    epilog=shown(""),
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"rankwise {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    trusted: Annotated[
        list[str] | None,
        typer.Option("--trust", help="Follow settings and caches in this folder whoever owns it.", metavar="FOLDER"),
    ] = None,
) -> None:
    """Options of the program itself."""
    if trusted:
        os.environ[trust.VARIABLE] = ":".join(filter(None, [os.environ.get(trust.VARIABLE), *trusted]))


def main() -> None:
    """Entry point of the console script."""
    output_is_closed = open_what_is_closed()
    write_what_can_be_written()
    try:
        with written():  # help and version print before any command of ours runs
            app()
    except SystemExit as ended:
        if output_is_closed and not ended.code:
            print("rankwise: standard output is closed: nobody has seen the answer", file=sys.stderr)
            raise SystemExit(Exit.MEASUREMENT_FAILED) from None
        raise
