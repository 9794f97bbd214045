"""Traces of ranks on nodes that do not see the directory of results."""

import json
import subprocess
from pathlib import Path

import pytest

from builders.lab_commands import RANKWISE, lab_run
from builders.programs import compiled
from lab.test_relay import SOURCE
from rankwise.core.records import Mpi
from rankwise.lab import endpoint
from rankwise.lab.records import Lab

pytestmark = [pytest.mark.netns, pytest.mark.mpi(2)]


def on_both(lab: Lab, mpi: Mpi) -> list[str]:
    """The words of a launch line for a rank on n1 and one on n2."""
    agent = endpoint.agent_of(lab)
    if mpi.family == "openmpi":
        return ["--prtemca", "plm_ssh_agent", agent, "--bind-to", "none", "--host", "n1:1,n2:1", "-n", "2"]
    return ["-launcher", "rsh", "-launcher-exec", agent, "-hosts", "n1,n2", "-ppn", "1", "-iface", "eth0", "-n", "2"]


def test_traces_are_fetched_from_nodes_of_their_own_folders(lab: Lab, any_mpi: Mpi, tmp_path: Path) -> None:
    """Each endpoint's /tmp is its own, so that none sees `tmp_path`."""
    program = compiled(any_mpi, SOURCE, Path(lab.folder, f"traced-{any_mpi.family}"))
    look = endpoint.command_line(lab, "n1", ["ls", str(tmp_path)])
    assert subprocess.run(look, capture_output=True, check=False).returncode != 0
    job = [str(any_mpi.launcher), *on_both(lab, any_mpi), str(program), "3"]
    done = lab_run(
        lab, [RANKWISE, "trace", "--json", "--mpi", any_mpi.name, "--out", tmp_path, "--", *job], "--network", "slow"
    )
    answer = json.loads(done.stdout)
    assert answer["ok"] and answer["warnings"] == [], done.stdout[-2000:] + done.stderr
    assert [(rank["rank"], rank["host"], rank["ended"]) for rank in answer["data"]["ranks"]] == [
        (0, "n1", True),
        (1, "n2", True),
    ]
    left = [endpoint.command_line(lab, host, ["sh", "-c", "ls -d /tmp/rankwise-trace-*"]) for host in ("n1", "n2")]
    assert [subprocess.run(words, capture_output=True, check=False).stdout for words in left] == [b"", b""]
