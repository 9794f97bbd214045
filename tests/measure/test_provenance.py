"""Runs are told apart and sort by time, also those that began in the same second."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

from rankwise.measure.provenance import run_id


def test_ids_sort_by_time_within_a_second() -> None:
    begin = datetime(2026, 11, 22, 10, 40, 32, tzinfo=timezone.utc)
    ids = [run_id(begin + timedelta(milliseconds=one)) for one in range(1000)]
    assert ids == sorted(ids)
    assert len(set(ids)) == 1000
    assert re.fullmatch(r"20261122-104032-[0-9a-f]{4}", ids[999])
