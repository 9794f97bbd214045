"""Writes schema, pages and wrappers that are made from code, from results or from the MPI standard; with --check, fails
when one is stale. --pages writes the tables that are too long to keep in the tree, below build/docs.

The schema covers every record that is printed or kept, and under `commands` the `data` of each command's `--json`
envelope.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import mpi_calls

from rankwise.cli.benchmarks_page import benchmarks_page
from rankwise.cli.reference import cli_reference, published_schema
from rankwise.core.cell_parameters import CELL_PARAMETERS
from rankwise.logs.table import messages
from rankwise.measure import marks
from rankwise.mpis import rank_variables
from rankwise.preloads.device_buffers import wrappers as device_wrappers
from rankwise.preloads.trace import wrappers as trace_wrappers
from rankwise.verbs.bench import described

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = ROOT / "build/docs"
SOURCE = ROOT / "src/rankwise"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail when a file is stale, write nothing")
    parser.add_argument("--pages", action="store_true", help="write the tables of kernels, messages and calls, no more")
    words = parser.parse_args()
    if words.pages:
        PAGES.mkdir(parents=True, exist_ok=True)
        update(pages(), check=False)
        return 0
    check = words.check
    # The engine is built from the first ones, and asked for the second ones.
    stale = [*update(sources(), check), *update(documents(), check)]
    return 1 if check and stale else 0


def sources() -> dict[Path, str]:
    """What C is compiled from: tables of ours, and the calls of the MPI standard."""
    return {
        SOURCE / "measure/engine/rank_variables.h": rank_variables.header(),
        SOURCE / "preloads/rank_variables.h": rank_variables.header(),
        SOURCE / "preloads/calls.tsv": mpi_calls.table(),
    }


def documents() -> dict[Path, str]:
    """What is published of records, commands, kernels and calls."""
    return {
        DOCS / "schema.json": json.dumps(published_schema(), indent=1, sort_keys=True) + "\n",
        DOCS / "cli.md": cli_reference(),
        DOCS / "engine.md": with_parameters((DOCS / "engine.md").read_text()),
        DOCS / "claims.md": claims(),
    }


def pages() -> dict[Path, str]:
    """Tables for readers: every kernel, every message of a log, and what becomes of each call."""
    return {
        PAGES / "kernels.md": benchmarks_page(described().values(), marks.load()),
        PAGES / "messages.md": messages(),
        PAGES / "trace-calls.md": trace_wrappers.coverage(),
        PAGES / "device-calls.md": device_wrappers.coverage(),
    }


def claims() -> str:
    """What is claimed, of the results that are kept."""
    sys.path.insert(0, str(ROOT))
    from benchmarks.kept import claimed  # noqa: PLC0415 - of the repository, not of the package
    from benchmarks.page import page  # noqa: PLC0415

    return page(claimed())


def update(made: dict[Path, str], check: bool) -> list[Path]:
    """The files that are stale; they are written, or with `check` named."""
    stale = [path for path, text in made.items() if not path.is_file() or path.read_text() != text]
    for path in stale:
        name = path.relative_to(ROOT)
        if check:
            print(f"{name} is stale: run `make schema` and commit it", file=sys.stderr)
        else:
            path.write_text(made[path])
            print(f"wrote {name}")
    return stale


def with_parameters(page: str) -> str:
    """The guide to the engine with the parameters of a visit between its two marks."""
    head, begin, rest = page.partition("<!-- parameters")
    mark, _, rest = rest.partition("\n")
    _, end, tail = rest.partition("<!-- end of parameters -->")
    rows = "".join(f"| `{row.wire}` | {row.meaning} |\n" for row in CELL_PARAMETERS)
    return f"{head}{begin}{mark}\n| parameter | meaning |\n|---|---|\n{rows}{end}{tail}"


if __name__ == "__main__":
    sys.exit(main())
