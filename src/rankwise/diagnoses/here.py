"""Run on each node of a job that hangs: writes where the job's ranks on that node stand, as JSON, to standard output.

`python -m rankwise.diagnoses.here NAME=VALUE | PROGRAM`: the job's ranks have this in their environment, or run a
program of that name.
"""

from __future__ import annotations

import sys

import msgspec

from rankwise.diagnoses.hung_job import ranks_here, stand


def main() -> None:
    pids = ranks_here(sys.argv[1])
    sys.stdout.buffer.write(b"RANKWISE-STANDING " + msgspec.json.encode(stand(pids) if pids else []) + b"\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
