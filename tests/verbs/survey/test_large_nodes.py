"""Large nodes as a survey and a map see them: recordings of real machines, with ranks that run on this one."""

from __future__ import annotations

from pathlib import Path

import pytest

from builders.pretended import Pretended
from rankwise.core.records import Mpi
from rankwise.inventory.records import NodeInventory
from rankwise.maps.run import MapOptions, measure_map
from rankwise.model.endpoints_of import strata, usable_cpus
from rankwise.report import map_page
from rankwise.verbs.survey.prepare import _pairs
from recorded import machines, real


def two_by_96() -> NodeInventory:
    """Two sockets of 96 cores, each with an SMT sibling, in eight NUMA nodes."""
    return machines.node_of(numa_nodes=8, cores_per_node=24)


@pytest.mark.parametrize("file", real.EVERY)
def test_a_survey_has_a_pair_of_every_relation_of_a_real_machine(file: str) -> None:
    node = real.machine(file)
    if len(usable_cpus(node)) < 2:
        pytest.skip("one CPU has no pairs")
    placement = Pretended(node=node, most=64).placement()
    ends = placement.endpoints
    measured = {placement.relation(ends[pair.source], ends[pair.target]) for pair in _pairs(placement)}
    possible = {stratum.word for stratum in strata(node, [cpu for end in ends for cpu in end.cpus])}
    assert measured == possible


def test_a_survey_of_two_sockets_measures_both_and_pairs_of_both() -> None:
    node = two_by_96()
    placement = Pretended(node=node, most=64).placement()
    socket = {cpu.id: cpu.socket for cpu in node.cpus}
    sockets = [socket[end.cpus[0]] for end in placement.endpoints]
    assert set(sockets) == {0, 1}
    curves = [(sockets[pair.source], sockets[pair.target]) for pair in _pairs(placement) if pair.curve]
    assert {len(set(pair)) for pair in curves} == {1, 2}


@pytest.mark.mpi(5)
def test_the_map_of_a_node_of_two_times_96_cores_is_measured_and_drawn(openmpi: Mpi, tmp_path: Path) -> None:
    placement = Pretended(node=two_by_96(), most=5).placement()
    options = MapOptions(mpi=openmpi, placement=placement, quick=True, budget_s=2.0, watchdog_s=100.0, out=tmp_path)
    mapped = measure_map(options)
    relations = {relation for path_class in mapped.map.classes for relation in path_class.relations}
    assert relations == {"same core (SMT)", "shared L3", "same socket", "other socket"}
    assert all(path.bandwidth_bytes_per_s for path in mapped.map.paths)
    page = map_page.render(mapped.map)
    assert all(end.id in page for end in placement.endpoints)
