"""The control channel of one launch: a listening socket, a connection to each rank, frames as they come."""

from __future__ import annotations

import contextlib
import selectors
import socket
import time
from dataclasses import dataclass, field

from rankwise.measure.frames import Frame, FrameReader, Hello


@dataclass
class Connection:
    """One rank's process. `rank` is known once it is through MPI_Init."""

    sock: socket.socket
    reader: FrameReader = field(default_factory=FrameReader)
    hello: Hello | None = None
    rank: int | None = None

    def send(self, line: str) -> None:
        """Raises OSError when the rank is gone."""
        self.sock.sendall((line + "\n").encode())


class Ranks:
    """Listens where ranks can reach it: on a Unix socket of this machine, or on one of its addresses by TCP.

    The Unix socket has an abstract name (unix(7)), not a path: a tool that is killed leaves nothing behind.
    """

    def __init__(self, control: str, count: int) -> None:
        self.connections: list[Connection] = []
        self._selector = selectors.DefaultSelector()
        if control == "unix":
            self._listener = socket.socket(socket.AF_UNIX)
            self._listener.bind("")  # the kernel chooses a name
            self.address = f"abstract:{self._listener.getsockname()[1:].decode()}"
        else:
            self._listener = socket.create_server((control, 0))
            self.address = f"tcp:{control}:{self._listener.getsockname()[1]}"
        self._listener.listen(count)
        self._selector.register(self._listener, selectors.EVENT_READ, None)

    def receive(self, deadline_s: float) -> list[tuple[Connection, Frame | None]]:
        """Whatever has arrived; sleeps until something does, at most 0.25 s. None stands for a closed connection."""
        events: list[tuple[Connection, Frame | None]] = []
        wait_s = max(0.0, min(0.25, deadline_s - time.monotonic()))
        for key, _ in self._selector.select(wait_s):
            if key.data is None:
                self._accept()
                continue
            connection = key.data
            try:
                data = connection.sock.recv(1 << 16)
            except OSError:
                data = b""
            if data:
                events += [(connection, frame) for frame in connection.reader.feed(data)]
            else:
                self.drop(connection)
                events.append((connection, None))
        return events

    def drop(self, connection: Connection) -> None:
        """Closes one connection."""
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(connection.sock)
        connection.sock.close()

    def close(self) -> None:
        """Closes everything. Safe to call twice."""
        for connection in self.connections:
            connection.sock.close()
        self._listener.close()
        self._selector.close()

    def _accept(self) -> None:
        sock, _address = self._listener.accept()
        if sock.family != socket.AF_UNIX:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = Connection(sock)
        self.connections.append(connection)
        self._selector.register(sock, selectors.EVENT_READ, connection)
