"""docs/benchmarks.md: every kernel with its definition, as the engine itself states them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rankwise.measure.described import KernelFacts

_INTRODUCTION = """# Benchmarks

Every kernel of the engine, as `rankwise-engine --describe` prints it; `rankwise bench NAME` measures one and `rankwise
bench --list` shows what the chosen MPI has. This page is generated: change the table in
`src/rankwise/measure/engine/kernels/`, then `make schema`.

- X is the size that is asked for, in bytes; n the number of ranks; w the window.
- *batch*: every rank waits for every other, so calls run back to back between two reads of the clock. *single*: each
  call is timed alone, from a common start until its last rank has finished.
- The time of a kernel is that of its slowest rank, max(end) - min(begin), for one call (half a round trip for a
  pingpong). Rates count the bytes in the column `bytes` once a call, 1 MB = 1e6 bytes.
- Payload is checked in the first and the last call of every visit; reductions are exact in every type and operation
  (int, float, double; sum, max, min, prod).
- The last column is the number of Intel MPI Benchmarks (IMB), OSU Micro-Benchmarks (OMB, `osu_*`) or the ALCF suite
  that a kernel corresponds to; empty where there is none, or where the definitions have not been held against each
  other.
- Overlap: with the call alone p, the computation alone c and both together t, ours is 1 - (t - c) / p, OMB's the same
  but never below 0, IMB's (p + c - t) / max(p, c) between 0 and 1.
"""


def benchmarks_page(kernels: Iterable[KernelFacts]) -> str:
    """The page, in the order of the engine's tables."""
    return "\n".join([_INTRODUCTION, *_table(kernels)]) + "\n"


def _table(kernels: Iterable[KernelFacts]) -> Iterator[str]:
    yield "| kernel | ranks | timing | bytes | definition | corresponds to |"
    yield "|---|---|---|---|---|---|"
    for one in kernels:
        yield f"| `{one.name}` | {_ranks(one)} | {one.timing} | {one.rate} | {one.definition} | {one.peer} |"


def _ranks(one: KernelFacts) -> str:
    most = "" if one.max_ranks == one.min_ranks else f" to {one.max_ranks}" if one.max_ranks else " or more"
    return f"{one.min_ranks}{most}{', even' if one.even_ranks else ''}"
