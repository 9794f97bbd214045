from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.namespaces import skipped_without_namespaces
from rankwise.cluster.plan import read_plan
from rankwise.lab.down import down
from rankwise.lab.records import Lab
from rankwise.lab.up import up

PLAN = """
name = "small"

[[nodes]]
numbers = [1, 2]
name = "n{node}"
sockets = 1
cards = { sockets = [0, 0] }

[[networks]]
name = "slow"
cidr = "10.32.0.0/15"
head = "10.32.0.1"
host = "10.33.1.{node}"
links = [{ latency = "300us", rate = "20MB/s" }]

[[networks]]
name = "fast"
interface = "ib0"
cidr = "10.34.0.0/15"
host = "10.34.1.{node}"
links = [{ latency = "200us", rate = "200MB/s" }]

[[networks]]
name = "pcie"
model = "static-pair"
cidr = "172.31.{card + 1}.0/24"
host = "172.31.{card + 1}.254"
card = "172.31.{card + 1}.1"
links = [{ latency = "200us", rate = "50MB/s" }]

[lab]
shared_memory = "64MiB"
"""


@pytest.fixture(scope="session")
def plan_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("plan") / "cluster.toml"
    file.write_text(PLAN)
    return file


@pytest.fixture(scope="session", autouse=True)
def own_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Labs of these tests are recorded apart from the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(scope="session")
def lab(plan_file: Path, own_state: None) -> Iterator[Lab]:
    """One lab for all tests that leave it as they found it."""
    with skipped_without_namespaces():
        lab = up(read_plan(plan_file), lifetime_s=3600)  # other tests come in between
    yield lab
    assert down(lab.name)
