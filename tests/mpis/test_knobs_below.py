"""UCX's own listing, as settings that can be tried."""

from __future__ import annotations

import pytest

from rankwise.core.records import Mpi
from rankwise.mpis.knobs_below import from_ucx, misspelt, parse_ucx
from rankwise.tuning.knob_values import values

LISTING = """#
# UCT posix configuration
#

#
# Size of the FIFO element size (data + header) in the MM UCTs.
#
# syntax:    unsigned integer
# inherits:  UCX_MM_FIFO_ELEM_SIZE
#
UCX_POSIX_FIFO_ELEM_SIZE=128

#
# Size of the FIFO element size (data + header) in the MM UCTs.
#
# syntax:    unsigned integer
# inherits:  UCX_MM_FIFO_ELEM_SIZE
#
UCX_SYSV_FIFO_ELEM_SIZE=128

#
# Threshold for switching from eager to rendezvous protocol
#  intra     - threshold for intra-node communication
#  inter     - threshold for inter-node communication
#
# syntax:    comma-separated list of value or key:value pairs, where key is one of [intra,inter]
#
UCX_RNDV_THRESH=intra:auto,inter:auto

#
# Threshold for switching from buffer copy to zero copy protocol
#
# syntax:    memory units: <number>[b|kb|mb|gb], "inf", or "auto"
#
UCX_ZCOPY_THRESH=auto

#
# Segment size of the worker pre-registered memory pool.
#
# syntax:    memory units: <number>[b|kb|mb|gb], "inf", or "auto"
#
UCX_SEG_SIZE=8K

#
# Communication scheme in RNDV protocol.
#
# syntax:    [auto|get_zcopy|put_zcopy]
#
UCX_RNDV_SCHEME=auto

#
# Enable new protocol selection logic
#
# syntax:    <y|n>
#
UCX_PROTO_ENABLE=y
"""


def test_settings_are_listed_once_with_values_to_try() -> None:
    found = {one.name: one for one in parse_ucx(LISTING)}
    assert {name: values(one) for name, one in found.items()} == {
        "env:UCX_MM_FIFO_ELEM_SIZE": ("8192", "2048", "512"),
        "env:UCX_RNDV_THRESH": (),
        "env:UCX_ZCOPY_THRESH": ("2048", "16384", "131072", "1048576"),
        "env:UCX_SEG_SIZE": ("131072", "32768", "2048"),
        "env:UCX_RNDV_SCHEME": ("get_zcopy", "put_zcopy"),
        "env:UCX_PROTO_ENABLE": ("n",),
    }
    assert found["env:UCX_RNDV_SCHEME"].description.startswith("Communication scheme in RNDV protocol.")


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("env:UCX_RNDV_TRESH", True),
        ("env:UCX_SEG_SIZES", True),
        ("env:UCX_POSIX_FIFO_ELEM_SIZE", False),  # listed under the name that it inherits
        ("env:UCX_RC_TX_QUEUE_LEN", False),  # DC may not be loaded here where RC is
        ("env:UCX_BCOPY_THRESH", False),
        ("env:UCX_RNDV_THRESH_FALLBACK", False),
        ("env:UCX_TLSS", True),
    ],
)
def test_a_name_with_one_word_misspelt_is_told_from_one_that_is_not_listed(name: str, wrong: bool) -> None:
    known = [*(one.name for one in parse_ucx(LISTING)), "env:UCX_DC_TX_QUEUE_LEN", "env:UCX_TLS"]
    assert misspelt(name, known) == wrong


@pytest.mark.mpi
def test_the_ucx_of_a_real_library_lists_its_settings(mpich: Mpi) -> None:
    names = {one.name for one in from_ucx(mpich)}
    assert {"env:UCX_TLS", "env:UCX_RNDV_THRESH", "env:UCX_MM_FIFO_ELEM_SIZE"} <= names
