"""Where the console script begins: Ctrl-C while modules load ends the program, without a traceback of them."""

from __future__ import annotations

import signal


def main() -> None:
    """Entry point of the console script. A command takes Ctrl-C as its own when it begins."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from rankwise.cli.main import main as program

    program()
