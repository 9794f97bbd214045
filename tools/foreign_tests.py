"""MPICH's own tests bare and under each preload: a test that passes bare and not under a preload is a fault of ours.

    tools/foreign-tests FOLDER [--mpi NAME] [--wrapper trace|device-buffers|schedules|relay]... [--only TEXT]...

FOLDER is `test/mpi` of a copy of MPICH that you have; nothing of it is stored. Tests of programs in C are built for the
MPI and run on this machine. What ends otherwise is run again on both sides before it counts: some tests fail now and
then. The status is 1 where a test is left that fails under a preload alone.
"""

from __future__ import annotations

import argparse
import secrets
import socket
import sys
import tempfile
import threading
from collections import Counter, deque
from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from foreign_suite import Builds, Test, tests

from benchmarks.device.mpi4py_tests import loaded
from benchmarks.tuning.schedules import random_network
from rankwise.core import process
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure.mpi_preload import SCHEDULES, built
from rankwise.measure.preload import forwarder, preload_for
from rankwise.measure.relays import VARIABLES
from rankwise.mpis import catalog
from rankwise.optimise.schedules.steps import COLLECTIVES, ROOTED
from rankwise.optimise.schedules.table import schedules
from rankwise.optimise.schedules.text import File, Ranged, to_text
from rankwise.tracing.library import tracing

_LOOP = "127.0.0.1"
_OVER_TCP: dict[str, Mapping[str, str]] = {
    "mpich": {"MPIR_CVAR_NOLOCAL": "1", "MPIR_CVAR_CH4_NETMOD": "ofi", "FI_PROVIDER": "tcp", "FI_TCP_IFACE": "lo"},
    "openmpi": {"OMPI_MCA_pml": "ob1", "OMPI_MCA_btl": "self,tcp", "OMPI_MCA_btl_tcp_if_include": "lo"},
    "impi": {"I_MPI_FABRICS": "ofi", "FI_PROVIDER": "tcp", "FI_TCP_IFACE": "lo"},
}
"""Settings by which the ranks of this machine talk over its own loop, where a relay can stand between them."""
_BOUNDS = (0, 8, 64, 1024, 1 << 30)
Wrapper = Callable[[Mpi, int, Path], Mapping[str, str]]
"""The environment of a preload for so many ranks, with a folder of its own for one run."""


@cache
def _forced(ranks: int) -> str:
    """Schedules of every collective and root, another for each range of bytes."""
    net, made = random_network(ranks, np.random.default_rng(ranks)), list[Ranged]()
    for collective in COLLECTIVES:
        for root in range(ranks) if collective in ROOTED else (-1,):
            choice = schedules(net, collective, root, "any")
            made += [Ranged(choice[number % len(choice)], low + 1, high)
                     for number, (low, high) in enumerate(pairwise(_BOUNDS))]  # fmt: skip
    return to_text(File((socket.gethostname(),) * ranks, "any", 1 << 26, tuple(made)))


def _scheduled(mpi: Mpi, ranks: int, folder: Path) -> Mapping[str, str]:
    files = [folder / f"{count}.schedules" for count in range(2, min(ranks, 8) + 1)]
    for count, file in enumerate(files, 2):
        file.write_text(_forced(count))
    return {"LD_PRELOAD": str(built(SCHEDULES, mpi)), "RANKWISE_SCHEDULES": ":".join(map(str, files))}


@cache
def _through_a_forwarder() -> Mapping[str, str]:
    """What ranks need to connect through a forwarder that is here until this process ends."""
    job, token = process.Job.start([forwarder()], stdin=process.PIPE, stderr=2), secrets.token_hex(16)
    assert job.popen.stdin is not None
    assert job.popen.stdout is not None
    job.popen.stdin.write(f"token {token}\nlisten {_LOOP}\n".encode())
    job.popen.stdin.flush()
    port = next(line.split()[2] for line in job.popen.stdout if line.startswith(b"ready")).decode()
    threading.Thread(target=deque[bytes](maxlen=0).extend, args=(job.popen.stdout,), daemon=True).start()
    return dict(zip(VARIABLES, (str(preload_for("relay")), token, f"{_LOOP}>{_LOOP}={_LOOP}:{port}"), strict=True))


def _over_tcp(mpi: Mpi, _ranks: int, _folder: Path) -> Mapping[str, str]:
    return _OVER_TCP[mpi.family]


WRAPPERS: dict[str, Wrapper] = {
    "trace": lambda mpi, _, folder: tracing(mpi, folder, sites=True),
    "device-buffers": lambda mpi, *_: loaded(mpi),
    "schedules": _scheduled,
    "relay": lambda mpi, *_: {**_OVER_TCP[mpi.family], **_through_a_forwarder()},
}
_FOR_CHILDREN = 8
"""Slots beside those of a test's ranks: where Open MPI says that none is free, tests that spawn pass without a try."""
BARE: dict[str, Wrapper] = {"relay": _over_tcp}
"""What the second try of the bare side has too, so that what fails over TCP alone is no fault of a preload."""


def _with_room(argv: tuple[str, ...], ranks: int) -> tuple[str, ...]:
    return tuple(f"localhost:{ranks + _FOR_CHILDREN}" if word == f"localhost:{ranks}" else word for word in argv)


def outcome(mpi: Mpi, test: Test, program: Path, wrapper: Wrapper | None, limit_s: float) -> str:
    """`passes`, `fails` or `never ends`; MPICH's tests print "No Errors" where all is well."""
    place = Place(host=None, program=str(program), args=test.args)
    spec = LaunchSpec(places=(place,) * test.ranks, bind=False, oversubscribed=True)
    launch = catalog.launcher_for(mpi).command(mpi, spec)
    with tempfile.TemporaryDirectory(prefix="rankwise-foreign-") as text:
        folder = Path(text, "preload")
        folder.mkdir()
        for built_too in program.parent.iterdir():  # tests start each other as ./NAME
            Path(text, built_too.name).symlink_to(built_too)
        env = {**launch.env, **dict(test.env), **(wrapper(mpi, test.ranks, folder) if wrapper else {})}
        done = process.run(_with_room(launch.argv, test.ranks), timeout_s=test.limit_s or limit_s, env=env, cwd=text)
    if done.returncode is None:
        return "never ends"
    return "passes" if done.ok and "No Errors" in done.stdout else "fails"


def compared(
    mpi: Mpi, test: Test, program: Path, wrappers: Mapping[str, Wrapper], limit_s: float
) -> dict[str, tuple[str, str]]:
    """What became of a test bare and under each preload; where that differs, of a second try on both sides. A test
    that fails bare can prove no fault of ours, and those that hang are most of the time."""
    bare, under = outcome(mpi, test, program, None, limit_s), dict[str, tuple[str, str]]()
    if bare != "passes":
        return dict.fromkeys(wrappers, (bare, "not tried"))
    for name, wrapper in wrappers.items():
        under[name] = bare, outcome(mpi, test, program, wrapper, limit_s)
        if under[name][0] != under[name][1]:
            again = outcome(mpi, test, program, BARE.get(name), limit_s)
            under[name] = again, outcome(mpi, test, program, wrapper, limit_s)
    return under


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="foreign-tests", description="MPICH's own tests, bare and under each preload")
    parser.add_argument("folder", type=Path, help="test/mpi of a copy of MPICH")
    parser.add_argument("--mpi", default="", help="the MPI to test with; as `rankwise mpi list` names it")
    parser.add_argument("--wrapper", action="append", choices=WRAPPERS, help="a preload to try (default: all)")
    parser.add_argument("--only", action="append", default=[], help="tests whose name has this text")
    parser.add_argument("--ranks", type=int, default=4, help="leave out tests of more ranks (default: 4)")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for a run of a test (default: 60)")
    asked = parser.parse_args(words)
    if not any((asked.folder / name).is_file() for name in ("testlist", "testlist.in")):
        parser.error(f"{asked.folder} has no testlist: name the folder test/mpi of MPICH's source")
    mpi = catalog.find(asked.mpi)
    wrappers = {name: WRAPPERS[name] for name in asked.wrapper or WRAPPERS}
    counts, other, left_out = Counter[str](), list[str](), list[str]()
    with tempfile.TemporaryDirectory(prefix="rankwise-foreign-build-") as text:
        builds = Builds(asked.folder.resolve(), mpi, Path(text))
        for test in tests(asked.folder.resolve()):
            if test.ranks > asked.ranks or (asked.only and not any(part in test.name for part in asked.only)):
                continue
            program = builds.program(test)
            if isinstance(program, str):
                left_out.append(f"{test.name}: {program}")
                continue
            for name, (bare, under) in compared(mpi, test, program, wrappers, asked.limit).items():
                counts[f"{name}: {under} where bare it {bare}"] += 1
                if bare == "passes" and under != "passes":
                    other.append(f"{test.name}: {under} under {name}")
                    print(other[-1], flush=True)
    for line in left_out:
        print(f"not built: {line}")
    print(f"{mpi.name}: {len(left_out)} tests not built")
    for row, number in sorted(counts.items()):
        print(f"{number:5} {row}")
    print(f"newly failing: {len(other)}")
    return 1 if other or not counts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
