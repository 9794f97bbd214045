"""What is told of labs that are not whole, and that such a one stands in the way of no other."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from builders import labs
from builders.lab_commands import RANKWISE
from rankwise.cluster.plan import read_plan
from rankwise.lab import state
from rankwise.lab.down import down
from rankwise.lab.records import Lab
from rankwise.lab.up import up
from rankwise.verbs import lab as verb

DAMAGES = (b"", b"{", b"\0" * 5000, b"[" * 100_000, b'{"name":"other"}', b"\xff")


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with TemporaryDirectory(prefix="rw-") as short:  # names of sockets have at most 107 letters
        monkeypatch.setenv("XDG_STATE_HOME", short)
        yield


@pytest.fixture
def whole(apart: None) -> Iterator[str]:
    """A lab all of whose members answer."""
    listening = labs.put("whole")
    yield "whole"
    for member in listening:
        member.close()


@pytest.mark.parametrize("damage", DAMAGES, ids=range(len(DAMAGES)))
def test_a_damaged_lab_is_told_and_hides_no_other(whole: str, damage: bytes) -> None:
    folder = state.labs_dir() / "damaged"
    folder.mkdir()
    (folder / "lab.json").write_bytes(damage)
    (state.labs_dir() / "no name of a lab").mkdir()
    damaged, healthy = verb.labs()
    assert (damaged.name, damaged.lab, healthy.problem) == ("damaged", None, "")
    assert damaged.problem.startswith("damaged: ")
    assert verb.lab().name == whole
    assert verb.down("damaged") == ["damaged"]
    assert state.names() == [whole]


def test_a_record_that_is_no_file_is_told(whole: str) -> None:
    folder = state.labs_dir() / "device"
    folder.mkdir()
    (folder / "lab.json").symlink_to("/dev/zero")
    assert verb.labs()[0].problem.startswith("damaged: ")
    assert verb.down("device") == ["device"]


@pytest.mark.parametrize("member", ["switch", "n2"])
def test_a_lab_is_whole_only_while_all_of_its_processes_answer(apart: None, member: str) -> None:
    members = ("switch", *labs.HOSTS)
    listening = dict(zip(members, labs.put(), strict=True))
    assert [there.problem for there in verb.labs()] == [""]
    listening.pop(member).close()
    (there,) = verb.labs()
    assert there.problem == f"these processes of it have ended: {member}"
    assert there.lab is not None
    for left in listening.values():
        left.close()


@pytest.mark.netns
def test_a_lab_without_its_switch_is_told_and_one_without_a_record_is_taken_down(lab: Lab, plan_file: Path) -> None:
    made = up(read_plan(plan_file), name="broken", lifetime_s=3600)
    assert state.look("broken").problem == ""
    assert state.listener("broken", "keeper") == made.keeper_pid
    conf = f"{made.folder}/switch.conf".encode()
    (switch,) = [int(file.parent.name) for file in Path("/proc").glob("[0-9]*/cmdline") if conf in file.read_bytes()]
    os.kill(switch, signal.SIGKILL)
    _ended(switch)
    listed = subprocess.run([RANKWISE, "lab", "list"], capture_output=True, text=True, check=True)
    assert "broken: these processes of it have ended: switch; `rankwise lab down broken`" in listed.stdout
    Path(made.folder, "lab.json").write_text("{")
    assert down("broken")
    assert state.start_ticks(made.keeper_pid) != made.keeper_start
    assert not Path(made.folder).exists()


def _ended(pid: int) -> None:
    """Waits until the process of that number is gone, or only its number is left."""
    import select

    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    assert select.select([handle], [], [], 100.0)[0]
    os.close(handle)
