"""The knobs that no tuner may emit: each pattern means something that the library has, and none slips through."""

from __future__ import annotations

import pytest

from rankwise.core.records import Mpi
from rankwise.mpis import knob_semantics as lost
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.knobs import knobs, lost_with
from rankwise.tuning.space import candidates

FORBIDDEN = {
    "mpich": ("env:MPIR_CVAR_NOLOCAL", "env:MPIR_CVAR_ERROR_CHECKING", "env:MPIR_CVAR_CH4_MT_MODEL"),
    "openmpi": ("mca:mpi_param_check", "mca:pml_base_check_pml", "mca:btl_sm_flags"),
    "impi": ("env:I_MPI_THREAD_SPLIT", "env:I_MPI_TYPE_FP16_REDUCE", "env:I_MPI_OFI_MATCH_COMPLETE"),
}


@pytest.mark.each_mpi
@pytest.mark.mpi(ranks=1)
def test_nothing_that_changes_more_than_time_is_tried(any_mpi: Mpi) -> None:
    listed = knobs(any_mpi)
    named = {one.name: one for one in listed}
    for name in FORBIDDEN[any_mpi.family]:
        assert named[name].semantics, f"{name} is listed by {any_mpi.name} and not guarded"
    found = candidates(listed, forcing=FAMILIES[any_mpi.family].rules.forcing)
    tried = {name for one in found for name in one.line.knobs}
    assert len(tried) > 30
    assert not [name for name in tried if lost_with(any_mpi.family, name)]


def test_the_same_knob_under_its_other_name_is_the_same() -> None:
    assert lost_with("openmpi", "env:OMPI_MCA_mpi_param_check") == lost_with("openmpi", "mca:mpi_param_check")
    assert lost_with("openmpi", "mca:btl_sm_eager_limit") == ""
    assert lost_with("mpich", "env:MPIR_CVAR_CH4_OFI_CONTEXT_ID_BITS") == lost.BITS
    assert lost_with("mpich", "env:MPIR_CVAR_NOLOCAL") == lost_with("mvapich", "env:MPIR_CVAR_NOLOCAL") != ""
