"""Searches on top of a tuning that is in use."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from builders.tunings import no_op
from rankwise.apply import file as tuning_file
from rankwise.core.records import Mpi
from rankwise.placement.where import Where
from rankwise.tuning import tune as tuning
from rankwise.tuning.changes import ChangeMaker
from rankwise.tuning.proof import Proof
from rankwise.tuning.race import CandidateTimes
from rankwise.tuning.search import Search
from rankwise.tuning.space import Candidate, line
from rankwise.tuning.tune import TuneOptions, tune_kernels

pytestmark = pytest.mark.mpi(ranks=2)


def test_what_is_in_use_already_is_beneath_everything(mpich: Mpi, tmp_path: Path) -> None:
    base = tmp_path / "base.toml"
    tuning_file.write(no_op(mpich), base)
    more = line({"env:PSM3_RANKWISE_OTHER": "2"})
    carried = ChangeMaker(mpich, tmp_path / "files", no_op(mpich).lines)
    assert carried([]).knobs == {"env:PSM3_RANKWISE_TEST": "1"}
    assert carried([more]).knobs == {"env:PSM3_RANKWISE_TEST": "1", "env:PSM3_RANKWISE_OTHER": "2"}
    options = TuneOptions(
        mpi=mpich.name, budget_s=2, where=Where(ranks=2), out=tmp_path, file=tmp_path / "t.toml", base=base
    )
    found = tune_kernels(options)
    assert found.run.provenance.settings["base"] == str(base)
    assert (found.answer == "tuned") == ("nothing" in {one.id for one in found.tuning.lines})
    found = tune_kernels(replace(options, base=None, use=no_op(mpich).lines))
    assert found.run.provenance.settings["in use"] == "nothing"
    assert (found.answer == "tuned") == ("nothing" in {one.id for one in found.tuning.lines})


def test_a_search_on_top_leaves_out_what_the_earlier_one_saw_lose(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spaces: list[list[str]] = []
    new: list[set[str]] = []

    def first(given: Search, space: list[Candidate], *_: object, **asked: Any) -> bool:
        spaces.append([one.name for one in space])
        new.append(set(asked["new"]))
        one = next(each for each in space if each.kind == "transport")
        given.note("transports", [one], {one.name: CandidateTimes({("pingpong", 8): [[(0.5, 1.0)]]})})
        return True

    monkeypatch.setattr(tuning, "run_stages", first)
    monkeypatch.setattr(
        tuning, "prove_found", lambda *_, **_options: Proof(lines=(line({"env:PSM3_RANKWISE_TEST": "1"}),))
    )
    options = TuneOptions(mpi=mpich.name, budget_s=4, where=Where(ranks=2), out=tmp_path, file=tmp_path / "tuning.toml")
    (lost,) = (one.what for one in tune_kernels(options).tried)
    more = replace(options, base=options.file, file=tmp_path / "more.toml")
    tune_kernels(more)
    assert [name for name in spaces[0] if name != lost] == spaces[1]
    assert new == [set(space) for space in spaces]
    # The search below the latest one counts too.
    tune_kernels(replace(more, base=more.file, file=tmp_path / "most.toml"))
    assert len(spaces) == 3 and lost not in spaces[2]
