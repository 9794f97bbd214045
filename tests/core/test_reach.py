"""The one way to a host: what is no host is refused before anything starts."""

import subprocess
from pathlib import Path

import pytest

from rankwise.core.errors import UsageError
from rankwise.core.hostlist import parse_hosts
from rankwise.core.process import run
from rankwise.core.reach import SSH, to_host
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.inventory.collector import record_at
from rankwise.measure import endpoints
from rankwise.measure.relays import relays
from rankwise.mpis.agent import SRUN
from rankwise.mpis.families import FAMILIES
from rankwise.optimise.records import Relay, RelayedPair

NO_HOSTS = (
    "-oProxyCommand=touch made", "a;touch made", "$(touch made)", "`touch made`", "a\ntouch made", "a b", "", "a|b",
    "a'", 'a"', "a\\", "user@-oX", "@a", "a/b", "\x1b[31m",
)  # fmt: skip
AGENT_SH = SRUN.with_name("agent.sh")


@pytest.mark.parametrize("host", NO_HOSTS)
def test_what_is_no_host_reaches_no_agent(host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    agent = f"sh -c 'touch {tmp_path}/started'"
    mpi = Mpi(name="m", family="mpich", version="5.0", prefix="/x", where="test", launcher="/x/mpiexec")
    line = Relay(pairs=(RelayedPair(source=host, target="b", through=("c",)),))
    asked = [
        lambda: to_host("ssh", host, "true"),
        lambda: record_at(agent, host),
        lambda: relays([line], agent).__enter__(),
        *(
            (lambda line=family.line: line.command(mpi, LaunchSpec(places=(Place(host=host, program="x"),))))
            for family in (FAMILIES["mpich"], FAMILIES["openmpi"], FAMILIES["impi"], FAMILIES["cray"])
            if host
        ),
    ]
    for ask in asked:
        with pytest.raises(UsageError):
            ask()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("host", [host for host in NO_HOSTS if host.strip() and host != "a b"])
def test_lists_and_files_of_hosts_hold_hosts_alone(host: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="host"):
        parse_hosts(f"n1,{host}")
    file = tmp_path / "endpoints.toml"
    quoted = "".join(f"\\u{ord(letter):04x}" for letter in host)
    file.write_text(f'[[endpoint]]\nid = "a"\naddress = "{quoted}"\n')
    with pytest.raises(UsageError, match="is not a host"):
        endpoints.read(file)


@pytest.mark.parametrize("script", [AGENT_SH, SRUN], ids=lambda path: path.name)
@pytest.mark.parametrize("host", [host for host in NO_HOSTS if not host.startswith("-")])
def test_agents_of_launchers_refuse_them_too(script: Path, host: str, tmp_path: Path) -> None:
    agent = tmp_path / "srun"
    agent.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n")
    agent.chmod(0o755)
    done = subprocess.run(
        ["sh", str(script), "-x", host, "true"],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin", "RANKWISE_AGENT": str(agent)},
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 2
    assert "is not a host" in done.stderr
    assert list(tmp_path.iterdir()) == [agent]


@pytest.mark.parametrize("host", ["n1", "user@n1.example.org", "10.0.0.1", "fe80::1%eth0", "n_1-x"])
def test_a_host_follows_the_end_of_options(host: str) -> None:
    assert to_host("ssh -x", host, "true") == ["ssh", "-x", "--", host, "true"]
    assert to_host("/usr/bin/ssh", host) == ["/usr/bin/ssh", "--", host]
    assert to_host("env X=1 my-agent", host, "true") == ["env", "X=1", "my-agent", host, "true"]
    assert parse_hosts(host) == (host,)


def test_ssh_takes_these_words() -> None:
    done = run(to_host("ssh -G", "user@n1"), timeout_s=100)
    assert "\nuser user\n" in f"\n{done.stdout}"


@pytest.mark.parametrize("agent", ["", "ssh 'x"])
def test_an_agent_that_is_none_is_refused(agent: str) -> None:
    with pytest.raises(UsageError, match="agent"):
        to_host(agent, "n1")


def test_the_agent_of_launchers_runs_the_same_ssh(tmp_path: Path) -> None:
    ssh = tmp_path / "ssh"
    ssh.write_text('#!/bin/sh\necho "ssh $*"\n')
    ssh.chmod(0o755)
    done = run(["sh", str(AGENT_SH), "n1", "true"], timeout_s=100, env={"PATH": f"{tmp_path}:/usr/bin:/bin"})
    assert done.stdout.split() == to_host(SSH, "n1", "true")
