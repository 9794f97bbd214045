"""Settings of the MPI: searched with kernels like the program's calls, each asked of whole runs of the program."""

from __future__ import annotations

import os
from dataclasses import replace

from rankwise.placement.where import Where
from rankwise.tuning.goals import target_of
from rankwise.tuning.tune import TuneOptions
from rankwise.tuning.tune_program import search_settings
from rankwise.verbs.improve.case import Case
from rankwise.verbs.records import Asked

_LEAST_S = 5.0


def search(case: Case) -> None:
    """Takes what the search finds, on top of what is in use. The search's answer stays in the case. Raises
    KeyboardInterrupt with what it had taken kept."""
    if case.left_s < _LEAST_S:
        case.asked.append(Asked(candidate="settings", what="a search", why="no time was left", undecided=True))
        return
    options, hosts = case.options, case.hosts
    several = len(set(hosts)) > 1
    carry = replace(case.judge.carry, mpi=case.mpi, base=tuple(case.lines))
    tuned = search_settings(
        TuneOptions(
            mpi=case.mpi.name,
            budget_s=case.left_s,
            trace=target_of(case.trace.ranks) if case.trace else None,
            where=Where(hosts=hosts) if several else Where(ranks=_ranks_here(case)),
            reductions=options.reductions,
            out=options.out,
            file=options.file,
            seed=options.seed,
            use=tuple(case.lines),
            places=False,  # `binding` is a candidate of its own
        ),
        replace(case.judge, carry=carry),
    )
    case.tuned = tuned
    known = {line.id for line in case.lines}  # the answer has words of its own for lines that were in use
    for line in (line for line in tuned.tuning.lines if line.id not in known):
        gain = next((gain.ratio for gain in line.gains if gain.kernel == "command"), None)
        why = "" if gain else "the final runs decide: benchmarks gain by it"
        case.asked.append(Asked(candidate="settings", what=line.id, measured=gain, taken=True, why=why))
        case.lines.append(line)
    if tuned.run.status == "interrupted":
        raise KeyboardInterrupt


def _ranks_here(case: Case) -> int:
    """Ranks for the kernels on this node; 0 where there are more than its cores, and then each core gets one."""
    ranks = len(case.ranks)
    return ranks if 2 <= ranks <= len(os.sched_getaffinity(0)) else 0
