"""The record of a run that begins now (who, where, when, with which software and settings), and of a campaign."""

from __future__ import annotations

import os
import secrets
import socket
import sys
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path

from msgspec.structs import replace

from rankwise.core.proc import this_process
from rankwise.core.records import Mpi, Plan, Provenance, Run
from rankwise.core.version import __version__
from rankwise.measure.build import source_hash
from rankwise.measure.campaign import Campaign
from rankwise.measure.outcome import Outcome, startup


def new_run(kind: str, plan: Plan, mpis: dict[str, Mpi], settings: dict[str, str], warnings: Sequence[str] = ()) -> Run:
    """A run of that kind, with an id that sorts by time."""
    started = datetime.now(timezone.utc)
    return Run(
        id=run_id(started),
        kind=kind,
        provenance=Provenance(
            rankwise_version=__version__,
            engine_source_hash=source_hash(),
            command=tuple(sys.argv),
            cwd=str(Path.cwd()),
            user=str(os.getuid()),
            process=this_process(),
            hostname=socket.gethostname(),
            started_at=started.isoformat(timespec="seconds"),
            settings=settings,
        ),
        plan=plan,
        mpis=mpis,
        warnings=tuple(warnings),
    )


def run_id(started: datetime) -> str:
    """`20261122-104032-2f5a`: date, time, milliseconds as three hexadecimal digits, and one that is drawn."""
    return f"{started:%Y%m%d-%H%M%S}-{started.microsecond // 1000:03x}{secrets.token_hex(1)[0]}"


def measured(run: Run, campaign: Campaign, outcome: Outcome) -> Run:
    """The run with all that a campaign brought, beside what earlier launches of a resumed run did."""
    return replace(
        run.ended(
            run.provenance.measuring_s + outcome.measuring_s,
            interrupted=outcome.interrupted,
            failed=bool(outcome.failed()),
        ),
        launches=(*run.launches, *outcome.launches),
        results=campaign.results(),
        startup=startup(outcome),
        warnings=tuple(dict.fromkeys((*run.warnings, *outcome.warnings))),
    )
