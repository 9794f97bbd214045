"""Nothing but the answer appears when commands read what somebody sends to hurt."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.robust import sandbox
from benchmarks.robust.case import MARK, Case
from benchmarks.robust.hostile import outcomes_of
from benchmarks.robust.table import cases
from rankwise.cli.overview import ROWS, command_of

SEED = os.environ.get("RANKWISE_HOSTILE_SEED", "0")
"""What the sample is drawn by; a check may give the hash of what it checks."""

SAMPLE = 60


def wrong(numbers: list[int], folder: Path) -> dict[str, tuple[str, ...]]:
    return {outcome.id: outcome.wrong for outcome in outcomes_of(numbers, folder) if outcome.wrong}


def test_a_sample_of_hostile_cases_goes_wrong_nowhere(tmp_path: Path) -> None:
    assert wrong(random.Random(SEED).sample(range(len(cases())), SAMPLE), tmp_path) == {}


def test_each_case_calls_commands_that_exist() -> None:
    """A command that is gone would be refused whatever it is given."""
    words = {tuple(line.split()[:2]) for case in cases() for line in case.lines}
    assert {command for command, *_ in words} <= set(ROWS)
    for command, *after in words:
        below = getattr(command_of(command), "commands", {})
        assert not below or not after or after[0].startswith("-") or after[0] in below, (command, after)


@pytest.mark.hostile
@pytest.mark.thorough("a sample is drawn in every check")
@pytest.mark.timeout(3600)
def test_no_hostile_case_goes_wrong(tmp_path: Path) -> None:
    assert len(cases()) >= 600
    assert wrong(list(range(len(cases()))), tmp_path) == {}


def _fails() -> None:
    raise KeyError("x")


def _leaves_a_process() -> None:
    subprocess.Popen(["sleep", "60"])


def _starts_a_program() -> None:
    subprocess.run(["ssh", f"-oProxyCommand={MARK}"], check=False)


BAD: dict[str, tuple[Callable[[], object], str]] = {
    "a traceback": (_fails, "traceback: KeyError: 'x'"),
    "a file of somebody": (lambda: Path("../outside/canary").write_text("x"), "changed: outside/canary"),
    "a new file": (lambda: Path("../home/.profile").write_text("x"), "new: home/.profile"),
    "a changed input": (lambda: Path("input").write_text("x"), "changed: work/input"),
    "a file that is gone": (lambda: Path("../home/.bashrc").unlink(), "gone: home/.bashrc"),
    "a process": (_leaves_a_process, "left running: sleep 60 "),
    "a program": (_starts_a_program, f"started: ssh -oProxyCommand={MARK} "),
    "a line": (lambda: Path("rankwise-results").mkdir() or Path("rankwise-results/x").write_text(f"a\n{MARK}"),
               f"a line of x begins with {MARK}"),
    "a link": (lambda: Path("rankwise-results").mkdir() or Path("rankwise-results/x").symlink_to("/etc/passwd"),
               "x is a link out of the folder"),
    "a terminal's words": (lambda: os.write(1, b"\x1b[2J"), r"it prints '\x1b'"),
    "a status": (lambda: sys.exit(7), "status 7, not one of (0, 1, 2, 3, 4)"),
}  # fmt: skip


@pytest.mark.parametrize("kind", BAD)
def test_what_is_wrong_is_told(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done, words = BAD[kind]
    monkeypatch.setattr(sandbox, "entry", lambda: done)
    outcome = sandbox.run(Case("test", kind, ("runs list",), {"input": "whole"}), tmp_path)
    assert outcome.wrong[0] == words or outcome.wrong[0].startswith(words + " (")


def test_a_command_that_does_not_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "LONGEST_S", 0.2)
    monkeypatch.setattr(sandbox, "entry", lambda: signal.pause)
    outcome = sandbox.run(Case("test", "endless", ("runs list",)), tmp_path)
    assert outcome.wrong[0] == "it did not end in 0 s"
