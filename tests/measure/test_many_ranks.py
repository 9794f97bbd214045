"""Hundreds of ranks that come at the same moment are all let in, and a visit to all of them is a short line."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import zlib

from rankwise.measure.cells import cell
from rankwise.measure.ranks import Ranks
from rankwise.measure.seal import NONCE_BYTES, Seal
from rankwise.measure.visits import DEFAULT_OPTIONS, visit_line


def framed(message: dict[str, object]) -> bytes:
    text = json.dumps(message).encode()
    return b"\n@rw1 %d %08x " % (len(text), zlib.crc32(text)) + text + b"\n"


def test_ranks_that_come_all_at_once_are_all_greeted() -> None:
    count = 600
    ranks = Ranks("unix", count, "secret")
    frame = framed({"t": "hello", "guess": 0, "host": "h", "pid": 1, "secret": "secret"})
    nonces = [number.to_bytes(NONCE_BYTES, "big") for number in range(count)]
    clients = []
    try:
        for _ in range(count):
            client = socket.socket(socket.AF_UNIX)
            client.connect("\0" + ranks.address.partition(":")[2])
            clients.append(client)
        ranks.receive(time.monotonic() + 1.0)  # all have been accepted, none has said who it is
        for client, nonce in zip(clients, nonces, strict=True):
            client.sendall(nonce + Seal("secret", b"hello", nonce).sealed(frame, b"r"))
        while ranks.greeted < count and not ranks.refused:
            ranks.receive(time.monotonic() + 1.0)
        assert (ranks.greeted, dict(ranks.refused)) == (count, {})
    finally:
        for client in clients:
            client.close()
        ranks.close()


def test_the_rank_that_hung_up_first_is_known_however_late_it_is_seen() -> None:
    ranks = Ranks("unix", 2, "secret")
    hello = framed({"t": "hello", "guess": 0, "host": "h", "pid": 1, "secret": "secret"})
    clients = [socket.socket(socket.AF_UNIX) for _ in range(2)]
    try:
        for client, nonce in zip(clients, (bytes(NONCE_BYTES), b"1" * NONCE_BYTES), strict=True):
            client.connect("\0" + ranks.address.partition(":")[2])
            client.sendall(nonce + Seal("secret", b"hello", nonce).sealed(hello, b"r"))
        while ranks.greeted < 2:
            ranks.receive(time.monotonic() + 1.0)
        first, second = ranks.connections
        nonce = bytes(NONCE_BYTES) + clients[0].recv(NONCE_BYTES)
        said = framed({"t": "held", "visit": 0, "rank": 0, "pss": 0, "uss": 0, "sockets": 0})
        clients[0].sendall(Seal("secret", b"session", nonce).sealed(said, b"r"))
        ranks.receive(time.monotonic() + 1.0)  # the selector has this rank at the head of its list now
        clients[1].close()
        clients[0].close()
        assert ranks.gone() == [second, first]  # also where no word of theirs has been looked for
        while ranks.connections:
            ranks.receive(time.monotonic() + 1.0)
        assert ranks.gone() == [second, first]
    finally:
        ranks.close()


def test_more_ranks_than_files_are_told_before_any_starts() -> None:
    script = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))\n"
        "from rankwise.measure.ranks import Ranks; Ranks('unix', 257, 'secret')"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "EnvironmentProblem" in done.stderr
    assert "this process may have 256" in done.stderr


def test_a_visit_names_ranges_of_ranks() -> None:
    line = visit_line(1, cell("x", "allreduce", 8, tuple(range(4096))), DEFAULT_OPTIONS, 20.0)
    assert " groups=0-4095 " in line and len(line) < 200
    pairs = visit_line(1, cell("x", "pingpong", 8, (3, 1), (7, 8)), DEFAULT_OPTIONS, 20.0)
    assert " groups=3,1;7-8 " in pairs
