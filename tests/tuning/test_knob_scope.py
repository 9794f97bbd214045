"""What a knob is about, by its name where nobody has described it."""

import pytest
from msgspec.structs import replace

from builders.searching import knob
from rankwise.mpis.records import KnobHint
from rankwise.verbs.knobs import scope


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("env:MPIR_CVAR_BCAST_TREE_KVAL", "collective: bcast"),
        ("env:MPIR_CVAR_EXSCAN_INTRA_ALGORITHM", "collective"),
        ("mca:btl_sm_eager_limit", "intra-node"),
        ("mca:btl_tcp_eager_limit", "inter-node"),
        ("env:UCX_MAX_EAGER_RAILS", "all messages"),
        ("env:MPIR_CVAR_PMI_VERSION", "start-up"),
        ("mca:io_romio_version", "other"),
    ],
)
def test_a_name_says_what_a_knob_is_about(name: str, words: str) -> None:
    assert scope(knob(name)) == words


def test_what_is_known_of_a_knob_goes_before_its_name() -> None:
    hint = KnobHint(changes="x", scope="transport", source="manual")
    assert scope(replace(knob("mca:btl_sm_eager_limit"), hint=hint)) == "transport"
