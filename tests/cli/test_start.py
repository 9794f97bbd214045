"""Commands that only look something up load nothing heavy."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rankwise.cli.envelope import written

HEAVY = {"numpy", "scipy", "rich", "jinja2", "sqlite3", "pandas", "asyncio", "pydantic"}
STORE = HEAVY - {"sqlite3"}

PROGRAM = """
import sys
from rankwise.cli.main import main
sys.argv = ["rankwise", *{words!r}]
try:
    main()
except SystemExit as end:
    status = end.code or 0
print("loaded", *sorted({{name.split(".")[0] for name in sys.modules}}), file=sys.stderr)
sys.exit(status)
"""


@pytest.mark.parametrize(
    ("words", "status", "heavy"),
    [
        (("--help",), 0, HEAVY),
        (("--version",), 0, HEAVY),
        (("config",), 0, HEAVY),
        (("config", "--json"), 0, HEAVY),
        (("mpi", "list"), 0, HEAVY),
        (("mpi", "list", "--json"), 0, HEAVY),
        (("survey", "--help"), 0, HEAVY),
        (("bench", "--help"), 0, HEAVY),
        (("map", "--help"), 0, HEAVY),
        (("fabrics", "--help"), 0, HEAVY),
        (("schedule", "--help"), 0, HEAVY),
        (("place", "--help"), 0, HEAVY),
        (("survey", "--precision", "7"), 2, STORE),
        (("runs", "--help"), 0, HEAVY),
        (("watch", "999999999", "--once"), 2, HEAVY),
        (("runs", "list"), 2, STORE),  # there is no store: tests of stored runs look at one that is
    ],
)
def test_nothing_heavy_is_loaded(tmp_path: Path, words: tuple[str, ...], status: int, heavy: set[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(words=words)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ,
        check=False,
    )
    assert done.returncode == status, done.stderr
    loaded = set(done.stderr.splitlines()[-1].split()[1:])
    assert "rankwise" in loaded
    assert loaded & heavy == set()


def test_importing_the_package_loads_its_version_alone() -> None:
    program = "import sys, rankwise; print(*(name for name in sys.modules if name.startswith('rankwise')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert sorted(done.stdout.split()) == ["rankwise", "rankwise.core", "rankwise.core.version"]


@pytest.mark.parametrize(
    ("modules", "others"),
    [
        (
            ("cli.watch", "verbs.watch.run"),
            ("measure", "placement.program", "mpis.catalog", "tracing.library", "tracing.file"),
        ),
        (("cli.mpi", "verbs.mpi"), ("placement", "inventory.collect", "mpis.layout.request")),
        (
            ("cli.run", "verbs.run.relayed", "verbs.run.start", "verbs.run.tuned"),
            ("placement.program", "placement.placement", "placement.where", "cluster", "optimise.schedules"),
        ),
    ],
)
def test_a_command_loads_nothing_that_serves_others(modules: tuple[str, ...], others: tuple[str, ...]) -> None:
    program = f"import sys, {', '.join(f'rankwise.{name}' for name in modules)}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not set(done.stdout.split()) & {f"rankwise.{name}" for name in others}


@pytest.mark.parametrize("words", ["--version", "--help", "bench --help", "bench --nothing", "survei"])
def test_the_package_is_the_command(words: str) -> None:
    command, module = (
        subprocess.run([*program, *words.split()], capture_output=True, text=True, check=False)
        for program in ([Path(sys.executable).with_name("rankwise")], [sys.executable, "-m", "rankwise"])
    )
    assert (module.returncode, module.stdout, module.stderr) == (command.returncode, command.stdout, command.stderr)
    assert module.stdout or module.returncode == 2


@pytest.mark.parametrize("words", [("config",), ("config", "--json"), ("mpi", "list"), ("inventory", "--json")])
def test_a_reader_that_goes_away_is_no_error(words: tuple[str, ...]) -> None:
    program = Path(sys.executable).with_name("rankwise")
    reading, writing = os.pipe()
    os.close(reading)  # before the first byte: every write fails
    try:
        done = subprocess.run([program, *words], stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    finally:
        os.close(writing)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr and "BrokenPipe" not in done.stderr


@pytest.mark.parametrize("words", [("config",), ("--help",)])
def test_a_standard_output_that_is_full_is_told(words: tuple[str, ...]) -> None:
    program = Path(sys.executable).with_name("rankwise")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([program, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 3
    assert done.stderr.startswith("rankwise: cannot write to standard output: ")
    assert "Traceback" not in done.stderr


def test_a_file_that_is_missing_is_not_taken_for_standard_output(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), written():
        (tmp_path / "no-such").read_text()
