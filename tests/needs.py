"""What marked tests need, and which skips `--no-skips` forgives.

A test that needs a tool carries its marker and is skipped, with the reason, where the tool is not. `make test` installs
the tools and asks for `--no-skips`: a test that is then still skipped is a failure, unless FORGIVEN names it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest


def _namespaces() -> bool:
    return os.geteuid() == 0 and shutil.which("ip") is not None and shutil.which("unshare") is not None


def _browser() -> bool:
    return any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))


def _fortran() -> bool:
    return all(shutil.which(name) for name in ("gfortran", "mpif90.mpich", "mpif90.openmpi"))


def _slurm() -> bool:
    return os.geteuid() == 0 and all(shutil.which(name) for name in ("munged", "slurmctld", "slurmd", "srun"))


def _site_programs() -> bool:
    path = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
    return all(shutil.which(name, path=path) for name in ("sshd", "netplan", "tclsh", "lua"))


@cache
def _gdb() -> bool:
    """Whether gdb may look at another process: containers may forbid it."""
    if shutil.which("gdb") is None:
        return False
    with subprocess.Popen(["sleep", "60"]) as other:
        line = ["gdb", "-nx", "-batch", "-p", str(other.pid), "-ex", "bt"]
        text = subprocess.run(line, capture_output=True, text=True, timeout=60, check=False).stdout
        other.kill()
    return "#0" in text


def _atheris() -> bool:
    return find_spec("atheris") is not None


def _cannot_install() -> bool:
    return os.geteuid() != 0 or shutil.which("apt-get") is None


# Marker: what is needed in words, and whether it is here.
NEEDS: dict[str, tuple[str, Callable[[], bool]]] = {
    "netns": ("root, iproute2 and util-linux", _namespaces),
    "fuzz": ("Atheris (PyPI)", _atheris),
    "gpu": ("an NVIDIA GPU", lambda: "RANKWISE_TEST_DEVICE" in os.environ or Path("/dev/nvidia0").exists()),
    "simgrid": ("SimGrid (smpicxx; Debian: libsimgrid-dev)", lambda: shutil.which("smpicxx") is not None),
    "browser": ("Chromium", _browser),
    "fortran": ("Fortran of Debian's MPICH and Open MPI (libmpich-dev, libopenmpi-dev)", _fortran),
    "other_user": ("root, to become another user", lambda: os.geteuid() == 0),
    "gdb": ("gdb that may look at processes of this user", _gdb),
    "site_files": (
        "programs that read files for a site (Debian: openssh-server, netplan.io, tcl, lua5.4)",
        _site_programs,
    ),
    "slurm": ("root, and Slurm with munge (Debian: slurm-wlm, munge)", _slurm),
}

# Marker or beginning of a test's id: when its skip is right, and why.
FORGIVEN: dict[str, tuple[Callable[[], bool], str]] = {
    "fuzz": (lambda: os.uname().machine != "x86_64", "PyPI has Atheris for x86_64 alone"),
    "gpu": (lambda: True, "few machines have one; what has none skips"),
    "netns": (lambda: os.geteuid() != 0, "make test installs and starts nothing as another user"),
    "other_user": (lambda: os.geteuid() != 0, "only root can become another user"),
    **dict.fromkeys(
        ("simgrid", "browser", "fortran", "site_files", "slurm"), (_cannot_install, "only root on Debian installs it")
    ),
    "gdb": (
        lambda: _cannot_install() or shutil.which("gdb") is not None,
        "containers may forbid to look at processes",
    ),
    "tests/inventory/test_live.py": (lambda: os.uname().machine not in ("x86_64", "aarch64"), "system call numbers"),
    "tests/mpis/impi/test_rules.py::test_a_rule_serves": (
        lambda: "AuthenticAMD" not in Path("/proc/cpuinfo").read_text(),
        "Intel MPI's tables for other processors have presets that add in one order",
    ),
    "tests/mpis/test_launch.py": (lambda: len(os.sched_getaffinity(0)) < 2, "binding shows on two CPUs"),
}


def skip_without(item: pytest.Item) -> None:
    """Skips a test whose marker names what is not here."""
    for marker in item.iter_markers():
        if marker.name in NEEDS and not NEEDS[marker.name][1]():
            pytest.skip(f"needs {NEEDS[marker.name][0]}")


@dataclass(eq=False)
class Skips:
    """Skips that nothing forgives, as lines for the end of the run."""

    unexpected: list[str] = field(default_factory=list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Looks at the report of a test, also of one that ran in another process."""
        self.note(report, set(report.keywords))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Looks at the report of a file."""
        self.note(report, set())

    def note(self, report: pytest.TestReport | pytest.CollectReport, markers: set[str]) -> None:
        """Looks at one report; an expected failure is not a skip."""
        if not report.skipped or hasattr(report, "wasxfail"):
            return
        for name, (holds, _) in FORGIVEN.items():
            if (name in markers or report.nodeid.startswith(name)) and holds():
                return
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        self.unexpected.append(f"{report.nodeid}: {reason}")
