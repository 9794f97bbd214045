"""Where ranks run, as flags name it: --ranks, --hosts, --endpoints, --plan, --lab; the same in every command."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rankwise.core.errors import UsageError
from rankwise.core.hostlist import parse_hosts
from rankwise.core.units import parse_words

if TYPE_CHECKING:
    from rankwise.placement.where import Where


def where_of(
    *,
    ranks: int = 0,
    hosts: str | None = None,
    endpoints: Path | None = None,
    plan: Path | None = None,
    lab: str | None = None,
    fabrics: str | None = None,
    per: str = "",
) -> Where:
    """Where ranks run, as flags name it; the cores of this machine without any. `fabrics` are networks or interfaces.

    Raises UsageError where two of them exclude each other.
    """
    from rankwise.placement.where import Where

    lab_plan = None
    if lab is not None:
        from rankwise.lab import state

        there = state.load(lab)
        if there is None:
            raise UsageError("no-lab", f"there is no lab '{lab}'", "`rankwise lab list` shows what is")
        lab_plan = there.plan
    return Where(
        ranks=ranks,
        hosts=parse_hosts(hosts) if hosts is not None else (),
        endpoints=endpoints,
        plan=plan,
        lab=lab_plan,
        networks=parse_words(fabrics or ""),
        per=per,
    )


def overlooked_labs() -> list[str]:
    """A warning where this machine was measured while a lab of this user is up: many mean the lab. Not inside one."""
    from rankwise.lab import state

    if os.environ.get("RANKWISE_LAB"):
        return []
    labs = [name for name in state.names() if (lab := state.load(name)) is not None and state.alive(lab)]
    return [f"this is a map of this machine; the lab '{labs[0]}' is up: --lab {labs[0]} maps it"] if labs else []


def enter_lab(name: str | None, on: str | None = None, folders: Sequence[Path] = ()) -> None:
    """Becomes this same command in the endpoint of the lab from which jobs are launched, or in `on`, unless it is there
    already. Raises UsageError for one of `folders` that is private there: what is written to it would be lost.
    """
    if name is None or os.environ.get("RANKWISE_LAB") == name:
        return
    from rankwise.lab import endpoint, state

    lab = state.choose(name)
    # A head that is on no network cannot be reached by what it launches.
    connected = any(port.endpoint == lab.plan.head for port in lab.ports)
    front = on or (lab.plan.head if lab.plan.head and connected else lab.plan.nodes[0].name)
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".rankwise-") as mark:
            if not endpoint.run(lab, front, ["test", "-e", str(Path(mark.name).resolve())]).ok:
                raise UsageError(
                    "private-folder",
                    f"{folder} is another folder inside the lab, /tmp is private there",
                    f"a folder elsewhere, or `rankwise lab up --share {folder.resolve()} ...`",
                )
    line = endpoint.command_line(lab, front, [sys.executable, *sys.argv])
    os.execve(line[0], line, endpoint.environment_of(lab, os.environ))
