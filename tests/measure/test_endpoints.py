"""The endpoints file: what it may say, and what each mistake answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from rankwise.core.errors import UsageError
from rankwise.measure.endpoints import endpoints, launch_spec, read

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


def test_entries_become_places_and_endpoints(tmp_path: Path) -> None:
    file = read(written(tmp_path, GOOD))
    spec = launch_spec(file, {"host": "/x86/engine", "mic0": "/tmp/engine"}, ("--plan", "p"))
    assert (spec.agent, spec.interface) == ("ssh -q", "br0")
    host, card = spec.places
    assert (host.host, host.program, host.cpus, host.prefix) == (None, "/x86/engine", (0,), None)
    assert (card.host, card.program, card.cpus) == ("c001-n002-mic0", "/tmp/engine", (1, 2))
    assert (card.prefix, card.env, card.args) == ("/opt/intel/mic", {"OMP_NUM_THREADS": "4"}, ("--plan", "p"))
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
