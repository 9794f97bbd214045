"""Hosts that do not answer cost nobody else, are named on the screen, and make the status 1."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rankwise.cli.main import app
from rankwise.core.toml import comment, loads, quoted


@pytest.fixture
def agent(tmp_path: Path) -> str:
    """Takes HOST COMMAND... as ssh does; the host `gone` does not answer."""
    script = tmp_path / "agent"
    script.write_text(
        '#!/bin/sh\n[ "$1" = gone ] && { echo "No route to host" >&2; exit 255; }\nshift\nexec sh -c "$*"\n'
    )
    script.chmod(0o755)
    return str(script)


def answered(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.stdout


def test_inventory_goes_past_a_dead_host(agent: str) -> None:
    status, text = answered("inventory", "--hosts", "n1,gone", "--agent", agent, "--json")
    data = json.loads(text)["data"]
    assert status == 1 and len(data["nodes"]) == 1
    assert "No route to host" in data["silent"]["gone"]
    status, text = answered("inventory", "--hosts", "gone,n1", "--agent", agent)
    assert status == 1 and "gone could not be looked at" in text
    status, _ = answered("inventory", "--hosts", "gone", "--agent", agent)
    assert status == 3


def test_record_goes_past_a_dead_host(agent: str, tmp_path: Path) -> None:
    out = tmp_path / "kept"
    status, text = answered("inventory", "--save", str(out), "--hosts", "gone,n1", "--agent", agent)
    assert status == 1 and "gone could not be recorded" in text
    assert [file.name for file in out.iterdir()] == ["n1.record.gz"]


def test_doctor_names_a_dead_host_first(agent: str, tmp_path: Path) -> None:
    words = ("doctor", "--hosts", "n1,gone", "--agent", agent, "--out", str(tmp_path), "-q")
    status, text = answered(*words)
    assert status == 1
    verdict, nodes, first, *_ = text.split("\n\n")
    assert "1 node cannot be reached: gone." in verdict
    assert nodes.splitlines() == ["nodes     gone: no answer", "          1 of 2 do not stand out"]
    assert first.startswith("CRITICAL: 1 node cannot be reached: gone")
    assert "No route to host" in first and f"verify   `{agent} gone true`".replace("`", "") in first
    status, text = answered(*words, "--json")
    data = json.loads(text)["data"]
    assert (status, data["findings"][0]["id"], data["findings"][0]["affects"]) == (1, "no-answer", ["gone"])
    status, _ = answered("doctor", "--hosts", "gone", "--agent", agent, "--out", str(tmp_path), "-q")
    assert status == 3


def test_a_new_plan_names_who_is_not_in_it(agent: str, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    status, text = answered("cluster", "new", str(plan), "--hosts", "n1,gone", "--agent", agent)
    if plan.exists():  # a machine without a network of its own has no plan
        assert status == 1 and "gone" in text.split("not in it:")[1]
        assert loads(plan.read_text())["name"] == "plan"


def test_the_plan_of_a_single_host_is_sound(agent: str, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    answered("cluster", "new", str(plan), "--hosts", "n1", "--agent", agent)
    if plan.exists():
        status, text = answered("cluster", "check", str(plan))
        assert status == 0 and "sound" in text


def test_a_plan_of_which_no_endpoint_answers_is_neither_kept_nor_broken(tmp_path: Path) -> None:
    dead = tmp_path / "dead"
    dead.write_text("#!/bin/sh\necho 'No route to host' >&2\nexit 255\n")
    dead.chmod(0o755)
    plan = Path(__file__).parents[2] / "examples/phi-cluster.toml"
    status, text = answered("cluster", "verify", str(plan), "--agent", str(dead), "--json")
    error = json.loads(text)["error"]
    assert (status, error["code"]) == (3, "no-answer")
    assert "and 5 more: No route to host" in error["message"]


@pytest.mark.parametrize("text", ['a"b', "back\\slash", "two\nlines", "bell\x07", "del\x7f", "tab\t", "é\u2028x", ""])
def test_any_text_is_valid_toml(text: str) -> None:
    assert loads(f"key = {quoted(text)}")["key"] == text
    assert loads(f"{comment(text)}\nkey = 1") == {"key": 1}
