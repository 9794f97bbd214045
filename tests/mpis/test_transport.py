"""What the libraries print, as seen on the real ones (MPICH 5.0, Intel MPI 2021.18, Open MPI 5.0, UCX 1.20)."""

from pathlib import Path

import pytest

from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure.build import engine_for
from rankwise.measure.cells import cell
from rankwise.measure.session import Session
from rankwise.measure.side import Side
from rankwise.mpis import catalog, transport

UCX = """\
[1795298067.534722] [n1:50   :0] ucp_worker.c:1912 UCX INFO ucp_context_0 self cfg#0 tag(self/memory cma/memory)
[1795298067.575643] [n1:50   :0] ucp_worker.c:1912 UCX INFO ucp_context_0 inter-node cfg#1 tag(tcp/eth0)  am(tcp/eth0)
[1795298067.580843] [n2:50   :0] ucp_worker.c:1912 UCX INFO ucp_context_0 inter-node cfg#1 tag(tcp/eth0)  am(tcp/eth0)
"""
OLD_UCX = "[1] ucp_worker.c:1855 UCX  INFO  ep_cfg[2]: tag(rc_mlx5/mlx5_0:1); \n"
INTEL = """\
[0] MPI startup(): libfabric provider: tcp
[0] MPI startup(): ===== NIC pinning on c001-n001 =====
[0] MPI startup(): Rank    Thread id  Pin nic
[0] MPI startup(): 0       0          ib0
[0] MPI startup(): ===== CPU pinning =====
[0] MPI startup(): 0       61       c001-n001       {0-1}
"""
INTEL_SHM = "[0] MPI startup(): single node launch is detected with spawn support disabled. Defaulting to shm fabric.\n"
OPENMPI = """\
[n1:00105] select: component ob1 selected
[n1:00105] mca: bml: Using self btl for send to [[64990,1],0] on node n1
[n1:00105] mca: bml: Using tcp btl for send to [[64990,1],1] on node n2
"""


def mpi(family: str) -> Mpi:
    return Mpi(name=family, family=family, version="5.0", prefix="/opt/mpi", where="test")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("family", "output", "words"),
    [
        ("mpich", UCX, ("tcp/eth0",)),
        ("mpich", OLD_UCX, ("rc_mlx5/mlx5_0:1",)),
        ("impi", INTEL, ("tcp/ib0",)),
        ("impi", INTEL_SHM, ("shm",)),
        ("openmpi", OPENMPI, ("tcp",)),
        ("openmpi", "[n1:1] select: component ucx selected\n" + UCX, ("tcp/eth0",)),
        ("mpich", "nothing of the kind", ()),
        ("unknown", UCX, ()),
    ],
)
def test_words_of_a_library(family: str, output: str, words: tuple[str, ...]) -> None:
    assert transport.parsed(mpi(family), output) == words


def test_a_rank_is_pinned_to_its_interfaces_for_every_transport() -> None:
    pinned = transport.pinned(mpi("openmpi"), ["mic0", "mic1"])
    assert {"UCX_NET_DEVICES", "FI_TCP_IFACE", "OMPI_MCA_btl_tcp_if_include"} <= pinned.keys()
    assert set(pinned.values()) == {"mic0,mic1"}


@pytest.mark.each_mpi
@pytest.mark.mpi(2)
def test_every_mpi_names_memory_between_two_ranks_of_one_node(any_mpi: Mpi) -> None:
    program = str(engine_for(any_mpi))
    places = (Place(host=None, program=program), Place(host=None, program=program))
    spec = LaunchSpec(places=places, knobs=transport.talkative(any_mpi))
    with Session(Side(any_mpi.name, any_mpi, catalog.launcher_for(any_mpi), spec), 0) as session:
        session.visit(cell("side", "pingpong", 1 << 20, (0, 1)), 0)
        words = transport.parsed(any_mpi, session.output())
    assert words and all(
        Path(word).parts[0] in ("sm", "shm", "sysv", "posix", "cma", "xpmem", "knem") for word in words
    )
