"""Runs rankwise as the fixture of this name: `first_round.py WORDS...` visits every cell, however long it takes."""

from __future__ import annotations

from rankwise.cli import main as command
from rankwise.measure import campaign

if __name__ == "__main__":
    campaign._MOST = 0.0
    command.main()
