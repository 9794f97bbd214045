"""build/docs/kernels.md: every kernel with its definition, as the engine itself states them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rankwise.core.cell_parameters import forms
from rankwise.core.records import KernelFacts
from rankwise.measure.records import TRIED_ON, Mark, Marks

_INTRODUCTION = """# Kernels

Every kernel of the engine, as `rankwise-engine --describe` prints it; `rankwise bench NAME` measures one and `rankwise
bench --list` shows what the chosen MPI has. This page is generated: change the table in
`src/rankwise/measure/engine/kernels/`, then `make docs`.

- X is the size that is asked for, in bytes; n the number of ranks; w the window.
- *batch*: every rank waits for every other, so calls run back to back between two reads of the clock. *single*: each
  call is timed alone, from a common start until its last rank has finished.
- The time of a kernel is that of its slowest rank, max(end) - min(begin), for one call (half a round trip for a
  pingpong). Rates count the bytes in the column `bytes` once a call, 1 MB = 1e6 bytes.
- Payload is checked in a call before the samples of every visit, and in one behind them, at least of a launch's first
  visit; reductions are exact in every type and operation (integers of 8 to 64 bits, float, double, complex; sum, prod,
  max, min, logical and bitwise).
- *forms*: options of `rankwise bench` that a kernel takes beside its plain form. *type*: elements of any datatype, or
  layouts in which 8 of 16 bytes are data; *large*: counts beyond 2^31 - 1 where the library has them (MPI 4.0). Every
  kernel runs on any communicator (`--comm`), with its buffers out of the cache (`--cold`), and beside a load on other
  ranks (`--load`).
- *corresponds to*: the number of Intel MPI Benchmarks (IMB), OSU Micro-Benchmarks (OMB, `osu_*`) or the ALCF suite that
  by its source means the same; empty where there is none.
- Overlap: with the call alone p, the computation alone c and both together t, ours is 1 - (t - c) / p, OMB's the same
  but never below 0, IMB's (p + c - t) / max(p, c) between 0 and 1.
- *ran on* and *caught on*: where tests ran it with its payload checked, and where its check saw one corrupted byte
  (empty where nothing arrives that could be wrong): M MPICH, O Open MPI, I Intel MPI, S SimGrid. *ratio*: its time over
  that of IMB's binary, both counted alike, lowest and highest of so many cells
  ([how](../../docs/dev/benchmarks.md)); `not run` where no binary of the suite that it corresponds to was run beside
  it, `no peer` where it corresponds to none.
"""


def benchmarks_page(kernels: Iterable[KernelFacts], marks: Marks) -> str:
    """The page, in the order of the engine's tables."""
    when = f"Marks: tests of {marks.tested_on or 'no day'}, peers of {marks.reconciled_on or 'no day'}.\n"
    return "\n".join([_INTRODUCTION, when, *_table(kernels, marks)]) + "\n"


def _table(kernels: Iterable[KernelFacts], marks: Marks) -> Iterator[str]:
    yield "| kernel | ranks | timing | bytes | definition | corresponds to | forms | ran on | caught on | ratio |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for kernel in kernels:
        mark = marks.kernels.get(kernel.name, Mark())
        what = (
            f"`{kernel.name}`",
            f"{kernel.ranks_words}{', even' if kernel.even_ranks else ''}",
            kernel.timing,
            kernel.rate,
            kernel.definition,
            kernel.peer,
            _forms(kernel),
        )
        yield f"| {' | '.join((*what, _letters(mark.ran), _letters(mark.caught), _ratio(kernel, mark)))} |"


def _letters(families: Iterable[str]) -> str:
    tried = set(families)
    return " ".join(family[0].upper() for family in TRIED_ON if family in tried)


def _ratio(kernel_facts: KernelFacts, mark: Mark) -> str:
    if mark.ratio_cells:
        return f"{mark.ratio_low:.2f} to {mark.ratio_high:.2f} ({mark.ratio_cells})"
    return "not run" if kernel_facts.peer else "no peer"


def _forms(kernel_facts: KernelFacts) -> str:
    named = [flag.removeprefix("--") for flag in forms(kernel_facts)]
    return ", ".join([*named, *(["large"] if kernel_facts.large else [])])
