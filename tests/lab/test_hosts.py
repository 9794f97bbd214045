"""One rank on each host of a list, as a batch system writes it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from builders.lab_commands import RANKWISE, lab_run
from rankwise.core.records import Mpi
from rankwise.lab import endpoint
from rankwise.lab.records import Lab

pytestmark = [pytest.mark.netns, pytest.mark.mpi(2)]


STRANGER = Path(__file__).parents[1] / "security/stranger.py"


def test_bench_puts_a_rank_on_each_host(lab: Lab, mpich: Mpi) -> None:
    out = Path(lab.folder, "results")  # below the one folder that endpoints see
    line = [RANKWISE, "bench", "pingpong", "--sizes", "8", "--budget", "2s", "--launches", "1", "--hosts", "n[1-2]"]
    done = lab_run(lab, [*line, "--mpi", mpich.name, "--out", out, "--json", "-q"], "--network", "slow")
    answer = json.loads(done.stdout)
    assert answer["ok"], answer
    run = answer["data"]
    assert [one["node"] for one in run["plan"]["endpoints"]] == ["n1", "n2"]
    assert run["results"][0]["estimate"]["median_s"] >= 300e-6  # the link's latency


@pytest.mark.other_user
def test_a_stranger_on_the_head_costs_a_job_of_several_hosts_a_counted_line(lab: Lab, mpich: Mpi) -> None:
    words = bytes(16) + b"\n@rw1 2 00000000 {}\n" * 300
    attack = subprocess.Popen(
        endpoint.command_line(
            lab, "head", [sys.executable, str(STRANGER), words.decode().encode("unicode_escape").decode(), "600"]
        ),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert attack.stdout is not None
        assert attack.stdout.readline() == "ready\n"
        out = Path(lab.folder, "results")
        line = [RANKWISE, "bench", "pingpong", "--sizes", "8", "--budget", "3s", "--launches", "3", "--hosts", "n[1-2]"]
        done = lab_run(lab, [*line, "--mpi", mpich.name, "--out", out, "--json", "-q"], "--network", "slow")
    finally:
        attack.kill()
        overheard = attack.communicate()[0]
    assert overheard == ""
    answer = json.loads(done.stdout)
    assert answer["ok"], answer
    assert answer["data"]["results"][0]["estimate"]["median_s"] >= 300e-6
    refused = [launch["refused"] for launch in answer["data"]["launches"]]
    assert any(refused), answer["warnings"]
    reasons = {"did not know the secret", "said nothing", "too many at once"}  # as quickly as they are listened to
    assert {why for each in refused for why in each} <= reasons
    assert any("to the control channel refused" in word for word in answer["warnings"])
