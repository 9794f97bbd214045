"""`route --try`: the best relay of a pair, measured beside the direct way by real messages."""

from __future__ import annotations

from dataclasses import replace as replace_fields
from pathlib import Path

from msgspec.structs import replace

from rankwise.apply import file as tuning_file
from rankwise.apply.builds import tuned_build
from rankwise.core.errors import UsageError
from rankwise.experiment.records import ComparedCell
from rankwise.experiment.sides import CompareOptions, compare_sides
from rankwise.measure.watcher import Watcher
from rankwise.mpis import catalog
from rankwise.optimise.records import Relay, RelayedPair, Routed
from rankwise.placement.choice import Choice
from rankwise.tuning.records import Gain, Tuning, TuningLine

KERNELS = ("pingpong", "uniband")


def tried(
    routed: Routed,
    *,
    mpi: str,
    network: str,
    budget_s: float,
    out: Path,
    file: Path | None,
    watcher: Watcher | None = None,
) -> Routed:
    """The route with what a pingpong and a stream of messages take by its relays, as a ratio to the direct way.

    `network`: over which IPv4 network to relay. Writes the tuning where a `file` is named, all kernels were measured to
    the end, and none is slower with it. Raises UsageError where the map knows no relay that pays, and as `compare`.
    """
    source, *through, target = routed.best.endpoints
    if not through:
        raise UsageError("no-relay", f"no relay pays between {source} and {target} at this size", "try a larger --size")
    chosen = catalog.find(mpi)
    pair = RelayedPair(source=source, target=target, through=tuple(through))
    words = " > ".join(routed.best.endpoints)
    line = TuningLine(
        id=f"relay {source} {target}",
        why=f"on {routed.machine} messages are faster by {words}",
        undo="take the line out",
        relay=Relay(pairs=(pair,), network=network),
    )
    tuning = Tuning(name=f"relay {words}", build=tuned_build(chosen), machine=routed.machine, ranks=2, lines=(line,))
    direct = Choice(name=f"mpi={chosen.name}+hosts={source},{target}", mpi=chosen.name, hosts=(source, target))
    # No side that could be typed for `compare`: none is made of relays.
    relayed = replace_fields(direct, name=f"through {' and '.join(through)}", relay=line.relay)
    options = CompareOptions(
        sides=(direct, relayed), kernels=KERNELS, sizes=(routed.size_bytes,), budget_s=budget_s, out=out
    )
    compared = compare_sides(options, watcher)
    answer = replace(routed, tried=compared)
    if file is None or answer.outcome != "faster":
        return answer
    gains = tuple(map(_gain, compared.cells))
    kept = replace(tuning, lines=(replace(line, gains=gains),), joint=gains, run=compared.run.id)
    tuning_file.write(kept, file)
    return replace(answer, file=str(file))


def _gain(cell: ComparedCell) -> Gain:
    before, after = cell.times_s.values()
    (ratio,) = cell.ratios.values()
    return Gain(
        kernel=cell.kernel, size_bytes=cell.size_bytes, ranks=cell.ranks, before_s=before, after_s=after, ratio=ratio
    )
