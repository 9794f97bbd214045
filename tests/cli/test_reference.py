"""The published schema and command reference cover every command, and real answers follow the schema."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from rankwise.cli.data import DATA
from rankwise.cli.reference import cli_reference, commands, program, published_schema
from rankwise.core.records import encode
from rankwise.verbs.records import Survey

DOCS = Path(__file__).parents[2] / "docs"


def answer(folder: Path, *words: str) -> dict[str, object]:
    program = Path(sys.executable).with_name("rankwise")
    done = subprocess.run(
        [program, *words, "--json"], capture_output=True, text=True, cwd=folder, env=os.environ, check=False
    )
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_every_command_says_what_it_answers() -> None:
    assert set(DATA) == {name for name, _ in commands(program())}


def test_published_files_are_those_of_this_code() -> None:
    assert json.loads((DOCS / "schema.json").read_text()) == json.loads(json.dumps(published_schema()))
    assert (DOCS / "cli.md").read_text() == cli_reference()


@pytest.mark.parametrize(
    "told",
    [
        "    rankwise run [OPTIONS] -- COMMAND...",
        "    rankwise compare [OPTIONS] A B [C...] [-- COMMAND...]",
        "    rankwise lab run [OPTIONS] -- COMMAND...",
        "    rankwise lab exec [OPTIONS] NODE -- COMMAND...",
        "    rankwise tune [OPTIONS] [-- COMMAND... | SUBCOMMAND ...]",
        "Without --hosts, --endpoints, --plan or --lab: the cores of this machine.",
        "| `--machine` | required | Map file, cluster.toml, id of a run, or `last`. |",
        "| `NODE` | required | An endpoint of the lab. |",
        "rankwise-suite --link DIR",
        "| `precision` | `RANKWISE_PRECISION` |",
        "`rankwise --version` or `-V`",
        "    rankwise trace --timeline calls.json mpirun -n 4 ./app",
    ],
)
def test_the_reference_leaves_nothing_out(told: str) -> None:
    assert told in cli_reference()


@pytest.mark.drawn(4)
@pytest.mark.parametrize(
    ("words", "good"),
    [
        (("config",), True),
        (("inventory",), True),
        (("inventory", "--save", "here.record"), True),
        (("lab", "list"), True),
        (("lab", "fault", "kinds"), True),
        (("mpi", "list"), True),
        (("mpi", "show", "no-such"), False),
        (("runs", "list"), False),
    ],
)
def test_answers_follow_the_schema(tmp_path: Path, words: tuple[str, ...], good: bool) -> None:
    found = answer(tmp_path, *words)
    jsonschema.validate(found, published_schema())
    assert found["ok"] is good


def test_the_schema_refuses_what_is_not_an_answer(a_survey: Survey) -> None:
    envelope = {"schema": "rankwise/1", "command": "survey", "ok": True, "warnings": []}
    jsonschema.validate({**envelope, "data": json.loads(encode(a_survey))}, published_schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**envelope, "data": {"run": 1}}, published_schema())


@pytest.fixture
def a_survey() -> Survey:
    from builders.surveys import survey

    return survey()
