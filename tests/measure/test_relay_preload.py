"""Two ranks without an MPI, on this machine's loop, whose connection a forwarder carries."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from rankwise.measure.preload import forwarder, preload_for

TOKEN = "00112233445566778899aabbccddeeff"
SERVER = """
import socket
server = socket.create_server(("127.0.0.1", 0))
server.settimeout(100)
print(server.getsockname()[1], flush=True)
for _ in range(4):
    peer, name = server.accept()
    assert name == peer.getpeername(), name
    peer.settimeout(100)
    with peer:
        while part := peer.recv(1 << 16):
            peer.sendall(part)
    print(name[0], flush=True)
"""
CLIENT = """
import socket, sys
for blocks in (True, False, True, False):
    with socket.socket() as peer:
        peer.setblocking(blocks)
        try:
            peer.connect(("127.0.0.1", int(sys.argv[1])))
        except BlockingIOError:
            peer.setblocking(True)
        assert peer.getpeername() == ("127.0.0.1", int(sys.argv[1])), peer.getpeername()
        for size in (1, 70_000):
            peer.sendall(b"a" * size)
            assert peer.recv(size, socket.MSG_WAITALL) == b"a" * size
print("right")
"""


@pytest.mark.parametrize("token", [TOKEN, "f" * 32])
def test_a_connection_is_carried_or_made_directly(token: str) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([forwarder()], stdin=pipe, stdout=pipe, text=True) as relay:
        assert relay.stdin
        assert relay.stdout
        relay.stdin.write(f"token {TOKEN}\nlisten 127.0.0.1\n")
        relay.stdin.flush()
        ready = next(line.split() for line in relay.stdout if line.startswith("ready"))
        env = {
            **os.environ,
            "PMI_RANK": "0",
            "LD_PRELOAD": str(preload_for("relay")),
            "RANKWISE_RELAY_TOKEN": token,
            "RANKWISE_RELAY_ROUTES": f"127.0.0.1>127.0.0.1=127.0.0.1:{ready[2]}",
        }
        with subprocess.Popen([sys.executable, "-c", SERVER], stdout=pipe, text=True, env=env) as server:
            assert server.stdout
            port = server.stdout.readline().strip()
            client = subprocess.run(
                [sys.executable, "-c", CLIENT, port], capture_output=True, text=True, timeout=60, env=env, check=False
            )
            assert client.stdout == "right\n", client.stderr
            assert server.stdout.read().split() == ["127.0.0.1"] * 4
        relay.stdin.close()
        told = relay.stdout.read()
    assert (server.returncode, relay.returncode) == (0, 0)
    assert told.count("open 127.0.0.1 127.0.0.1") == (4 if token == TOKEN else 0), told
    assert ("so this rank connects to 127.0.0.1 directly" in client.stderr) == (token != TOKEN)
