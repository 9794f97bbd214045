"""Whatever the tuner and `improve` may write, a reader of the file takes: each candidate goes through the rule."""

from dataclasses import replace

import msgspec
import pytest

from builders.tunings import a_tuning
from rankwise.apply import file
from rankwise.core import knob_trust
from rankwise.core.records import Mpi
from rankwise.experiment import suspects
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.knobs import DEVICE_KNOBS
from rankwise.placement.where import this_machine
from rankwise.tuning.records import TuningLine
from rankwise.tuning.sources import Setup as Sought
from rankwise.tuning.sources import device_settings, library_algorithms, placed, progressing, settings
from rankwise.tuning.space import line


def taken(lines: list[TuningLine], mpi: Mpi) -> None:
    """Each line as a tuning of its own, written and read."""
    for one in lines:
        assert file.from_text(file.to_text(a_tuning((one,), mpi))).lines == (one,)


@pytest.mark.parametrize("nodes", [1, 2])
def test_every_candidate_of_a_search_is_taken(any_mpi: Mpi, nodes: int) -> None:
    with this_machine(2) as here:
        apart = [
            msgspec.structs.replace(endpoint, node=f"n{number % nodes}")
            for number, endpoint in enumerate(here.endpoints)
        ]
        place = replace(here, endpoints=tuple(apart))
        sought = Sought(any_mpi, place, hints=True, device_buffers=True)
        offered = settings(sought)
    assert ("node" in {candidate.line.reach for candidate in offered}) <= (nodes == 1)
    causes = {cause.cause for cause in suspects.suspects_for(any_mpi) if cause.after.knobs}
    assert bool(causes & {candidate.line.why for candidate in offered}) == (nodes == 1 and bool(causes))
    found = [*offered, *device_settings(sought), *library_algorithms(sought)]
    found += [*placed(any_mpi), *progressing(any_mpi)]
    assert offered and len(found) > 30
    taken([candidate.line for candidate in found], any_mpi)


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_known_of_a_family_is_taken_but_for_files_of_rules(family: str) -> None:
    row = FAMILIES[family]  # type: ignore[index]
    sets = [dict(row.gives_way), *({f"env:{name}": value} for name, value in row.async_progress.items())]
    sets += [{name: "1"} for name in row.hints if name not in row.rules.files]
    sets += [{f"env:{name}": value} for name, value in row.cuda_settings.items()]
    refused = {name: why for knobs in sets for name, value in knobs.items() if (why := knob_trust.refused(name, value))}
    assert refused == {}
    assert all(knob_trust.refused(name, "/x") for name in row.rules.files)


def test_every_suspect_that_sets_a_knob_is_taken() -> None:
    changes = [suspect.after for suspect in suspects.TABLE]
    assert [change.knobs for change in changes if change.knobs]
    for change in changes:
        assert {name: why for name in change.knobs if (why := knob_trust.refused(name, change.knobs[name]))} == {}


def test_threads_of_ranks_are_taken(any_mpi: Mpi) -> None:
    taken([line({"env:OMP_NUM_THREADS": "4", **candidate.line.knobs}) for candidate in placed(any_mpi)], any_mpi)


def test_sizes_of_device_buffers_may_be_set() -> None:
    assert {knob.name for knob in DEVICE_KNOBS} == {name for name in knob_trust.EXACT if "RANKWISE_DEVICE" in name}
