"""CPU quotas for endpoints, by control groups of version 1 or 2."""

from __future__ import annotations

import contextlib
from pathlib import Path

from rankwise.core.errors import EnvironmentProblem

_ROOT = Path("/sys/fs/cgroup")
_PERIOD_US = 100_000


def set_quota(lab: str, endpoint: str, pids: list[int], cpus: float) -> None:
    """Gives the processes `pids`, and what they start, together at most `cpus` CPUs (0.5 is half of one)."""
    base, version = _controller()
    group = base / _name(lab, endpoint)
    try:
        group.mkdir(exist_ok=True)
        quota = f"{max(1000, round(cpus * _PERIOD_US))}"
        if version == 1:
            (group / "cpu.cfs_period_us").write_text(str(_PERIOD_US))
            (group / "cpu.cfs_quota_us").write_text(quota)
        else:
            (group / "cpu.max").write_text(f"{quota} {_PERIOD_US}")
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                (group / "cgroup.procs").write_text(str(pid))
    except OSError as error:
        raise EnvironmentProblem(
            "no-cgroup", f"cannot set a CPU quota in {group}: {error.strerror}", "it needs root and the cpu controller"
        ) from error


def lift_quota(lab: str, endpoint: str) -> None:
    """Moves everything out of the endpoint's group and removes it."""
    with contextlib.suppress(EnvironmentProblem):
        base, _ = _controller()
        _remove(base / _name(lab, endpoint), base)


def remove_all(lab: str) -> None:
    """Removes whatever groups a lab has made."""
    with contextlib.suppress(EnvironmentProblem):
        base, _ = _controller()
        for group in base.glob(_name(lab, "*")):
            _remove(group, base)


def _name(lab: str, endpoint: str) -> str:
    return f"rankwise-lab.{lab}.{endpoint}"  # neither name holds a dot


def _controller() -> tuple[Path, int]:
    if (_ROOT / "cpu" / "cgroup.procs").exists():
        return _ROOT / "cpu", 1
    controllers = _ROOT / "cgroup.controllers"
    if controllers.exists() and "cpu" in controllers.read_text().split():
        with contextlib.suppress(OSError):
            (_ROOT / "cgroup.subtree_control").write_text("+cpu")
        return _ROOT, 2
    raise EnvironmentProblem("no-cgroup", "this machine has no cpu controller for control groups", "")


def _remove(group: Path, parent: Path) -> None:
    with contextlib.suppress(OSError):
        for pid in (group / "cgroup.procs").read_text().split():
            with contextlib.suppress(OSError):
                (parent / "cgroup.procs").write_text(pid)
        group.rmdir()
