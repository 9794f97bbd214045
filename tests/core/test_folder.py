"""Nothing written below a folder leaves it, by a name or a link; elsewhere links of the user's own lead on."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from rankwise.core import files
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.folder import Folder

NOBODY = 65534


@pytest.fixture
def mine() -> Iterator[Path]:
    """A file that must stay as it is, where other users may look."""
    with tempfile.TemporaryDirectory(prefix="rankwise-") as name:
        Path(name).chmod(0o755)
        file = Path(name).resolve() / "mine"
        file.write_text("mine")
        yield file


@pytest.mark.parametrize("name", ["/etc/x", "../mine", "a/../../mine", "..", ".", "", "a//b", "a/", "./a", "a\0b"])
def test_a_name_that_leads_out_is_refused(mine: Path, name: str) -> None:
    folder = mine.parent / "out"
    with Folder.opened(folder) as root:
        for work in (lambda: root.put(name, b"x"), lambda: root.read(name), lambda: root.remove(name)):
            with pytest.raises(EnvironmentProblem, match="is not below"):
                work()
    assert mine.read_text() == "mine"
    assert list(folder.iterdir()) == []


def test_a_file_is_made_below_with_its_folders_and_mode(tmp_path: Path) -> None:
    with Folder.opened(tmp_path / "out") as root:
        root.put("a/b/c", b"text", 0o600)
        before = (tmp_path / "out/a/b/c").stat()
        root.put("a/b/c", b"text", 0o600)
        assert (tmp_path / "out/a/b/c").stat().st_ino == before.st_ino
        assert (root.read("a/b/c"), stat.S_IMODE(before.st_mode)) == (b"text", 0o600)
        root.remove("a/b/c")
        assert root.read("a/b/c") is None and root.read("a/b") is None


def test_links_below_are_never_followed(mine: Path) -> None:
    folder = mine.parent / "out"
    folder.mkdir()
    (folder / "link").symlink_to(mine)
    (folder / "up").symlink_to(mine.parent)
    with Folder.opened(folder) as root:
        assert root.read("link") is None
        assert root.read("up/mine") is None and root.status("up/mine") is None
        with pytest.raises(OSError, match="a link, which is not followed"):
            root.put("up/mine", b"x")
        root.put("link", b"new")
    assert mine.read_text() == "mine"
    assert (folder / "link").read_text() == "new" and not (folder / "link").is_symlink()


def test_the_users_own_links_lead_on(mine: Path) -> None:
    (mine.parent / "real").mkdir()
    (mine.parent / "way").symlink_to("real")
    (mine.parent / "real/link").symlink_to("../mine")
    files.put(mine.parent / "way/new", "new")
    files.put(mine.parent / "way/link", "changed")
    assert (mine.parent / "real/new").read_text() == "new"
    assert mine.read_text() == "changed" and (mine.parent / "real/link").is_symlink()


def as_nobody(code: str, *words: Path) -> None:
    """Runs some lines of Python as another user."""
    begin = f"import os, sys; os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY}); "
    subprocess.run([sys.executable, "-c", begin + code, *map(str, words)], check=True)


@pytest.mark.other_user
@pytest.mark.parametrize("place", ["folder of the other", "folder of all", "folder of all, kept apart"])
@pytest.mark.parametrize("which", ["file", "folder"])
def test_a_link_that_another_user_placed_is_not_followed(mine: Path, place: str, which: str) -> None:
    folder = mine.parent / "theirs"
    folder.mkdir()
    folder.chmod({"folder of the other": 0o777, "folder of all": 0o777, "folder of all, kept apart": 0o1777}[place])
    if place == "folder of the other":
        os.chown(folder, NOBODY, NOBODY)
    (mine.parent / "private").mkdir()
    target = mine if which == "file" else mine.parent / "private"
    as_nobody("os.symlink(sys.argv[1], sys.argv[2])", target, folder / "link")
    path = folder / "link" if which == "file" else folder / "link" / "x"
    with pytest.raises(EnvironmentProblem, match=r"the link .*/theirs/link is not followed: its folder ") as told:
        files.put(path, "changed")
    assert f"--trust {folder}" in told.value.hint
    with pytest.raises(EnvironmentProblem, match="is not followed"):
        files.make(path)
    assert mine.read_text() == "mine" and list((mine.parent / "private").iterdir()) == []


@pytest.mark.other_user
def test_in_the_folder_of_another_user_a_file_is_written_and_named_trust_is_kept(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = mine.parent / "theirs"
    folder.mkdir()
    os.chown(folder, NOBODY, NOBODY)
    files.put(folder / "page.html", "page")
    assert (folder / "page.html").read_text() == "page"
    as_nobody("os.symlink(sys.argv[1], sys.argv[2])", mine, folder / "link")
    monkeypatch.setenv("RANKWISE_TRUST", str(folder))
    files.put(folder / "link", "changed")
    assert mine.read_text() == "changed"


@pytest.mark.other_user
def test_ones_own_link_in_a_folder_that_keeps_files_apart_is_followed(mine: Path) -> None:
    folder = mine.parent / "tmp"
    folder.mkdir()
    folder.chmod(0o1777)
    (folder / "link").symlink_to(mine)
    files.put(folder / "link", "changed")
    assert mine.read_text() == "changed"


@pytest.mark.other_user
def test_a_file_that_another_user_left_open_for_all_becomes_ones_own(mine: Path) -> None:
    folder = mine.parent / "theirs"
    folder.mkdir()
    folder.chmod(0o777)
    as_nobody("open(sys.argv[1], 'w').close(); os.chmod(sys.argv[1], 0o4777)", folder / "page")
    mask = os.umask(0o022)
    try:
        files.put(folder / "page", "page")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((folder / "page").stat().st_mode) == 0o644
    assert (folder / "page").stat().st_uid == os.geteuid()
