"""Orders of ranks as each MPI follows them in a lab: the ranks say where they are."""

import re
from pathlib import Path

import pytest

from rankwise.apply.rank_files import order_words
from rankwise.core import process
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.lab import endpoint
from rankwise.lab.records import Lab
from rankwise.mpis import catalog
from rankwise.optimise.records import PlacedRank

pytestmark = [pytest.mark.netns, pytest.mark.mpi(4)]


def test_ranks_are_where_the_order_says(lab: Lab, any_mpi: Mpi) -> None:
    hosts = ("n2", "n1")
    ranks = [PlacedRank(rank=rank, default=host, chosen=host, host=host) for rank, host in enumerate(hosts)]
    words, _ = order_words(ranks, any_mpi.family, Path(lab.folder, "order", any_mpi.family))
    script = 'echo "at=${PMI_RANK:-$OMPI_COMM_WORLD_RANK} $(hostname)"'
    places = tuple(Place(host=host, program="/bin/sh", args=("-c", script)) for host in ("n1", "n2"))
    interface = "10.32.0.0/15" if any_mpi.family == "openmpi" else "eth0"
    spec = LaunchSpec(places=places, agent=endpoint.agent_of(lab), interface=interface, bind=False)
    line = catalog.launcher_for(any_mpi).command(any_mpi, spec)
    # The launcher's own words up to where its line would name hosts, then those of the order.
    own = line.argv[: next(at for at, word in enumerate(line.argv) if word in ("-hosts", "-host", "--host"))]
    argv = [*own, *words, "-n", "2", "/bin/sh", "-c", script]
    done = process.run(endpoint.command_line(lab, "head", argv), env=line.env, timeout_s=60, cwd="/")
    assert sorted(re.findall(r"at=(\d) (\S+)", done.stdout)) == [("0", "n2"), ("1", "n1")], done.describe()
