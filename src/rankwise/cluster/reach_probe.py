"""Runs on an endpoint, sent there as text: listens, says on which port, connects where it is told, and ends with its
input. It needs Python 3.6 and nothing else."""

import json
import socket
import sys
import threading
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LONG = 1 << 16  # more than any MTU: what a path with a smaller one than it says swallows


def take(connection: socket.socket, size: int) -> bytes:
    parts = b""
    while len(parts) < size:
        part = connection.recv(size - len(parts))
        if not part:
            raise OSError("closed early")
        parts += part
    return parts


def serve(connection: socket.socket) -> None:
    """Echoes the length of each message, which the other side announces in eight digits."""
    try:
        connection.settimeout(60)
        while True:
            size = int(take(connection, 8))
            if not 0 <= size <= LONG:  # whoever may connect here, memory is not theirs to ask for
                raise ValueError(size)
            take(connection, size)
            connection.sendall(b"%08d" % 0)
    except (OSError, ValueError):
        connection.close()


def accept(listener: socket.socket) -> None:
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        threading.Thread(target=serve, args=(connection,), daemon=True).start()


def round_trip_s(connection: socket.socket, size: int) -> float:
    """Seconds until a message of this size was acknowledged."""
    begin_s = time.perf_counter()
    connection.sendall(b"%08d" % size + b"x" * size)
    take(connection, 8)
    return time.perf_counter() - begin_s


def tried(address: str, port: int, limit_s: float) -> list:  # type: ignore[type-arg]
    """How a connection goes, and the shortest of its round trips in seconds."""
    try:
        connection = socket.create_connection((address, port), limit_s)
    except TimeoutError:
        return ["timeout", None]
    except ConnectionRefusedError:
        return ["refused", None]
    except OSError as error:
        return [str(error.strerror or error), None]
    best_s = None
    try:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        best_s = min(round_trip_s(connection, 1) for _ in range(5))
        round_trip_s(connection, LONG)
    except TimeoutError:
        return ["timeout" if best_s is None else "large", best_s]
    except OSError as error:
        return [str(error.strerror or error), best_s]
    finally:
        connection.close()
    return ["ok", best_s]


def work(
    targets: "list[list]",  # type: ignore[type-arg]
    answers: "list[list]",  # type: ignore[type-arg]
    turn: "Iterator[int]",
    lock: threading.Lock,
    limit_s: float,
) -> None:
    """One of several workers: takes the next target until there is none."""
    while True:
        with lock:
            index = next(turn, None)
        if index is None:
            return
        answers[index] = tried(targets[index][0], targets[index][1], limit_s)


def main() -> None:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind(("", 0))
    listener.listen(512)
    threading.Thread(target=accept, args=(listener,), daemon=True).start()
    print(json.dumps({"port": listener.getsockname()[1]}), flush=True)
    for line in sys.stdin.buffer:
        asked = json.loads(line.decode())
        targets, answers = asked["targets"], [["not tried", None]] * len(asked["targets"])
        turn = iter(range(len(targets)))
        lock = threading.Lock()

        job = (targets, answers, turn, lock, asked["limit_s"])
        workers = [threading.Thread(target=work, args=job) for _ in range(min(16, len(targets)))]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        print(json.dumps({"answers": answers}), flush=True)


if __name__ == "__main__":
    main()
