from pathlib import Path

from rankwise.inventory.look import look_at


def agent(folder: Path) -> str:
    """Takes HOST COMMAND... and runs it here; one host is away, one answers rubbish."""
    script = folder / "agent"
    script.write_text(
        '#!/bin/sh\n[ "$1" = away ] && { echo "no route to $1" >&2; exit 255; }\n'
        '[ "$1" = odd ] && { printf "\\377 rub\\033bish {"; exit; }\n'
        '[ "$1" = long ] && { printf "%045d" 0; exit; }\nshift; exec "$@"\n'
    )
    script.chmod(0o700)
    return str(script)


def test_a_node_that_answers_rubbish_is_named_and_the_others_are_looked_at(tmp_path: Path) -> None:
    looks, silent = look_at(agent(tmp_path), {"a": "here", "b": "odd", "c": "long"}, {})
    assert [look.endpoint for look in looks] == ["a"]
    assert "the answer of odd is no recording" in silent["b"] and "rub?bish {" in silent["b"]
    assert f"no recording: '{40 * '0'}...'" in silent["c"]


def test_two_endpoints_of_this_machine_and_one_that_is_away(tmp_path: Path) -> None:
    names = {"a": ("localhost", "no.such.invalid"), "b": ()}
    looks, silent = look_at(agent(tmp_path), {"a": "here", "b": "here", "c": "away"}, names)
    first, second = looks
    assert (first.endpoint, second.endpoint) == ("a", "b")
    assert first.machine == second.machine and first.machine.strip()
    assert first.names["localhost"] in ("127.0.0.1", "::1")
    assert first.names["no.such.invalid"] is None
    assert second.names == {}
    assert first.forwards is not None
    assert list(silent) == ["c"] and "cannot look at away" in silent["c"]
