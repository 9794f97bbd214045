"""A tuning found for eight ranks over slow links of a lab, verified in another process on launches of its own."""

from __future__ import annotations

import math
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec import convert

from benchmarks.goals import Goal, Report, percent
from benchmarks.labs import NAP, RANKWISE, Net, answer, inside, lab_of, plan_of
from benchmarks.tuning.tune import tuned_lines
from rankwise.core import process
from rankwise.core.units import format_seconds, format_size, parse_sizes
from rankwise.experiment.records import Comparison
from rankwise.lab.records import Lab
from rankwise.measure import preload
from rankwise.mpis.install import install
from rankwise.tuning.goals import COLLECTIVES, unseen
from rankwise.tuning.records import Tuned

PLAN = plan_of("slow-links", 8, Net("slow", "20MB/s", "2ms", interface="eth0"))
"""Sites that share a region's lines: light and routers take 2 ms, each connection has its share of the rate."""
NETWORK, HOSTS = "slow", tuple(f"n{number}" for number in range(1, 9))
SIZES, MEAN, IDLE = "1KiB:1MiB", 1.5, 0.20
_LAB = "tune-lab"


@dataclass(frozen=True)
class Effort:
    """Seconds of the search, of the verification, and of the comparison that shows what yielding does."""

    tune_s: float = 360.0
    verify_s: float = 240.0
    yield_s: float = 12.0


def tune_lab(family: str, quick: bool) -> Report:
    """Ranks that wait give up the CPU on all sides alike; what that gains is measured apart, beside the default."""
    effort = Effort(6.0, 5.0, 4.0) if quick else Effort()
    method = (
        f"{len(HOSTS)} hosts of a lab with a rank each, 2 ms and 20 MB/s between any two; ranks that wait sleep for "
        f"20 us on all sides. `tune --for collectives --sizes {SIZES}` for {effort.tune_s:.0f} s, then `tune verify` "
        f"for {effort.verify_s:.0f} s: another process that gets the file alone, at sizes that the search did not see"
    )
    mpi = install(family)
    with lab_of(_LAB, PLAN) as (lab, folder):
        preload.build(NAP, nap := folder / "nap.so")
        polling = endpoints_file(folder / "polling.toml", HOSTS, "")
        napping = endpoints_file(folder / "napping.toml", HOSTS, str(nap))
        file = folder / "tuning.toml"
        common = ("--mpi", mpi.name, "--out", str(folder))
        at = ("--endpoints", str(napping), *common)
        words = ["tune", "--for", "collectives", "--sizes", SIZES, *at, "--file", str(file)]
        found = convert(answer_in(lab, NETWORK, words, effort.tune_s)[0], Tuned)
        verified = None
        with idle_cpus() as idle:
            if found.file:
                verified = convert(answer_in(lab, NETWORK, ["tune", "verify", str(file), *at], effort.verify_s), Tuned)
        sides = [f"mpi={mpi.name}+endpoints={one}" for one in (polling, napping)]
        words = ["compare", *sides, "--kernels", ",".join(COLLECTIVES), "--sizes", "1KiB,64KiB"]
        yielding = convert(answer_in(lab, NETWORK, [*words, "--out", str(folder)], effort.yield_s), Comparison)
    left = f"{_LAB}\n" in process.run([RANKWISE, "lab", "list"], timeout_s=30).stdout
    gains = [one for one in verified.tuning.joint if one.kernel in COLLECTIVES] if verified else []
    mean = verified.mean if verified and gains else None
    drawn = len(unseen((), COLLECTIVES, 1, parse_sizes(SIZES)))
    share = min(1.0, len(gains) / drawn)  # where no line is left the default stays, and gains nothing
    return Report(
        method,
        goals=(
            Goal(
                f"{mpi.family}: geometric mean over unseen cells of six collectives",
                f"{mean.ratio**share:.2f} ({mean.low**share:.2f}-{mean.high**share:.2f})"
                if mean
                else "no verified tuning",
                f">= {MEAN}",
                mean is not None and mean.ratio**share >= MEAN,
            ),
            Goal(
                "CPU idle during verification",
                percent(round(idle.share, 3)) if verified else "nothing was verified",
                f"> {percent(IDLE)}",
                idle.share > IDLE if verified else None,
            ),
            Goal("cells that no line was left for, counted as 1", str(max(0, drawn - len(gains))), "told", None),
            Goal("yielding by itself, over the default that polls", _yield_words(yielding), "told apart", None),
            Goal("launches, search and verification", str((verified or found).tuning.launches), "told", None),
            Goal("labs left", str(int(left)), "0", not left),
        ),
        header=("collective", "size", "before", "after", "ratio"),
        rows=(
            *(
                (
                    gain.kernel,
                    format_size(gain.size_bytes),
                    format_seconds(gain.before_s),
                    format_seconds(gain.after_s),
                    f"{gain.ratio.ratio:.2f} ({gain.ratio.low:.2f}-{gain.ratio.high:.2f})",
                )
                for gain in gains
            ),
            *((row[1], row[2], "", "", "") for row in tuned_lines(found, verified)),
        ),
    )


def endpoints_file(
    file: Path, hosts: Sequence[str], preloaded: str, nap_us: int = 20, env: Mapping[str, str] = {}
) -> Path:
    """A rank on each host, with these variables, and with a preload that sleeps while it waits."""
    napping = {"LD_PRELOAD": preloaded, "NAP_US": str(nap_us)} if preloaded else {}
    words = ", ".join(f'{name} = "{value}"' for name, value in {**napping, **env}.items())
    file.write_text("".join(f'[[endpoint]]\nid = "{one}"\naddress = "{one}"\nenv = {{ {words} }}\n' for one in hosts))
    return file


def answer_in(lab: Lab, network: str, words: Sequence[str], budget_s: float) -> Any:
    """What a rankwise on the head of the lab answers within a budget."""
    begin = time.monotonic()
    words = [*words, "--allow", "LD_PRELOAD", "--budget", f"{budget_s}s", "--quiet"]  # as `endpoints_file` asks
    data = answer(words, before=inside(lab, network), timeout_s=budget_s * 4 + 180)
    print(f"  {words[0]} {words[1]}: {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)
    return data


def _yield_words(comparison: Comparison) -> str:
    """The geometric mean over the cells, and the extremes."""
    ratios = sorted(
        cell.ratios[comparison.sides[1]].ratio for cell in comparison.cells if comparison.sides[1] in cell.ratios
    )
    if not ratios:
        return "not measured"
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    return f"{mean:.2f}x ({ratios[0]:.2f} to {ratios[-1]:.2f}) over {len(ratios)} cells"


@dataclass
class Idle:
    """The share of all CPUs' time that nobody used."""

    share: float = 0.0


@contextmanager
def idle_cpus() -> Iterator[Idle]:
    found, before = Idle(), _cpu_ticks()
    yield found
    now = _cpu_ticks()
    spent = [b - a for a, b in zip(before, now, strict=True)]
    found.share = (spent[3] + spent[4]) / max(1, sum(spent))


def _cpu_ticks() -> list[int]:
    """User, nice, system, idle, waiting, interrupts, soft interrupts and stolen, as /proc/stat counts them."""
    match = re.match(r"cpu +((?:\d+ ){8})", Path("/proc/stat").read_text())
    assert match is not None, "/proc/stat begins with the sum over all CPUs"
    return [int(word) for word in match[1].split()]
