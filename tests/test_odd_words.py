"""Names and paths that users type, with blanks, colons and other signs: they go whole through what separates words, or
are refused with what to do."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders import runs
from builders.tunings import a_rule, rule_line
from rankwise.apply.carry import carry
from rankwise.apply.rank_files import write_order
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure.preload import preloadable
from rankwise.mpis import agent, catalog
from rankwise.optimise.records import PlacedRank
from rankwise.placement.choice import parse
from rankwise.placement.launch_words import set_by
from rankwise.report.map_words import by_endpoint
from rankwise.report.words import run_with
from rankwise.store import Store

RANKWISE = str(Path(sys.executable).with_name("rankwise"))
OPENMPI = Mpi(name="openmpi", family="openmpi", version="5.0.11", prefix="/x", where="test")


@pytest.mark.parametrize("path", ["/tmp/my cache/libx.so", "/tmp/run-12:30/libx.so"])
def test_a_library_that_the_loader_would_not_find_is_refused(path: str) -> None:
    with pytest.raises(EnvironmentProblem, match="cannot be preloaded") as caught:
        preloadable(Path(path))
    assert "XDG_CACHE_HOME" in caught.value.hint
    assert preloadable(Path("/tmp/cache/libx.so")).name == "libx.so"


def test_cores_of_nodes_are_ends_of_paths_that_stand_out() -> None:
    texts = [f"n{node}:c0 -> n9:c3: 3 us where 1 us is usual" for node in range(4)]
    assert by_endpoint(texts) == [("n9:c3", texts)]


def test_a_side_holds_its_values_whole_and_nothing_that_steers() -> None:
    assert parse("env:FOO=use default").knobs == {"env:FOO": "use default"}
    for odd in ("\t", "\n", "\u200f"):
        with pytest.raises(UsageError, match="not text on one line"):
            parse(f"tuning=a{odd}b.toml")


def test_runs_are_listed_by_the_names_of_their_sides(tmp_path: Path) -> None:
    names = ("default", "env:UCX_TLS=tcp,self")
    with Store.of(tmp_path) as store:
        store.begin(replace(runs.run(), mpis=dict.fromkeys(names, OPENMPI)))
        assert [found.mpis for found in store.runs()] == [names]


def test_a_value_of_a_launch_line_may_hold_a_sign_of_its_own() -> None:
    line = ["mpiexec", "-genv", "GLIBC_TUNABLES", "glibc.malloc.arena_max=1", "-n", "2", "./app"]
    (found,) = set_by(line)
    assert found[1:] == ("GLIBC_TUNABLES", "glibc.malloc.arena_max=1")


def test_an_mpi_may_lie_below_a_folder_with_the_sign_of_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prefix = tmp_path / "openmpi@5.0"
    monkeypatch.setattr(catalog, "find_all", list)
    asked: list[Path] = []
    monkeypatch.setattr(catalog, "_at", lambda path: asked.append(path) or [])
    for name in (str(prefix), f"openmpi@{prefix}"):
        with pytest.raises(EnvironmentProblem, match="no MPI"):
            catalog.find(name)
    assert asked == [prefix, prefix]


def test_words_of_an_agent_keep_their_quotes(tmp_path: Path) -> None:
    script = tmp_path / "my agent"
    script.write_text('#!/bin/sh\nprintf "%s|" "$@"\n')
    script.chmod(0o755)
    env: dict[str, str] = {}
    spec = LaunchSpec(places=(Place(host="a", program="x"),), agent=f"'{script}' -o 'Proxy ssh gw' --")
    wrapper = agent.prepare(OPENMPI, spec, env)
    assert wrapper is not None
    done = subprocess.run(
        ["sh", wrapper, "n1", "echo", "$HOME; 'b c'"], env=os.environ | env, capture_output=True, text=True, check=True
    )
    assert done.stdout == "-o|Proxy ssh gw|--|n1|echo $HOME; 'b c'|"
    alone = LaunchSpec(places=(Place(host="a", program="x"),), agent=f"'{script}'")
    assert agent.prepare(OPENMPI, alone, env) == wrapper  # a launcher takes a path, and knows no quotes


def test_a_colon_in_the_folder_of_schedules_is_refused(tmp_path: Path) -> None:
    line = rule_line(a_rule())
    text = '{"schedules": []}'
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    beside = tmp_path / "beside"
    beside.mkdir()
    (beside / f"{sha256}.schedules").write_text(text)
    with pytest.raises(UsageError, match="holds a colon"):
        carry([replace(line, rule=None, schedules=(sha256,))], OPENMPI, tmp_path / "run-12:30", [beside])


def test_files_of_an_order_are_named_as_a_shell_reads_them(tmp_path: Path) -> None:
    ranks = [PlacedRank(rank=0, default="a:0", chosen="a:0", host="a", cpus=(0,))]
    (use,) = write_order(ranks, "mpich", tmp_path / "my order", ["a:0"]).values()
    assert f"'{tmp_path}/my order/machinefile'" in use
    with pytest.raises(UsageError, match="colon or a comma"):
        write_order(ranks, "openmpi", tmp_path / "12:30", ["a:0"])
    assert run_with("/tmp/my t.toml", "mpirun ./app") == "rankwise run --tuning '/tmp/my t.toml' -- mpirun ./app"


def test_words_that_no_json_holds_are_refused(tmp_path: Path) -> None:
    words = [RANKWISE.encode(), b"trace", b"--json", b"--out", str(tmp_path).encode(), b"--", b"true", b"caf\xe9.dat"]
    done = subprocess.run(words, capture_output=True, check=False)
    error = json.loads(done.stdout)["error"]
    assert (done.returncode, error["code"]) == (2, "not-utf8")
    assert not list(tmp_path.iterdir())


def test_a_folder_with_a_colon_is_not_trusted_in_parts() -> None:
    done = subprocess.run([RANKWISE, "--trust", "/data/a:b", "config"], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "colon" in done.stderr


def test_a_current_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    script = f'mkdir gone && cd gone && rmdir ../gone && exec "{RANKWISE}" runs list --json'
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, json.loads(done.stdout)["error"]["code"]) == (2, "no-folder"), done.stderr
