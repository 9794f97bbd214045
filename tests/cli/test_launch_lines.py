"""Launch lines as people type them, the help that they ask for, and words that they mistype."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from builders.printed import read
from rankwise.cli.after_dashes import program_of
from rankwise.cli.examples import EXAMPLES
from rankwise.cli.main import app
from rankwise.cli.overview import ROWS
from rankwise.core.errors import Exit, UsageError
from rankwise.placement.choice import parse_all
from rankwise.placement.program_mpi import check_launched


@pytest.mark.parametrize(
    ("line", "program"),
    [
        ("trace mpirun -n 2 ./heat", "mpirun -n 2 ./heat"),
        ("trace --sites --out x mpirun -n 2 ./heat --out y", "mpirun -n 2 ./heat --out y"),
        ("trace -- mpirun -n 2 ./heat", "mpirun -n 2 ./heat"),
        ("trace mpirun -n 2 -- ./heat", "mpirun -n 2 -- ./heat"),
        ("trace ./show", "./show"),
        ("tune --budget 5m mpirun -n 2 ./heat", "mpirun -n 2 ./heat"),
        ("improve ./app", "./app"),
        (
            "improve --budget=5m /opt/x/bin/mpiexec.hydra -n 2 ./app --json",
            "/opt/x/bin/mpiexec.hydra -n 2 ./app --json",
        ),
        ("doctor --run srun -n 2 ./app", "srun -n 2 ./app"),
        ("doctor --hosts n1", ""),
        ("run --tuning t.toml mpirun -n 2 ./app", "mpirun -n 2 ./app"),
        ("compare default env:A=1 mpirun -n 2 ./app", "mpirun -n 2 ./app"),
        ("compare mpich openmpi --launcher mpiexec", ""),
        ("program run ring -- --size 3", "--size 3"),
        ("trace show last", ""),
    ],
)
def test_a_launch_line_begins_with_or_without_dashes(line: str, program: str) -> None:
    assert shlex.join(program_of(read(f"rankwise {line}")[1])) == program


@pytest.mark.parametrize("line", ["lab run --lab x ls --help --lab y", "lab exec h1 ls --help --lab y"])
def test_a_command_in_a_lab_keeps_words_that_are_options_of_ours(line: str) -> None:
    assert read(f"rankwise {line}")[1].args == ["ls", "--help", "--lab", "y"]


def every(command: click.Command, path: str = "") -> Iterator[str]:
    yield path
    for name, below in command.commands.items() if isinstance(command, click.Group) else ():
        yield from every(below, f"{path} {name}".strip())


def test_every_help_ends_in_two_examples_that_can_be_read() -> None:
    assert set(EXAMPLES) == set(every(app))
    for path, lines in EXAMPLES.items():
        shown = CliRunner().invoke(app, ["help", *path.split()], terminal_width=80).output
        for line in lines:
            assert f"\n    {line}\n" in shown + "\n", path
            inner = re.search(r"\$\((.*)\)", line)
            assert read(inner[1] if inner else line)[0].startswith(path), line


def test_examples_of_a_new_plan_name_its_hosts() -> None:
    """They are no option of the command's grammar, and it refuses to run without them."""
    lines = [line for path in ("cluster", "cluster new") for line in EXAMPLES[path] if "cluster new" in line]
    assert lines and all(" --hosts " in line for line in lines)


def test_every_command_of_readme_and_guides_can_be_read() -> None:
    """With the values of its options. Prose names commands and options alone; what they print stands in blocks too."""
    root = Path(__file__).parents[2]
    form = re.compile(r"`rankwise ([^`]+)`|^ {4}(?:\$ |.* -- )?rankwise (.+)", re.MULTILINE)
    whole = 0
    for page in [root / "README.md", *(root / "docs").rglob("*.md")]:
        for inline, block in form.findall(page.read_text().replace("\\\n", " ").replace("\\|", "|")):
            line = re.split(r" (?:\||&&|#) ", inline or block)[0]
            if line.split()[0] in ROWS and not re.search(r"\[[A-Z-]|\.\.\. --| --[a-z]+$", line):
                with suppress(click.MissingParameter, click.exceptions.NoArgsIsHelpError):
                    read(f"rankwise {line}")  # raises what is wrong
                    whole += 1
    assert whole > 400


@pytest.mark.parametrize("asked", [["help"], ["-h"]])
def test_help_is_a_word_too(asked: list[str]) -> None:
    assert CliRunner().invoke(app, asked).output == CliRunner().invoke(app, ["--help"]).output


def test_the_version_has_a_short_name() -> None:
    assert CliRunner().invoke(app, ["-V"]).output == CliRunner().invoke(app, ["--version"]).output


@pytest.mark.parametrize(
    ("typed", "right"),
    [
        ("trce mpirun -n 2 ./app", "rankwise trace mpirun -n 2 ./app"),
        ("trace shw last", "rankwise trace show last"),
        ("bench pingpong --rank=2", "rankwise bench pingpong --ranks=2"),
        ("improve --bugdet 5m -- ./trce --bugdet", "rankwise improve --budget 5m -- ./trce --bugdet"),
    ],
)
def test_a_mistyped_word_is_told_once_with_the_right_line(typed: str, right: str) -> None:
    done = CliRunner().invoke(app, shlex.split(typed))
    assert done.exit_code == Exit.USAGE
    assert done.stderr.splitlines()[1:] == [f"  -> did you mean `{right}`?"]


def test_what_is_like_nothing_is_no_word_of_ours() -> None:
    assert "--per" not in CliRunner().invoke(app, ["bench", "--kernel", "x"]).stderr


def test_the_name_of_an_mpi_is_a_side() -> None:
    assert [(side.name, side.mpi) for side in parse_all(["mpich", "openmpi@/usr+env:A=1"])] == [
        ("mpi=mpich", "mpich"),
        ("mpi=openmpi@/usr+env:A=1", "openmpi@/usr"),
    ]
    with pytest.raises(UsageError, match="named twice"):
        parse_all(["mpich", "mpi=mpich"])
    with pytest.raises(UsageError, match="defualt"):
        parse_all(["defualt", "mpich"])


def test_an_mpi_program_alone_is_answered_with_its_launch_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("rankwise.placement.program_mpi.linked", lambda argv: [(word, "libmpi.so.12") for word in argv])
    with pytest.raises(UsageError) as told:
        check_launched(["./heat", "--size", "3"], "improve")
    assert told.value.hint == f"write `rankwise improve mpirun -n {os.cpu_count()} ./heat --size 3`"


def test_an_mpi_program_behind_a_launcher_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    def linked(argv: Sequence[str]) -> list[tuple[str, str]]:
        return [(word, "libmpi.so.12") for word in argv if word == "./heat"]

    monkeypatch.setattr("rankwise.placement.program_mpi.linked", linked)
    check_launched(["mpirun", "./heat"], "improve")
