"""In place of a launcher: starts the real one with a control channel that is slow, or is cut.

`relayed.py REAL NAME (cut|slow) SECONDS ARGUMENTS...`: the first connection is cut after SECONDS, or whatever passes
waits for SECONDS. The relay ends with the launcher, whose number it has.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
import sys
import threading
import time

_PR_SET_PDEATHSIG = 1


def pump(source: socket.socket, target: socket.socket, delay_s: float) -> None:
    """Passes on what comes, until one end is closed."""
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            time.sleep(delay_s)
            target.sendall(data)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)


def serve(listener: socket.socket, address: str, how: str, seconds: float) -> None:
    """Relays each connection to the tool."""
    cut = how == "cut"
    while True:
        rank, _ = listener.accept()
        tool = socket.socket(socket.AF_UNIX)
        tool.connect(b"\0" + address.encode())
        for ends in ((rank, tool), (tool, rank)):
            threading.Thread(target=pump, args=(*ends, seconds if how == "slow" else 0.0), daemon=True).start()
        if cut:
            cut = False
            threading.Timer(seconds, rank.shutdown, (socket.SHUT_RDWR,)).start()


def main() -> None:
    """Replaces itself by the launcher."""
    real, name, how, seconds, *arguments = sys.argv[1:]
    address = next((word for word in arguments if word.startswith("abstract:")), "")
    if address:
        listener = socket.socket(socket.AF_UNIX)
        listener.bind("")
        listener.listen(64)
        parent = os.getpid()
        if os.fork() == 0:
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            with open(os.devnull, "r+b", buffering=0) as nothing:
                for standard in range(3):
                    os.dup2(nothing.fileno(), standard)
            if os.getppid() == parent:
                serve(listener, address.removeprefix("abstract:"), how, float(seconds))
            os._exit(0)
        own = f"abstract:{listener.getsockname()[1:].decode()}"
        arguments = [own if word == address else word for word in arguments]
        listener.close()
    os.execv(real, [name, *arguments])


if __name__ == "__main__":
    main()
