"""What a search needs before it measures."""

from __future__ import annotations

from pathlib import Path

import pytest

from builders.runs import mpi
from rankwise.core.errors import UsageError
from rankwise.measure.watcher import Watcher
from rankwise.placement.where import Where
from rankwise.tuning.tuning_run import prepared


def test_one_rank_is_refused_before_anything_is_built_or_written(tmp_path: Path) -> None:
    phases, out = list[str](), tmp_path / "results"
    asked = prepared(mpi("mpich"), Watcher(phase=phases.append), out=out, where=Where(ranks=1), seed=1)
    with pytest.raises(UsageError, match="tuning needs two ranks, one is named"), asked:
        pytest.fail("nothing can be measured")
    assert phases == [] and not out.exists()
