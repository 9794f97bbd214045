"""Far cards of the published cluster in a lab: a pingpong by two relays, and a pair that is not relayed."""

from __future__ import annotations

from pathlib import Path

from msgspec import convert

from benchmarks.goals import Goal, Report, middle_of, of_ratio, percent
from benchmarks.labs import FAST, answer, inside, lab_of, published
from rankwise.apply import file as tuning_file
from rankwise.apply.builds import tuned_build
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Mpi
from rankwise.core.units import format_size
from rankwise.experiment.records import Comparison
from rankwise.lab.records import Lab
from rankwise.mpis.install import install
from rankwise.optimise.records import Relay, RelayedPair
from rankwise.tuning.records import Tuning, TuningLine

_LAB = "relay-bench"
_HOSTS = ("c001-n001", "c001-n002")
_FAR = tuple(f"{host}-mic2" for host in _HOSTS)
_WIDEST_BYTES_PER_S = 3.8e9  # between the hosts, the slowest of the three hops
_SLOWDOWN, _QUICK_SLOWDOWN = 60.0, 120.0
_SHARE, _UNTOUCHED = 0.8, (0.97, 1.03)


def relay(quick: bool) -> Report:
    """The three libraries one after the other, direct beside relayed and both alternated."""
    slowdown = _QUICK_SLOWDOWN if quick else _SLOWDOWN
    bound = _WIDEST_BYTES_PER_S / slowdown
    sizes = (1 << 20,) if quick else (1 << 20, 4 << 20)
    method = (
        f"the lab of examples/phi-cluster.toml, {slowdown:g} times slower than declared; a pingpong of far cards, "
        f"direct beside relayed by both hosts, as a share of {bound / 1e6:.3g} MB/s; then of the hosts themselves, "
        "which the same tuning does not relay"
    )
    goals: list[Goal] = []
    rows: list[tuple[str, ...]] = []
    with lab_of(_LAB, published(slowdown)) as (lab, folder):
        for family in ("mpich", "openmpi", "impi"):
            mpi = install(family)
            tuning = _tuning(mpi, folder / f"{family}.toml")
            far = _compared(lab, (mpi, _FAR), tuning, sizes, 20.0 if quick else 60.0)
            near = _compared(lab, (mpi, _HOSTS), tuning, sizes[:1], 15.0 if quick else 60.0)
            shares = []
            for cell in far.cells:
                if cell.failed:
                    raise MeasurementFailed("relay-failed", "; ".join(cell.failed.values()))
                direct_s, relayed_s = (cell.times_s[side] for side in far.sides)
                shares.append(cell.size_bytes / relayed_s / bound)
                gained = f"{direct_s / relayed_s:.2f}"
                rows.append((family, format_size(cell.size_bytes), gained, percent(round(shares[-1], 3))))
            worst = min(shares, default=0.0)
            reached = percent(round(worst, 3))
            goals.append(
                Goal(
                    f"{family}: share of the bound",
                    reached,
                    f">= {percent(_SHARE)}",
                    worst >= _SHARE,
                    middle_of(shares, "of 1"),
                )
            )
            goals.append(_untouched(family, near))
    return Report(method, tuple(goals), ("library", "size", "direct over relayed", "share of the bound"), tuple(rows))


def _untouched(family: str, near: Comparison) -> Goal:
    low, high = _UNTOUCHED
    what, goal = f"{family}: a pair that is not relayed, direct over with the tuning", f"{low} to {high}"
    ratios = [ratio for cell in near.cells for ratio in cell.ratios.values()]
    if not ratios:
        return Goal(what, "not measured", goal, None)
    words = f"{ratios[0].ratio:.3f} ({ratios[0].low:.3f} to {ratios[0].high:.3f})"
    return Goal(what, words, goal, low <= ratios[0].ratio <= high, of_ratio(ratios[0]))


def _tuning(mpi: Mpi, file: Path) -> Path:
    pair = RelayedPair(source=_FAR[0], target=_FAR[1], through=_HOSTS)
    line = TuningLine(id="far", why="", undo="", relay=Relay(pairs=(pair,), network="10.34.0.0/15"))
    tuning_file.write(Tuning(name="far", build=tuned_build(mpi), machine="phi", ranks=2, lines=(line,)), file)
    return file


def _compared(
    lab: Lab, ranks: tuple[Mpi, tuple[str, ...]], tuning: Path, sizes: tuple[int, ...], budget_s: float
) -> Comparison:
    """A pingpong of an MPI between two hosts, plain and with the tuning."""
    mpi, hosts = ranks
    side = f"mpi={mpi.name}+hosts={','.join(hosts)}"
    words = ["compare", side, f"{side}+tuning={tuning}", "--kernels", "pingpong", "--sizes", ",".join(map(str, sizes))]
    words += ["--budget", f"{budget_s}s", "--out", str(tuning.parent), "--quiet"]
    return convert(answer(words, before=inside(lab, FAST), timeout_s=budget_s * 4 + 120), Comparison)
