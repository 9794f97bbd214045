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

    Raises EnvironmentProblem for a folder of another user, or one that others may write to.
    """
    if folder.exists():
        _check(folder)
    return folder


def own_below(folder: Path, parts: Iterable[str]) -> Path:
    """The file or folder at these parts below a folder, where nobody else could have put or changed any of them.

    Raises EnvironmentProblem as `check_file`.
    """
    path = folder
    for part in parts:
        path /= part
        if path.exists():
            _check(path)
    return path


def check_file(file: Path) -> None:
    """Raises EnvironmentProblem for a file that another user could have written, or put into its folder."""
    _check(file)
    _check(file.absolute().parent)


def _check(path: Path) -> None:
    status = path.stat()
    what = "folder" if stat.S_ISDIR(status.st_mode) else "file"
    if status.st_uid not in (os.geteuid(), 0):
        why = f"belongs to {_user(status.st_uid)}, not to {_user(os.geteuid())}"
    elif status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX:
        why = "may be written by every user"
    elif status.st_mode & stat.S_IWGRP and not _is_private(status.st_gid) and not status.st_mode & stat.S_ISVTX:
        why = f"may be written by group {_group(status.st_gid)}"
    else:
        return
    if _is_named(path):
        return
    raise EnvironmentProblem(
        "untrusted",
        f"the {what} {path.absolute()} {why}: what it names would run as you",
        f"if you trust it: rankwise --trust {path if what == 'folder' else path.absolute().parent} ..., "
        f"or {VARIABLE}; with sudo: sudo -H; else remove write permission of others",
    )


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
