"""Parameters of algorithms that are worth a try."""

from __future__ import annotations

import pytest

from rankwise.core.records import Mpi
from rankwise.mpis.algorithm_variants import all_variants, variants

RECEXCH = "MPIR_Allreduce_intra_recexch"


def an_mpi(family: str) -> Mpi:
    return Mpi(name=family, family=family, version="5", prefix="/", where="")  # type: ignore[arg-type]


@pytest.mark.parametrize(("ranks", "radixes"), [(2, []), (3, ["3"]), (4, ["4"]), (8, ["4", "8"])])
def test_an_exchange_may_have_as_many_partners_as_there_are_ranks(ranks: int, radixes: list[str]) -> None:
    found = variants(an_mpi("mpich"), "allreduce", RECEXCH, ranks)
    assert found == [{}, *({"k": radix} for radix in radixes)]


def test_a_flat_tree_has_one_child_fewer_and_serves_all_in_turn_or_at_once() -> None:
    found = variants(an_mpi("mpich"), "bcast", "MPIR_Bcast_intra_tree", 8)
    assert {"k": "7"} in found
    assert {"k": "7", "is_non_blocking": "1"} in found


def test_open_mpi_cuts_messages_where_its_algorithm_takes_segments() -> None:
    assert {"segment_bytes": "32768"} in variants(an_mpi("openmpi"), "bcast", "3", 8)
    assert variants(an_mpi("openmpi"), "alltoall", "3", 8) == [{}]
    assert variants(an_mpi("openmpi"), "bcast", "3", 2) == [{}]


def test_ranks_with_a_node_each_need_nothing_that_is_about_one_node() -> None:
    names = ("MPIDI_POSIX_mpi_bcast_ipc_read", "MPIDI_Bcast_intra_composition_beta", "MPIR_Bcast_intra_binomial")
    assert len(all_variants(an_mpi("mpich"), {"bcast": names}, 8, nodes=8)["bcast"]) == 1
    assert len(all_variants(an_mpi("mpich"), {"bcast": names}, 8, nodes=4)["bcast"]) == 3
    assert all_variants(an_mpi("mpich"), {"allreduce": ("MPIR_Allreduce_intra_ccl",)}, 2, nodes=1) == {"allreduce": []}
