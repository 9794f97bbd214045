"""Files appear whole or not at all, and what cannot be read or written is told with the user's words."""

from __future__ import annotations

import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from rankwise.core import files
from rankwise.core.errors import EnvironmentProblem, UsageError


def test_a_file_is_replaced_whole_and_the_same_content_leaves_it_untouched(tmp_path: Path) -> None:
    file = tmp_path / "new" / "file"
    files.put(file, "first")
    before = file.stat()
    files.put(file, "first")
    assert file.stat().st_ino == before.st_ino
    files.put(file, b"second")
    assert file.read_text() == "second"
    assert file.stat().st_ino != before.st_ino
    assert [one.name for one in file.parent.iterdir()] == ["file"]


def test_a_file_that_can_be_written_is_not_there_before_it_is(tmp_path: Path) -> None:
    assert not files.writable(tmp_path / "new").exists()
    files.put(tmp_path / "old", "kept")
    assert files.writable(tmp_path / "old").read_text() == "kept"
    with pytest.raises(EnvironmentProblem, match="Is a directory"):
        files.writable(tmp_path)


def test_a_file_has_the_mode_that_the_users_mask_gives(tmp_path: Path) -> None:
    mask = os.umask(0o077)
    try:
        files.put(tmp_path / "file", "")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o600


def test_a_file_that_is_replaced_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "private").touch(mode=0o600)
    files.put(tmp_path / "private", "text")
    assert stat.S_IMODE((tmp_path / "private").stat().st_mode) == 0o600


def test_what_is_written_to_the_standard_output_stands_between_other_words(tmp_path: Path) -> None:
    program = """
from pathlib import Path
from rankwise.core import files
print("before", flush=True)
files.put(Path("/dev/stdout"), "text\\n")
print("after")
"""
    with (tmp_path / "printed").open("ab") as printed:
        subprocess.run([sys.executable, "-c", program], stdout=printed, check=True)
    assert (tmp_path / "printed").read_text().split() == ["before", "text", "after"]


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    files.put(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "text"
    (tmp_path / "one").symlink_to(tmp_path / "other")
    (tmp_path / "other").symlink_to(tmp_path / "one")
    with pytest.raises(EnvironmentProblem, match=r"cannot write .*/one: "):
        files.put(tmp_path / "one", "text")


def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        files.put(pipe, "text")
        assert os.read(reader, 10) == b"text"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_a_device_that_is_full_is_told_with_the_hint() -> None:
    with pytest.raises(EnvironmentProblem, match=r"cannot write /dev/full: No space left") as told:
        files.put(Path("/dev/full"), "text", "elsewhere")
    assert (told.value.code, told.value.hint) == ("disk-full", "elsewhere")


def test_a_write_that_ends_half_way_keeps_the_file_and_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "file"
    files.put(file, "before")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(EnvironmentProblem, match="File too large"):
            files.put(file, "text" * 1000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [one.name for one in tmp_path.iterdir()] == ["file"]
    assert file.read_text() == "before"


@pytest.mark.parametrize(("content", "why"), [(None, "No such file"), (b"\xff", "it is not text")])
def test_what_cannot_be_read_is_told_with_its_path(tmp_path: Path, content: bytes | None, why: str) -> None:
    file = tmp_path / "file"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(UsageError, match=f"cannot read {file}: {why}") as told:
        files.read(file, "no-plan", "name one")
    assert (told.value.code, told.value.hint) == ("no-plan", "name one")


def test_one_process_at_a_time_needs_a_folder_that_is_there(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentProblem, match="cannot write"), files.alone(tmp_path / "no" / "lock", "set HOME"):
        pass


@pytest.mark.parametrize("word", ["x" * 300, "a\0b", ""])
def test_no_word_is_an_error_where_it_is_asked_what_it_names(word: str) -> None:
    assert not files.is_file(word)
    assert files.exists(word) is files.is_folder(word) is (word == "")  # the folder where we are
