"""The control channel of one launch: a listening socket, a connection to each rank, frames as they come.

Any user of a machine can find a listening socket and connect to it. Who may speak is decided here, before anything else
sees a frame: docs/security.md has the threats and the test of each.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import resource
import selectors
import socket
import struct
import time
from collections import Counter
from dataclasses import dataclass, field

from rankwise.core.errors import EnvironmentProblem
from rankwise.core.units import plural
from rankwise.measure.frames import Frame, FrameReader, Hello

_HELLO_BYTES = 4096  # a hello takes about 150
_HELLO_S = 10.0  # it is the first thing that a rank sends
_MOST_PENDING = 256  # connections without a hello beside those of all ranks; each holds an open file
_OTHER_FILES = 128  # of this process beside its ranks: the store, libraries, pipes of other launches
_CREDENTIALS = struct.Struct("3i")  # pid, uid, gid: unix(7), SO_PEERCRED


@dataclass(eq=False)
class Connection:
    """One rank's process. `rank` is known once it is through MPI_Init; `hello` is set when it has shown the secret."""

    sock: socket.socket
    reader: FrameReader = field(default_factory=FrameReader)
    hello: Hello | None = None
    rank: int | None = None
    since_s: float = field(default_factory=time.monotonic)
    received: int = 0

    def send(self, line: str) -> None:
        """Raises OSError when the rank is gone."""
        self.sock.sendall((line + "\n").encode())


class Ranks:
    """Listens where ranks can reach it: on a Unix socket of this machine, or on one of its addresses by TCP.

    The Unix socket has an abstract name (unix(7)), not a path: a tool that is killed leaves nothing behind.
    `connections` are those that have shown the secret of this launch, `greeted` is how many ever did. `refused` counts
    the others by reason: they are closed, and the launch goes on.
    """

    def __init__(self, control: str, count: int, secret: str) -> None:
        self.connections: list[Connection] = []
        self.refused: Counter[str] = Counter()
        self.greeted = 0
        _room_for(count)
        self._secret = secret
        self._count = count
        self._pending: list[Connection] = []
        self._selector = selectors.DefaultSelector()
        if control == "unix":
            self._listener = socket.socket(socket.AF_UNIX)
            self._listener.bind("")  # the kernel chooses a name
            self.address = f"abstract:{self._listener.getsockname()[1:].decode()}"
        else:
            self._listener = socket.create_server((control, 0))
            self.address = f"tcp:{control}:{self._listener.getsockname()[1]}"
        self._listener.listen(max(count, socket.SOMAXCONN))
        self._listener.setblocking(False)
        self._selector.register(self._listener, selectors.EVENT_READ, None)

    def receive(self, deadline_s: float) -> list[tuple[Connection, Frame | None]]:
        """What ranks have sent; sleeps until something comes, at most 0.25 s. None stands for a closed connection."""
        events: list[tuple[Connection, Frame | None]] = []
        wait_s = max(0.0, min(0.25, deadline_s - time.monotonic()))
        for key, _ in self._selector.select(wait_s):
            if key.data is None:
                self._accept()
            elif key.data.hello is None:
                events += self._greeted(key.data)
            else:
                events += self._heard(key.data)
        for late in [one for one in self._pending if time.monotonic() - one.since_s > _HELLO_S]:
            self.refuse(late, "said nothing")
        return events

    def seal(self) -> None:
        """Nobody else can connect from now on: all ranks are here."""
        if self._listener.fileno() >= 0:
            self._selector.unregister(self._listener)
            self._listener.close()
        for stranger in list(self._pending):
            self.refuse(stranger, "said nothing")

    def refuse(self, connection: Connection, why: str) -> None:
        """Closes a connection that is not of this launch, and counts it."""
        self.refused[why] += 1
        self.drop(connection)

    def drop(self, connection: Connection) -> None:
        """Closes one connection."""
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(connection.sock)
        connection.sock.close()
        for known in (self._pending, self.connections):
            if connection in known:
                known.remove(connection)

    def close(self) -> None:
        """Closes everything. Safe to call twice."""
        for connection in (*self.connections, *self._pending):
            connection.sock.close()
        self._listener.close()
        self._selector.close()

    def _heard(self, connection: Connection) -> list[tuple[Connection, Frame | None]]:
        try:
            data = connection.sock.recv(1 << 16)
        except OSError:
            data = b""
        if data:
            return [(connection, frame) for frame in connection.reader.feed(data)]
        self.drop(connection)
        return [(connection, None)]

    def _greeted(self, connection: Connection) -> list[tuple[Connection, Frame | None]]:
        """Reads up to the hello of a connection, and what came right behind it."""
        try:
            data = connection.sock.recv(_HELLO_BYTES - connection.received)
        except OSError:
            data = b""
        if not data:
            self.refuse(connection, "said nothing")
            return []
        connection.received += len(data)
        frames = connection.reader.feed(data)
        if frames:
            hello = frames[0]
            if not isinstance(hello, Hello) or not hmac.compare_digest(hello.secret.encode(), self._secret.encode()):
                self.refuse(connection, "did not know the secret")
                return []
            connection.hello = hello
            self.greeted += 1
            self._pending.remove(connection)
            self.connections.append(connection)
            return [(connection, frame) for frame in frames]
        if connection.received >= _HELLO_BYTES:
            self.refuse(connection, "did not know the secret")
        return []

    def _accept(self) -> None:
        """Everyone who waits. A process of another user on this machine is sent away before it is read."""
        while True:
            try:
                sock, _address = self._listener.accept()
            except (BlockingIOError, ConnectionAbortedError):
                return
            except OSError:  # no file is free: ranks come again when a stranger's has been closed
                if not self._pending:
                    raise
                self.refuse(self._pending[0], "too many at once")
                continue
            sock.setblocking(True)
            if sock.family == socket.AF_UNIX:
                if _user_of(sock) not in (os.geteuid(), 0):
                    self.refused["another user"] += 1
                    sock.close()
                    continue
            else:
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            # A launcher may start all ranks at the same moment.
            if len(self._pending) >= self._count + _MOST_PENDING:
                self.refuse(self._pending[0], "too many at once")
            connection = Connection(sock)
            self._pending.append(connection)
            self._selector.register(sock, selectors.EVENT_READ, connection)


def refusals(refused: dict[str, int]) -> str:
    """The connections that were refused in words, for a warning: `3 connections were refused: 3 another user`."""
    count = plural(sum(refused.values()), "connection")
    return f"{count} to the control channel refused ({', '.join(f'{why}: {n}' for why, n in sorted(refused.items()))})"


def _room_for(count: int) -> None:
    """Raises this process's limit of open files to what so many ranks take. Raises EnvironmentProblem where the hard
    limit is below."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = count + _MOST_PENDING + _OTHER_FILES
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    if hard != resource.RLIM_INFINITY and hard < count + _OTHER_FILES:
        raise EnvironmentProblem(
            "few-files",
            f"{count} ranks take as many open files, this process may have {hard}",
            "raise the hard limit (`ulimit -Hn`, limits.conf), or measure fewer ranks",
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed if hard == resource.RLIM_INFINITY else min(needed, hard), hard))


def _user_of(sock: socket.socket) -> int:
    """The effective user of the process at the other end of a Unix socket, as it was when it connected."""
    _pid, uid, _gid = _CREDENTIALS.unpack(sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size))
    return int(uid)
