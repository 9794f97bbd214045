"""What endpoints see although /tmp is private inside a lab."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from builders.lab_probes import says
from rankwise.cluster.plan import read_plan
from rankwise.lab.down import down
from rankwise.lab.up import up

pytestmark = pytest.mark.netns


@pytest.fixture
def home() -> Iterator[Path]:
    """A folder below /tmp, wherever the folders of other tests are."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        yield Path(folder)


def test_mpis_below_tmp_are_seen_and_nothing_else(
    home: Path, own_state: None, plan_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    (home / "other").mkdir()
    lab = up(read_plan(plan_file), name="visible", lifetime_s=3600)
    try:
        (home / "data/rankwise/later").write_text("installed when the lab was up\n")
        assert says(lab, "n1", f"cat {home}/data/rankwise/later") == "installed when the lab was up"
        assert says(lab, "n1", f"ls {home}") == "data"
    finally:
        down("visible")
