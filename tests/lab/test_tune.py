"""A tuning searched over endpoints of a lab, and verified where it was found."""

import json
from pathlib import Path

import pytest

from builders.lab_commands import RANKWISE, lab_run
from rankwise.apply import file as tuning_file
from rankwise.apply.builds import tuned_build
from rankwise.core.records import Mpi
from rankwise.lab.records import Lab
from rankwise.tuning.records import CollectiveRule, Tuning, TuningLine

pytestmark = [pytest.mark.netns, pytest.mark.mpi(2), pytest.mark.timeout(900)]
HOSTS = ("n1", "n2")


@pytest.mark.thorough("test_verify_goes_back_to_the_hosts_of_the_file")
def test_candidates_live_on_the_hosts_that_were_named(lab: Lab, mpich: Mpi) -> None:
    folder = Path(lab.folder, "tune")  # below the one folder that endpoints see
    line = [RANKWISE, "tune", "--mpi", mpich.name, "--hosts", ",".join(HOSTS), "--for", "collectives"]
    line += ["--sizes", "1KiB:8KiB", "--budget", "30s", "--out", folder, "--file", folder / "tuning.toml"]
    answer = json.loads(lab_run(lab, [*line, "--json", "-q"], "--network", "slow").stdout)
    assert answer["ok"], answer
    (found,) = answer["data"]
    assert tuple(found["tuning"]["hosts"]) == HOSTS
    assert found["tuning"]["sizes_bytes"] == [1 << 10, 8 << 10]
    tried = [one for one in found["tried"] if one["stage"] == "algorithms"]
    assert {one["what"].split()[0] for one in tried} >= {"bcast", "allreduce"}
    assert not [one for one in tried if "_composition_" in one["what"]]
    assert not list(folder.glob(".rules-*"))


def test_messages_are_timed_on_a_pair_inside_a_node_and_on_one_between_nodes(lab: Lab, mpich: Mpi) -> None:
    folder = Path(lab.folder, "pairs")
    folder.mkdir()
    ranks = {"a": "n1", "b": "n1", "c": "n2"}
    tables = [f'[[endpoint]]\nid = "{name}"\naddress = "{host}"\n' for name, host in ranks.items()]
    Path(folder, "endpoints.toml").write_text("".join(tables))
    line = [RANKWISE, "tune", "--mpi", mpich.name, "--endpoints", folder / "endpoints.toml", "--for", "latency"]
    line += ["--sizes", "8:64", "--budget", "6s", "--out", folder, "--file", folder / "tuning.toml"]
    answer = json.loads(lab_run(lab, [*line, "--json", "-q"], "--network", "slow").stdout)
    assert answer["ok"], answer
    (found,) = answer["data"]
    groups = {tuple(one["groups"][0]) for one in found["run"]["plan"]["cells"] if one["kernel"] == "pingpong"}
    assert groups == {(0, 1), (0, 2)}


def test_verify_goes_back_to_the_hosts_of_the_file(lab: Lab, mpich: Mpi) -> None:
    folder = Path(lab.folder, "verify")
    rule = CollectiveRule(collective="bcast", algorithm="binomial", from_bytes=0, to_bytes=1 << 20, ranks=2)
    tuning_file.write(
        Tuning(
            name="one rule",
            build=tuned_build(mpich),
            machine="two hosts",
            ranks=2,
            lines=(TuningLine(id="rule", why="", undo="", rule=rule),),
            goal="collectives",
            hosts=HOSTS,
            sizes_bytes=(1 << 10, 8 << 10),
        ),
        folder / "tuning.toml",
    )
    line = [RANKWISE, "tune", "verify", folder / "tuning.toml", "--mpi", mpich.name, "--budget", "6s", "--out", folder]
    answer = json.loads(lab_run(lab, [*line, "--json", "-q"], "--network", "slow").stdout)
    nodes = [one["node"] for one in answer["data"]["run"]["plan"]["endpoints"]]
    assert nodes == list(HOSTS)


def test_what_serves_one_node_alone_is_not_taken_to_several(lab: Lab, impi: Mpi) -> None:
    folder = Path(lab.folder, "node")
    inside = {"env:FI_PROVIDER": "shm", "env:I_MPI_OFI_PROVIDER": "shm", "env:I_MPI_FABRICS": "ofi"}
    tuning = Tuning(
        name="memory of a node",
        build=tuned_build(impi),
        machine="two hosts",
        ranks=2,
        lines=(TuningLine(id="memory", why="", undo="", knobs=inside),),
        hosts=HOSTS,
    )
    tuning_file.write(tuning, folder / "tuning.toml")
    line = [RANKWISE, "tune", "verify", folder / "tuning.toml", "--mpi", impi.name, "--budget", "6s", "--out", folder]
    answer = json.loads(lab_run(lab, [*line, "--json", "-q"], "--network", "slow").stdout)
    assert answer["error"]["code"] == "one-node-only"
