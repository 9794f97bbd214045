"""Endpoints without a shared file system: engines get there, run, and are gone afterwards."""

from __future__ import annotations

import os
import re
import shutil
import signal
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from builders.own_tmp import own_tmp
from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import LaunchSpec, Mpi, Place, encode
from rankwise.measure import build
from rankwise.measure.endpoints import EndpointsFile, Entry
from rankwise.measure.stage import staged
from rankwise.mpis import catalog

HELLO = Path(__file__).parent.parent / "hello"


AGENT = """#!/bin/sh
while [ "${{1#-}}" != "$1" ]; do shift; done
export AGENT_HOST="$1"; shift
case $AGENT_HOST in
    card) exec nsenter -t {pid} -m -u sh -c "cd / && $*" ;;
    near) exec unshare --uts sh -c 'hostname near; exec sh -c "$1"' sh "$*" ;;
    *) echo "no route to $AGENT_HOST" >&2; exit 255 ;;
esac
"""


@pytest.fixture
def card(tmp_path: Path, any_mpi: Mpi) -> Iterator[str]:
    """An agent. Its host `card` has a /tmp and an engine cache of its own, `near` is this machine; others fail."""
    if os.geteuid() != 0:
        pytest.skip("a mount namespace that lives on needs root")
    cache = Path(os.environ["XDG_CACHE_HOME"])
    cache.mkdir(parents=True, exist_ok=True)
    script = (
        f"mount -t tmpfs tmpfs {cache} && hostname card && mkdir -p /run/card && "
        f"{own_tmp([os.environ['XDG_DATA_HOME']])} && echo up && exec cat"
    )
    # It lives until its standard input closes.
    read, write = os.pipe()
    with os.fdopen(read, "rb") as end:
        job = process.Job.start(
            ["unshare", "--mount", "--uts", "--propagation", "private", "sh", "-c", script], stdin=end
        )
    agent = tmp_path / "agent"
    agent.write_text(AGENT.format(pid=job.popen.pid))
    agent.chmod(agent.stat().st_mode | stat.S_IXUSR)
    try:
        assert job.popen.stdout is not None
        assert job.popen.stdout.readline() == b"up\n", "the card's namespace did not come up"
        yield str(agent)
    finally:
        os.close(write)
        job.stop()


def on_card(agent: str, command: str) -> str:
    return process.run([agent, "card", command], timeout_s=100).stdout


@pytest.mark.netns
@pytest.mark.mpi(2)
def test_a_job_whose_endpoints_share_nothing(any_mpi: Mpi, card: str) -> None:
    file = EndpointsFile(
        endpoint=(
            Entry(id="host", address="near", env={"GREETING": "host"}),
            Entry(id="card", address="card", kind="card", env={"GREETING": "card"}),
        ),
        agent=card,
    )
    with staged(any_mpi, file.endpoint, file.agent, HELLO) as engines:
        assert engines.programs["host"] == str(build.engine_for(any_mpi, HELLO))
        assert re.fullmatch(r"/tmp/rankwise-\w+/rankwise-engine", engines.programs["card"])
        assert not Path(engines.programs["card"]).exists(), "the card's /tmp is its own"
        places = [
            Place(host=entry.address, program=engines.programs[entry.id], env=entry.env) for entry in file.endpoint
        ]
        launch = catalog.launcher_for(any_mpi).command(any_mpi, LaunchSpec(places=tuple(places), agent=file.agent))
        done = process.run(launch.argv, timeout_s=60, env=launch.env)
    assert done.ok, done.describe()
    printed = sorted(re.findall(r"rank=(\d) size=2 sum=1 .*greeting=(\w+)", done.stdout))
    assert printed == [("0", "host"), ("1", "card")]
    assert "rankwise" not in on_card(card, "ls -a /tmp")
    assert engines.left_behind == []


@pytest.mark.netns
@pytest.mark.mpi(0)
def test_an_engine_is_built_there_when_it_must_be(any_mpi: Mpi, card: str) -> None:
    entry = Entry(id="card", address="card", compiler=str(any_mpi.compiler))
    with staged(any_mpi, [entry], card, HELLO) as engines:
        assert "main.cpp" in on_card(card, f"ls {Path(engines.programs['card']).parent}")
        assert on_card(card, f"head -c 4 {engines.programs['card']}") == "\x7fELF"
    assert "rankwise" not in on_card(card, "ls -a /tmp")


@pytest.mark.netns
@pytest.mark.mpi(0)
def test_everything_goes_even_after_an_error(mpich: Mpi, card: str, any_mpi: Mpi) -> None:
    seen: list[str] = []

    def broken() -> None:
        with staged(any_mpi, [Entry(id="card", address="card")], card, HELLO) as engines:
            seen.append(on_card(card, f"ls {engines.programs['card']}"))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken()
    assert "rankwise-engine" in seen[0]
    assert "rankwise" not in on_card(card, "ls -a /tmp")

    two = [Entry(id="card", address="card"), Entry(id="lost", address="lost")]
    with pytest.raises(EnvironmentProblem, match="no route to lost"), staged(any_mpi, two, card, HELLO):
        pass
    assert "rankwise" not in on_card(card, "ls -a /tmp")


@pytest.mark.netns
@pytest.mark.mpi(0)
def test_everything_goes_when_the_tool_is_killed(mpich: Mpi, card: str, any_mpi: Mpi) -> None:
    script = (
        "import sys; from pathlib import Path\n"
        "from rankwise.core.records import Mpi, decode; from rankwise.measure.endpoints import Entry\n"
        "from rankwise.measure.stage import staged\n"
        "mpi = decode(Mpi, sys.argv[1].encode(), source='here')\n"
        "with staged(mpi, [Entry(id='card', address='card')], sys.argv[2], Path(sys.argv[3])) as engines:\n"
        "    print('staged', engines.programs['card'], flush=True); sys.stdin.read()"
    )
    line = [sys.executable, "-c", script, encode(any_mpi).decode(), card, str(HELLO)]
    job = process.Job.start(line, stdin=process.PIPE)
    assert job.popen.stdout is not None
    program = job.popen.stdout.readline().decode().split()[-1]
    assert on_card(card, f"head -c 4 {program}") == "\x7fELF"
    os.kill(job.popen.pid, signal.SIGKILL)
    job.popen.wait()
    # It is removed by a shell over there, once that has seen that nobody holds its input any more.
    holder = "until [ ! -e $0 ]; do :; done"
    assert process.run([card, "card", f"timeout 100 sh -c '{holder}' {program}"], timeout_s=120).ok
    assert "rankwise" not in on_card(card, "ls -a /tmp")


@pytest.mark.netns
@pytest.mark.mpi(0)
def test_endpoints_that_are_alike_get_one_build(mpich: Mpi, card: str) -> None:
    compiler = str(mpich.compiler)
    two = [Entry(id=name, address="card", compiler=compiler, folder=f"/tmp/{name}") for name in ("a", "b")]
    on_card(card, "mkdir /tmp/a /tmp/b")
    with staged(mpich, two, card, HELLO) as engines:
        listed = on_card(card, "ls /tmp/a/* /tmp/b/*")
        assert listed.count("main.cpp") == 1, "the second did not compile"
        sums = on_card(card, f"sha256sum {engines.programs['a']} {engines.programs['b']}").split()
        assert sums[0] == sums[2]
    assert on_card(card, "ls /tmp/a /tmp/b").split() == ["/tmp/a:", "/tmp/b:"]


@pytest.mark.netns
@pytest.mark.mpi(0)
def test_a_failing_build_there_gives_its_words(any_mpi: Mpi, card: str) -> None:
    entry = Entry(id="card", address="card", arch="aarch64", prefix="/no/mpi/here")
    with (
        pytest.raises(EnvironmentProblem, match="/no/mpi/here/bin/mpicxx") as caught,
        staged(any_mpi, [entry], card, HELLO),
    ):
        pass
    assert caught.value.code == "build-failed"
    assert "`engine`" in caught.value.hint
    assert "rankwise" not in on_card(card, "ls -a /tmp")


@pytest.mark.mpi(0)
def test_a_damaged_copy_is_refused(mpich: Mpi, tmp_path: Path) -> None:
    agent = tmp_path / "agent"
    # Drops the last byte of everything that it carries.
    agent.write_text('#!/bin/sh\nshift\ncase "$*" in "cat > "*) head -c -1 | sh -c "$*";; *) sh -c "$*";; esac\n')
    agent.chmod(0o755)
    engine = tmp_path / "locked/engine"
    engine.parent.mkdir()
    shutil.copy(build.engine_for(mpich, HELLO), engine)
    folder = tmp_path / "there"
    folder.mkdir()
    entry = Entry(id="far", address="far", engine=str(engine), folder=str(folder))
    agent.write_text(agent.read_text().replace('case "$*" in', 'case "$*" in "cat "/*) exit 1;;'))
    with pytest.raises(EnvironmentProblem, match="differs from") as caught, staged(mpich, [entry], str(agent), HELLO):
        pass
    assert caught.value.code == "staging-failed"
    assert list(folder.iterdir()) == []
