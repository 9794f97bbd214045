"""Causes between nodes that no job can remove: found by what is measured beside them in the same rounds.

A node whose paths are all slower than every path without it, and a pair of nodes of which one direction is slower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rankwise.core import said
from rankwise.core.records import Cell, Estimate, Evidence, Experiment, Finding, FixLine
from rankwise.experiment.paired import Series, combined, paired
from rankwise.model.ratio import decide, ratio
from rankwise.model.records import Ratio

LEAST_CONTRAST = 1.2
"""Paths of equal nodes were seen to differ by up to a tenth on a busy machine."""


class ComparedPath(NamedTuple):
    """Two nodes, the cell that measured what is between them, and its times."""

    source: str
    target: str
    cell: Cell
    series: Series


@dataclass(frozen=True)
class Contrast:
    """`ratio` is the time of the slow paths over that of the `fast` one, round by round."""

    slow: tuple[ComparedPath, ...]
    fast: ComparedPath
    ratio: Ratio
    node: str = ""

    @property
    def proven(self) -> bool:
        return self.ratio.answer == "faster" and self.ratio.low > LEAST_CONTRAST


def contrasts(paths: Sequence[ComparedPath], directions: Sequence[tuple[ComparedPath, ComparedPath]]) -> list[Contrast]:
    """What is slower than its like, decided together. `paths` are of one relation; `directions` are the two ways
    between the same nodes."""
    apart = [contrast for contrast in (*_nodes(paths), *map(_slower_way, directions)) if contrast is not None]
    answers = decide([contrast.ratio for contrast in apart])
    told = [
        Contrast(contrast.slow, contrast.fast, answer, contrast.node)
        for contrast, answer in zip(apart, answers, strict=True)
    ]
    return [contrast for contrast in told if contrast.proven]


def findings(
    mpi: str, proven: Iterable[Contrast], odd: Sequence[Finding], estimate_of: Callable[[Cell], Estimate | None]
) -> list[Finding]:
    """A finding for each contrast. `odd` are the findings that name how a node differs from the others."""
    return [
        _slow_node(mpi, contrast, odd, estimate_of) if contrast.node else _one_way(mpi, contrast, estimate_of)
        for contrast in proven
    ]


def _nodes(paths: Sequence[ComparedPath]) -> Iterable[Contrast | None]:
    """Each node of two paths or more: its fastest path against the slowest without it. One slow path between two nodes
    leaves both of them alone."""
    for node in dict.fromkeys(end for path in paths for end in path[:2]):
        own = [path for path in paths if node in path[:2]]
        others = [path for path in paths if node not in path[:2]]
        if len(own) > 1 and others:
            middle = sorted(others, key=lambda path: sum(path.series.values()) / max(1, len(path.series)))
            yield _contrast(own, others, middle[-1], node)


def _slower_way(ways: tuple[ComparedPath, ComparedPath]) -> Contrast | None:
    slower, faster = sorted(ways, key=lambda way: -sum(way.series.values()))
    return _contrast([slower], [faster], faster, "")


def _contrast(
    slow: Sequence[ComparedPath], fast: Sequence[ComparedPath], shown: ComparedPath, node: str
) -> Contrast | None:
    pairs = paired(combined([path.series for path in slow], min), combined([path.series for path in fast], max))
    return Contrast(tuple(slow), shown, ratio(pairs), node) if pairs else None


def _slow_node(
    mpi: str, contrast: Contrast, odd: Sequence[Finding], estimate_of: Callable[[Cell], Estimate | None]
) -> Finding:
    node = contrast.node
    differs = [
        fact
        for suspicion in odd
        if node in suspicion.affects
        for fact in suspicion.evidence
        if fact.source.startswith(("MTU of ", "rate of ", "state of ", "adapters"))
    ]
    why = differs[0] if differs else None
    known = f": {why.source} is {why.observation.replace('; ', ', ').replace(' others', ' other nodes')}" if why else ""
    title = f"every path of {node} is slow{known}"
    cause = (
        f"its adapter is set up otherwise than those of other nodes ({why.source})"
        if why
        else f"paths between other nodes are fast in the same seconds, so the port, cable or switch port of {node} is "
        "slow"
    )
    return Finding(
        id=f"{mpi}:slow-node-{node}",
        title=f"{mpi}: {title}",
        severity="serious",
        cause=cause,
        evidence=(
            _observed(contrast, f"paths of {node}", f"{contrast.fast.source} and {contrast.fast.target}"),
            *differs,
        ),
        fixes=(
            FixLine(
                mpi="any",
                launcher="root",
                line="ibstat",
                words=f"`ibstat`, or `ethtool INTERFACE`, on {node}: rate, width, errors; `ip link`: MTU",
            ),
            FixLine(mpi="any", launcher="srun", words=f"leave it out: `--exclude={node}`"),
        ),
        verify="rankwise survey",
        verify_words="run `rankwise survey` again: paths of this node must be like the others",
        affects=tuple(path.cell.id for path in contrast.slow),
        experiments=_experiments(contrast, title, estimate_of),
    )


def _one_way(mpi: str, contrast: Contrast, estimate_of: Callable[[Cell], Estimate | None]) -> Finding:
    way = contrast.slow[0]
    title = f"messages from {way.source} to {way.target} are slower than those back"
    return Finding(
        id=f"{mpi}:one-way-{way.source}-{way.target}",
        title=f"{mpi}: {title}",
        severity="serious",
        cause="the two directions take different routes, or a port or cable on the way is slow in one of them",
        evidence=(_observed(contrast, f"{way.source} to {way.target}", f"{way.target} to {way.source}"),),
        fixes=(
            FixLine(
                mpi="any",
                launcher="root",
                line="ip -s link",
                words=f"on {way.source} and {way.target}: `ip route get ADDRESS`, `ip -s link`; errors of their "
                "switch ports",
            ),
        ),
        verify="rankwise survey",
        verify_words="run `rankwise survey` again: both directions must take the same time",
        affects=(way.cell.id,),
        experiments=_experiments(contrast, title, estimate_of),
    )


def _observed(contrast: Contrast, slow: str, fast: str) -> Evidence:
    times = said.ratio(contrast.ratio.ratio, contrast.ratio.low, contrast.ratio.high, "")
    launches = f"{contrast.ratio.launch_pairs} launches"
    return Evidence(source="contrast", observation=f"{slow} take {times} times as long as {fast}, {launches}")


def _experiments(
    contrast: Contrast, title: str, estimate_of: Callable[[Cell], Estimate | None]
) -> tuple[Experiment, ...]:
    after = estimate_of(contrast.fast.cell)
    return tuple(
        Experiment(
            cell=path.cell.id,
            change=title,
            before=before,
            after=after,
            ratio=contrast.ratio.ratio,
            ratio_low=contrast.ratio.low,
            ratio_high=contrast.ratio.high,
            launch_pairs=contrast.ratio.launch_pairs,
            conclusion="proven",
        )
        for path in contrast.slow
        if after is not None and (before := estimate_of(path.cell)) is not None
    )
