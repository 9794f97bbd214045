"""`program run --sweep ranks*threads=N`: all splits of so many cores into ranks and threads, compared side by side."""

from __future__ import annotations

import re
from dataclasses import replace

from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.core.units import plural
from rankwise.experiment.programs import RunOptions, compare_programs
from rankwise.experiment.records import Comparison
from rankwise.measure.watcher import Watcher
from rankwise.mpis.catalog import choose_mpis
from rankwise.placement.program import Program
from rankwise.programs.job import launch_of
from rankwise.programs.shipped import Shipped
from rankwise.programs.table import find
from rankwise.programs.text import FIGURE
from rankwise.verbs.program.run import ProgramOptions


def sweep(
    options: ProgramOptions, product: str, budget_s: float, seed: int, watcher: Watcher | None = None
) -> Comparison:
    """Compares the splits by the program's figure of merit; the first side has one thread in each rank.

    Raises UsageError for what is no product, and as `compare_programs`.
    """
    told = re.fullmatch(r"ranks\*threads=([1-9][0-9]{0,5})", product)
    if told is None:
        raise UsageError("bad-sweep", f"--sweep {product}: it is not known", "write --sweep 'ranks*threads=8'")
    if options.threads > 1 or options.where.ranks or not options.where.here:
        raise UsageError("ranks-twice", "--sweep says ranks and threads", "leave --ranks, --threads and --hosts away")
    (mpi, *others), _ = choose_mpis(options.mpi)
    if others:
        raise UsageError("one-mpi", "--sweep compares splits with one MPI", "name one with --mpi")
    sides = [_side(options, mpi, ranks, threads) for ranks, threads in splits(int(told[1]), options.program)]
    if len(sides) < 2:
        raise UsageError("one-split", f"--sweep {product}: there is one split alone", "give a product with divisors")
    asked = RunOptions(
        argv=sides[0].argv,
        figure=FIGURE,
        higher_is_better=True,
        budget_s=budget_s,
        out=options.out,
        phases=Shipped.phases,
        seed=seed,
    )
    return compare_programs(sides, asked, watcher)


def splits(cores: int, program: str) -> list[tuple[int, int]]:
    """Ranks and threads whose product it is, as many ranks as possible first."""
    least = find(program).least_ranks
    return [(ranks, cores // ranks) for ranks in range(cores, least - 1, -1) if cores % ranks == 0]


def _side(options: ProgramOptions, mpi: Mpi, ranks: int, threads: int) -> Program:
    words = replace(options, threads=threads).words
    launch = launch_of(find(options.program), mpi, ranks, words, unbound=True)
    return Program(f"{plural(ranks, 'rank')} x {plural(threads, 'thread')}", launch.argv, launch.env, mpi)
