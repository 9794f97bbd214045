"""A device in software: a `libcuda.so.1` of our own, for programs on machines without a GPU."""

from __future__ import annotations

import os
import re
from pathlib import Path

from rankwise.core import paths, process
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.files import made_once
from rankwise.measure.build import CXX, first_of, prebuilt
from rankwise.measure.source import software_device_name

SOURCE = Path(__file__).parent.with_name("preloads") / "software_device"
FLAGS = ("-std=c++20", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-Wl,-soname,libcuda.so.1", "-pthread")
VARIABLE = "RANKWISE_DEVICE_SOFTWARE"
_RATE = r"(?!0+(\.0+)?[kKMGB])\d+(\.\d+)?[kKMG]?B/s"
_OPTIONS = {
    "h2d": _RATE,
    "d2h": _RATE,
    "d2d": _RATE,
    "latency": r"\d+(\.\d+)?[num]?s",
    "memory": r"\d+(\.\d+)?[kKMG]?B",
    "count": r"\d+",
    "mode": "default|exclusive|prohibited",
}


def environment(options: str = "") -> dict[str, str]:
    """Variables under which a program finds the software device: `h2d=2GB/s,latency=8us,count=2`, or some of these.

    Raises UsageError for an option that there is not, EnvironmentProblem when it cannot be built.
    """
    check(options)
    folders = [str(library_folder()), os.environ.get("LD_LIBRARY_PATH", "")]
    return {"LD_LIBRARY_PATH": ":".join(filter(None, folders)), VARIABLE: options}


def check(options: str) -> None:
    """Raises UsageError for an option or a value that the device does not take."""
    for word in filter(None, options.split(",")):
        name, _, value = word.partition("=")
        if name not in _OPTIONS:
            raise UsageError(
                "bad-device", f"unknown option '{name}' of the software device", f"it takes {', '.join(_OPTIONS)}"
            )
        if not re.fullmatch(_OPTIONS[name], value):
            raise UsageError(
                "bad-device",
                f"'{value}' is not a value of {name}",
                "write, for example, h2d=2GB/s,d2h=2GB/s,d2d=8GB/s,latency=8us,memory=16GB,count=2,mode=default",
            )


def library_folder() -> Path:
    """The folder that has the software device's `libcuda.so.1`: the wheel's, or built here once."""
    name = software_device_name(SOURCE)
    if ready := prebuilt(f"{name}/libcuda.so.1"):
        return ready.parent
    return made_once(paths.cached("preloads", name, "libcuda.so.1"), _build).parent


def _build(target: Path) -> None:
    compiler = first_of(CXX)
    if not compiler:
        raise EnvironmentProblem(
            "no-compiler", "no C++ compiler to build the software device", "install g++, or use the wheel"
        )
    sources = sorted(str(file) for file in SOURCE.glob("*.cpp"))
    done = process.build([compiler, *FLAGS, *sources, "-o", str(target), "-ldl"], timeout_s=300)
    if not done.ok:
        raise EnvironmentProblem("build-failed", done.describe(), "the compiler's words above say why")


def device_settings(device: str) -> dict[str, str]:
    """The environment in which a program finds this device; empty text is the one that is there."""
    if not device:
        return {}
    kind, _, options = device.partition(":")
    if kind != "software":
        raise UsageError(
            "bad-device", f"unknown device '{kind}'", "write software, or leave --device out to use the GPU's driver"
        )
    check(options)
    return {"LD_LIBRARY_PATH": str(library_folder()), VARIABLE: options}
