"""A forwarder under attack: for whom it moves bytes, and to where."""

from __future__ import annotations

import contextlib
import socket
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from rankwise.measure.preload import forwarder

TOKEN = "00112233445566778899aabbccddeeff"
OTHER = "ff112233445566778899aabbccddeeff"
ANNOUNCE, WHO, CONNECT = 1, 2, 3
YES, NOT_ANNOUNCED, UNREACHABLE = 0, 1, 2
Spot = tuple[str, int]
NOWHERE: Spot = ("0.0.0.0", 0)


@dataclass
class Running:
    """A forwarder of this machine's loop."""

    process: subprocess.Popen[str]
    port: int

    def say(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline()

    def call(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=100)


@contextlib.contextmanager
def started(token: str = TOKEN) -> Iterator[Running]:
    pipe = subprocess.PIPE
    process = subprocess.Popen([forwarder()], stdin=pipe, stdout=pipe, text=True)
    one = Running(process, 0)
    one.say(f"token {token}")
    one.say("listen 127.0.0.1")
    while not (line := one.hear()).startswith("ready"):
        assert line
    one.port = int(line.split()[2])
    yield one
    assert process.stdin
    process.stdin.close()
    assert process.wait(100) == 0


@pytest.fixture
def running() -> Iterator[Running]:
    with started() as one:
        yield one


@pytest.fixture
def target() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(100)
        yield server


def request(kind: int, target: Spot, *, source: Spot = NOWHERE, beyond: Spot = NOWHERE, token: str = TOKEN) -> bytes:
    def spot(address: Spot) -> bytes:
        return socket.inet_aton(address[0]) + struct.pack("!HH", address[1], 0)

    head = b"RWRELAY1" + bytes.fromhex(token) + bytes([kind, 0, 0, 0, 0, 0, 0, 0])
    return head + spot(source) + spot(target) + spot(beyond)


def asked(caller: socket.socket, words: bytes) -> tuple[int, Spot]:
    """The answer's status and address."""
    caller.sendall(words)
    reply = caller.recv(16, socket.MSG_WAITALL)
    assert len(reply) == 16
    return reply[0], (socket.inet_ntoa(reply[8:12]), struct.unpack("!H", reply[12:14])[0])


def name(server: socket.socket) -> Spot:
    host, port = server.getsockname()
    return host, port


def test_bytes_go_both_ways_and_the_target_learns_who_meant_it(running: Running, target: socket.socket) -> None:
    with running.call() as rank, running.call() as caller:
        assert asked(rank, request(ANNOUNCE, name(target)))[0] == YES
        meant = "127.0.0.9", 4321
        assert asked(caller, request(CONNECT, name(target), source=meant))[0] == YES
        assert running.hear() == "open 127.0.0.9 127.0.0.1\n"
        there, (_, port) = target.accept()
        assert asked(rank, request(WHO, name(target), source=("0.0.0.0", port))) == (YES, meant)
        caller.sendall(b"a" * 300_000)
        assert there.recv(300_000, socket.MSG_WAITALL) == b"a" * 300_000
        there.sendall(b"back")
        there.shutdown(socket.SHUT_WR)
        assert caller.recv(5, socket.MSG_WAITALL) == b"back", "and the end of what it sends"
        caller.sendall(b"still")
        assert there.recv(5, socket.MSG_WAITALL) == b"still"
        there.close()


def test_a_second_hop_goes_to_forwarders_of_the_job_alone(running: Running, target: socket.socket) -> None:
    with started() as second, second.call() as rank:
        assert asked(rank, request(ANNOUNCE, name(target)))[0] == YES
        beyond = "127.0.0.1", second.port
        with running.call() as caller:
            assert asked(caller, request(CONNECT, name(target), beyond=beyond))[0] == NOT_ANNOUNCED
        running.say(f"peer 127.0.0.1 {second.port}")
        with running.call() as caller:
            assert asked(caller, request(CONNECT, name(target), beyond=beyond))[0] == YES
            there, _ = target.accept()
            caller.sendall(b"by two")
            assert there.recv(6, socket.MSG_WAITALL) == b"by two"
            there.close()


@pytest.mark.parametrize("words", [request(CONNECT, ("127.0.0.1", 22), token=OTHER), b"GET / HTTP/1.1\r\n" * 8])
def test_who_does_not_know_the_token_is_sent_away(running: Running, words: bytes) -> None:
    with running.call() as caller:
        caller.sendall(words)
        assert ended(caller)


def test_without_a_token_of_its_own_it_serves_nobody() -> None:
    with started("short") as one, one.call() as caller:
        caller.sendall(request(ANNOUNCE, ("127.0.0.1", 1), token="0" * 32))
        assert ended(caller)


def test_nothing_is_relayed_to_a_port_that_no_rank_announced(running: Running, target: socket.socket) -> None:
    with running.call() as caller:
        assert asked(caller, request(CONNECT, name(target)))[0] == NOT_ANNOUNCED
    with running.call() as rank:
        assert asked(rank, request(ANNOUNCE, ("127.0.0.2", 80)))[0] == NOT_ANNOUNCED, "not its own address"


def test_what_a_rank_announced_ends_with_the_rank(running: Running, target: socket.socket) -> None:
    with running.call() as rank:
        assert asked(rank, request(ANNOUNCE, name(target)))[0] == YES
    with running.call() as caller:
        assert asked(caller, request(CONNECT, name(target)))[0] == NOT_ANNOUNCED


def test_a_target_that_is_gone_is_told(running: Running) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        gone = name(server)
    with running.call() as rank, running.call() as caller:
        assert asked(rank, request(ANNOUNCE, gone))[0] == YES
        assert asked(caller, request(CONNECT, gone))[0] == UNREACHABLE


def test_who_says_nothing_is_sent_away_in_time_and_no_rank(running: Running, target: socket.socket) -> None:
    with running.call() as rank, running.call() as caller:
        assert asked(rank, request(ANNOUNCE, name(target)))[0] == YES
        assert ended(caller)
        assert asked(rank, request(WHO, name(target)))[0] != YES, "nobody came, but there is an answer"


def test_many_who_say_nothing_do_not_keep_a_rank_out(running: Running, target: socket.socket) -> None:
    with contextlib.ExitStack() as stack:
        silent = [stack.enter_context(running.call()) for _ in range(300)]
        rank = stack.enter_context(running.call())
        assert asked(rank, request(ANNOUNCE, name(target)))[0] == YES
        assert ended(silent[0]), "the oldest goes first"


def test_it_listens_on_one_address_and_is_gone_with_its_input(running: Running) -> None:
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", running.port), timeout=100)
    caller = running.call()
    assert running.process.stdin
    running.process.stdin.close()
    assert running.process.wait(100) == 0
    assert ended(caller)
    assert "done 0 0 " in running.hear()


def ended(caller: socket.socket) -> bool:
    try:
        return caller.recv(1) == b""
    except ConnectionResetError:
        return True
    finally:
        caller.close()
