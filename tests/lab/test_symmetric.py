"""One job over hosts and cards that share nothing, each kind with its own build of the engine under its own prefix."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.lab_commands import RANKWISE, bench, lab_run
from builders.lab_probes import left, left_again
from rankwise.cluster.plan import read_plan
from rankwise.core.records import Mpi
from rankwise.lab import endpoint
from rankwise.lab.down import down
from rankwise.lab.records import Lab
from rankwise.lab.up import up
from rankwise.measure.build import engine_for

# Ten ranks on as few as two CPUs, three launches each.
pytestmark = [pytest.mark.netns, pytest.mark.mpi(10), pytest.mark.timeout(900)]

EXAMPLE = Path(__file__).parents[2] / "examples/phi-cluster.toml"
HELLO = Path(__file__).parents[1] / "hello"
CARD_PREFIX = "/opt/mic/mpi"
HOSTS = ("c001-n001", "c001-n002")
CARDS = tuple(f"{host}-mic{card}" for host in HOSTS for card in range(4))


@pytest.fixture
def symmetric(any_mpi: Mpi, tmp_path: Path, own_state: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lab]:
    """The example cluster; its cards have the MPI under another path, and not where hosts have it."""
    monkeypatch.setenv("RANKWISE_ALLOW", "files,engine,prefix,program")
    file = tmp_path / "cluster.toml"
    settings = f'files = {{ "{CARD_PREFIX}" = "{any_mpi.prefix}" }}\nhidden = ["{Path(any_mpi.prefix).parent}"]'
    file.write_text(
        f'{EXAMPLE.read_text()}\n[lab]\nprivate_root = true\n\n[lab.endpoints."*-mic?"]\n{settings}\n',
    )
    plan = read_plan(file)
    slower = [replace(net, slowdown=10.0 * net.slowdown) for net in plan.networks]  # also for a busy machine
    yield up(replace(plan, networks=tuple(slower)), name="symmetric", lifetime_s=3600)
    assert down("symmetric")


@pytest.mark.parametrize("any_mpi", ["openmpi", "impi"], indirect=True)  # with MPICH the walk of the guide does it
def test_one_job_over_hosts_and_cards_with_two_builds(symmetric: Lab, any_mpi: Mpi) -> None:
    for_cards = engine_for(any_mpi, defines=("RANKWISE_FOR_CARDS=1",))
    assert for_cards.read_bytes() and for_cards != engine_for(any_mpi)
    assert not endpoint.run(symmetric, CARDS[0], ["test", "-e", any_mpi.prefix]).ok
    tables = [f'[[endpoint]]\nid = "{name}"\naddress = "{name}"\n' for name in HOSTS]
    tables += [
        f'[[endpoint]]\nid = "{name}"\naddress = "{name}"\nkind = "card"\nprefix = "{CARD_PREFIX}"\n'
        f'engine = "{for_cards}"\n'
        for name in CARDS
    ]
    before = left(symmetric, (*HOSTS, *CARDS))
    run = bench(
        symmetric,
        any_mpi.name,
        "".join(tables),
        "allreduce",
        "--sizes",
        "8",
        "--budget",
        "60s",
        "--precision",
        "20%",
        network="ethernet",
    )
    assert run["status"] == "finished"
    assert [one["estimate"] is not None for one in run["results"]] == [True]
    for launch in run["launches"]:
        assert [rank["host"] for rank in launch["ranks"]] == [*HOSTS, *CARDS]
    # A program of the user's own, too, with a build for each kind.
    hello = {kind: engine_for(any_mpi, HELLO, defines=(f"FOR_{kind}=1",)) for kind in ("core", "card")}
    kinds = "".join(
        f'[kinds.{kind}]\nprogram = "{program}"\nenv = {{ GREETING = "{kind}" }}\n' for kind, program in hello.items()
    )
    file = Path(symmetric.folder, "programs.toml")
    file.write_text("".join([*tables, kinds]))
    line = [RANKWISE, "run", "--endpoints", file, "--mpi", any_mpi.name, "--", hello["core"], "x"]
    done = lab_run(symmetric, line, "--network", "ethernet")
    printed = re.findall(r"rank=(\d+) size=10 sum=45 .*greeting=(\w+) .*node=(\S+) args=x,", done.stdout)
    kinds_of = ["core"] * len(HOSTS) + ["card"] * len(CARDS)
    names = enumerate(zip(kinds_of, (*HOSTS, *CARDS), strict=True))
    assert sorted(printed) == [(str(rank), kind, name) for rank, (kind, name) in names], done.stdout + done.stderr
    # Nothing of the job stays: no engine, no shared memory, no process.
    assert left_again(symmetric, before) == before
