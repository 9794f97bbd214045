"""What the C library of this machine is asked, against what it does."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rankwise.mpis.knobs_below import gives_huge_pages

_ARRAY = """
import ctypes as c
libc = c.CDLL(None)
libc.malloc.restype = c.c_void_p
c.memset(libc.malloc(c.c_size_t(16 << 20)), 1, 16 << 20)
print(sum(int(line.split()[1]) for line in open("/proc/self/smaps_rollup") if line.startswith("AnonHugePages:")))
"""


def test_what_is_said_of_huge_pages_holds_for_an_array() -> None:
    env = {**os.environ, "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0"}
    done = subprocess.run([sys.executable, "-c", _ARRAY], env=env, capture_output=True, text=True, check=True)
    unasked = "[always]" in Path("/sys/kernel/mm/transparent_hugepage/enabled").read_text()
    assert (int(done.stdout) > 0) == (unasked or gives_huge_pages())


def test_a_kernel_that_never_gives_any(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "enabled"
    file.write_text("always madvise [never]\n")
    monkeypatch.setattr("rankwise.mpis.knobs_below._PAGES", file)
    assert not gives_huge_pages()
