"""How good rankwise is, measured: each module is a benchmark with its goals. `python -m benchmarks` runs them."""

from __future__ import annotations

import sys
from pathlib import Path

# Made-up runs with a known size are built by the same code that builds them for tests.
sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
