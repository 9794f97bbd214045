"""Where ranks run, as a user names it: --ranks, --hosts, --endpoints, --plan, --lab; the same for every verb."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from rankwise.core import settings
from rankwise.core.errors import UsageError
from rankwise.core.hostlist import parse_hosts
from rankwise.core.units import parse_words
from rankwise.lab import state
from rankwise.placement.where import Where

__all__ = ["Where", "overlooked_labs", "where_of"]


def where_of(
    *,
    ranks: int = 0,
    hosts: str | Sequence[str] | None = None,
    endpoints: str | Path | None = None,
    plan: str | Path | None = None,
    lab: str | None = None,
    agent: str | None = None,
    launcher: str | None = None,
    fabrics: str | None = None,
    per: str = "",
    switches: str | Path | None = None,
) -> Where:
    """Where ranks run; on the cores of this machine without any. `hosts` is a host list or names, `fabrics` are
    networks or interfaces with commas, `lab` is the name of one that is up.

    Raises UsageError where two of them exclude each other, and for an unknown launcher, before any file is read.
    """
    settings.load({"launcher": launcher})
    lab_plan = None
    if lab is not None:
        there = state.load(lab)
        if there is None:
            raise UsageError("no-lab", f"there is no lab '{lab}'", "`rankwise lab list` shows what is")
        if os.environ.get("RANKWISE_LAB") != lab:
            hint = f"start it there: rankwise lab run --lab {lab} -- python ..."
            raise UsageError("outside-lab", f"this process is not in the lab '{lab}'", hint)
        lab_plan = there.plan
    return Where(
        ranks=ranks,
        hosts=parse_hosts(hosts) if isinstance(hosts, str) else tuple(hosts or ()),
        endpoints=Path(endpoints) if endpoints is not None else None,
        plan=Path(plan) if plan is not None else None,
        lab=lab_plan,
        networks=parse_words(fabrics or ""),
        per=per,
        switches=Path(switches) if switches is not None else None,
        agent=agent or "",
        launcher=launcher or "",
    )


def overlooked_labs() -> list[str]:
    """A warning where this machine was measured while a lab of this user is up: many mean the lab. Not inside one."""
    if os.environ.get("RANKWISE_LAB"):
        return []
    labs = [there.name for there in state.known() if there.lab]
    return [f"this is a map of this machine; the lab '{labs[0]}' is up: --lab {labs[0]} maps it"] if labs else []
