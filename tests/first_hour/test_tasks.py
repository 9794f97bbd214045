"""What a newcomer does in the first hour, by a script that knows the README and follows what is printed.

Each task is at most three commands. A command may take words from what was printed before it: `{text}` of a pattern
with a group of that name. The last output must have the answer.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks.labs import Net, plan_of
from builders.programs import compiled
from lab.namespaces import skipped_without_namespaces
from rankwise.cluster.plan import read_plan
from rankwise.core.records import Mpi
from rankwise.lab import endpoint
from rankwise.lab.down import down
from rankwise.lab.up import up

ROOT = Path(__file__).parents[2]
_MOST_COMMANDS = 3
_TIME = r"[0-9.]+ (?:us|ms|s)"


@dataclass(frozen=True)
class Task:
    """What is asked, the commands, patterns of words to take from what they print, and the pattern of the answer.
    `instead` is an answer that leaves no words to take."""

    asked: str
    commands: tuple[str, ...]
    answer: str
    takes: str = ""
    status: tuple[int, ...] = (0,)
    instead: str = ""


TASKS = {
    "faster": Task(
        "make this program faster",
        ("rankwise improve --budget 30s mpirun -n 2 ./heat 2 32 100", "{line}"),
        r"heat: .* us per step",
        r"(?:use it|To try it|To decide it): (?P<line>rankwise .*)",
        (0, 1),
        "nothing helps",
    ),
    "why": Task(
        "why is it slow",
        ("rankwise trace mpirun -n 2 ./heat 2 32 100",),
        r"Most of the time inside MPI: MPI_(?:Allreduce|Waitall)",
    ),
    "which": Task(
        "which MPI is faster here",
        ("rankwise compare mpich openmpi --kernels pingpong --sizes 8 --budget 20s",),
        r"mpi=openmpi is (?:slower|faster|the same|as)|Whether mpi=openmpi is faster",
        status=(0, 1),
    ),
    "paths": Task(
        "which paths of this machine are slow",
        ("rankwise map --budget 40s --quick",),
        r"(\d+) of \1 paths work\.\n(?:None is slower|.* slow)",
    ),
    "hang": Task(
        "why does it hang",
        ("rankwise doctor --run mpirun -n 2 ./hang",),
        r"(?s)MPI_Recv.*rank [01]|rank [01].*MPI_Recv",
    ),
    "sure": Task(
        "how fast is a message, and how sure is that",
        ("rankwise bench pingpong -n 2 --sizes 8 --budget 4s",),
        rf"pingpong with mpich: {_TIME} ±",
    ),
    "picture": Task(
        "a picture for the report",
        ("rankwise bench pingpong -n 2 --sizes 8:1KiB --budget 20s", "rankwise runs page last --file figure.png"),
        r"^figure\.png$",
    ),
    "since": Task(
        "did it change since",
        (
            "rankwise bench pingpong -n 2 --sizes 8 --budget 4s",
            "rankwise bench pingpong -n 2 --sizes 8 --budget 4s",
            "rankwise runs diff {run} last",
        ),
        r"different: \d",
        r"rankwise runs show (?P<run>\S+)`",
    ),
    "root": Task("which MPI is here without root", ("rankwise mpi list",), r"^mpich .*", status=(0,)),
    "python": Task(
        "do it in Python",
        (
            f"{sys.executable} -c \"import rankwise; "
            "print(rankwise.cell_table(rankwise.bench(['pingpong'], sizes=[8], ranks=2, budget_s=4))[0]['median_s'])\"",
        ),
        r"^[0-9.e-]+$",
    ),
}  # fmt: skip
ON_A_CLUSTER = Task("which node is slow", ("rankwise doctor --hosts n1,n2,n3",), r"n2: MTU of eth0 1400")
ON_SLURM = Task(
    "on Slurm",
    (
        'rankwise survey --quick --budget 2s --hosts "$SLURM_JOB_NODELIST"',
        'rankwise survey --quick --budget 8s --hosts "$SLURM_JOB_NODELIST" {more}',
    ),
    r"^mpich: \d+ of \d+ figures? as they should be",
    r"one rank sends nothing; add (?P<more>--per core)",
)
CLUSTER = plan_of("first-hour", 3, Net("ethernet", "100MB/s", interface="eth0"))


@pytest.fixture
def newcomer(mpich: Mpi, openmpi: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two programs, and the MPI of the README on PATH."""
    assert mpich.launcher and openmpi.launcher
    tools = f"{Path(sys.executable).parent}:{Path(mpich.launcher).parent}"
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    compiled(mpich, ROOT / "examples/heat.c", tmp_path / "heat")
    compiled(mpich, ROOT / "tests/first_hour/hang.c", tmp_path / "hang")
    return tmp_path


def typed(line: str, folder: Path, where: Sequence[str] = ()) -> tuple[int, str]:
    """Status and words of a line that is typed in the folder; `where` leads to another node."""
    done = subprocess.run(
        [*where, "bash", "-c", line], cwd=folder, capture_output=True, text=True, timeout=900, stdin=subprocess.DEVNULL,
        check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def done(task: Task, folder: Path, where: Sequence[str] = ()) -> None:
    """Types the commands of a task, and looks for its answer in what the last one prints."""
    assert len(task.commands) <= _MOST_COMMANDS
    taken: dict[str, str] = {}
    printed = ""
    for command in task.commands:
        status, printed = typed(command.format(**taken), folder, where)
        assert status in task.status, f"{task.asked}: {command}\n{printed}"
        if task.instead and task.instead in printed:
            return
        found = re.search(task.takes, printed) if task.takes else None
        taken |= {key: value for key, value in (found.groupdict() if found else {}).items() if key not in taken}
    assert re.search(task.answer, printed, re.MULTILINE), f"{task.asked}:\n{printed}"


@pytest.mark.timeout(1500)
@pytest.mark.drawn(1)
@pytest.mark.mpi(ranks=2)
@pytest.mark.parametrize("name", TASKS)
def test_a_task_is_done_by_what_is_printed(name: str, newcomer: Path) -> None:
    done(TASKS[name], newcomer)


@pytest.mark.netns
@pytest.mark.timeout(600)
def test_the_node_that_differs_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "plan.toml").write_text(CLUSTER)
    with skipped_without_namespaces():
        lab = up(read_plan(tmp_path / "plan.toml"), shares=(tmp_path,), lifetime_s=600)
    tools = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for variable, value in endpoint.environment_of(lab, tools).items():
        monkeypatch.setenv(variable, value)
    try:
        status, printed = typed("ip link set dev eth0 mtu 1400", tmp_path, endpoint.command_line(lab, "n2", ()))
        assert status == 0, printed
        done(ON_A_CLUSTER, tmp_path, endpoint.command_line(lab, "head", ()))
    finally:
        down(lab.name)


@pytest.mark.slurm
@pytest.mark.timeout(900)
@pytest.mark.mpi(ranks=2)
@pytest.mark.usefixtures("allocation")
def test_a_machine_is_surveyed_on_slurm(newcomer: Path) -> None:
    done(ON_SLURM, newcomer)


def test_every_command_is_one_that_the_readme_has() -> None:
    readme = (ROOT / "README.md").read_text()
    for task in (*TASKS.values(), ON_A_CLUSTER, ON_SLURM):
        for command in task.commands:
            words = re.match(r"rankwise (\w+)", command)
            assert words is None or f"rankwise {words[1]}" in readme or f"`{words[1]} " in readme, command
