"""The control channel of a launch under attack: who may speak, and what a stranger can cost."""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import time
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
from rankwise.measure.seal import NONCE_BYTES, Seal
from rankwise.measure.session import Session
from rankwise.measure.visits import VisitOptions

SECRET = "0123456789abcdef"
STRANGER = Path(__file__).with_name("stranger.py")
DOCS = Path(__file__).parents[2] / "docs"
ERROR = {"t": "error", "kind": "mpi", "rank": 0, "message": "forged", "cell": "x"}


def frame(**body: object) -> bytes:
    text = json.dumps(body).encode()
    return b"\n@rw1 %d %08x %b\n" % (len(text), zlib.crc32(text), text)


def hello(secret: str, nonce: bytes = b"") -> bytes:
    nonce = nonce or os.urandom(NONCE_BYTES)
    return nonce + Seal(secret, b"hello", nonce).sealed(frame(t="hello", guess=0, host="here", pid=1), b"r")


def greet(rank: socket.socket, ranks: Ranks) -> Seal:
    """Says hello as a rank does, and returns its seal."""
    nonce = os.urandom(NONCE_BYTES)
    rank.sendall(hello(SECRET, nonce))
    assert [type(event) for event in taken_in(ranks)] == [Hello]
    rank.settimeout(100)
    return Seal(SECRET, b"session", nonce + rank.recv(NONCE_BYTES, socket.MSG_WAITALL))


@pytest.fixture(params=["unix", "127.0.0.1"])
def ranks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ranks]:
    monkeypatch.setattr(control, "_HELLO_S", 1000.0)  # ten thousand calls of others take long on a busy machine
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


def taken_in(ranks: Ranks) -> list[object]:
    """What ranks say, as soon as there is something."""
    events: list[object] = []
    end_s = time.monotonic() + 100.0
    while not events and time.monotonic() < end_s:
        events += [event for _, event in ranks.receive(end_s)]
    return events


def refused(ranks: Ranks, count: int = 1) -> dict[str, int]:
    """What is refused of this user, as soon as there are so many; nobody else says anything. Other tests on this
    machine call as another user."""
    end_s = time.monotonic() + 100.0
    while True:
        own = {why: times for why, times in ranks.refused.items() if why != "another user"}
        if sum(own.values()) >= count or time.monotonic() > end_s:
            return own
        assert [event for _, event in ranks.receive(end_s)] == []


def closed(caller: socket.socket) -> bool:
    caller.settimeout(100)
    try:
        return caller.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize(
    "words",
    [frame(**ERROR), hello("wrong"), hello("") + frame(**ERROR), b"x" * 5000, bytes(16) + b"\xff\xff\xff\xff"],
    ids=["an error without a hello", "a wrong secret", "no secret", "garbage", "a huge length"],
)
def test_who_does_not_know_the_secret_is_refused_and_counted(ranks: Ranks, words: bytes) -> None:
    with call(ranks) as stranger:
        stranger.sendall(words)
        assert refused(ranks) == {"did not know the secret": 1}
        assert closed(stranger)
    assert ranks.connections == []


def test_a_rank_gets_in_between_strangers(ranks: Ranks) -> None:
    with call(ranks) as first, call(ranks) as rank, call(ranks) as last:
        first.sendall(b"x")
        last.sendall(hello("wrong"))
        seal = greet(rank, ranks)
        rank.sendall(seal.sealed(frame(**ERROR), b"r"))
        assert [type(event) for event in taken_in(ranks)] == [Failed]
        ranks.connections[0].send("quit")
        assert rank.recv(1000).endswith(b"quit\n")
    assert len(ranks.connections) == 1


def test_who_repeats_the_hello_of_a_rank_is_refused(ranks: Ranks) -> None:
    overheard = hello(SECRET)
    with call(ranks) as rank, call(ranks) as stranger:
        rank.sendall(overheard)
        assert [type(event) for event in taken_in(ranks)] == [Hello]
        stranger.sendall(overheard)
        assert refused(ranks) == {"changed or repeated what a rank said": 1}
        assert closed(stranger)


@pytest.mark.parametrize("attack", ["repeated", "changed", "turned round", "of another launch", "plain"])
def test_what_a_rank_said_cannot_be_repeated_or_changed_on_its_way(ranks: Ranks, attack: str) -> None:
    with call(ranks) as rank:
        seal = greet(rank, ranks)
        printed = seal.sealed(frame(**ERROR), b"r")
        rank.sendall(printed)
        assert [type(event) for event in taken_in(ranks)] == [Failed]
        forged = {
            "repeated": printed,
            "changed": seal.sealed(frame(**ERROR), b"r").replace(b"forged", b"FORGED"),
            "turned round": seal.sealed(frame(**ERROR), b"t"),
            "of another launch": Seal("other", b"session", b"").sealed(frame(**ERROR), b"r"),
            "plain": frame(**ERROR),
        }[attack]
        rank.sendall(forged)
        assert taken_in(ranks) == [None]
        assert closed(rank)
    assert ranks.refused == {"changed or repeated what a rank said": 1}


def test_slow_words_are_bounded_in_time_and_length(ranks: Ranks, monkeypatch: pytest.MonkeyPatch) -> None:
    with call(ranks) as slow:
        for byte in hello(SECRET)[:-1]:
            slow.sendall(bytes([byte]))
            assert ranks.receive(time.monotonic()) == []
        monkeypatch.setattr(control, "_HELLO_S", 0.0)
        assert refused(ranks) == {"said nothing": 1}
        assert closed(slow)


def test_ten_thousand_calls_leave_nothing_but_a_count(ranks: Ranks) -> None:
    files = len(list(Path("/proc/self/fd").iterdir()))
    with call(ranks) as rank:
        for _ in range(100):
            strangers = [call(ranks) for _ in range(100)]
            for stranger in strangers:
                stranger.sendall(b"x" * 5000)
            ranks.receive(0.0)
            for stranger in strangers:
                stranger.close()
        assert sum(refused(ranks, 10_000).values()) == 10_000
        greet(rank, ranks)
        ranks.seal()
    assert len(list(Path("/proc/self/fd").iterdir())) <= files + 1  # the rank's; the listener is closed


def test_a_tcp_channel_listens_on_its_one_address() -> None:
    ranks = Ranks("127.0.0.2", 2, SECRET)
    try:
        port = int(ranks.address.rsplit(":", 1)[1])
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))
        with call(ranks) as rank:
            greet(rank, ranks)
    finally:
        ranks.close()


def test_who_says_nothing_is_sent_away_in_time(ranks: Ranks, monkeypatch: pytest.MonkeyPatch) -> None:
    with call(ranks) as silent:
        ranks.receive(time.monotonic() + 100.0)
        monkeypatch.setattr(control, "_HELLO_S", 0.0)
        assert refused(ranks) == {"said nothing": 1}
        assert closed(silent)


def test_many_who_call_at_once_do_not_keep_a_rank_out(ranks: Ranks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control, "_MOST_PENDING", 20)
    strangers = [call(ranks) for _ in range(60)]
    assert refused(ranks, 38) == {"too many at once": 38}
    with call(ranks) as rank:
        rank.sendall(hello(SECRET))
        assert [type(event) for event in taken_in(ranks)] == [Hello]
    for stranger in strangers:
        stranger.close()


def test_nobody_can_connect_when_all_ranks_are_there(ranks: Ranks) -> None:
    waiting = call(ranks)
    ranks.receive(time.monotonic() + 100.0)
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
            [sys.executable, str(STRANGER), hello(SECRET).decode("latin-1").encode("unicode_escape").decode(), "600"],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            while not ranks.refused:
                assert [event for _, event in ranks.receive(time.monotonic() + 1.0)] == []
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
        [sys.executable, str(STRANGER), frame(**ERROR).decode("latin-1").encode("unicode_escape").decode(), "600"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert attack.stdout is not None
        assert attack.stdout.readline() == "ready\n"
        for index in range(3):
            with Session(side(mpich), index) as session:
                visits, _ = session.visit(cell("x", "pingpong", 8, (0, 1)), 0, VisitOptions(samples=2, warm_s=1e-4))
                assert [bool(visit.samples_s) for visit in visits] == [True]  # one or two: some begin too late
                assert set(session.facts.refused) <= {"another user"}
    finally:
        attack.kill()
        attack.communicate()


@pytest.mark.drawn(1)
@pytest.mark.mpi(2)
@pytest.mark.other_user
@pytest.mark.parametrize(
    "words", ["bench pingpong --sizes 8 --budget 1s", "survey --budget 2s"], ids=["bench", "survey"]
)
def test_a_command_under_attack_tells_a_counted_line(words: str, mpich: Mpi, tmp_path: Path) -> None:
    attack = subprocess.Popen(
        [sys.executable, str(STRANGER), frame(**ERROR).decode("latin-1").encode("unicode_escape").decode(), "600"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert attack.stdout is not None
        assert attack.stdout.readline() == "ready\n"
        rankwise = str(Path(sys.executable).with_name("rankwise"))
        options = f"--mpi {mpich.name} --ranks 2 --out {tmp_path}/out --json -q"
        line = [rankwise, *words.split(), *options.split()]
        done = process.run(line, timeout_s=200)
    finally:
        attack.kill()
        assert attack.communicate()[0] == ""
    answer = json.loads(done.stdout)
    assert answer["ok"], answer
    assert [word for word in answer["warnings"] if "to the control channel refused (another user: " in word]


@pytest.mark.mpi(2)
def test_the_secret_stands_in_no_command_line_and_no_record(any_mpi: Mpi) -> None:
    with Session(side(any_mpi), 0) as session:
        secret = session._secret.encode()
        lines = []
        for entry in Path("/proc").iterdir():
            with contextlib.suppress(OSError):  # others end while they are looked at
                lines += [(entry / "cmdline").read_bytes()] * entry.name.isdigit()
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
        assert other.communicate(timeout=100)[0] == "b''\n"
    finally:
        other.kill()


def test_every_threat_names_a_test() -> None:
    threats = (DOCS / "security.md").read_text().partition("## Trust a shared folder")[0]
    rows = threats.split("\n- **")[1:]
    assert len(rows) >= 20
    known = "".join(file.read_text() for file in STRANGER.parents[1].glob("*/test_*.py"))
    for row in rows:
        names = re.findall(r"test_\w+(?=`)", row)
        assert names, row
        assert all(f"def {name}(" in known for name in names), row
