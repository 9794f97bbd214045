"""How often a sampled map misses one slow port or cable among 4,096 simulated endpoints: 500 seeds, a few minutes."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from builders.fat_tree import FatTree
from rankwise.model.sampling import promise, sample


def main(seeds: int) -> None:
    missed, wrong, measured = [], [], 0
    for seed in range(seeds):
        truth = FatTree(seed)
        agreed = promise(truth.endpoints, least_share=1 / truth.endpoints)
        found = sample(truth.endpoints, truth.relation, truth.times_s, agreed, seed)
        named = [any(truth.is_slow(pair) for pair in suspect.pairs) for suspect in found.suspects]
        missed += [] if any(named) else [seed]
        wrong += [] if all(named) else [seed]
        measured = max(measured, found.measured)
        if sys.stderr.isatty():
            print(f"\r{seed + 1} of {seeds}, {len(missed)} missed", end="", file=sys.stderr)
    pairs = truth.endpoints * (truth.endpoints - 1)
    print(f"{seeds} seeds: {len(missed)} missed {missed}, {len(wrong)} named something else {wrong}")
    print(f"at most {measured} of {pairs} pairs measured ({measured / pairs:.2%}); {agreed}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
