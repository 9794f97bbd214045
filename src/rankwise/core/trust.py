"""Whose files may say what is run: this user's, root's, and those in folders that the user names as trusted.

A `rankwise.toml` names programs that are started, and the cache holds engines. In a folder of another user either
would run a program of that user as this one. The rule is that of git for `safe.directory` and of ssh for its keys.
"""

from __future__ import annotations

import functools
import grp
import os
import pwd
import stat
from collections.abc import Iterable
from pathlib import Path

from rankwise.core.errors import EnvironmentProblem

VARIABLE = "RANKWISE_TRUST"
"""Folders, separated by colons, whose files are followed whoever owns them."""


@functools.lru_cache
def checked_folder(folder: Path) -> Path:
    """The folder, where nobody else could have put files into it. What is not there yet is not judged.

    Raises EnvironmentProblem for a folder of another user, one that others may write to, or one closed to us.
    """
    _check(folder)
    return folder


def own_below(folder: Path, parts: Iterable[str]) -> Path:
    """The file or folder at these parts below a folder, where nobody else could have put or changed any of them.

    Raises EnvironmentProblem as `check_file`.
    """
    path = folder
    for part in parts:
        path /= part
        _check(path)
    return path


def check_file(file: Path) -> None:
    """Raises EnvironmentProblem for a file that another user could have written, or put into its folder."""
    _check(file)
    _check(file.absolute().parent)


def check_link(folder: int, name: str) -> None:
    """Raises EnvironmentProblem for a link that another user could have placed: in a folder of another user, or in one
    that others may write to, but for this user's own link where only its owner may move it (/tmp). `folder` is the
    descriptor of the folder that the link is in."""
    around, link = os.fstat(folder), os.stat(name, dir_fd=folder, follow_symlinks=False)
    why = _why_not(around)
    if why and around.st_uid in _own() and around.st_mode & stat.S_ISVTX:
        why = "" if link.st_uid in _own() else f"belongs to {_user(link.st_uid)}, not to {_user(os.geteuid())}"
    if why and not _is_named(path := Path(f"/proc/self/fd/{folder}").resolve()):
        raise EnvironmentProblem(
            "untrusted-link",
            f"the link {path / name} is not followed: its folder {why}",
            f"name a folder without links, or, if you trust it: rankwise --trust {path} ..., or {VARIABLE}",
        )


def _own() -> tuple[int, int]:
    return os.geteuid(), 0


def _check(path: Path) -> None:
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        hint = "set HOME, or the XDG variable that names it, to a folder that you own"
        raise EnvironmentProblem("closed", f"cannot look at {path}: {error.strerror}", hint) from error
    what = "folder" if stat.S_ISDIR(status.st_mode) else "file"
    why = _why_not(status)
    if not why or (status.st_mode & stat.S_ISVTX and status.st_uid in _own()) or _is_named(path):
        return
    raise EnvironmentProblem(
        "untrusted",
        f"the {what} {path.absolute()} {why}: what it names would run as you",
        f"if you trust it: rankwise --trust {path if what == 'folder' else path.absolute().parent} ..., "
        f"or {VARIABLE}; with sudo: sudo -H; else remove write permission of others",
    )


def _why_not(status: os.stat_result) -> str:
    """What lets another user change a file, or what lies in a folder; empty where nothing does."""
    if status.st_uid not in _own():
        return f"belongs to {_user(status.st_uid)}, not to {_user(os.geteuid())}"
    if status.st_mode & stat.S_IWOTH:
        return "may be written by every user"
    if status.st_mode & stat.S_IWGRP and not _is_private(status.st_gid):
        return f"may be written by group {_group(status.st_gid)}"
    return ""


def _is_named(path: Path) -> bool:
    """Whether the user trusts the file or a folder that it lies in."""
    named = {Path(name).resolve() for name in os.environ.get(VARIABLE, "").split(":") if name}
    resolved = path.resolve()
    return not named.isdisjoint((resolved, *resolved.parents))


def _is_private(gid: int) -> bool:
    """Whether a group has only this user in it: many systems give each user a group of the same name."""
    if gid == 0:
        return True
    try:
        group = grp.getgrgid(gid)
        return group.gr_name == pwd.getpwuid(os.geteuid()).pw_name and not group.gr_mem
    except KeyError:
        return False


def _user(uid: int) -> str:
    try:
        return f"user {pwd.getpwuid(uid).pw_name}"
    except KeyError:
        return f"user number {uid}"


def _group(gid: int) -> str:
    try:
        return grp.getgrgid(gid).gr_name
    except KeyError:
        return str(gid)
