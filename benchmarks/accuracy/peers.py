"""Every benchmark of IMB-MPI1, IMB-NBC and IMB-RMA beside our kernel, alternated on the same cores: one ratio each.

Where our definition differs, a second ratio shows the same calls counted by IMB's: that one must be near 1.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone

from msgspec.structs import replace

from benchmarks.accuracy.fidelity import comparable_side
from benchmarks.accuracy.imb import Imb
from benchmarks.accuracy.peer_rows import PEERS, Peer, Theirs
from benchmarks.accuracy.sides import half_width, two_cores
from benchmarks.goals import Goal, Report, share, share_goal
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Visit
from rankwise.core.units import format_seconds, format_size
from rankwise.measure import marks
from rankwise.measure.records import Mark
from rankwise.measure.session import Session
from rankwise.measure.side import Side
from rankwise.model.peers import imb_max_s
from rankwise.model.ratio import ratio
from rankwise.model.records import Ratio
from rankwise.model.robust import median

NEAR, WIDEST = (0.95, 1.05), 0.05
LEAST_LAUNCHES, MOST_LAUNCHES, ALONE_LAUNCHES = 12, 60, 24
BUDGET_S = 330.0
_MOST_VISITS = 10
_SETTLING = ("IMB-RMA",)
"""Programs in which the first operations of a launch, and of a size, take up to three times as long as later ones, in
IMB as in ours: they are not counted. (Of others the first row is: IMB's second lies in memory allocated anew.)"""
_QUICK = ("PingPong", "Allreduce", "Barrier", "Uniband", "Ibcast_pure", "Unidir_put", "One_put_all")
_HEADER = ("suite", "benchmark", "kernel", "size", "ours", "IMB", "ratio", "counted as IMB does", "reason")


@dataclass
class _Row:
    """One benchmark at one size: times of each launch pair, ours, by IMB's definition, and IMB's. `alone`: no other
    benchmark ran in its launches."""

    peer: Peer
    size_bytes: int
    alone: bool = False
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    imb: list[float] = field(default_factory=list)

    def judged(self) -> Ratio:
        """By our own definition."""
        return _ratio(self.ours, self.imb)

    def explained(self) -> Ratio | None:
        """By IMB's, where that is another one."""
        return _ratio(self.theirs, self.imb) if self.peer.theirs else None

    def is_near(self) -> bool:
        """By our own definition."""
        return _near(self.judged(), self._slack())

    def _slack(self) -> float:
        """By how much a ratio may be off because IMB prints its time in steps, where these are coarse."""
        step = self.peer.imb.step_s / 2 / median(self.imb)
        return step if self.peer.from_times and step > WIDEST else 0.0

    def is_explained(self) -> bool:
        """By our own, or by IMB's."""
        explained = self.explained()
        return self.is_near() or (explained is not None and _near(explained, self._slack()))

    def is_decided(self) -> bool:
        """More launches would change nothing."""
        explained = self.explained()
        return self.is_explained() or (_far(self.judged()) and (explained is None or _far(explained)))

    def cells(self) -> tuple[str, ...]:
        """The row of the table."""
        explained = self.explained()
        return (
            self.peer.imb.program,
            self.peer.imb.name,
            self.peer.kernel,
            format_size(self.size_bytes) if self.peer.imb.sized else "",
            format_seconds(median(self.ours)),
            format_seconds(median(self.imb)),
            _text(self.judged()),
            _text(explained) if explained else "",
            "; ".join(filter(None, ["" if self.is_near() else self._reason(), "in launches of its own" * self.alone])),
        )

    def _reason(self) -> str:
        if self.is_explained() and self.peer.theirs:
            coarse = f"; IMB prints no finer than {format_seconds(self.peer.imb.step_s)}" if self._slack() else ""
            return f"{self.peer.theirs.reason}{coarse}"
        return "not explained" if self.is_off() else "cannot tell: the interval is too wide"

    def is_off(self) -> bool:
        """Surely not near 1, as IMB counts where that is known."""
        return _far(self.explained() or self.judged())


def _ratio(ours: Sequence[float], imb: Sequence[float]) -> Ratio:
    return ratio([[pair] for pair in zip(ours, imb, strict=True)])


def _near(ratio: Ratio, slack: float) -> bool:
    return NEAR[0] - slack <= ratio.ratio <= NEAR[1] + slack and half_width(ratio) <= WIDEST


def _far(ratio: Ratio) -> bool:
    return ratio.low > NEAR[1] or ratio.high < NEAR[0]


def _text(ratio: Ratio) -> str:
    return f"{ratio.ratio:.3f} ({ratio.low:.3f}-{ratio.high:.3f})"


def mpi1(quick: bool) -> Report:
    """Ratio of our time to IMB's for every benchmark of IMB-MPI1 at four sizes."""
    return _peers("mpi1", quick)


def nbc(quick: bool) -> Report:
    """The same for IMB-NBC at three sizes."""
    return _peers("nbc", quick)


def rma(quick: bool) -> Report:
    """The same for IMB-RMA at three sizes."""
    return _peers("rma", quick)


def _peers(suite: str, quick: bool) -> Report:
    rows: list[_Row] = []
    for peers in PEERS[suite]:
        chosen = [peer for peer in peers if not quick or peer.imb.name in _QUICK]
        found = _together(chosen, 3 if quick else MOST_LAUNCHES, BUDGET_S)
        for peer in chosen if not quick else ():
            if not all(row.is_explained() for row in found[peer]):
                found |= _together([peer], ALONE_LAUNCHES, BUDGET_S, alone=True)
        rows += [row for peer in chosen for row in found[peer]]
    near, explained = sum(row.is_near() for row in rows), sum(row.is_explained() for row in rows)
    undecided = sum(not row.is_explained() and not row.is_off() for row in rows)
    return Report(
        method=f"Intel MPI, {LEAST_LAUNCHES} to {MOST_LAUNCHES} launch pairs, until a row is decided. In each, a row "
        "of IMB (its defaults, non-aggregate RMA), a visit of ours, and the same calls counted as IMB does, in random "
        "order on the same two cores (IMB-RMA: behind one of each that is not counted). A benchmark that is not near 1 "
        f"is measured again in {ALONE_LAUNCHES} launch pairs of its own: from 128 KiB on times move with where memory "
        "lies that was allocated before. IMB's figure is t, t_max, or what its rate says. A ratio is near 1 within "
        f"{NEAR[0]}-{NEAR[1]} and when its 95 % interval over launch pairs is within {WIDEST:.0%}; a ratio that is not "
        "has its reason beside it, and the ratio when we count as IMB does",
        goals=(
            Goal("near 1 by our own definition", share(near, len(rows)), "as many as definitions agree", None),
            share_goal("near 1, or so by IMB's definition", explained, len(rows), "all", explained == len(rows)),
            Goal("cannot tell", share(undecided, len(rows)), "none", None),
        ),
        header=_HEADER,
        rows=tuple(row.cells() for row in rows),
    )


def _together(peers: Sequence[Peer], most: int, budget_s: float, *, alone: bool = False) -> dict[Peer, list[_Row]]:
    """Launch pairs with all benchmarks that are not decided yet."""
    side, begin_s = comparable_side(), time.monotonic()
    rows = {peer: [_Row(peer, size, alone) for size in peer.sizes] for peer in peers}
    left = list(peers)
    for launch in range(most):
        if not left or time.monotonic() - begin_s > budget_s:
            break
        _launch_pair(side, launch, left, rows)
        if launch + 1 >= LEAST_LAUNCHES:
            left = [peer for peer in left if not all(row.is_decided() for row in rows[peer])]
    return rows


def _launch_pair(side: Side, launch: int, peers: Sequence[Peer], rows: dict[Peer, list[_Row]]) -> None:
    noise = random.Random(launch)
    settles = peers[0].imb.program in _SETTLING
    names = [*([peers[0].imb] if settles else []), *(peer.imb for peer in peers)]
    sizes = [size for size in peers[0].sizes for _ in range(2 if settles else 1)]
    with Session(side, launch) as session, Imb(side.mpi, two_cores().endpoints, names, sizes) as imb:
        for row in rows[peers[0]] if settles else ():
            for _ in range(2):
                _settle(session, imb, row, launch)
        for peer in peers:
            for row in rows[peer]:
                if settles:
                    _settle(session, imb, row, launch)
                turns = ["ours", "imb", *(["theirs"] if peer.theirs else [])]
                for who in noise.sample(turns, len(turns)):
                    if who == "imb":
                        row.imb.append(peer.imb_time_s(imb.row(peer.imb, row.size_bytes)))
                    elif who == "ours":
                        row.ours.append(_ours(session, row, launch))
                    else:
                        row.theirs.append(_theirs(session, row, launch))


def _settle(session: Session, imb: Imb, row: _Row, launch: int) -> None:
    """A row and visits that are not counted."""
    if row.peer.imb.sized:
        imb.row(row.peer.imb, row.size_bytes)
    _ours(session, row, launch)
    _theirs(session, row, launch)


def _ours(session: Session, row: _Row, launch: int) -> float:
    visit = _visited(session, row, launch, None)
    return median(visit.samples_s) / row.peer.operations(row.size_bytes)


def _theirs(session: Session, row: _Row, launch: int) -> float:
    """By IMB's definition: of each rank's mean, the largest; of a rate the median, as windows take long."""
    peer = row.peer
    visit = _visited(session, row, launch, peer.theirs)
    time_s = median(visit.samples_s) if peer.rate else imb_max_s([visit.rank_samples_s])
    return time_s / peer.operations(row.size_bytes)


def _visited(session: Session, row: _Row, launch: int, theirs: Theirs | None) -> Visit:
    """A visit with samples: where a rank was late for all of its calls, another one."""
    cell = row.peer.cell(session.side.name, row.size_bytes, theirs)
    for _ in range(_MOST_VISITS):
        visits, _ = session.visit(cell, launch, row.peer.options(row.size_bytes, theirs))
        if visits[0].samples_s:
            return visits[0]
    message = f"{cell.id}: ranks were late for all calls of {_MOST_VISITS} visits"
    raise MeasurementFailed("late", message, "leave the machine alone")


NOTED = ("peers-mpi1", "peers-nbc", "peers-rma")
"""The benchmarks of rows that `note` reads."""


def note(report: Report) -> None:
    """Writes the ratio of every kernel into the file of marks: by our definition where that is IMB's, else as IMB
    counts; of sizes the lowest and the highest."""
    ratios: dict[str, list[float]] = defaultdict(list)
    names: dict[str, str] = {}
    for program, name, kernel, *_, ours, theirs, _reason in report.rows:
        ratios[kernel].append(float((theirs or ours).split()[0]))
        names.setdefault(kernel, f"{program} {name}")
    known = marks.load()
    kernels = dict(known.kernels)
    for kernel, found in ratios.items():
        kernels[kernel] = replace(
            kernels.get(kernel, Mark()),
            peer=names[kernel],
            ratio_low=min(found),
            ratio_high=max(found),
            ratio_cells=len(found),
        )
    today = datetime.now(timezone.utc).date().isoformat()
    marks.save(replace(known, reconciled_on=today, kernels=kernels))
