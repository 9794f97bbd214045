"""Runs of processes that are gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from msgspec.structs import replace

from builders.runs import run
from rankwise.core.proc import is_lost, this_process
from rankwise.store import Store


def of_a_process(ended: bool) -> tuple[str, subprocess.Popen[str]]:
    code = "from rankwise.core.proc import this_process; print(this_process(), flush=True); input()"
    child = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    owner = child.stdout.readline().strip()
    if ended:
        child.send_signal(signal.SIGKILL)
        child.communicate()
    return owner, child


def test_a_process_is_lost_when_it_is_gone_and_not_before() -> None:
    owner, child = of_a_process(ended=False)
    assert not is_lost(owner)
    child.kill()
    child.communicate()
    assert is_lost(owner)
    assert not is_lost(this_process())


def test_another_start_boot_or_machine() -> None:
    host, boot, pid, start = this_process().split()
    assert is_lost(f"{host} {boot} {pid} {int(start) + 1}"), "its number was given to another one"
    assert is_lost(f"{host} 00000000-0000-0000-0000-000000000000 {pid} {start}"), "the machine was started anew"
    assert not is_lost(f"elsewhere {boot} {pid} 1"), "nothing is known of another machine"
    assert not is_lost(""), "nor of runs that were stored before"


def test_a_run_whose_tool_was_killed_is_listed_as_lost(tmp_path: Path) -> None:
    owner, _ = of_a_process(ended=True)
    begun = replace(run(), status="running")
    with Store.open(tmp_path / "rankwise.db") as store:
        store.begin(replace(begun, provenance=replace(begun.provenance, process=owner)))
        own = replace(begun.provenance, process=this_process())
        store.begin(replace(begun, id="20991121-200000-abcd", provenance=own))
        assert [summary.status for summary in store.runs()] == ["lost", "running"]
        assert store.load(begun.id).status == "lost"
        assert os.getpid()
