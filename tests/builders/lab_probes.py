"""How the tests look at a lab: with the lab's own probes, from inside."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rankwise.core.process import Job
from rankwise.lab import endpoint
from rankwise.lab.build import build
from rankwise.lab.records import Lab


def says(lab: Lab, where: str, script: str) -> str:
    """The output of a shell script in an endpoint."""
    return endpoint.must(lab, where, "sh", "-c", script).strip()


@contextmanager
def serving(lab: Lab, where: str, verb: str, port: int) -> Iterator[None]:
    """The lab's own echo or pong server in an endpoint."""
    job = Job.start(endpoint.command_line(lab, where, [str(build().endpoint), verb, str(port)]))
    try:
        assert job.popen.stdout is not None
        assert job.popen.stdout.readline() == b"ready\n"
        yield
    finally:
        job.stop(grace_s=0.5)


def one_way(lab: Lab, source: str, target: str, address: str, count: int = 5) -> list[tuple[int, int]]:
    """Nanoseconds there and back of each probe that came back."""
    with serving(lab, target, "echo", 47_100):
        program = str(build().endpoint)
        done = endpoint.run(lab, source, [program, "probe", address, "47100", str(count)])
    rows = (line.split() for line in done.stdout.splitlines())
    return [(int(there), int(back)) for there, back in rows]


def comes(lab: Lab, source: str, target: str, address: str) -> bool:
    """Whether five probes of five come back, in one of four tries: a machine that stands still for 0.2 s loses some."""
    return any(len(one_way(lab, source, target, address)) == 5 for _ in range(4))


def left(lab: Lab, names: Iterable[str]) -> dict[str, str]:
    """What lies in the own folders of each endpoint, and what runs there beside the one who asks."""
    script = "ls -A /tmp /dev/shm; ps -eo comm= | sort | uniq -c | grep -v -E ' (sh|ps|sort|uniq|grep)$'"
    return {name: says(lab, name, script) for name in names}


def left_again(lab: Lab, before: dict[str, str]) -> dict[str, str]:
    """What is left there now, or as soon as it is as before: a process may still be on its way out."""
    end_s = time.monotonic() + 100.0
    while (after := left(lab, before)) != before and time.monotonic() < end_s:
        time.sleep(0.1)
    return after


def stream(lab: Lab, source: str, target: str, address: str, size: int, *, patience_s: float = 20.0) -> int | None:
    """Nanoseconds of half a TCP round trip of one message, the shortest of three; None when none came through."""
    with serving(lab, target, "pong", 47_101):
        program = str(build().endpoint)
        command = ["timeout", f"{patience_s}", program, "ping", address, "47101", str(size), "3"]
        done = endpoint.run(lab, source, command, timeout_s=patience_s + 10)
    return min(map(int, done.stdout.split())) if done.ok else None
