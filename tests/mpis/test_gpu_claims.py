"""What real installations say of GPUs."""

from __future__ import annotations

import pytest

from rankwise.core.records import Mpi
from rankwise.mpis.gpu_claims import gpu_claims


@pytest.mark.each_mpi
@pytest.mark.mpi(1)
def test_these_know_nothing_of_gpus(any_mpi: Mpi) -> None:
    claims = gpu_claims(any_mpi)
    assert "MPIX_Query_cuda_support: no" in claims
    configured = {
        "openmpi": "configured --without-cuda --without-rocm",
        "mpich": "configured without a word about devices",
    }
    assert configured.get(any_mpi.family, claims[-1]) == claims[-1]
    if any_mpi.family in configured:
        assert any(claim.startswith("UCX: no transports") for claim in claims)
