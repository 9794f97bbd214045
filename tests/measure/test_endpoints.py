"""The endpoints file: what it may say, and what each mistake answers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rankwise.cli.main import app
from rankwise.core.errors import UsageError
from rankwise.measure.endpoints import Entry, endpoints, read

GOOD = """
agent = "ssh -q"
interface = "br0"

[[endpoint]]
id = "host"
cpus = [0]

[[endpoint]]
id = "mic0"
address = "c001-n002-mic0"
kind = "card"
cpus = [1, 2]
prefix = "/opt/intel/mic"
env = { OMP_NUM_THREADS = "4" }
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "endpoints.toml"
    file.write_text(text)
    return file


def test_entries_are_read_and_become_endpoints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANKWISE_ALLOW", "agent,prefix")
    file = read(written(tmp_path, GOOD))
    assert (file.agent, file.interface) == ("ssh -q", "br0")
    host, card = file.endpoint
    assert (host.address, host.cpus, host.prefix) == (None, (0,), None)
    assert (card.address, card.cpus, card.prefix) == ("c001-n002-mic0", (1, 2), "/opt/intel/mic")
    assert card.env == {"OMP_NUM_THREADS": "4"}
    assert [(item.node, item.kind) for item in endpoints(file, "here")] == [
        ("here", "core"),
        ("c001-n002-mic0", "card"),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("endpoint = []", "names no endpoint"),
        ("[[endpoint]]\nid = 'a'\n[[endpoint]]\nid = 'a'", "two endpoints are called 'a'"),
        ("[[endpoint]]\naddress = 'b'", "id"),
        ("[[endpoint]]\nid = 'a'\ncpu = [1]", "cpu"),
        ("[[endpoint]]\nid = 'a'\ncpus = [-1]", "-1 is not the number of a CPU"),
        ("[[endpoint]]\nid = 'a'\naddress = '-oProxyCommand=x'", "'-oProxyCommand=x' is not a host"),
        ("[[endpoint]]\nid = 'a'\naddress = ''", "the address '', which is not a host"),
        ("[[endpoint]]\nid = 'a'\nenv = { 'A=B' = 'c' }", "'A=B' is not the name of a variable"),
        ("[[endpoint]]\nid = 'a'\nagent = 1", "unknown field `agent`"),
        ("agent = \"ssh\\nx\"\n[[endpoint]]\nid = 'a'", "agent: .* is not text on one line"),
        ("[[endpoint]]\nid = 'a'\nengine = '/no/such'", "is not there: /no/such"),
        ("[[endpoint]]\nid='a'\nengine='/bin/sh'\ncompiler='mpicxx'", "one of them is enough"),
        ("[[endpoint]]\nid='a'\nprefix='/x'\n[[endpoint]]\nid='b'\nprefix='/y'", "two MPI prefixes"),
        ("[[endpoint", "endpoints.toml"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        read(written(tmp_path, text))


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        read(tmp_path / "missing.toml")


HOST = "[[endpoint]]\nid = 'a'\n"
NAMING = {
    "agent": f"agent = 'sh -c true'\n{HOST}",
    "engine": f"{HOST}engine = '/bin/sh'",
    "compiler": f"{HOST}[kinds.core]\ncompiler = 'evil'",
    "program": f"{HOST}program = './evil'",
    "container": f"{HOST}container = 'evil exec'",
    "prefix": f"{HOST}prefix = '/tmp/evil'",
    "LD_PRELOAD": f"{HOST}env = {{ LD_PRELOAD = '/tmp/evil.so' }}",
    "BASH_ENV": f"{HOST}[kinds.core]\nenv = {{ BASH_ENV = '/tmp/evil' }}",
}


@pytest.mark.parametrize("name", NAMING)
def test_what_would_run_is_refused_until_it_is_allowed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, NAMING[name])
    monkeypatch.setenv("RANKWISE_ALLOW", "interface,OMP_NUM_THREADS")
    with pytest.raises(UsageError, match=rf"would run or be used as you: {name} = '") as caught:
        read(file)
    assert caught.value.code == "not-allowed"
    assert f"--allow {name}," in caught.value.hint
    monkeypatch.setenv("RANKWISE_ALLOW", f"x, {name}")
    assert read(file).endpoint


def test_a_command_allows_what_its_option_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANKWISE_ALLOW", "")
    file = written(tmp_path, NAMING["agent"] + "engine = '/bin/sh'")
    line = ["fabrics", "--endpoints", str(file), "--out", str(tmp_path), "--mpi", "mpich"]
    for option, words in (
        ("x", "agent = .*engine ="),
        ("agent", "as you: engine ="),
        ("agent,engine", "two endpoints or more"),
    ):
        monkeypatch.setenv("RANKWISE_ALLOW", "")
        done = CliRunner().invoke(app, [*line, "--allow", option])
        assert re.search(words, f"{done.output} {done.stderr}"), done.output


def test_all_fields_of_an_entry_are_told_apart(tmp_path: Path) -> None:
    """A field that is new either runs something, or is one of these."""
    harmless = {"arch", "env", "folder", "threads", "id", "address", "kind", "cpus"}
    assert set(Entry.__struct_fields__) - harmless == NAMING.keys() - {"agent", "LD_PRELOAD", "BASH_ENV"}
