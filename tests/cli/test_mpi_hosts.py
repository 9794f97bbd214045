"""`rankwise mpi list --hosts`: hosts that are alike are one table, others are told by what differs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rankwise.cli.main import app
from rankwise.core.errors import Exit


def listed(name: str, version: str, prefix: str, **more: object) -> dict[str, object]:
    return {"name": name, "family": "mpich", "version": version, "prefix": prefix, "where": "PATH", "usable": True,
            "transports": ["shm", "ucx"], **more}  # fmt: skip


USUAL = [listed("mpich", "5.0.2", "/opt/mpich"), listed("mpich@/usr", "4.0.2", "/usr")]
BROKEN = [{"code": "no-launcher", "message": "it has no launcher", "fatal": True}]
ANSWERS = {
    "usual": USUAL,
    "n17": [listed("mpich", "5.0.1", "/opt/mpich")],
    "n18": [USUAL[0], listed("mpich@/usr", "4.0.2", "/usr", usable=False, problems=BROKEN)],
    "bare": [],
}


@pytest.fixture
def agent(tmp_path: Path) -> str:
    """Takes HOST COMMAND... as ssh does. Each host answers from a file, `here` as this machine does."""
    for name, mpis in ANSWERS.items():
        text = json.dumps({"schema": "rankwise/1", "command": "mpi list", "ok": True, "data": mpis})
        (tmp_path / name).write_text(f"Welcome to {name}\n{text}\n")
    (tmp_path / "odd").write_text('{"schema": "rankwise/1", "data": [{"name": "\\u001b[2J"}]}\n')
    error = {"code": "full", "message": "its disk is full", "hint": ""}
    (tmp_path / "ill").write_text(json.dumps({"schema": "rankwise/1", "ok": False, "error": error}))
    script = tmp_path / "agent"
    script.write_text(
        "#!/bin/sh\n"
        '[ "$1" = gone ] && { printf "No route\\033to host\\n" >&2; exit 255; }\n'
        '[ "$1" = mute ] && exit 0\n'
        '[ "$1" = here ] && { shift; exec sh -c "$*"; }\n'
        f'if [ -f "{tmp_path}/$1" ]; then cat "{tmp_path}/$1"; else cat "{tmp_path}/usual"; fi\n'
    )
    script.chmod(0o755)
    return str(script)


def answered(hosts: str, agent: str, *more: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["mpi", "list", "--hosts", hosts, "--agent", agent, *more])
    return done.exit_code, done.stdout or done.stderr


def test_forty_nodes_are_one_table_and_what_differs(agent: str) -> None:
    status, text = answered("n[1-40]", agent)
    assert status == Exit.DONE
    assert text.splitlines() == [
        "38 nodes alike: n1, n2, n3, n4, n5, n6 and 32 more",
        "  mpich       5.0.2 in /opt/mpich, shm ucx",
        "  mpich@/usr  4.0.2 in /usr, shm ucx",
        "n17 differs in",
        "  mpich       5.0.1 in /opt/mpich, shm ucx, there",
        "  mpich@/usr  none, there",
        "  mpich       5.0.2 in /opt/mpich, shm ucx, on the others",
        "  mpich@/usr  4.0.2 in /usr, shm ucx, on the others",
        "n18 differs in",
        "  mpich@/usr  4.0.2 in /usr, shm ucx; cannot be used: it has no launcher, there",
        "  mpich@/usr  4.0.2 in /usr, shm ucx, on the others",
    ]


def test_hosts_that_tell_nothing_are_named_with_the_reason(agent: str) -> None:
    status, text = answered("n1,gone,ill,mute,odd", agent)
    assert status == Exit.ANSWER_IS_NO
    assert text.splitlines()[0] == "1 node: n1"
    assert text.splitlines()[-4:] == [
        "gone told nothing: No route to host",
        "ill told nothing: its disk is full",
        "mute told nothing: it printed no answer",
        "odd told nothing: its answer cannot be read",
    ]
    status, text = answered("gone", agent)
    assert status == Exit.ENVIRONMENT and "No route to host" in text


def test_nodes_without_an_mpi_say_so(agent: str) -> None:
    assert answered("bare", agent)[1].splitlines() == ["1 node: bare", "  no MPI"]


@pytest.mark.usefixtures("mpich")
def test_a_host_answers_as_it_answers_itself(agent: str) -> None:
    status, text = answered("here,n1", agent, "--json")
    data = json.loads(text)["data"]
    alone = json.loads(CliRunner().invoke(app, ["mpi", "list", "--json"]).stdout)["data"]
    assert data["silent"] == {} and status == Exit.DONE
    assert [mpi["prefix"] for mpi in data["hosts"]["here"]] == [mpi["prefix"] for mpi in alone]
    assert [mpi["version"] for mpi in data["hosts"]["n1"]] == ["5.0.2", "4.0.2"]
