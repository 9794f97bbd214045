"""A program that ends with the one that started it, also when that is killed: `python leash.py COMMAND...`.

Imports nothing of rankwise: it becomes the command at once.
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Asks the kernel for SIGTERM at the parent's death, and becomes the command."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != int(sys.argv[1]):
        sys.exit(f"{sys.argv[2]}: its parent has ended already")
    try:
        os.execvp(sys.argv[2], sys.argv[2:])
    except OSError as error:
        print(f"cannot start `{sys.argv[2]}`: {error.strerror}", file=sys.stderr)
        sys.exit(127)


if __name__ == "__main__":
    main()
