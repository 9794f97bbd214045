"""A /tmp of its own for a namespace of mounts, in which a home, a checkout or MPIs below /tmp are still there."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path

_TMP = Path("/tmp")


def own_tmp(needed: Iterable[str | Path]) -> str:
    """A line for sh that makes /tmp empty but for those of the needed folders that lie below it."""
    below = dict.fromkeys(path for path in map(Path, needed) if path.is_relative_to(_TMP))
    lines = ["mount -t tmpfs tmpfs /mnt"]
    for path in below:
        inside = shlex.quote(str("/mnt" / path.relative_to(_TMP)))
        lines.append(f"mkdir -p {inside} && mount --bind {shlex.quote(str(path))} {inside}")
    return " && ".join([*lines, "mount --move /mnt /tmp"])
