"""Where a suite's command line is measured: endpoints of a file, with a progress thread or without; one side."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from builders import runs
from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.placement.where import Where
from rankwise.suites import ranks
from rankwise.verbs.suite import SuiteOptions, suite


@pytest.mark.mpi(2)
def test_ranks_are_on_the_endpoints_of_a_file_with_a_progress_thread_in_each(mpich: Mpi, tmp_path: Path) -> None:
    file = tmp_path / "endpoints.toml"
    file.write_text('[[endpoint]]\nid = "second"\ncpus = [1]\n[[endpoint]]\nid = "first"\ncpus = [0]\n')
    words = ("-m", "8:8", "-i", "16")
    asked = SuiteOptions("osu_latency", words, mpich.name, where=Where(endpoints=file), progress="async", out=tmp_path)
    run = suite(asked).run
    assert run is not None
    assert [endpoint.id for endpoint in run.plan.endpoints] == ["second", "first"]
    assert [cell.side for cell in run.plan.cells] == [f"{mpich.name}+progress"]
    assert run.provenance.settings["endpoints"] == str(file)
    assert run.results[0].estimate is not None


@pytest.mark.parametrize(
    ("mpis", "progress", "printed"), [(2, "default", "is of one MPI"), (1, "both", "is of one side")]
)
def test_more_than_one_side_is_refused(mpis: int, progress: str, printed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranks, "choose_mpis", lambda _wanted: ([runs.mpi(name) for name in runs.SIDES[:mpis]], []))
    with ExitStack() as stack, pytest.raises(UsageError, match=printed):
        ranks.launched("all", stack, lambda _text: None, where=Where(ranks=2), progress=progress)
