"""Published machines: their figures, their curves under SimGrid, the studies, and large simulated machines."""

from __future__ import annotations

import re
import resource
import statistics
import time
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from benchmarks.goals import Goal, Report, share_goal
from rankwise.cluster.records import Machine, MachineRule
from rankwise.cluster.reference import REFERENCE, machine_named, shipped, table
from rankwise.core import toml
from rankwise.core.errors import MeasurementFailed
from rankwise.measure.cells import cell
from rankwise.simulate import smpi
from rankwise.simulate.platform import of_machine
from rankwise.verbs.study import list_studies, study

_NEAR = 0.05
_RANKS, _QUICK_RANKS = 4096, 256
_SIX = ("pingpong", "sendrecv", "exchange", "alltoall", "bcast", "allreduce")
_SIX_RANKS, _QUICK_SIX_RANKS = 512, 64


def machines(quick: bool) -> Report:
    """Each figure of each shipped machine is looked up in the published row that it names."""
    wrong, count = [], 0
    for name in shipped():
        text = (REFERENCE / f"machines/{name}.toml").read_text()
        for figure, source in stated(text):
            count += 1
            if not is_published(figure, source):
                wrong.append((name, figure, source))
    method = "Each figure of each shipped machine is looked for in the published rows that its source names."
    goals = (share_goal("figures found in their table", count - len(wrong), count, "all", not wrong),)
    return Report(method, goals, ("machine", "figure", "source"), tuple(wrong))


def stated(text: str) -> list[tuple[str, str]]:
    """(figure, source) of everything that a machine file states; its numbers are as written."""
    tables = toml.loads(text)
    rows = [row for name in ("resources", "paths", "curves") for row in tables.get(name, [])]
    rows += [tables["network"]] if "link" in tables.get("network", {}) else []
    fields = ("rate", "rate_high", "latency", "latency_high", "link")
    figures = [(row[field], row["source"]) for row in rows for field in fields if field in row]
    return figures + [
        (str(value), row["source"]) for row in rows for field in ("sizes", "times_us") for value in row.get(field, [])
    ]


def is_published(figure: str, source: str) -> bool:
    """Whether a figure stands in the rows that its source names: `file.csv: word, word`, several with |, or / N."""
    number = re.compile(r"\d+(?:\.\d+)?")
    match = number.match(figure)
    for part in source.split(" | "):
        file, _, rest = part.partition(": ")
        words, _, divisor = rest.partition(" / ")
        keys = [word.strip() for word in re.split(r", (?![^(]*\))", words)]
        for row in table(file):
            cells = ", ".join(row.values())
            values = {float(value) / float(divisor or 1) for value in number.findall(cells)}
            if match is not None and all(key in cells for key in keys) and float(match[0]) in values:
                return True
    return False


def simulated_curves(quick: bool) -> Report:
    """Curves of every second size of the four Sendrecv tables, and what the engine takes on them for the others."""
    machine = machine_named("phi-workstation")
    rows, goals = [], []
    for rule in machine.rules:
        pair = (0, 1) if rule.sender == "host" else (1, 2)
        platform = of_machine(_every_second(machine), rule.fabric, pair)
        cells = [cell("simulated", "sendrecv", size, (0, 1)) for size in rule.sizes_bytes]
        visits = smpi.run_cells(platform, cells).visits
        errors = []
        for size, expected_s, visit in zip(rule.sizes_bytes, rule.times_s, visits, strict=True):
            held_out = size not in _kept(rule)
            beside = any(step // 2 <= size <= step for step in rule.steps_bytes)
            error = visit.samples_s[0] / expected_s - 1
            words = ("held out" if held_out else "", "step" * beside)
            rows.append((rule.fabric, rule.sender, str(size), f"{error:+.1%}", *words))
            errors += [abs(error)] if held_out and not beside else []
        middle = statistics.median(errors)
        what = f"{rule.fabric}, {rule.sender} to {rule.receiver}: median error of held-out sizes away from two steps"
        goals.append(Goal(what, f"{middle:.1%} of {len(errors)}", f"<= {_NEAR:.0%}", middle <= _NEAR))
    method = "A curve of every second size of each published Sendrecv table; the engine under SimGrid at all sizes."
    return Report(method, tuple(goals), ("fabric", "from", "size", "error", "", ""), tuple(rows))


def _kept(rule: MachineRule) -> set[int]:
    return {*rule.sizes_bytes[::2], rule.sizes_bytes[-1]}


def _every_second(machine: Machine) -> Machine:
    rules = []
    for rule in machine.rules:
        kept = [(size, at) for size, at in zip(rule.sizes_bytes, rule.times_s, strict=True) if size in _kept(rule)]
        steps = tuple(next(size for size, _ in kept if size >= step) for step in rule.steps_bytes)
        sizes, times = zip(*kept, strict=True)
        rules.append(replace(rule, sizes_bytes=sizes, times_s=times, steps_bytes=steps))
    return replace(machine, rules=tuple(rules))


def studies(quick: bool) -> Report:
    """All studies on simulated machines. A missed prediction needs a reason."""
    names = [item.name for item in list_studies()]
    if quick:
        names = [name for name in names if name not in ("bisection", "halo", "collectives")]
    rows, inside, judged, reasonless = [], 0, 0, 0
    for name in names:
        with TemporaryDirectory(prefix="rankwise-study-") as out:
            done = study(name, out=out)
        for row in done.figures:
            if row.verdict in ("within", "missed"):
                judged += 1
                inside += row.verdict == "within"
                reasonless += row.verdict == "missed" and not row.reason
                ratio = "" if row.ratio is None else f"{row.ratio:.3f}"
                rows.append((name, row.what, ratio, f"{done.tolerance:.0%}", row.verdict, row.reason))
    goals = (
        share_goal("predictions within the tolerance of their study", inside, judged, "only tells", True),
        Goal("missed predictions without a reason", str(reasonless), "0", reasonless == 0),
    )
    method = "Each study on simulated machines; tolerances were fixed before the first run of a study."
    return Report(method, goals, ("study", "what", "ratio", "tolerance", "verdict", "reason"), tuple(rows))


def simulated_scale(quick: bool) -> Report:
    """A large machine: an allreduce of all ranks, and six kernels of fewer."""
    ranks, six = (_QUICK_RANKS, _QUICK_SIX_RANKS) if quick else (_RANKS, _SIX_RANKS)
    machine = replace(machine_named("blue-gene-q"), nodes=ranks)
    shape = {4096: (8, 8, 8, 4, 2), 512: (4, 4, 4, 4, 2), 256: (4, 4, 4, 2, 2), 64: (4, 4, 2, 2, 1)}
    goals = []
    for what, count, kernels, size, most_s, like in (
        ("six kernels of 2 KiB as MPICH sends", six, _SIX, 2048, 300.0, "mpich"),
        ("allreduce of 2 KiB", ranks, ("allreduce",), 2048, 90.0, ""),  # last: memory is the most of any child so far
    ):
        torus = replace(machine, nodes=count, network=replace(machine.network, dimensions=shape[count]))
        platform = of_machine(torus, "torus", [node * len(machine.endpoints) for node in range(count)])
        groups = {kernel: tuple(range(2 if kernel == "pingpong" else count)) for kernel in kernels}
        cells = [cell("simulated", kernel, size, group) for kernel, group in groups.items()]
        begin_s = time.monotonic()
        try:
            algorithms = {"coll-selector": smpi.LIKE[like]} if like else {}
            done = smpi.run_cells(platform, cells, timeout_s=1200, algorithms=algorithms)
            right = len(done.visits) == len(cells) and not done.errors
        except MeasurementFailed as error:
            goals.append(Goal(f"{what}, {count} ranks on a torus", error.in_a_line, f"<= {most_s:.0f} s", False))
            continue
        took_s = time.monotonic() - begin_s
        most_bytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10
        goals.append(
            Goal(f"{what}, {count} ranks on a torus", f"{took_s:.0f} s, {most_bytes / 2**30:.1f} GiB",
                 f"<= {most_s:.0f} s, <= 8 GiB", right and took_s <= most_s and most_bytes <= 8 << 30)
        )  # fmt: skip
    method = (
        "The engine's kernels under SimGrid on a torus of Blue Gene/Q nodes. SMPI's own alltoall posts all messages of "
        "a rank at once: for 512 ranks it takes five minutes or more by itself. So the six kernels follow MPICH, as "
        "with `--like mpich`."
    )
    return Report(method, tuple(goals))
