"""One rank on each host of a list, as a batch system writes it."""

import json
from pathlib import Path

import pytest

from builders.lab_commands import RANKWISE, lab_run
from rankwise.core.records import Lab, Mpi

pytestmark = [pytest.mark.netns, pytest.mark.mpi(2)]


def test_bench_puts_a_rank_on_each_host(lab: Lab, mpich: Mpi) -> None:
    out = Path(lab.folder, "results")  # below the one folder that endpoints see
    line = [RANKWISE, "bench", "pingpong", "--sizes", "8", "--budget", "2s", "--launches", "1", "--hosts", "n[1-2]"]
    done = lab_run(lab, [*line, "--mpi", mpich.name, "--out", out, "--json", "-q"], "--network", "slow")
    answer = json.loads(done.stdout)
    assert answer["ok"], answer
    run = answer["data"]
    assert [one["node"] for one in run["plan"]["endpoints"]] == ["n1", "n2"]
    assert run["results"][0]["estimate"]["median_s"] >= 300e-6  # the link's latency
