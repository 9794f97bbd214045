"""Where the console script begins: Ctrl-C while modules load ends the program, without a traceback of them."""

from __future__ import annotations

import signal
import sys

from rankwise.core.version import __version__


def main() -> None:
    """Entry point of the console script. A command takes Ctrl-C as its own when it begins."""
    if sys.argv[1:] in (["--version"], ["-V"]) and _printed(f"rankwise {__version__}"):
        return
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from rankwise.cli.main import main as program

    program()


def _printed(line: str) -> bool:
    """Prints a line without loading anything; False where that fails, for the program to tell why."""
    try:
        print(line, flush=True)
    except OSError:
        return False
    return sys.stdout is not None
