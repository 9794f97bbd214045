"""Run on each node of a job that is watched: writes the job's ranks there at each look, as lines of JSON, to standard
output, until the last of them has ended.

`python -m rankwise.verbs.watch.here SECONDS NAME=VALUE... | PROGRAM`: the time between looks, and what the job's ranks
have in their environment, or the name of their program. What ranks of `watch` left on this node goes at the end.
"""

from __future__ import annotations

import random
import re
import shutil
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from rankwise.core.proc import environment
from rankwise.diagnoses.hung_job import ranks_here
from rankwise.tracing.window import RankWindow
from rankwise.verbs.watch.look import Node, Seen
from rankwise.verbs.watch.nodes import MARK, Told

_OURS = re.compile(r"(?:/dev/shm/rankwise-watch-|/tmp/rankwise-trace-)[a-z0-9_]{8,16}", re.ASCII)
"""Folders that ranks make on a node which sees none of the launching one."""


def looks(which: Sequence[str]) -> Iterator[Told]:
    """What is new at each look: of windows the seconds and calls that were not told before. The last time with
    `ended`."""
    node, known = Node(), set[int]()
    before: dict[int, RankWindow] = {}
    while True:
        known |= {pid for pid in ranks_here(which[0]) if _has(environment(pid), which[1:])}
        ended = bool(known) and not any(Path(f"/proc/{pid}").exists() for pid in known)
        ranks = node.look(sorted(known))
        yield Told(time.monotonic(), [_news(rank, before) for rank in ranks], ended)
        before = {rank.pid: rank.window for rank in ranks if rank.window is not None}
        if ended:
            return


def _has(environ: Mapping[str, str], words: Sequence[str]) -> bool:
    return all(environ.get(name) == value for name, _, value in (word.partition("=") for word in words))


def _news(rank: Seen, before: Mapping[int, RankWindow]) -> Seen:
    last = before.get(rank.pid)
    if rank.window is None or last is None:
        return rank
    seconds = {number: second for number, second in rank.window.seconds.items() if number not in last.seconds}
    events = {key: event for key, event in rank.window.events.items() if key not in last.events}
    return replace(rank, window=replace(rank.window, seconds=seconds, events=events))


def take_away(which: Sequence[str]) -> None:
    """Removes the folders of windows and traces among these NAME=VALUE, which nobody needs any more."""
    for folder in (word.partition("=")[2] for word in which):
        if _OURS.fullmatch(folder):
            shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    every_s, *which = sys.argv[1:]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        for told in looks(which):
            sys.stdout.buffer.write(MARK + msgspec.json.encode(told) + b"\n")
            sys.stdout.flush()
            if not told.ended:
                # An interval to measure, not something to wait for; of which no node is always the first to be stopped.
                time.sleep(float(every_s) * random.uniform(0.5, 1.5))
    except BrokenPipeError:  # nobody watches any more
        pass
    finally:
        if not ranks_here(which[0]):
            take_away(which)


if __name__ == "__main__":
    main()
