"""For which jobs an order of ranks is sought, and on which paths its ranks are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from builders.improving import case
from rankwise.model.machine import CostModel
from rankwise.model.transfer import Transfer
from rankwise.verbs.improve.candidates.rank_order import places_of, why_not
from rankwise.verbs.improve.machine import endpoints_for


@pytest.mark.parametrize(
    ("hosts", "line", "printed"),
    [
        (("n1", "n2"), "mpiexec -n 2 ./app", ""),
        (("n1", "n1"), "mpiexec -n 2 ./app", "one host"),
        (("n1",), "mpiexec -n 2 ./app", "every rank's host"),
        (("n1", "n2"), "mpiexec -n 1 ./a : -n 1 ./b", "several programs"),
        (("n1", "n2"), "sh job.sh", "not a launcher"),
    ],
)
def test_why_no_order_is_sought(hosts: tuple[str, ...], line: str, printed: str, tmp_path: Path) -> None:
    found = why_not(case(tmp_path, hosts, line))
    assert printed in found if printed else not found
    assert why_not(case(tmp_path, hosts, line, traced=False)) == "the program was not traced"


def test_ranks_of_a_host_share_its_paths() -> None:
    hosts = ("a", "a", "b", "a")
    assert endpoints_for(hosts) == ("a", "b", "a")  # a second one on the host that holds several ranks
    level = np.array([[-1, 1, 2], [3, -1, 4], [5, 6, -1]])
    machine = CostModel(("a#0", "b", "a#1"), (0, 1, 0), level, (Transfer(1e-6, 1e9),) * 7)
    found = places_of(machine, hosts)
    assert found.kinds == (0, 0, 1, 0)
    assert found.level.tolist() == [[-1, 2, 1, 2], [2, -1, 1, 2], [3, 3, -1, 3], [2, 2, 1, -1]]
