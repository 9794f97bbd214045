"""Collectives on the published cluster in a lab: what `tune` finds with schedules, at sizes that it did not see."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import convert

from benchmarks.goals import Goal, Report, percent
from benchmarks.lab.tune import IDLE, answer_in, endpoints_file, idle_cpus
from benchmarks.labs import FAST, NAP, endpoints_of, lab_of, published
from rankwise.cluster.plan_map import to_map
from rankwise.cluster.records import ClusterPlan
from rankwise.core.units import format_seconds, format_size
from rankwise.measure import preload
from rankwise.mpis.install import install
from rankwise.optimise.schedules.bounds import bound_s
from rankwise.optimise.schedules.network import network_of
from rankwise.tuning.records import Gain, Tuned

_LAB = "collectives-lab"
_SLOWDOWN = 100.0
_NAP_US = 100
_SIZES = "16KiB:128KiB"
_JUDGED = ("allgather", "allreduce", "alltoall", "bcast")
_MEAN = 1.5
_LARGE_BYTES = 64 << 10
_NOTHING = "nothing was verified"
_LARGE = {"allgather": 3.0, "alltoall": 2.0, "bcast": 3.0}


@dataclass(frozen=True)
class _Effort:
    """Seconds of the search and of the verification."""

    tune_s: float = 330.0
    verify_s: float = 150.0


def collectives_lab(family: str, quick: bool) -> Report:
    """Ranks that wait sleep on all sides, for ten of them share two cores."""
    effort = _Effort(60.0, 30.0) if quick else _Effort()
    method = (
        f"ten endpoints of examples/phi-cluster.toml in a lab {_SLOWDOWN:g} times slower, a rank of {family} on each, "
        f"which sleeps for {_NAP_US} us while it waits; "
        f"`tune --for collectives --reductions any --sizes {_SIZES}` for {effort.tune_s:.0f} s, then `tune verify` "
        f"for {effort.verify_s:.0f} s by launches of its own, at sizes that the search did not see; root 0. The bound "
        "is that of the declared links"
    )
    mpi = install(family)
    with lab_of(_LAB, published(_SLOWDOWN)) as (lab, folder):
        hosts = endpoints_of(lab)
        preload.build(NAP, nap := folder / "nap.so")
        napping, file = endpoints_file(folder / "napping.toml", hosts, str(nap), _NAP_US), folder / "tuning.toml"
        at = ("--endpoints", str(napping), "--mpi", mpi.name, "--out", str(folder))
        words = ["tune", "--for", "collectives", "--reductions", "any", "--sizes", _SIZES, *at, "--file", str(file)]
        found = convert(answer_in(lab, FAST, words, effort.tune_s)[0], Tuned)
        with idle_cpus() as idle:
            words = ["tune", "verify", str(file), *at]
            verified = convert(answer_in(lab, FAST, words, effort.verify_s), Tuned) if found.file else None
    gains = judged_gains(verified)
    return Report(
        method,
        goals(family, found, verified, idle.share),
        ("collective", "size", "before", "after", "ratio", "share of the bound"),
        tuple(_row(lab.plan, hosts, gain) for gain in gains),
    )


def judged_gains(verified: Tuned | None) -> list[Gain]:
    """What a verification showed of the collectives that are judged."""
    return [gain for gain in verified.tuning.joint if gain.kernel in _JUDGED] if verified else []


def goals(family: str, found: Tuned, verified: Tuned | None, idle: float) -> tuple[Goal, ...]:
    """The goals of a search and of its verification, None where the search left nothing to verify. Cells that no line
    concerns count as 1 in the mean over all."""
    gains, mean = judged_gains(verified), verified.mean if verified else None
    made = [
        Goal(
            f"{family}: geometric mean over all unseen cells",
            f"{mean.ratio:.2f} ({mean.low:.2f}-{mean.high:.2f}) over {verified.mean_cells}"
            if mean and verified
            else _NOTHING,
            f">= {_MEAN:g}",
            mean is not None and mean.ratio >= _MEAN,
        )
    ]
    for kernel, least in _LARGE.items():
        large = [gain for gain in gains if gain.kernel == kernel and gain.size_bytes >= _LARGE_BYTES]
        made.append(_mean_goal(f"{family}: {kernel} from {format_size(_LARGE_BYTES)} on", large, least))
    slower = sum(gain.ratio.high < found.tuning.worst for gain in verified.tuning.joint) if verified else 0
    rules = [line.rule.algorithm for line in verified.tuning.lines if line.rule] if verified else []
    return (
        *made,
        Goal(
            f"cells that are wholly below {found.tuning.worst:g}",
            str(slower) if verified else _NOTHING,
            "0",
            not slower if verified else None,
        ),
        Goal(
            "CPU idle during verification",
            percent(round(idle, 3)) if verified else _NOTHING,
            f"> {percent(IDLE)}",
            idle > IDLE if verified else None,
        ),
        Goal("rules that are schedules", f"{sum(':' in one for one in rules)} of {len(rules)}", "told", None),
        Goal("the search", _answer_words(found), "told", None),
        Goal("the verification", _answer_words(verified) if verified else _NOTHING, "told", None),
    )


def _answer_words(tuned: Tuned) -> str:
    """The answer, and the lines that it keeps, drops, and had no time for."""
    kept, dropped, unmeasured = len(tuned.tuning.lines), len(tuned.dropped), len(tuned.unmeasured)
    return f"{tuned.answer}: {kept} lines kept, {dropped} dropped, {unmeasured} not measured"


def _mean_goal(what: str, gains: Sequence[Gain], least: float) -> Goal:
    if not gains:
        return Goal(what, _NOTHING, f">= {least:g}", met=False)
    mean = math.exp(sum(math.log(gain.ratio.ratio) for gain in gains) / len(gains))
    return Goal(what, f"{mean:.2f} over {len(gains)} cells", f">= {least:g}", mean >= least)


def _row(plan: ClusterPlan, hosts: Sequence[str], gain: Gain) -> tuple[str, ...]:
    network = network_of(to_map(plan, in_lab=True), hosts, FAST, shared=False)
    root = 0 if gain.kernel == "bcast" else -1
    bound = bound_s(network, gain.kernel, root, gain.size_bytes)  # type: ignore[arg-type]
    return (
        gain.kernel,
        format_size(gain.size_bytes),
        format_seconds(gain.before_s),
        format_seconds(gain.after_s),
        f"{gain.ratio.ratio:.2f} ({gain.ratio.low:.2f}-{gain.ratio.high:.2f})",
        percent(round(bound / gain.after_s, 3)) if bound else "-",
    )
