"""The `rankwise` program: every command is in a file of this folder and one row of `overview`."""

from __future__ import annotations

import os
import sys

import click

from rankwise.cli.envelope import written
from rankwise.cli.examples import shown
from rankwise.cli.overview import Overview
from rankwise.cli.streams import open_what_is_closed, write_what_can_be_written
from rankwise.core import trust
from rankwise.core.errors import Exit
from rankwise.core.version import __version__


def _show_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        print(f"rankwise {__version__}")
        ctx.exit()


def _trust(trusted: tuple[str, ...], version: bool) -> None:
    """What the options of the program itself do before a command."""
    if colon := next((folder for folder in trusted if ":" in folder), None):
        raise click.UsageError(f"--trust {colon}: a folder whose path holds a colon cannot be trusted; move it")
    if trusted:
        os.environ[trust.VARIABLE] = ":".join(filter(None, [os.environ.get(trust.VARIABLE), *trusted]))


app = Overview(
    name="rankwise",
    options_metavar="[-h] [-V] [--trust FOLDER]",
    help="Measure, map, explain and improve MPI communication, and prove the gain.",
    callback=_trust,
    params=[
        click.Option(
            ["--version", "-V"], is_flag=True, callback=_show_version, is_eager=True, help="Print the version."
        ),
        click.Option(
            ["--trust", "trusted"],
            multiple=True,
            help="Follow settings and caches in this folder whoever owns it.",
            metavar="FOLDER",
        ),
    ],
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=shown(""),
)


def main() -> None:
    """Entry point of the console script."""
    output_is_closed = open_what_is_closed()
    write_what_can_be_written()
    try:
        with written():  # help and version print before any command of ours runs
            app(prog_name=app.name)  # however it was started: `python -m rankwise` too
    except SystemExit as ended:
        if output_is_closed and not ended.code:
            print("rankwise: standard output is closed: nobody has seen the answer", file=sys.stderr)
            raise SystemExit(Exit.MEASUREMENT_FAILED) from None
        raise
