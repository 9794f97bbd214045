"""`rankwise run --endpoints`: a user's own program on unequal endpoints, as a user starts it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.tunings import a_tuning, rule_line
from rankwise.apply import file
from rankwise.apply.builds import tuned_build
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import Mpi
from rankwise.measure import build
from rankwise.mpis import catalog
from rankwise.tuning.records import CollectiveRule, TuningLine
from rankwise.verbs.run.start import started_on

PROGRAM = (sys.executable, "-c", "from rankwise.cli.main import main; main()")
HELLO = Path(__file__).parents[1] / "hello"
# It stays on this machine under the host's name; the card has no folder `work`.
AGENT = """#!/bin/sh
while [ "${1#-}" != "$1" ]; do shift; done
export AGENT_HOST="$1"; shift
hidden=true
[ "$AGENT_HOST" = beta ] && hidden="mount --bind /var/empty '%s'"
exec unshare --mount --uts sh -c 'hostname "$AGENT_HOST"; eval "$1"; exec sh -c "$2"' sh "$hidden" "$*"
"""
ENDPOINTS = """
agent = "{agent}"
[kinds.core]
env = {{ GREETING = "host" }}
[kinds.card]
program = "./card"
folder = "{copies}"
threads = 3
env = {{ GREETING = "card" }}
[[endpoint]]
id = "h1"
address = "alpha"
cpus = [0]
[[endpoint]]
id = "c1"
address = "beta"
kind = "card"
[[endpoint]]
id = "c2"
address = "beta"
kind = "card"
env = {{ GREETING = "other" }}
"""
ALGORITHM = {"mpich": "binomial", "openmpi": "6", "impi": "3"}


def rankwise(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "RANKWISE_ALLOW": "agent,program", "PYTHONPATH": os.pathsep.join(sys.path)}
    argv = [*PROGRAM, "run", *words]
    return subprocess.run(argv, capture_output=True, text=True, timeout=120, env=env, cwd=folder, check=False)


@pytest.mark.netns
@pytest.mark.mpi(3)
def test_each_kind_starts_its_program_with_its_settings(any_mpi: Mpi, tmp_path: Path) -> None:
    """The card's build is copied to it, for it does not see the folder; the tuning holds on every endpoint."""
    agent, work = tmp_path / "agent", tmp_path / "work"
    work.mkdir()
    agent.write_text(AGENT.replace("/var/empty", str(tmp_path / "empty")) % work)
    agent.chmod(0o755)
    (tmp_path / "empty").mkdir()
    (tmp_path / "copies").mkdir()
    for name in ("host", "card"):
        shutil.copy(build.engine_for(any_mpi, source=HELLO), work / name)
    (work / "endpoints.toml").write_text(ENDPOINTS.format(agent=agent, copies=tmp_path / "copies"))
    knob = TuningLine(id="knob", why="", undo="", knobs={"env:PSM3_RANKWISE_TEST": "a b"})
    rule = CollectiveRule(collective="bcast", algorithm=ALGORITHM[any_mpi.family], from_bytes=8, to_bytes=4096, ranks=3)
    tuning = replace(a_tuning(lines=(knob, rule_line(rule))), build=tuned_build(any_mpi))
    file.write(tuning, tmp_path / "tuning.toml")
    line = ("--endpoints", "endpoints.toml", "--tuning", str(tmp_path / "tuning.toml"), "--no-check")
    done = rankwise(*line, "--mpi", any_mpi.prefix, "--", "./host", "x", "b c", folder=work)
    assert done.returncode == 0, done.stderr
    printed = sorted(re.sub(r" node=\S+| sum=3", "", line) for line in done.stdout.splitlines() if "hello " in line)
    every = len(os.sched_getaffinity(0))
    assert printed == [
        "hello rank=0 size=3 cpus=1 greeting=host host=alpha args=x,b c,",
        f"hello rank=1 size=3 cpus={every} greeting=card host=beta args=x,b c,",
        f"hello rank=2 size=3 cpus={every} greeting=other host=beta args=x,b c,",
    ]
    shell = 'echo "$OMP_NUM_THREADS $PSM3_RANKWISE_TEST $(basename $PWD)"'
    text = (work / "endpoints.toml").read_text().replace('program = "./card"', "")
    (work / "endpoints.toml").write_text(text)
    done = rankwise(*line, "--mpi", any_mpi.prefix, "--", "sh", "-c", shell, folder=work)
    assert sorted(done.stdout.splitlines()) == [" a b work", *["3 a b work"] * 2], done.stderr
    assert not list((tmp_path / "copies").iterdir()), "copies go with the job"


@pytest.mark.parametrize(
    ("entry", "argv", "code", "words"),
    [
        ("", ["mpirun", "-n", "2", "./app"], "launcher-and-endpoints", "name the program alone"),
        ("", [], "no-program", "there is no program"),
        ("", ["./nowhere"], "no-program", r"endpoint 'a': \./nowhere"),
        ('arch = "aarch64"', ["HELLO"], "other-machine", r'\[kinds.core\] program = "./app.aarch64"'),
        ("", ["HELLO of openmpi"], "other-mpi", "mpich has libmpi.so.12"),
        ("cpus = [4095]", ["HELLO"], "no-such-cpu", "endpoint 'a' names CPU 4095, which is not there"),
        ("threads = 0", ["HELLO"], "bad-endpoints-file", "threads = 0"),
    ],
)
def test_what_cannot_start_is_told(
    *, entry: str, argv: list[str], code: str, words: str, mpich: Mpi, openmpi: Mpi, tmp_path: Path
) -> None:
    of = {"HELLO": mpich, "HELLO of openmpi": openmpi}
    argv = [str(build.engine_for(of[word], source=HELLO)) if word in of else word for word in argv]
    (tmp_path / "endpoints.toml").write_text(f'[[endpoint]]\nid = "a"\n{entry}\n')
    with (
        pytest.raises(UsageError) as caught,
        started_on(tmp_path / "endpoints.toml", argv, mpi=catalog.find(mpich.prefix).name),
    ):
        pass
    assert caught.value.code == code
    assert re.search(words, f"{caught.value.message} {caught.value.hint}")


def test_files_that_an_endpoint_does_not_see_are_told(mpich: Mpi, tmp_path: Path) -> None:
    hidden, agent, table = tmp_path / "hidden", tmp_path / "agent", '[[endpoint]]\nid = "{0}"\naddress = "{0}"\n'
    hidden.touch()
    agent.write_text(f'#!/bin/sh\nhost=$1\nshift\n[ $host = far ] && rm -f {hidden}\nexec sh -c "$*"\n')
    agent.chmod(0o755)
    file = tmp_path / "endpoints.toml"
    file.write_text("".join(table.format(name) for name in ("near", "far")))
    with started_on(file, ["true"], mpi=mpich.name, agent=str(agent)) as line:
        line.check_files([tmp_path])
        with pytest.raises(EnvironmentProblem, match=r"far cannot read .*hidden, which the tuning needs"):
            line.check_files([hidden])
