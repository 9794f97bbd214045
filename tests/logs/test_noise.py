"""What jobs print that do well, and what other programs print, is never told as the cause of a failure."""

from __future__ import annotations

from pathlib import Path

import pytest

from rankwise.logs.judge import findings_of
from rankwise.logs.reader import Reader

_HERE = Path(__file__).parent
NOISE = (_HERE / "noise.txt").read_text().splitlines()
"""Lines that stand in logs of jobs that end well too."""
HEALTHY = (_HERE / "healthy.txt").read_text().split("%%\n")
"""Logs of healthy jobs with words that sound like errors, and logs of other programs."""


def told(text: str) -> list[tuple[str, str]]:
    reader = Reader()
    reader.feed(text.encode())
    reader.end_file()
    return [(item.id, item.severity) for item in findings_of(reader.ended())]


@pytest.mark.parametrize("line", NOISE)
def test_noise_is_not_the_cause_of_what_comes_later(line: str) -> None:
    fault = "[n1:7] *** Process received signal ***\n[n1:7] Signal: Segmentation fault (11)\n"
    assert told(f"mpirun -n 2 ./app\n{line}\nstep 1\n{fault}")[0] == ("segfault", "critical")
    assert "critical" not in [severity for _, severity in told(f"mpirun -n 2 ./app\n{line}\nstep 1\n")]


@pytest.mark.parametrize("text", HEALTHY)
def test_nothing_is_told_of_healthy_jobs_and_other_programs(text: str) -> None:
    assert told(text) == []
