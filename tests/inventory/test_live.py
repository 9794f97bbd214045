"""Probes against a world that the test makes: leftovers in /dev/shm, a filter that forbids reading siblings."""

import mmap
import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem
from rankwise.inventory.collect import collect
from rankwise.inventory.single_copy import sibling_test
from rankwise.measure import software_device


@pytest.fixture
def segment() -> Iterator[Path]:
    path = Path(f"/dev/shm/sm_segment.rankwise-test.{os.getpid()}")
    path.write_bytes(bytes(4096))
    yield path
    path.unlink()


def test_a_segment_is_stale_when_no_process_has_it(segment: Path) -> None:
    assert str(segment) in collect().shared_memory.stale_files
    with segment.open("r+b") as file:
        assert str(segment) not in collect().shared_memory.stale_files
        mapped = mmap.mmap(file.fileno(), 4096)
    assert str(segment) not in collect().shared_memory.stale_files
    mapped.close()
    assert str(segment) in collect().shared_memory.stale_files


def test_a_driver_in_a_folder_of_the_loader_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", f"/nowhere:{software_device.library_folder()}")
    driver = collect().gpu_driver
    assert driver is not None and {device.name for device in driver.devices} == {"rankwise software device"}


def test_affinity_is_that_of_the_caller() -> None:
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(before)})
        assert collect().sandbox.allowed_cpus == (min(before),)
    finally:
        os.sched_setaffinity(0, before)


def test_siblings_as_the_kernel_allows_them() -> None:
    scope = Path("/proc/sys/kernel/yama/ptrace_scope")
    if not scope.exists() or scope.read_text().strip() == "0":
        assert sibling_test() in ("works", "EPERM", "ENOSYS")  # a container's filter may still forbid it
        assert sibling_test() == collect().sandbox.single_copy
    else:
        assert sibling_test() in ("works", "works with PR_SET_PTRACER", "EPERM", "ENOSYS")


# A seccomp filter as containers have it: the system call fails with EPERM, for this process and all that it starts.
_FORBID = """
import ctypes, struct, sys
number = int(sys.argv[1])
load, equal, answer = 0x20, 0x15, 0x06  # BPF_LD|W|ABS, BPF_JMP|JEQ|K, BPF_RET|K
steps = [(load, 0, 0, 0), (equal, 0, 1, number), (answer, 0, 0, 0x00050000 | 1), (answer, 0, 0, 0x7FFF0000)]
code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]
libc = ctypes.CDLL(None)
assert libc.prctl(38, 1, 0, 0, 0) == 0  # PR_SET_NO_NEW_PRIVS
assert libc.prctl(22, 2, ctypes.byref(Program(len(steps), ctypes.addressof(code)))) == 0  # PR_SET_SECCOMP, filter
from rankwise.inventory.collect import collect
found = collect().sandbox
print(found.single_copy, found.seccomp)
"""


@pytest.mark.skipif(platform.machine() not in ("x86_64", "aarch64"), reason="system call number not known here")
def test_a_filter_that_forbids_reading_siblings_is_seen() -> None:
    number = {"x86_64": "310", "aarch64": "270"}[platform.machine()]  # __NR_process_vm_readv
    done = process.run([sys.executable, "-c", _FORBID, number], timeout_s=60)
    assert done.stdout.split() == ["EPERM", "filter"], done.describe()


def test_a_path_without_the_small_programs_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sh").symlink_to("/bin/sh")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EnvironmentProblem, match="no cut in PATH"):
        collect()
