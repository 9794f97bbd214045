"""How long the map of a job that is to be improved may take."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from builders import runs
from builders.improving import case
from rankwise.maps import known
from rankwise.maps.records import Mapped
from rankwise.maps.run import MapOptions
from rankwise.measure.watcher import Watcher
from rankwise.model.records import Map
from rankwise.placement.where import Where
from rankwise.verbs.improve.machine import map_for


def test_a_map_gets_a_fifth_of_the_time_of_candidates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[MapOptions] = []
    machine = Map(
        name="two hosts", origin="measured", source="mpich 5.0.2", endpoints=(), fabrics=(), paths=(), classes=()
    )

    def measured(options: MapOptions, _watcher: Watcher) -> Mapped:
        asked.append(options)
        return Mapped(run=replace(runs.run(), kind="map", status="finished"), map=machine)

    job = case(tmp_path, ("n1", "n2"))
    job.options = dataclasses.replace(job.options, out=tmp_path)
    monkeypatch.setattr(Where, "placement", lambda *_args, **_options: SimpleNamespace(endpoints=()))
    monkeypatch.setattr(known, "measure_map", measured)
    left_s = job.left_s
    assert map_for(job) == machine
    assert asked[0].quick
    assert 0.0 < asked[0].most_s <= 0.2 * left_s
