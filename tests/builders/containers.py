"""A program called apptainer that takes from a process what rootless containers take, by namespaces alone."""

from pathlib import Path

_PROGRAM = """#!/bin/sh
while [ "${{1%.sif}}" = "$1" ]; do shift; done; shift
exec unshare {namespaces} sh -c '{mounts}exec "$@"' sh "$@"
"""


def apptainer(folder: Path, *, own_memory: bool, own_users: bool = True) -> str:
    """Puts it into the folder; the words that start a program in it. `own_memory`: each start has a /dev/shm of its
    own, `own_users`: a user namespace of its own."""
    program = folder / "apptainer"
    namespaces = "--mount" + (" --map-root-user" if own_users else "")
    mounts = "mount -t tmpfs tmpfs /dev/shm; " if own_memory else ""
    program.write_text(_PROGRAM.format(namespaces=namespaces, mounts=mounts))
    program.chmod(0o755)
    return f"{program} exec image.sif"
