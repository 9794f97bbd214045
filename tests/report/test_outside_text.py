"""Text from outside, through every view and every page: it steers no terminal and is no part of a page's structure."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest

from rankwise.cli.main import app
from rankwise.cli.streams import write_what_can_be_written
from rankwise.core import words
from rankwise.core.kinds import KINDS
from rankwise.core.plain import plain
from rankwise.core.records import Record, Run
from rankwise.store import Store
from test_answers import a_run, an_answer

EVIL = "\x1b]0;owned\x07\x1b[2J\r\x9b31m\u202e<script>alert(1)</script></svg>'\"[bold]x[/]{{7*7}}"
MARKUP = "<script>alert(1)</script></svg>'\"[bold]x[/]{{7*7}}"
FREE = frozenset(
    re.findall(
        r"\w+",
        "cause change command cwd description detail error evidence host hostname library_version line message name "
        "node observation origin program reason sampled source summary title transport user value verify warnings what "
        "why words",
    )
)
"""Fields that hold what others have written; ids, kinds and paths of ours stay, for views look things up by them."""


def spoiled(value: Any, tail: str = "") -> Any:
    """The record with something hostile behind every free text, as bad as the kind of the field lets in."""
    if isinstance(value, str):
        return value + tail
    if isinstance(value, Record):
        kinds = get_type_hints(type(value), include_extras=True)
        fields = value.__struct_fields__
        changed = {name: _worst(getattr(value, name), kinds[name], name in FREE) for name in fields}
        return msgspec.structs.replace(value, **changed)
    if isinstance(value, tuple | list):
        return type(value)(spoiled(one, tail) for one in value)
    if isinstance(value, dict):
        return {key: spoiled(one, tail) for key, one in value.items()}
    return value


def _worst(value: Any, kind: Any, free: bool) -> Any:
    for tail in (EVIL, MARKUP) if free and "Literal" not in str(kind) else ():
        if not list(words.wrong(msgspec.to_builtins(worse := spoiled(value, tail)), kind)):
            return worse
    return spoiled(value)


def output(monkeypatch: pytest.MonkeyPatch, *line: str) -> str:
    """What a command of the installed program writes."""
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="utf-8"))
    write_what_can_be_written()
    with pytest.raises(SystemExit) as ended:
        app([*line])
    sys.stdout.flush()
    assert ended.value.code in (0, None), written.getvalue()
    return written.getvalue().decode()


@pytest.mark.parametrize(("kind", "colours"), [*((kind, False) for kind in KINDS), ("survey", True), ("map", True)])
def test_no_view_lets_it_steer_a_terminal_and_no_page_runs_it(
    kind: str, colours: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR" if colours else "NO_COLOR", "1")
    run = spoiled(a_run(kind))
    assert isinstance(run, Run)
    run = msgspec.structs.replace(run, kind=kind)
    with Store.open(tmp_path / "rankwise.db") as store:
        store.begin(run)
        if KINDS[kind].stored:
            store.put(run.id, KINDS[kind].stored, spoiled(an_answer(kind, run)))
    shown = output(monkeypatch, "runs", "show", "--out", str(tmp_path))
    assert re.sub(r"\x1b\[[0-9;]*m", "", shown) == plain(re.sub(r"\x1b\[[0-9;]*m", "", shown))
    assert colours or "\x1b" not in shown
    envelope = output(monkeypatch, "runs", "show", "--json", "--out", str(tmp_path))
    assert EVIL in strings(envelope), "JSON keeps its meaning"
    page = Path(output(monkeypatch, "runs", "page", "--out", str(tmp_path)).strip()).read_text()
    assert "owned" in shown + page or "alert(1)" in shown + page, "something hostile was shown"
    assert "<script>alert" not in page
    assert page.count("<script") == page.count("</script>") <= 2


def strings(envelope: str) -> str:
    """All strings of an envelope, one behind the other."""
    found: list[str] = []

    def walk(value: Any) -> None:
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, dict):
            for one in value.values():
                walk(one)
        elif isinstance(value, list):
            for one in value:
                walk(one)

    walk(msgspec.json.decode(envelope))
    return "\n".join(found)


def test_errors_and_warnings_are_plain_too(tmp_path: Path) -> None:
    from rankwise.core.process import run

    program = str(Path(sys.executable).with_name("rankwise"))
    done = run([program, "runs", "page", "--out", f"{tmp_path}/\x1b[2Jx"], timeout_s=60)
    assert done.returncode == 2
    assert "\x1b" not in done.stderr
    assert "\\u001b[2Jx" in done.stderr
