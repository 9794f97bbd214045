"""A program's run with forwarders of its own: with a launch agent in whose place a script plays the forwarder."""

from __future__ import annotations

from pathlib import Path

import pytest

from builders.runs import mpi
from rankwise.core.errors import EnvironmentProblem
from rankwise.optimise.records import Relay, RelayedPair
from rankwise.placement import program
from rankwise.placement.program import Program, whole_run, with_relays
from rankwise.tuning.records import TuningLine

RELAY = Relay(pairs=(RelayedPair(source="a", target="b", through=("c",)),))
LINE = TuningLine(id="relay", why="", undo="", relay=RELAY)
SAYS_ROUTES = ("sh", "-c", 'echo "$RANKWISE_RELAY_ROUTES $LD_PRELOAD"')


@pytest.fixture
def agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What follows the script's first lines is what a forwarder does when it listens."""
    file = tmp_path / "agent"
    file.write_text(
        "#!/bin/sh\ncase $1 in a) n=1 ;; b) n=2 ;; *) n=3 ;; esac\necho address 10.1.0.$n/16\n"
        "read token || exit 0\nread listen\necho ready 10.1.0.$n 4000\n"
    )
    file.chmod(0o755)
    monkeypatch.setenv("RANKWISE_AGENT", str(file))
    return file


def side(argv: tuple[str, ...]) -> Program:
    return Program("relayed", argv, {"PATH": "/usr/bin:/bin", "LD_PRELOAD": ""}, relays=(RELAY,))


def test_each_run_has_forwarders_and_is_told_of_them(agent: Path) -> None:
    agent.write_text(agent.read_text() + "cat >/dev/null\necho done 0 0 0\n")
    done = whole_run(side(SAYS_ROUTES), 100.0)
    assert done.ok, done.stderr
    assert done.stdout.startswith("10.1.0.1>10.1.0.2=10.1.0.3:4000 10.1.0.2>10.1.0.1=10.1.0.3:4000 ")
    assert "relay" in done.stdout.split()[-1]


def test_a_run_that_loses_a_forwarder_has_failed(agent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "_LAST_WORDS_S", 100.0)  # it is lost when its last words came, however slowly
    agent.write_text(agent.read_text() + "echo open 10.1.0.1 10.1.0.2\n")
    done = whole_run(side(("sh", "-c", "exit 3")), 100.0)
    assert done.returncode == 3
    assert "the forwarder on c ended, with connections of a and b" in done.stderr


def test_forwarders_that_do_not_start_are_told(agent: Path) -> None:
    agent.write_text("#!/bin/sh\nexit 1\n")
    with pytest.raises(EnvironmentProblem, match="no forwarder starts on a"):
        whole_run(side(SAYS_ROUTES), 100.0)


def test_launch_lines_send_ranks_what_names_the_forwarders() -> None:
    plain = Program("plain", ("mpirun", "-n", "2", "./app"), {})
    sent = with_relays(plain, [LINE], mpi("openmpi"))
    assert sent.relays == (RELAY,)
    words = ["-x", "LD_PRELOAD", "-x", "RANKWISE_RELAY_TOKEN", "-x", "RANKWISE_RELAY_ROUTES"]
    assert list(sent.argv) == ["mpirun", *words, "-n", "2", "./app"]
    assert with_relays(sent, [LINE], mpi("openmpi")).argv == sent.argv
    assert with_relays(plain, [], mpi("openmpi")) is plain
