"""What forwarding costs a host is measured there, by the forwarder itself."""

from __future__ import annotations

import subprocess
from pathlib import Path

from rankwise.measure.preload import forwarder
from rankwise.measure.relays import forwarding_of


def test_a_forwarder_says_what_it_costs() -> None:
    done = subprocess.run([forwarder(), "cost"], capture_output=True, text=True, timeout=60, check=True)
    word, message_s, rate = done.stdout.split()
    assert word == "cost"
    assert 0.0 <= float(message_s) < 1.0
    assert 1e6 < float(rate) < 1e13


def test_each_host_is_asked_through_the_agent(tmp_path: Path) -> None:
    agent = tmp_path / "agent"
    agent.write_text('#!/bin/sh\n[ "$1" = lost ] && exit 255\nshift\nexec sh -c "$*"\n')
    agent.chmod(0o755)
    (row,) = forwarding_of(["n1", "lost"], str(agent))
    assert row.hosts == ("n1",)
    assert row.rate_bytes_per_s > 1e6
    assert forwarding_of([], str(agent)) == ()
