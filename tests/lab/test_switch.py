"""The switch's arithmetic, compiled apart from sockets and clocks."""

import shutil
from pathlib import Path

from rankwise.core.process import run

SWITCH = Path(__file__).parents[2] / "src/rankwise/lab/switch"


def test_links_and_frames(tmp_path: Path) -> None:
    program = tmp_path / "test_link"
    sources = [Path(__file__).with_name("test_link.cpp"), SWITCH / "link.cpp", SWITCH / "frame.cpp"]
    compiler = shutil.which("g++")
    assert compiler, "g++ is needed"
    flags = ["-std=c++20", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-fsanitize=address,undefined", f"-I{SWITCH}"]
    built = run([compiler, *flags, *sources, "-o", program], timeout_s=300)
    assert built.ok, built.describe()
    done = run([program], timeout_s=60)
    assert done.ok, done.describe()
