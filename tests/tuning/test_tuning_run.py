"""What a search needs before it measures."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from builders.pretended import Pretended
from builders.runs import mpi
from builders.tunings import a_rule, a_tuned, a_tuning, rule_line
from rankwise.core.errors import UsageError
from rankwise.core.files import put
from rankwise.measure.watcher import Watcher
from rankwise.placement.where import Where
from rankwise.tuning import tune
from rankwise.tuning.tuning_run import prepared
from recorded.machines import node


def test_one_rank_is_refused_before_anything_is_built_or_written(tmp_path: Path) -> None:
    phases, out = list[str](), tmp_path / "results"
    asked = prepared(mpi("mpich"), Watcher(phase=phases.append), out=out, where=Where(ranks=1), seed=1)
    with pytest.raises(UsageError, match="tuning needs two ranks, one is named"), asked:
        pytest.fail("nothing can be measured")
    assert phases == [] and not out.exists()


def test_what_is_prepared_is_the_mpi_on_its_placement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rankwise.tuning.tuning_run.KernelCells", lambda *_asked: SimpleNamespace(ranks=2))
    phases, where = list[str](), Pretended(node=node("arm-board"), most=2)
    watcher = Watcher(phase=phases.append)
    with prepared(mpi("mpich"), watcher, out=tmp_path, where=where, seed=7) as ranks:
        assert (ranks.mpi, ranks.watcher, ranks.seed, ranks.devices) == (mpi("mpich"), watcher, 7, None)
        assert len(ranks.placement.endpoints) == ranks.kernels.ranks == 2
    assert phases == ["preparing the engine for mpich"]


@pytest.mark.parametrize("folder", ["results/schedules", "old/tuning.schedules"])
def test_schedules_of_what_wins_go_beside_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    """Out of the results of the search, or from beside the tuning that it stands on."""
    text, base = "schedule bcast\n", tmp_path / "old/tuning.toml" if folder.startswith("old") else None
    name = hashlib.sha256(text.encode()).hexdigest()
    put(tmp_path / folder / f"{name}.schedules", text)
    file = tmp_path / "new/tuning.toml"
    won = replace(a_tuned("mpich"), tuning=a_tuning((replace(rule_line(a_rule()), schedules=(name,)),)), file=str(file))
    asked = list[Path]()

    @contextmanager
    def ready_ranks(*_given: object, schedules: Sequence[Path], **_more: object) -> Iterator[SimpleNamespace]:
        asked.extend(schedules)
        where, begun = Pretended(node=node("arm-board"), most=2), nullcontext(SimpleNamespace(keep=lambda told: told))
        yield SimpleNamespace(
            kernels=SimpleNamespace(ranks=2),
            placement=where.placement(),
            earlier=lambda *_asked: None,
            begun=lambda *_asked: begun,
        )

    monkeypatch.setattr(tune, "prepared", ready_ranks)
    monkeypatch.setattr(tune, "ready", lambda *_asked: SimpleNamespace(tuning=a_tuning()))
    monkeypatch.setattr("rankwise.mpis.catalog.find", mpi)
    monkeypatch.setattr(tune, "_space", lambda *_asked: ([], []))
    monkeypatch.setattr(tune, "_searched", lambda *_asked, **_more: None)
    monkeypatch.setattr(tune, "_answer", lambda *_asked: won)
    options = tune.TuneOptions(mpi="mpich", out=tmp_path / "results", base=base, file=file)
    assert tune.tune_kernels(options) == won
    assert (file.parent / f"tuning.schedules/{name}.schedules").read_text() == text
    assert tmp_path / folder in asked
