"""Settings that no message leaves a node with are known as such."""

from __future__ import annotations

import pytest

from rankwise.core.records import Mpi
from rankwise.mpis.fabrics import fabrics
from rankwise.mpis.knobs import node_only


@pytest.mark.parametrize(
    "knobs",
    [
        {"env:FI_PROVIDER": "shm", "env:I_MPI_FABRICS": "ofi"},
        {"env:I_MPI_OFI_PROVIDER": "shm"},
        {"env:I_MPI_FABRICS": "shm"},
        {"env:UCX_TLS": "posix,self"},
        {"env:UCX_TLS": "cma,posix,self", "env:UCX_RNDV_THRESH": "8k"},
        {"mca:btl": "self,sm"},
        {"env:OMPI_MCA_btl": "self,vader"},
    ],
)
def test_what_serves_one_node(knobs: dict[str, str]) -> None:
    assert node_only(knobs)


@pytest.mark.parametrize(
    "knobs",
    [
        {"env:FI_PROVIDER": "tcp", "env:I_MPI_FABRICS": "shm:ofi"},
        {"env:I_MPI_SHM": "skx_avx2"},
        {"env:UCX_TLS": "tcp,self,sm"},
        {"env:UCX_TLS": "^cma"},
        {"mca:btl": "self,sm,tcp"},
        {"mca:btl": "^tcp"},
        {"env:UCX_TLS": ""},
        {"mca:pml": "ucx", "env:OMPI_MCA_btl": "self,sm"},  # of no use: ucx has the messages
        {},
    ],
)
def test_what_reaches_other_nodes(knobs: dict[str, str]) -> None:
    assert not node_only(knobs)


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=1)
def test_no_transport_between_nodes_is_one_of_them(any_mpi: Mpi) -> None:
    between = fabrics(any_mpi, between_nodes=True)
    assert not [one.name for one in between if node_only(one.knobs)]
    inside = {fabric.name: fabric for fabric in fabrics(any_mpi)}
    assert [name for name, one in inside.items() if node_only(one.knobs)]
    assert {one.reach for one in inside.values() if node_only(one.knobs)} == {"node"}
