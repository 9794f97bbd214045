"""The record of a run that begins now: who, where, when, with which software and settings."""

from __future__ import annotations

import os
import secrets
import socket
import sys
from datetime import datetime, timezone
from pathlib import Path

import rankwise
from rankwise.core.records import Mpi, Plan, Provenance, Run
from rankwise.measure.build import source_hash


def new_run(kind: str, plan: Plan, mpis: dict[str, Mpi], settings: dict[str, str]) -> Run:
    """A run of that kind, with an id that sorts by time."""
    started = datetime.now(timezone.utc)
    return Run(
        id=f"{started:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}",
        kind=kind,
        provenance=Provenance(
            rankwise_version=rankwise.__version__,
            engine_source_hash=source_hash(),
            command=tuple(sys.argv),
            cwd=str(Path.cwd()),
            user=str(os.getuid()),
            hostname=socket.gethostname(),
            started_at=started.isoformat(timespec="seconds"),
            settings=settings,
        ),
        plan=plan,
        mpis=mpis,
    )
