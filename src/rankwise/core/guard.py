"""Ends the jobs of a tool that was killed, and removes what they leave: a process that outlives the tool.

Ranks of ours end by themselves when their tool is gone. A user's program does not, and its launcher may die of the
closed output before it removed its files. Standard input is a line with the files that were there before, then a line
for each job with its token, then `done` where the tool ended by itself. A tool that becomes the launcher writes `after`
before the token: that job is not ended, and what it left is removed when it has ended.
"""

from __future__ import annotations

import json
import signal
import sys

from rankwise.core import leftovers
from rankwise.core.job_processes import Marked

DONE = "done"
AFTER = "after "
OUTLIVED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that end a tool, and not its guard."""


def main() -> None:
    """Waits for the end of the tool."""
    for number in OUTLIVED:
        signal.signal(number, signal.SIG_IGN)
    before, *tokens = sys.stdin.read().splitlines()
    if tokens and tokens[-1] == DONE:
        return
    for token in tokens:
        job = Marked(token.removeprefix(AFTER))
        if token.startswith(AFTER):
            job.wait_for_end()
            continue
        job.note_leftovers()
        job.kill_rest()
    leftovers.sweep(frozenset(json.loads(before)))


if __name__ == "__main__":
    main()
