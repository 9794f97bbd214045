"""Values of knobs that nobody has described: from their type, default, name and words."""

from __future__ import annotations

import pytest

from rankwise.mpis.records import Knob
from rankwise.tuning.knob_values import values

MPICH_WORDS = """Variable to select bcast algorithm
auto - Internal algorithm selection (can be overridden)
binomial                 - Force Binomial Tree
nb                       - Force nonblocking algorithm
smp                      - Force smp algorithm"""
OPENMPI_WORDS = (
    "Which bcast algorithm is used. Can be locked down to choice of: 0 ignore, 1 basic linear, 2 chain, 3: pipeline. "
    "Only relevant if coll_tuned_use_dynamic_rules is true."
)


def knob(name: str, value: str | None = None, type_: str = "int", words: str = "") -> Knob:
    return Knob(name=name, type=type_, value=value, description=words, listed_by="MPI_T")


@pytest.mark.parametrize(
    ("tried", "wanted"),
    [
        (knob("mca:btl_sm_eager_limit", "4096", "size_t"), ("65536", "16384", "1024")),
        (knob("mca:btl_sm_eager_limit", "256", "size_t"), ("4096", "1024", "64")),
        (knob("mca:btl_sm_eager_limit", "255", "size_t"), ("16320", "4080", "1020")),
        (knob("env:MPIR_CVAR_CH4_OFI_EAGER_THRESHOLD", "-1"), ("2048", "16384", "131072", "1048576")),
        (knob("mca:pml_ucx_multi_send_nb", "false", "bool"), ("true",)),
        (knob("env:MPIR_CVAR_CH4_CMA_ENABLE", "1", words="Set to 1 to enable CMA"), ("0",)),
        (knob("env:MPIR_CVAR_BCAST_INTRA_ALGORITHM", "0", words=MPICH_WORDS), ("binomial", "nb", "smp")),
        (knob("mca:coll_tuned_bcast_algorithm", "ignore", words=OPENMPI_WORDS), ("1", "2", "3")),
        (knob("env:I_MPI_ADJUST_BCAST", "-1", "string", "Arguments\n<presetid>\nrange: 0-4"), ("1", "2", "3", "4")),
        (knob("mca:coll_sm_priority", "0"), ("100",)),
        (knob("env:MPIR_CVAR_BCAST_TREE_KVAL", "2"), ("8", "1")),
        (knob("mca:btl_sm_backing_directory", "/dev/shm", "string"), ()),
        (knob("env:I_MPI_HYDRA_IFACE", None, "string"), ()),
    ],
    ids=lambda item: item.name.partition(":")[2] if isinstance(item, Knob) else None,
)
def test_what_is_worth_trying(tried: Knob, wanted: tuple[str, ...]) -> None:
    assert values(tried) == wanted


def test_the_default_is_not_tried_again() -> None:
    one = knob("env:MPIR_CVAR_BCAST_TREE_TYPE", "binomial", "string", MPICH_WORDS)
    assert values(one) == ("nb", "smp")


def test_components_are_seen_from_their_own_knobs() -> None:
    selection = knob("mca:smsc", "", "string", "Default selection set of components for the smsc framework")
    others = [knob("mca:smsc_cma_priority", "37"), knob("mca:smsc_base_verbose", "error"), knob("mca:smsc_x_priority")]
    assert values(selection, others) == ("^cma", "^x")
