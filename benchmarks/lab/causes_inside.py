"""What a survey finds behind slow paths, without its other cells: started in a lab, once for each planting.

    python causes_inside.py ENDPOINTS_FILE MPI SECONDS

Prints the findings as one line of JSON: those seen before measuring, then those of the experiments.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from rankwise.diagnoses.odd_nodes import odd_nodes
from rankwise.diagnoses.preflight import preflight
from rankwise.mpis.catalog import choose_mpis
from rankwise.placement.where import Where
from rankwise.verbs.survey.experiments import experiment_cells, run_experiments, suspects_of


def main(endpoints: str, name: str, seconds: str) -> None:
    with Where(endpoints=Path(endpoints)).placement(partial=True).of_those_that_answered() as placement:
        (mpi,), _ = choose_mpis(name)
        seen = [*preflight(placement.inventory), *odd_nodes(placement.inventory)]
        found = run_experiments(
            mpi,
            placement,
            experiment_cells(mpi, placement, [(0, 1)], []),
            seen,
            budget_s=float(seconds),
            seed=1,
            watchdog_s=60.0,
            progress=lambda _now: None,
            # Others are of the library: at real-time priority, one that polls without a yield would stop the machine.
            suspects=[
                one
                for one in suspects_of(mpi, placement)
                if one.reach == "network" or one.id.startswith("environment-")
            ],
        )
        sys.stdout.buffer.write(msgspec.json.encode([*seen, *found.findings]) + b"\n")
        print(*found.warnings, sep="\n", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
