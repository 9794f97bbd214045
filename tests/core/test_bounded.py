"""A name may stand for a device, a pipe or a bomb: each is read up to its limit, or refused in words."""

from __future__ import annotations

import gzip
import os
import re
import socket
import subprocess
import sys
import threading
import zlib
from pathlib import Path

import pytest

from rankwise.core import bounded, files
from rankwise.core.errors import UsageError


def refused(path: Path, most_bytes: int = 100) -> str:
    with pytest.raises(OSError) as told:
        bounded.content(path, most_bytes)
    return str(told.value.strerror)


def test_a_file_has_at_most_the_stated_size(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x" * 100)
    assert bounded.content(file, 100) == b"x" * 100
    assert refused(file, 99) == "it is larger than 99 bytes"
    assert bounded.content(Path("/proc/self/status"), 1 << 20).startswith(b"Name:")  # its size is told as 0
    assert refused(Path("/proc/self/status"), 10) == "it is larger than 10 bytes"


@pytest.mark.parametrize(("name", "kind"), [("/dev/zero", "a device"), ("/dev/null", "a device"), ("/", "a folder")])
def test_what_is_no_file_is_refused_by_what_it_is(name: str, kind: str) -> None:
    assert refused(Path(name)) == f"it is {kind}; name a file"


def test_a_socket_a_nul_and_a_link_to_a_device_are_refused(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
    (tmp_path / "link").symlink_to("/dev/zero")
    assert refused(tmp_path / "socket") == "it is a socket; name a file"
    assert refused(tmp_path / "link") == "it is a device; name a file"
    assert "null" in refused(Path("a\0b"))


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "_WRITER_S", 0.0)
    monkeypatch.setattr(bounded, "_SILENT_S", 0.0)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert refused(pipe).startswith("it is a pipe that nobody opened for writing")
    held = os.open(pipe, os.O_RDWR)
    try:
        assert refused(pipe).startswith("it is a pipe, and nothing came")
    finally:
        os.close(held)


def test_a_pipe_is_read_to_its_end_and_no_further_than_the_limit(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for size, most in ((300_000, 300_000), (0, 10)):
        writer = threading.Thread(target=pipe.write_bytes, args=(b"x" * size,))
        writer.start()
        assert len(bounded.content(pipe, most)) == size
        writer.join()
    with subprocess.Popen(["cat", "/dev/zero"], stdout=subprocess.PIPE) as endless:
        assert endless.stdout is not None
        assert refused(Path(f"/dev/fd/{endless.stdout.fileno()}")) == "it is larger than 100 bytes"
        endless.stdout.close()


@pytest.mark.parametrize("words", [b"", b"8 bytes\n"])
def test_standard_input_is_read_from_a_pipe_also_after_its_writer_has_gone(words: bytes) -> None:
    program = "from rankwise.core import bounded; from pathlib import Path; import sys;"
    program += "sys.stdout.buffer.write(bounded.content(Path('/dev/stdin'), 100))"
    done = subprocess.run([sys.executable, "-c", program], input=words, capture_output=True, check=True)
    assert done.stdout == words


def test_what_unpacks_to_more_than_its_allowance_is_refused() -> None:
    small = b"words " * 1000
    assert bounded.unpacked(zlib.compress(small)) == small
    assert bounded.unpacked(gzip.compress(small), gzip=True, most_bytes=6000) == small
    bomb = zlib.compress(bytes(bounded.UNPACKED * 2))
    with pytest.raises(ValueError, match=re.escape(f"more than {bounded.allowance(len(bomb)) >> 20} MiB")):
        bounded.unpacked(bomb)
    for damaged in (b"", b"words", zlib.compress(small)[:-8]):
        with pytest.raises(ValueError, match=r"middle|incorrect"):
            bounded.unpacked(damaged)


def test_every_reader_says_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "file"
    with file.open("wb") as sparse:
        sparse.truncate((1 << 20) * 200)
    with pytest.raises(UsageError, match="it is larger than 4 MiB"):
        files.read(file, "no-plan", "name one")
    with pytest.raises(UsageError, match="it is larger than 64 MiB"):
        files.load(file, "cannot-read", "name one", most_bytes=bounded.LIMITS["log"])
