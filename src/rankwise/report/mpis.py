"""MPIs of several hosts as lines for a terminal: those of most hosts once, and of the others what differs."""

from __future__ import annotations

from rankwise.mpis.records import ListedMpi, MpisOfHosts
from rankwise.report.words import most_and_others


def lines(told: MpisOfHosts) -> list[str]:
    """The MPIs by the name that each host gives them, and why some hosts told nothing."""
    names = list(dict.fromkeys(mpi.name for mpis in told.hosts.values() for mpi in mpis))
    width = max(map(len, names), default=0)

    def rows(mpis: tuple[ListedMpi, ...]) -> tuple[tuple[str, str], ...]:
        known = {mpi.name: _words(mpi) for mpi in mpis}
        return tuple((name, known.get(name, "none")) for name in names)

    nodes = [(host, rows(mpis) or (("no MPI", ""),)) for host, mpis in told.hosts.items()]
    text = most_and_others(nodes, lambda name, words: f"  {name:{width}}  {words}".rstrip()) if nodes else []
    return [*text, *(f"{host} told nothing: {why}" for host, why in told.silent.items())]


def _words(mpi: ListedMpi) -> str:
    fatal = [problem.message for problem in mpi.problems if problem.fatal]
    problem = f"; cannot be used: {fatal[0]}" if fatal else ""
    return f"{mpi.version or '?'} in {mpi.prefix}, {' '.join(mpi.transports) or 'no transport'}{problem}"
