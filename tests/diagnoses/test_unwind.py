"""The stack of a process without a debugger: of functions of every kind, in whatever state the process is."""

from __future__ import annotations

import contextlib
import os
import platform
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankwise.core import proc
from rankwise.diagnoses.snapshot import snapshot
from rankwise.diagnoses.unwind import Stacks, reader
from rankwise.diagnoses.unwind_rules import Object

pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="gdb tells stacks on other processors")

SOURCE = r"""
#include <alloca.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static void told(void) { if (write(1, "!", 1) != 1) _exit(1); }
__attribute__((noipa)) static int last(volatile int *x) { told(); pause(); return *x; }
__attribute__((noipa)) static void handler(int number) { volatile int x = number; last(&x); }
__attribute__((noipa)) static int by_signal(int n) { signal(SIGUSR1, handler); raise(SIGUSR1); return n; }
__attribute__((noipa, force_align_arg_pointer)) static int aligned(int n) {
    volatile int room[16] __attribute__((aligned(64))) = {n};
    return by_signal(room[0]) + room[1];
}
__attribute__((noipa)) static int growing(int n) {
    char *room = alloca(1000 + (size_t)n);
    memset(room, n, 1000);
    return aligned(room[n]) + room[0];
}
__attribute__((noipa)) static int deep(int n) {
    volatile char room[300000];
    room[n] = 1;
    return (n ? deep(n - 1) : growing(n)) + room[n];
}
int main(void) { return deep(3); }
"""
ADDRESSES: dict[Path, list[int]] = {}
"""Of each program, inside its functions."""
CALLED = ["last", "handler", "by_signal", "aligned", "growing", *["deep"] * 4, "main"]


@pytest.fixture(
    scope="module", params=[("-O0",), ("-O2", "-fomit-frame-pointer"), ("-O2", "-no-pie", "-mavx")], ids=" ".join
)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = tmp_path_factory.mktemp("stack") / "stack.c"
    source.write_text(SOURCE)
    binary = source.with_suffix("")
    subprocess.run(["gcc", *request.param, "-fno-optimize-sibling-calls", str(source), "-o", str(binary)], check=True)
    listed = subprocess.run(["nm", str(binary)], check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in listed.splitlines()]
    ADDRESSES[binary] = [int(row[0], 16) + 4 for row in rows if row[-1] in CALLED]
    assert len(ADDRESSES[binary]) == len(set(CALLED))
    return binary


@contextlib.contextmanager
def standing(*argv: str | Path) -> Iterator[int]:
    """A process that has told by one byte that it stands where it stays."""
    with subprocess.Popen([str(word) for word in argv], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.read(1)
            until(lambda: proc.state(process.pid) == "S")
            yield process.pid
        finally:
            process.kill()


def until(happened: Callable[[], bool]) -> None:
    end_s = time.monotonic() + 60.0
    while not happened() and time.monotonic() < end_s:
        time.sleep(0.001)
    assert happened()


def own(frames: list[tuple[str, str]] | None, file: Path) -> list[str]:
    """The functions of a program, without those of libraries."""
    assert frames is not None
    return [name for name, path in frames if path == str(file) and name in CALLED]


def test_frames_of_every_kind_are_told(program: Path) -> None:
    with standing(program) as pid:
        stacks = Stacks()
        assert own(stacks.frames(pid), program) == CALLED
        assert own(stacks.frames(pid), program) == CALLED  # it goes on, and stands there again
        until(lambda: proc.state(pid) == "S")


def test_a_stopped_process_stays_stopped(program: Path) -> None:
    with standing(program) as pid:
        os.kill(pid, signal.SIGSTOP)
        until(lambda: proc.state(pid) == "T")
        assert own(Stacks().frames(pid), program) == CALLED
        until(lambda: proc.state(pid) == "T")


def test_a_process_that_is_looked_at_all_the_time_misses_no_signal(tmp_path: Path) -> None:
    count = (
        "import os, signal\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})\n"
        "os.write(1, b'!')\n"
        "for _ in range(50):\n"
        "    signal.sigwait({signal.SIGUSR1})\n"
        "    os.write(1, b'!')\n"
        "os.read(0, 1)\n"
        "raise SystemExit(7)\n"
    )
    with subprocess.Popen([sys.executable, "-c", count], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.read(1)
        for _ in range(50):
            process.send_signal(signal.SIGUSR1)
            assert snapshot(process.pid) is not None
            assert process.stdout.read(1) == b"!"
        process.stdin.close()
        assert process.wait() == 7


def test_nothing_is_told_of_what_is_not_there() -> None:
    with subprocess.Popen(["true"]) as process:
        process.wait()
        assert Stacks().frames(process.pid) is None
    with subprocess.Popen(["true"]) as process:
        until(lambda: proc.state(process.pid) == "Z")
        assert Stacks().frames(process.pid) is None


def test_a_program_that_was_replaced_is_not_read(program: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.write_bytes(program.read_bytes())
    copy.chmod(0o755)
    with standing(copy) as pid:
        copy.unlink()
        assert Stacks().frames(pid) is None


@given(drawn=st.data())
def test_a_damaged_file_is_refused(program: Path, drawn: st.DataObject) -> None:
    data = bytearray(program.read_bytes())
    places = st.integers(0, len(data) - 1) | st.integers(0, 1023)  # the header and its tables too
    for at, value in drawn.draw(st.lists(st.tuples(places, st.integers(0, 255)), max_size=50)):
        data[at] = value
    damaged = program.with_suffix(".damaged")
    damaged.write_bytes(data)
    refused = (ValueError, IndexError, struct.error)
    with contextlib.suppress(*refused):
        file = Object(reader(damaged))
        for address in ADDRESSES[program]:
            with contextlib.suppress(*refused):
                file.rules(address)
            file.function(address)


@pytest.mark.parametrize("at", [1 << 63, (1 << 64) - 1, 1 << 40])
def test_a_header_that_names_far_places_is_refused(program: Path, at: int, tmp_path: Path) -> None:
    data = bytearray(program.read_bytes())
    data[40:48] = at.to_bytes(8, "little")  # where its sections are told
    (tmp_path / "far").write_bytes(data)
    with pytest.raises(ValueError):
        Object(reader(tmp_path / "far")).function(0)
