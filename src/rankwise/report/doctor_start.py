"""The short start of a job in words: ranks, CPUs, threads, limits, namespaces, and what its messages took."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from rankwise.core.grouped import grouped
from rankwise.core.units import format_rate, format_seconds, format_size, number_ranges, plural
from rankwise.diagnoses.records import ProbedPair, ProbedRank

_MOST = 6
_LARGE_BYTES = 1 << 20


def started(ranks: Sequence[ProbedRank], asked: int) -> Iterator[str]:
    """What a short start showed, a line for each question."""
    back = [rank for rank in ranks if rank.world > 0]
    of = f" of {asked}" if asked else ""
    hosts = sorted({rank.host for rank in ranks})
    words = [f"{plural(len(ranks), 'rank')}{of} on {plural(len(hosts), 'host')} ({', '.join(hosts[:_MOST])})"]
    words += [] if back else ["none came back from MPI_Init"]
    if back:
        words.append(f"MPI_COMM_WORLD of {' and '.join(map(str, sorted({rank.world for rank in back})))}")
        words.append(f"MPI_Init {max(rank.init_s for rank in back):.2f} s")
    yield f"started   {', '.join(words)}"
    yield f"CPUs      {_cpus(ranks)}"
    yield f"threads   {_threads(ranks)}"
    yield f"limits    {_limits(ranks)}"
    yield f"spaces    {_spaces(ranks)}"
    if devices := sorted({rank.visible_devices for rank in ranks if rank.visible_devices}):
        yield f"GPUs      {'; '.join(devices[:_MOST])}"
    if opened := sorted({name for rank in back for name in rank.transports}):
        yield f"messages  {', '.join(opened[:_MOST])} open after a message to each"
    for rank in back:
        for kind, pair in rank.pairs.items():
            yield f"          {_pair(rank, kind, pair)}"


def _groups(values: dict[int, str]) -> list[str]:
    """Ranks with what they have in common, by value."""
    groups = grouped((value, number) for number, value in values.items())
    if len(groups) == 1:
        return [f"{next(iter(groups))} for each rank"]
    named = [f"rank {number_ranges(tuple(sorted(numbers)))}: {value}" for value, numbers in groups.items()]
    return named[:_MOST] + ([f"and {len(named) - _MOST} more"] if len(named) > _MOST else [])


def _cpus(ranks: Sequence[ProbedRank]) -> str:
    text = "; ".join(_groups({rank.number: number_ranges(rank.cpus) for rank in ranks}))
    taken: dict[tuple[str, int], int] = defaultdict(int)
    for rank in ranks:
        for cpu in rank.cpus:
            taken[rank.boot_id or rank.host, cpu] += 1
    shared = sum(count > 1 for count in taken.values())
    return text + (f" (masks overlap on {plural(shared, 'CPU')})" if shared else " (no overlap)")


def _threads(ranks: Sequence[ProbedRank]) -> str:
    if not any(rank.threads for rank in ranks):
        return "OMP_NUM_THREADS is not set"
    facts = {
        rank.number: f"OMP_NUM_THREADS={rank.threads or 'unset'} on {plural(len(rank.cpus), 'CPU')}" for rank in ranks
    }
    return "; ".join(_groups(facts))


def _limits(ranks: Sequence[ProbedRank]) -> str:
    facts = {
        rank.number: f"locked memory {'unlimited' if rank.memlock_bytes is None else format_size(rank.memlock_bytes)}, "
        f"open files {'unlimited' if rank.open_files is None else rank.open_files}"
        for rank in ranks
    }
    return "; ".join(_groups(facts))


def _spaces(ranks: Sequence[ProbedRank]) -> str:
    hosts = grouped(((rank.boot_id, rank.host), rank) for rank in ranks)
    differ = sorted(
        {
            f"{kind} on {host}"
            for (_, host), here in hosts.items()
            for kind in here[0].namespaces
            if len({rank.namespaces.get(kind) for rank in here}) > 1
        }
    )
    return f"ranks differ in {', '.join(differ[:_MOST])}" if differ else "ranks of a host share their namespaces"


def _pair(rank: ProbedRank, kind: str, pair: ProbedPair) -> str:
    times = dict(pair.curve)
    words = [f"ranks {rank.number} and {pair.other}, {'inside a node' if kind == 'inside' else 'between nodes'}:"]
    if pair.curve:
        words.append(f"{format_seconds(pair.curve[0][1])} for {pair.curve[0][0]} B")
    if times.get(_LARGE_BYTES):
        words.append(f"and {format_rate(_LARGE_BYTES / times[_LARGE_BYTES])} for 1 MiB")
    return " ".join(words) + ", through the probe"
