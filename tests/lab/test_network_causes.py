"""A cause between the nodes of a lab is named and proven; the benchmark plants the other kinds."""

import random

import pytest

from benchmarks.lab.network_causes import KINDS, between, causes, causes_lab, right
from lab.namespaces import skipped_without_namespaces
from rankwise.core.records import Mpi


@pytest.mark.thorough("experiment/test_network_suspects.py chooses causes, and surveys of one node remove some")
@pytest.mark.netns
@pytest.mark.timeout(900)
@pytest.mark.mpi(3)
def test_a_planted_cause_is_proven_by_its_removal(mpich: Mpi) -> None:
    kind = KINDS["rendezvous too early"]
    with skipped_without_namespaces(), causes_lab(kind.rates) as (lab, endpoints):
        planted = kind.plant(lab, random.Random(4), "mpich")
        found = between(causes(lab, endpoints, mpich.name, planted.env))
    assert right(planted, found), found
    setting = next(one for one in found if one.id == f"{mpich.name}:environment-UCX_RNDV_THRESH")
    assert all(one.ratio > 1.2 for one in setting.experiments if one.conclusion == "proven")
    assert setting.fixes[0].line == "unset UCX_RNDV_THRESH"


def test_every_kind_says_how_it_is_known() -> None:
    assert len(KINDS) >= 9
    assert {kind.proof for kind in KINDS.values()} == {"removal", "contrast", "observed"}
