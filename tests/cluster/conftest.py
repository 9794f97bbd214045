from collections.abc import Callable
from pathlib import Path

import pytest

from rankwise.cluster.plan import read_plan
from rankwise.cluster.records import ClusterPlan

PLAN = """
name = "small"
head = ""

[[nodes]]
numbers = [1, 2]
sockets = 2
cards = { sockets = [0, 1] }

[[networks]]
name = "ethernet"
cidr = "10.32.0.0/15"
host = "10.33.{cabinet}.{node}"
card = "10.33.{cabinet}.{node + 20 * (card + 1)}"
links = [{ latency = "100us", rate = "100MB/s" }]
"""


@pytest.fixture
def plan_of(tmp_path: Path) -> Callable[..., ClusterPlan]:
    """Reads the small plan with parts of its text replaced."""

    def read(*changes: tuple[str, str], extra: str = "") -> ClusterPlan:
        text = PLAN
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        file = tmp_path / "cluster.toml"
        file.write_text(text + extra)
        return read_plan(file)

    return read
