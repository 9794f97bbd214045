"""Launch lines that are no plain `mpirun -n 2 ./app`: each gives its line, and the rest of the diagnosis is made."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rankwise.diagnoses.case import Case
from rankwise.diagnoses.findings.container import elsewhere
from rankwise.diagnoses.findings.job_script import launch_lines
from rankwise.diagnoses.look import look_at
from rankwise.diagnoses.not_looked import not_looked, unseen_programs
from rankwise.diagnoses.table import findings_of
from rankwise.placement.launch_words import programs_of, ranks_of, with_programs
from recorded.machines import node

NODE = node("two-socket-smt")


@pytest.fixture
def look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Case]:
    """Looks at a line in a folder where `mpirun` is a launcher, and `app` a program."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("mpirun", "srun", "apptainer", "sbatch", "ssh"):
        (tools / name).write_text("#!/bin/sh\n")
        (tools / name).chmod(0o755)
    shutil.copy("/bin/true", tmp_path / "app")
    monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")
    monkeypatch.chdir(tmp_path)
    return lambda *argv: look_at(argv, NODE)


def told(case: Case) -> list[str]:
    return [finding.id for finding in findings_of(case)]


def test_a_script_and_a_symbolic_link(look: Callable[..., Case], tmp_path: Path) -> None:
    (tmp_path / "run.sh").write_text("#!/bin/sh\nexec ./app\n")
    (tmp_path / "run.sh").chmod(0o755)
    (tmp_path / "link").symlink_to("app")
    case = look("mpirun", "-n", "2", "./run.sh")
    assert case.script and case.program == Path("./run.sh") and told(case) == []
    assert look("mpirun", "-n", "2", "./link").arch, "the file behind the link is read"


def test_a_container_and_a_job_script(look: Callable[..., Case], tmp_path: Path) -> None:
    case = look("mpirun", "-n", "2", "apptainer", "exec", "image.sif", "./app")
    assert told(case) == ["container"]
    (tmp_path / "job.sh").write_text("#!/bin/bash\n#SBATCH -n 4\nOMP_NUM_THREADS=2 srun -n 4 ./app # steps\n")
    (found,) = findings_of(look("sbatch", "job.sh"))
    assert found.id == "job-script" and found.fixes[0].line == "rankwise doctor -- srun -n 4 ./app"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("mpirun -np 4 \\\n   --bind-to core \\\n   ./app in > out 2>&1", ["mpirun -np 4 --bind-to core ./app in"]),
        ("time srun -n 8 ./app &>> log | tee log &", ["srun -n 8 ./app"]),
        ("if true; then mpirun -n 2 ./b; fi", ["mpirun -n 2 ./b"]),
        ("cd run && (mpirun -n 3 ./c <in || exit 1)", ["mpirun -n 3 ./c"]),
        ("/usr/bin/time -v mpirun -n 5 ./d", ["mpirun -n 5 ./d"]),
        ("A=b numactl -i all mpirun -n 6 ./e 'x > y'", ["mpirun -n 6 ./e 'x > y'"]),
        ('for i in 1 2; do "$M/bin/mpirun" -n $((i * 2)) ./f#1 # mpirun', ['"$M/bin/mpirun" -n $((i * 2)) ./f#1']),
        ("# don't \\\nmpirun -n 2 ./g", ["mpirun -n 2 ./g"]),
        ("cat <<END\ndon't\nEND\nmpirun -n 2 ./h", ["mpirun -n 2 ./h"]),
        ("mpirun -n 2 ./i 'odd\nmpirun -n 2 ./j", ["mpirun -n 2 ./j"]),
        ("which mpirun; echo mpirun; grep mpirun x", []),
    ],
)
def test_the_commands_of_a_script_that_start_ranks(tmp_path: Path, text: str, lines: list[str]) -> None:
    (tmp_path / "job.sh").write_text(f"#!/bin/bash\n{text}\n")
    assert launch_lines(tmp_path / "job.sh") == lines


@pytest.mark.parametrize(
    "line",
    [
        "ssh node1 mpirun -n 2 ./solver",
        "srun --container-image=image.sqsh -n 2 /opt/solver",
        "srun -n 2 --container-name=solver -N 2 /opt/solver",
    ],
)
def test_a_program_that_is_elsewhere_is_not_said_to_be_gone(look: Callable[..., Case], line: str) -> None:
    case = look(*line.split())
    assert elsewhere(case)
    assert told(case) == []
    assert any("say nothing" in words for words in not_looked(case, ran=False))
    assert unseen_programs(case)


def test_absent_of_another_architecture_and_setuid(look: Callable[..., Case], tmp_path: Path) -> None:
    assert told(look("mpirun", "-n", "2", "./gone")) == ["no-program"]
    assert told(look("mpirun", "-n", "2")) == ["no-program"]
    data = bytearray((tmp_path / "app").read_bytes())
    data[18:20] = (181).to_bytes(2, "little")  # e_machine of Xeon Phi
    (tmp_path / "card").write_bytes(data)
    (tmp_path / "card").chmod(0o755)
    (found,) = findings_of(look("mpirun", "-n", "2", "./card"))
    assert found.title == "The program is of another architecture" and "k1om" in found.cause
    (tmp_path / "app").chmod(0o4755)
    assert told(look("mpirun", "-n", "2", "./app")) == ["setuid"]


def test_launchers_that_are_not_here(look: Callable[..., Case]) -> None:
    (found,) = findings_of(look("aprun", "-n", "2", "./app"))
    assert found.title == "The launcher is not there" and "aprun" in found.cause
    assert look("srun", "-n", "4", "--mpi=pmix", "./app").asked == 4


def test_colons_dashes_and_wrappers(look: Callable[..., Case]) -> None:
    case = look("mpirun", "-n", "1", "./app", ":", "-n", "3", "env", "A=1", "./gone")
    assert case.asked == 4 and len(case.others) == 1
    dashes = look("mpirun", "-n", "2", "--", "./app", "--", "-n", "7")
    assert dashes.program == Path("./app") and dashes.asked == 2 and told(dashes) == []
    wrapped = look("mpirun", "-n", "2", "taskset", "-c", "0", "./app")
    assert wrapped.program == Path("./app") and wrapped.wrappers == ("taskset", "-c", "0")


def test_a_program_behind_a_colon_that_is_gone_is_told(look: Callable[..., Case]) -> None:
    (found,) = findings_of(look("mpirun", "-n", "1", "./app", ":", "-n", "1", "./gone"))
    assert found.id == "no-program" and "./gone" in found.cause


def test_words_of_each_program_are_replaced_by_its_own() -> None:
    line = ["mpirun", "-n", "1", "a", "x", ":", "-n", "2", "--", "b"]
    assert programs_of(line) == [["a", "x"], ["b"]] and ranks_of(line) == 3
    assert with_programs(line, [["p"], ["q", "r"]]) == ["mpirun", "-n", "1", "p", ":", "-n", "2", "--", "q", "r"]
