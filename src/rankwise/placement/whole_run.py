"""A side of a comparison of programs, run once from start to end."""

from __future__ import annotations

from dataclasses import replace

from rankwise.apply.environment import merged
from rankwise.core import process, settings
from rankwise.measure.relays import relays
from rankwise.placement.program import Program

_LAST_WORDS_S = 0.5


def whole_run(side: Program, limit_s: float) -> process.Completed:
    """Runs the program once, with forwarders of its own where it has relays. A run that loses one has failed.

    Raises as `relays` where forwarders cannot start.
    """
    if not side.relays:
        return process.run(side.argv, timeout_s=limit_s, env=side.env)
    with relays(side.relays, settings.value("agent")) as started:
        env, _ = merged(side.env, started.env)
        done = process.run(side.argv, timeout_s=limit_s, env=env)
        lost = started.broken() if done.ok else started.broken(_LAST_WORDS_S)
    if not lost:
        return done
    return replace(done, returncode=done.returncode or 1, stderr="\n".join([done.stderr, *lost]))
