"""The control channel of a launch under attack: who may speak, and what a stranger can cost."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from measure.launching import side
from rankwise.core import process
from rankwise.core.records import Mpi
from rankwise.measure import ranks as control
from rankwise.measure.build import engine_for
from rankwise.measure.cells import cell
from rankwise.measure.frames import Failed, Hello
from rankwise.measure.ranks import Ranks
from rankwise.measure.session import Session
from rankwise.measure.visits import VisitOptions

SECRET = "0123456789abcdef"
STRANGER = Path(__file__).with_name("stranger.py")
DOCS = Path(__file__).parents[2] / "docs"
ERROR = {"t": "error", "kind": "mpi", "rank": 0, "message": "forged", "cell": "x"}


def frame(**body: object) -> bytes:
    text = json.dumps(body).encode()
    return b"\n@rw1 %d %08x %b\n" % (len(text), zlib.crc32(text), text)


def hello(secret: str) -> bytes:
    return frame(t="hello", guess=0, host="here", pid=1, secret=secret)


@pytest.fixture(params=["unix", "127.0.0.1"])
def ranks(request: pytest.FixtureRequest) -> Iterator[Ranks]:
    made = Ranks(request.param, 2, SECRET)
    yield made
    made.close()


def call(ranks: Ranks) -> socket.socket:
    if ranks.address.startswith("tcp:"):
        host, port = ranks.address.removeprefix("tcp:").rsplit(":", 1)
        return socket.create_connection((host, int(port)))
    caller = socket.socket(socket.AF_UNIX)
    caller.connect(b"\0" + ranks.address.removeprefix("abstract:").encode())
    return caller


def taken_in(ranks: Ranks, times: int = 3) -> list[object]:
    return [event for _ in range(times) for _, event in ranks.receive(0.0)]


def closed(caller: socket.socket) -> bool:
    caller.settimeout(5)
    try:
        return caller.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize(
    "words",
    [frame(**ERROR), hello("wrong"), hello("") + frame(**ERROR), b"x" * 5000, b"@rw1 999999999 00000000 {" * 300],
    ids=["an error without a hello", "a wrong secret", "no secret", "garbage", "heads of huge frames"],
)
def test_who_does_not_know_the_secret_is_refused_and_counted(ranks: Ranks, words: bytes) -> None:
    with call(ranks) as stranger:
        stranger.sendall(words)
        assert taken_in(ranks) == []
        assert closed(stranger)
    assert ranks.refused == {"did not know the secret": 1}
    assert ranks.connections == []


def test_a_rank_gets_in_between_strangers_and_what_came_behind_its_hello_is_read(ranks: Ranks) -> None:
    with call(ranks) as first, call(ranks) as rank, call(ranks) as last:
        first.sendall(b"x")
        rank.sendall(hello(SECRET) + frame(**ERROR))
        last.sendall(hello("wrong"))
        said, error = taken_in(ranks)
    assert isinstance(said, Hello)
    assert isinstance(error, Failed)
    assert len(ranks.connections) == 1


def test_who_says_nothing_is_sent_away_in_time(ranks: Ranks, monkeypatch: pytest.MonkeyPatch) -> None:
    with call(ranks) as silent:
        taken_in(ranks)
        now_s = control.time.monotonic()
        monkeypatch.setattr(control.time, "monotonic", lambda: now_s + 11.0)
        taken_in(ranks)
        assert closed(silent)
    assert ranks.refused == {"said nothing": 1}


def test_many_who_call_at_once_do_not_keep_a_rank_out(ranks: Ranks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control, "_MOST_PENDING", 20)
    strangers = [call(ranks) for _ in range(60)]
    taken_in(ranks)
    with call(ranks) as rank:
        rank.sendall(hello(SECRET))
        assert [type(event) for event in taken_in(ranks)] == [Hello]
    assert ranks.refused["too many at once"] >= 30
    for stranger in strangers:
        stranger.close()


def test_nobody_can_connect_when_all_ranks_are_there(ranks: Ranks) -> None:
    waiting = call(ranks)
    taken_in(ranks)
    ranks.seal()
    assert closed(waiting)
    waiting.close()
    with pytest.raises(ConnectionRefusedError):
        call(ranks)
    ranks.seal()
    assert ranks.refused == {"said nothing": 1}


@pytest.mark.other_user
def test_another_user_is_sent_away_unread() -> None:
    ranks = Ranks("unix", 2, SECRET)
    try:
        attack = subprocess.Popen(
            [sys.executable, str(STRANGER), hello(SECRET).decode("latin-1").encode("unicode_escape").decode(), "60"],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            while not ranks.refused:
                assert [event for _, event in ranks.receive(control.time.monotonic() + 1.0)] == []
                assert attack.poll() is None
        finally:
            attack.kill()
            attack.communicate()
        assert set(ranks.refused) == {"another user"}
        assert ranks.connections == []
    finally:
        ranks.close()


@pytest.mark.mpi(2)
@pytest.mark.other_user
def test_a_launch_under_attack_measures_as_ever(mpich: Mpi) -> None:
    attack = subprocess.Popen(
        [sys.executable, str(STRANGER), frame(**ERROR).decode("latin-1").encode("unicode_escape").decode(), "60"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert attack.stdout is not None
        assert attack.stdout.readline() == "ready\n"
        for index in range(3):
            with Session(side(mpich), index) as session:
                visits, _ = session.visit(cell("x", "pingpong", 8, (0, 1)), 0, VisitOptions(samples=2, warm_s=1e-4))
                assert [len(visit.samples_s) for visit in visits] == [2]
                assert set(session.facts.refused) <= {"another user"}
    finally:
        attack.kill()
        attack.communicate()


@pytest.mark.mpi(2)
def test_the_secret_stands_in_no_command_line_and_no_record(any_mpi: Mpi) -> None:
    with Session(side(any_mpi), 0) as session:
        secret = session._secret.encode()
        lines = [
            (entry / "cmdline").read_bytes()
            for entry in Path("/proc").iterdir()
            if entry.name.isdigit() and (entry / "cmdline").exists()
        ]
        assert any(b"--control" in line for line in lines), os.getpid()
        assert not [line for line in lines if secret in line]
        assert secret.decode() not in str(session.facts)


@pytest.mark.mpi(1)
@pytest.mark.other_user
def test_a_rank_says_nothing_to_a_program_of_another_user(mpich: Mpi) -> None:
    script = (
        "import os, socket; os.setgid(65534); os.setuid(65534); s = socket.socket(socket.AF_UNIX); s.bind('');"
        "s.listen(1); print(s.getsockname()[1:].decode(), flush=True); c, _ = s.accept(); print(c.recv(1000))"
    )
    other = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    try:
        assert other.stdout is not None
        name = other.stdout.readline().strip()
        engine = engine_for(mpich)
        done = process.run(
            [engine, "--control", f"abstract:{name}"],
            timeout_s=60,
            env={**os.environ, **mpich.env, process.SECRET_VARIABLE: SECRET},
        )
        assert f"abstract:{name} is of another user, number 65534" in done.stderr
        assert other.communicate(timeout=20)[0] == "b''\n"
    finally:
        other.kill()


def test_every_threat_names_a_test() -> None:
    rows = [line for line in (DOCS / "security.md").read_text().splitlines() if line.startswith("|")][2:]
    known = "".join(file.read_text() for file in STRANGER.parent.glob("test_*.py"))
    for row in rows:
        names = re.findall(r"test_\w+(?=`)", row)
        assert names, row
        assert all(f"def {name}(" in known for name in names), row
