"""What a tuner tries: all that may move bytes, nothing that changes more than time, hints only say what comes first."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from builders.runs import mpi
from rankwise.mpis.impi.family import FAMILY as IMPI
from rankwise.mpis.openmpi.family import FAMILY as OPENMPI
from rankwise.mpis.records import FabricChoice, Knob
from rankwise.tuning.goals import COLLECTIVES, POINT_TO_POINT
from rankwise.tuning.sources import Setup, _networks, algorithms, settings
from rankwise.tuning.space import HINTED, Candidate, bundles, by_rule, candidates, concerned, concerning, thresholds
from rankwise.tuning.space import line as setting


def knob(name: str, value: str = "4096", type_: str = "size_t", words: str = "", semantics: str = "") -> Knob:
    return Knob(name=name, type=type_, value=value, description=words, listed_by="ompi_info", semantics=semantics)


UNKNOWN = knob("mca:btl_warp_eager_limit", words="Maximum size (in bytes) of a short message through the warp")
LIMIT = knob("mca:btl_sm_eager_limit")
HARMFUL = knob("mca:btl_sm_flags_size", semantics="which operations a module claims to have")
DULL = knob("mca:btl_base_verbose_size")
COLLECTIVE = knob("mca:coll_tuned_bcast_algorithm_segmentsize", "0", "int")


def test_a_knob_that_no_table_has_seen_is_offered() -> None:
    found = candidates([UNKNOWN])
    assert [one.line.knobs for one in found] == [{UNKNOWN.name: value} for value in ("65536", "16384", "1024")]
    assert found[0].kernels == {*POINT_TO_POINT, *COLLECTIVES}


def test_what_changes_more_than_time_is_never_offered() -> None:
    assert candidates([HARMFUL, DULL, knob("env:FI_OFI_RXM_BUFFER_SIZE")]) == []


def test_hints_come_first_and_without_them_the_same_is_reached_later() -> None:
    known = [knob(f"mca:btl_x{index}_eager_limit") for index in range(20)] + [LIMIT]
    with_hints = candidates(known, hinted=[{LIMIT.name: "65536"}])
    without = candidates(known)
    assert with_hints[0].line.knobs == {LIMIT.name: "65536"}
    assert with_hints[0].order == HINTED
    assert {with_hint.name for with_hint in with_hints} == {one.name for one in without}


def test_a_knob_of_one_collective_concerns_that_one() -> None:
    assert concerned(COLLECTIVE) == {"bcast"}
    assert concerned(knob("env:MPIR_CVAR_REDUCE_SCATTER_COMMUTATIVE_LONG_MSG_SIZE")) == {"reduce_scatter"}
    assert concerned(knob("env:MPIR_CVAR_IBCAST_TREE_KVAL", "2", "int")) == frozenset()
    assert concerned(knob("env:MPIR_CVAR_ALLTOALLV_SHORT_MSG_SIZE")) == frozenset()
    assert concerned(knob("env:MPIR_CVAR_CH4_GPU_COLL_SWAP_BUFFER_SZ")) == frozenset()


@pytest.mark.parametrize(
    ("component", "other"),
    [
        (("mca:btl_sm_eager_limit", "mca:btl_sm_max_send_size"), UNKNOWN.name),
        (("env:MPIR_CVAR_CH4_SHM_A_SIZE", "env:MPIR_CVAR_CH4_SHM_B_SIZE"), "env:MPIR_CVAR_CH4_OFI_A_SIZE"),
        (("env:I_MPI_SHM_A_SIZE", "env:I_MPI_SHM_B_SIZE"), "env:I_MPI_OFI_A_SIZE"),
    ],
)
def test_bundles_hold_what_stands_together(component: tuple[str, str], other: str) -> None:
    found = candidates([knob(name) for name in (*component, other)])
    groups = bundles(found)
    assert {frozenset(name for one in group for name in one.line.knobs) for group in groups} == {
        frozenset(component),
        frozenset({other}),
    }
    assert sum(map(len, groups)) == len(found)


def test_algorithms_become_rules_for_all_sizes() -> None:
    (one,) = by_rule({"bcast": [("3", {"segment_bytes": "8192"})]}, ranks=4)
    assert one.line.rule is not None
    assert (one.line.rule.collective, one.line.rule.algorithm, one.line.rule.ranks) == ("bcast", "3", 4)
    assert one.line.rule.parameters == {"segment_bytes": "8192"}
    assert one.name == "bcast by 3 segment_bytes=8192"
    assert one.kernels == {"bcast"}


def test_transports_through_ucx_come_with_other_thresholds() -> None:
    ucx = {"mca:pml": "ucx", "mca:pml_ucx_tls": "any"}
    found = thresholds([ucx, {**ucx, "env:UCX_TLS": "posix,self"}, {"mca:pml": "ob1"}])
    assert {one["env:UCX_RNDV_THRESH"] for one in found} >= {"2k", "8k"}
    assert all({**one, **ucx} == one and "env:UCX_TLS" not in one for one in found)
    queues = [(one["env:UCX_MM_FIFO_ELEM_SIZE"], one["env:UCX_MM_FIFO_SIZE"]) for one in found
              if "env:UCX_MM_FIFO_SIZE" in one]  # fmt: skip
    assert queues == [("2176", "128"), ("4224", "64"), ("8320", "32")]
    assert not any("env:UCX_MM_FIFO_SIZE" in threshold for threshold in thresholds([ucx], queues=False))


def test_settings_of_a_network_are_tried_where_messages_take_it() -> None:
    known = [knob("env:UCX_TCP_TX_SEG_SIZE", "8192"), knob("env:UCX_RC_TX_CQ_LEN_SIZE"), knob("env:UCX_MM_SEG_SIZE")]
    tried = [candidates(known, networks=networks) for networks in ((), ("tcp",))]
    names = {tuple(sorted({name for candidate in found for name in candidate.line.knobs})) for found in tried}
    assert names == {("env:UCX_MM_SEG_SIZE",), ("env:UCX_MM_SEG_SIZE", "env:UCX_TCP_TX_SEG_SIZE")}
    assert concerned(knob("env:UCX_TCP_CM_SNDBUF"), ("tcp",)) == frozenset()


def test_networks_of_ucx_are_named_as_its_settings_name_them() -> None:
    known = [
        FabricChoice(name=name, kind=kind, knobs={}, description="")
        for name, kind in (("ucx/rc", "rc_verbs"), ("ucx/tcp", "tcp"), ("ofi/verbs", "verbs"))
    ]
    assert _networks(known) == {"rc", "ib", "tcp"}
    assert _networks(known[1:]) == {"tcp"}


def test_of_many_presets_none_is_left_out() -> None:
    knob = Knob(
        name="env:I_MPI_ADJUST_ALLREDUCE", type="string", value="-1", description="range: 1-32", listed_by="MPI_T"
    )
    assert algorithms(IMPI.rules.forcing, [knob], ("allreduce",)) == {"allreduce": tuple(map(str, range(1, 33)))}


def test_algorithms_are_those_of_the_library_s_list_whatever_its_words_name() -> None:
    forcing = OPENMPI.rules.forcing
    words = "Can be locked down to any of: 0 ignore, 1 basic linear, 2 ring, 3 chain"
    named = knob("mca:coll_tuned_bcast_algorithm", "ignore", "int", words)
    assert algorithms(forcing, [named], ("bcast",)) == {"bcast": ("1", "2", "3")}
    listed = replace(named, choices=("0 ignore", "1 basic_linear", "2 ring", "3 chain", "6 binomial"))
    assert algorithms(forcing, [listed], ("bcast",)) == {"bcast": ("1", "2", "3", "6")}


def test_only_what_can_change_the_kernels_is_tried() -> None:
    found = [
        *candidates([LIMIT, COLLECTIVE]),
        *by_rule({"bcast": [("3", {})], "reduce": [("1", {})]}, ranks=2),
    ]
    named = {one.name for one in concerning(found, ["message_rate", "reduce"])}
    assert {name for name in named if "btl_sm" in name}
    assert named & {"bcast by 3", "reduce by 1"} == {"reduce by 1"}
    assert not any("bcast" in name for name in named)


def test_what_changes_messages_of_two_ranks_alone_changes_collectives_of_them_too() -> None:
    two = Candidate(setting({LIMIT.name: "1024"}), "protocol", frozenset(POINT_TO_POINT))
    part = Candidate(setting({LIMIT.name: "2048"}), "protocol", frozenset(POINT_TO_POINT[:1]))
    assert concerning([two, part], ["bcast"]) == [two]


@pytest.mark.parametrize(
    ("hints", "family", "crowded", "offered"),
    [
        (True, "mpich", False, True),
        (False, "mpich", False, False),
        (True, "mpich", True, False),
        (True, "openmpi", False, False),
    ],
)
def test_ranks_may_stop_yielding_where_each_has_a_cpu_and_hints_are_wanted(
    monkeypatch: pytest.MonkeyPatch, hints: bool, family: str, crowded: bool, offered: bool
) -> None:
    monkeypatch.setattr("rankwise.tuning.sources.knobs.knobs", lambda _mpi: ())
    monkeypatch.setattr("rankwise.tuning.sources.listed_on", lambda *_asked: None)
    monkeypatch.setattr("rankwise.tuning.sources.fabrics", lambda *_asked, **_more: [])
    placement: Any = SimpleNamespace(nodes=1, endpoints=[SimpleNamespace(id="a")], oversubscribed=lambda: crowded)
    listed = settings(Setup(mpi(family), placement, hints))
    assert ("preload" in {candidate.kind for candidate in listed}) == offered
