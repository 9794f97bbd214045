"""Launch lines, by the jobs that they really start."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from rankwise.core.errors import UsageError
from rankwise.core.process import SECRETS
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.mpis import catalog

sys.path.insert(0, str(Path(__file__).parent))
from jobs import hello, run

pytestmark = [pytest.mark.mpi(4), pytest.mark.each_mpi]
CPUS = len(os.sched_getaffinity(0))


AGENT = """#!/bin/sh
while [ "${1#-}" != "$1" ]; do shift; done
export AGENT_HOST="$1"; shift
exec unshare --map-root-user --uts sh -c 'hostname "$AGENT_HOST"; exec sh -c "$1"' sh "$*"
"""


@pytest.fixture
def agent(tmp_path: Path) -> str:
    """An agent that stays on this machine under the host's name, which tells MPIs that it is another one."""
    script = tmp_path / "agent"
    script.write_text(AGENT)
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return str(script)


def test_alike_places_are_one_job(any_mpi: Mpi) -> None:
    program = hello(any_mpi)
    ranks = run(any_mpi, LaunchSpec(places=(Place(host=None, program=program),) * 2))
    assert [(rank["size"], rank["sum"]) for rank in ranks] == [("2", "1"), ("2", "1")]


def test_unequal_places_keep_rank_order_arguments_and_environment(any_mpi: Mpi) -> None:
    program = hello(any_mpi)
    places = (
        Place(host=None, program=program, args=("first",), env={"GREETING": "one"}),
        Place(host=None, program=program, args=("second",), env={"GREETING": "two"}),
        Place(host=None, program=program, args=("second",), env={"GREETING": "two"}),
    )
    ranks = run(any_mpi, LaunchSpec(places=places))
    assert [rank["args"] for rank in ranks] == ["first,", "second,", "second,"]
    assert [rank["greeting"] for rank in ranks] == ["one", "two", "two"]
    assert {rank["size"] for rank in ranks} == {"3"}


def test_environment_and_knobs_reach_every_rank(any_mpi: Mpi) -> None:
    place = Place(host=None, program=hello(any_mpi))
    assert {r["greeting"] for r in run(any_mpi, LaunchSpec(places=(place,) * 2, env={"GREETING": "spec"}))} == {"spec"}
    spec = LaunchSpec(places=(place,) * 2, knobs={"env:GREETING": "tcp;knob"})
    assert {rank["greeting"] for rank in run(any_mpi, spec)} == {"tcp;knob"}


def test_bind_means_hands_off(any_mpi: Mpi) -> None:
    ranks = run(any_mpi, LaunchSpec(places=(Place(host=None, program=hello(any_mpi)),) * 2, bind=True))
    assert {rank["cpus"] for rank in ranks} == {str(CPUS)}


@pytest.mark.skipif(CPUS < 2, reason="on one CPU bound and unbound look the same")
def test_without_bind_the_default_of_the_mpi_stays(openmpi: Mpi, impi: Mpi) -> None:
    for mpi in (openmpi, impi):
        ranks = run(mpi, LaunchSpec(places=(Place(host=None, program=hello(mpi)),) * 2, bind=False))
        assert all(int(rank["cpus"]) < CPUS for rank in ranks) or CPUS == 2
        assert all(int(rank["cpus"]) <= max(1, CPUS // 2) for rank in ranks)


def test_more_ranks_than_cpus(any_mpi: Mpi) -> None:
    ranks = run(any_mpi, LaunchSpec(places=(Place(host=None, program=hello(any_mpi)),) * (CPUS + 2)))
    assert len(ranks) == CPUS + 2


@pytest.mark.netns
def test_hosts_interleave_through_an_agent(any_mpi: Mpi, agent: str) -> None:
    program = hello(any_mpi)
    places = tuple(Place(host=host, program=program, args=(host,)) for host in ("alpha", "beta", "alpha"))
    ranks = run(any_mpi, LaunchSpec(places=places, agent=agent))
    assert [rank["host"] for rank in ranks] == ["alpha", "beta", "alpha"]
    assert [rank["args"] for rank in ranks] == ["alpha,", "beta,", "alpha,"]


def test_intels_root_of_one_endpoint_stays_there(impi: Mpi, agent: str) -> None:
    """Its Hydra gives I_MPI_* of one block to all, and ranks that read different tuning files hang."""
    places = (Place(host="near", program="/x"), Place(host="far", program="/x", args=("1",), prefix="/opt/card"))
    argv = list(catalog.launcher_for(impi).command(impi, LaunchSpec(places=places, agent=agent)).argv)
    at = argv.index("env")
    assert argv.index(":") < at and argv[at:] == ["env", "I_MPI_ROOT=/opt/card", "/x", "1"]
    assert not any(word.startswith("I_MPI_") for word in argv[:at]), "as -env NAME VALUE it would reach all"


@pytest.mark.netns
def test_an_endpoint_with_its_own_prefix(any_mpi: Mpi, agent: str, tmp_path: Path) -> None:
    # The link stands for a machine that keeps the MPI elsewhere; the agent shows which path the daemon was asked for.
    elsewhere = tmp_path / "elsewhere"
    elsewhere.symlink_to(any_mpi.prefix)
    log = tmp_path / "asked"
    Path(agent).write_text(
        Path(agent).read_text().replace("exec unshare", f'printf "%s\\n" "$AGENT_HOST $*" >>{log}\nexec unshare')
    )
    program = hello(any_mpi)
    places = (Place(host="near", program=program), Place(host="far", program=program, prefix=str(elsewhere)))
    ranks = run(any_mpi, LaunchSpec(places=places, agent=agent))
    assert [rank["host"] for rank in ranks] == ["near", "far"]
    asked = dict(line.split(" ", 1) for line in log.read_text().splitlines())
    assert str(elsewhere) in asked["far"]
    assert any_mpi.prefix not in asked["far"]
    assert str(elsewhere) not in asked["near"]


@pytest.mark.mpi(2)
def test_secrets_stand_in_no_launch_line(any_mpi: Mpi) -> None:
    spec = LaunchSpec(places=(Place(host=None, program=hello(any_mpi)),) * 2, env=dict.fromkeys(SECRETS, "hidden"))
    launch = catalog.launcher_for(any_mpi).command(any_mpi, spec)
    assert not [word for word in launch.argv if "hidden" in word]


def test_a_surrounding_job_leaves_no_trace(any_mpi: Mpi, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PMI_RANK", "PMI_FD", "PMIX_RANK", "PMIX_NAMESPACE", "OMPI_COMM_WORLD_RANK", "HYDI_CONTROL_FD"):
        monkeypatch.setenv(name, "7")
    monkeypatch.setenv("OPAL_PREFIX", "/nowhere")
    assert len(run(any_mpi, LaunchSpec(places=(Place(host=None, program=hello(any_mpi)),) * 2))) == 2


def test_another_mpi_on_the_library_path_is_not_in_the_way(
    mpich: Mpi, impi: Mpi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", str(Path(impi.library or "").parent))  # with a libfabric of its own
    assert len(run(mpich, LaunchSpec(places=(Place(host=None, program=hello(mpich)),) * 2))) == 2


def test_mca_knobs_reach_open_mpi_only(openmpi: Mpi, mpich: Mpi) -> None:
    spec = LaunchSpec(places=(Place(host=None, program="x"),), knobs={"mca:btl": "self,sm"})
    argv = catalog.launcher_for(openmpi).command(openmpi, spec).argv
    assert argv[argv.index("btl") - 1 : argv.index("btl") + 2] == ("--mca", "btl", "self,sm")
    with pytest.raises(UsageError, match="no knob 'mca:btl'"):
        catalog.launcher_for(mpich).command(mpich, spec)


def test_no_ranks_and_no_agent_are_told(any_mpi: Mpi) -> None:
    launcher = catalog.launcher_for(any_mpi)
    with pytest.raises(UsageError, match="at least one rank"):
        launcher.command(any_mpi, LaunchSpec(places=()))
    with pytest.raises(UsageError, match="no launch agent"):
        spec = LaunchSpec(places=(Place(host="a", program="x"),), agent="/no/such/agent")
        launcher.command(any_mpi, spec)
