"""The control channel of one launch: a listening socket, a connection to each rank, frames as they come.

Any user of a machine can find a listening socket and connect to it. Who may speak is decided here, before anything else
sees a frame: docs/security.md has the threats and the test of each.
"""

from __future__ import annotations

import contextlib
import os
import resource
import secrets
import select
import selectors
import socket
import struct
import time
from collections import Counter
from dataclasses import dataclass, field

from rankwise.core.errors import EnvironmentProblem
from rankwise.core.units import plural
from rankwise.measure.frames import Frame, FrameReader, Hello
from rankwise.measure.seal import NONCE_BYTES, Forged, Seal

_HELLO_BYTES = 4096  # a hello takes about 150
_MOST_CALLS = 64  # that are taken at once: ranks that are here are listened to in between
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
    first: bytearray = field(default_factory=bytearray)  # what came before the hello was whole
    seal: Seal | None = None  # of this connection, once both ends know who speaks

    def send(self, line: str) -> None:
        """Raises OSError when the rank is gone."""
        assert self.seal is not None
        self.sock.sendall(self.seal.sealed((line + "\n").encode()))


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
        self._nonces: set[bytes] = set()
        self._selector = selectors.DefaultSelector()
        # Of its own, and edge-triggered: the selector lists who spoke last before who hung up first.
        self._hang_ups = select.epoll()
        self._by_file: dict[int, Connection] = {}  # whose hang-up is waited for
        self._gone: list[Connection] = []
        if control == "unix":
            self._listener = socket.socket(socket.AF_UNIX)
            self._listener.bind("")  # the kernel chooses a name
            self.address = f"abstract:{self._listener.getsockname()[1:].decode()}"
        else:
            family = socket.AF_INET6 if ":" in control else socket.AF_INET
            self._listener = socket.create_server((control, 0), family=family)
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
                events += self._accept()
            elif key.data.sock.fileno() < 0:
                continue  # was sent away to make room
            elif key.data.hello is None:
                events += self._greeted(key.data)
            else:
                events += self._heard(key.data)
        for late in [connection for connection in self._pending if time.monotonic() - connection.since_s > _HELLO_S]:
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

    def gone(self) -> list[Connection]:
        """Connections whose rank has hung up, in the order in which the kernel saw it, however late this is asked."""
        self._gone += [self._by_file[file] for file, _ in self._hang_ups.poll(0) if file in self._by_file]
        return self._gone

    def drop(self, connection: Connection) -> None:
        """Closes one connection."""
        self.gone()  # what is closed is in no list of the kernel any more
        self._by_file.pop(connection.sock.fileno(), None)
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
        self._hang_ups.close()

    def _heard(self, connection: Connection) -> list[tuple[Connection, Frame | None]]:
        assert connection.seal is not None
        try:
            data = connection.sock.recv(1 << 16)
            if data:
                return [(connection, frame) for frame in connection.reader.feed(connection.seal.opened(data))]
            self.drop(connection)
        except OSError:
            self.drop(connection)
        except Forged:
            self.refuse(connection, "changed or repeated what a rank said")
        return [(connection, None)]

    def _greeted(self, connection: Connection) -> list[tuple[Connection, Frame | None]]:
        """Reads the hello of a connection, which shows that it knows the secret, and answers with what makes the key of
        this connection. A rank says nothing more before it has that answer."""
        try:
            data = connection.sock.recv(_HELLO_BYTES - len(connection.first), socket.MSG_DONTWAIT)
        except BlockingIOError:
            return []
        except OSError:
            data = b""
        if not data:
            self.refuse(connection, "said nothing")
            return []
        connection.first += data
        nonce, rest = bytes(connection.first[:NONCE_BYTES]), bytes(connection.first[NONCE_BYTES:])
        try:
            words = Seal(self._secret, b"hello", nonce, most_bytes=_HELLO_BYTES).opened(rest)
        except Forged:
            words = b"?"
        if not words and len(connection.first) < _HELLO_BYTES:
            return []
        frames = connection.reader.feed(words)
        if len(frames) != 1 or not isinstance(hello := frames[0], Hello):
            self.refuse(connection, "did not know the secret")
        elif nonce in self._nonces:
            self.refuse(connection, "changed or repeated what a rank said")
        else:
            answer = secrets.token_bytes(NONCE_BYTES)
            self._nonces.add(nonce)
            self._pending.remove(connection)
            self.connections.append(connection)
            self._by_file[connection.sock.fileno()] = connection
            self._hang_ups.register(connection.sock, select.EPOLLRDHUP | select.EPOLLET)
            self.greeted += 1
            connection.hello = hello
            connection.seal = Seal(self._secret, b"session", nonce + answer)
            with contextlib.suppress(OSError):  # a rank that is gone is seen at the next read
                connection.sock.sendall(answer)
            return [(connection, hello)]
        return []

    def _accept(self) -> list[tuple[Connection, Frame | None]]:
        """Some of those who wait. A process of another user on this machine is sent away before it is read."""
        events: list[tuple[Connection, Frame | None]] = []
        for _ in range(_MOST_CALLS):
            try:
                sock, _address = self._listener.accept()
            except (BlockingIOError, ConnectionAbortedError):
                break
            except OSError:  # no file is free: ranks come again when a stranger's has been closed
                if not self._pending:
                    raise
                events += self._make_room()
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
                events += self._make_room()
            connection = Connection(sock)
            self._pending.append(connection)
            self._selector.register(sock, selectors.EVENT_READ, connection)
            events += self._greeted(connection)
        return events

    def _make_room(self) -> list[tuple[Connection, Frame | None]]:
        """Sends away who waits longest, unless it has shown the secret by now: a rank speaks as soon as it is through,
        so that no number of strangers behind it can keep it out."""
        oldest = self._pending[0]
        events = self._greeted(oldest)
        if oldest in self._pending:
            self.refuse(oldest, "too many at once")
        return events


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
