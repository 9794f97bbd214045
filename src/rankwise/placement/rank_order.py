"""A launch line that follows an order of ranks, in place of the hosts that it names itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rankwise.apply.rank_files import binding_apart, order_words
from rankwise.core.errors import UsageError
from rankwise.core.launchers import starts_ranks
from rankwise.core.records import Mpi
from rankwise.optimise.records import RankOrder
from rankwise.placement.launch_words import hosts_of, ranks_of, several_programs, without_binding, without_hosts
from rankwise.tuning.records import TuningLine


def order_of(lines: Sequence[TuningLine]) -> tuple[str, RankOrder] | None:
    """The line that orders ranks, by its id. Raises UsageError for two of them."""
    orders = [(line.id, line.placement) for line in lines if line.placement is not None]
    if len(orders) > 1:
        raise UsageError("lines-disagree", f"lines '{orders[0][0]}' and '{orders[1][0]}' order ranks", "keep one")
    return orders[0] if orders else None


def unlike(argv: Sequence[str], name: str, order: RankOrder) -> str:
    """Why an order is not for a launch line; empty where it is: as many ranks, and no other hosts."""
    if not starts_ranks(argv[0]):
        return f"line '{name}' orders ranks, and `{argv[0]}` is not a launcher"
    if several_programs(argv):
        return f"line '{name}' orders ranks of one program, and the line starts several"
    if (ranks := ranks_of(argv)) != len(order.ranks):
        return f"line '{name}' orders {len(order.ranks)} ranks, the job has {ranks or 'an unknown number'}"
    known = {rank.host for rank in order.ranks}
    if other := sorted(set(hosts_of(argv)) - known):
        return f"line '{name}' is for {', '.join(sorted(known))}, and the job names {', '.join(other)}"
    return ""


def in_order(
    argv: Sequence[str], env: Mapping[str, str], order: RankOrder, mpi: Mpi, folder: Path
) -> tuple[list[str], dict[str, str]]:
    """The launch line and environment in which ranks follow the order; the launcher's files go into `folder`."""
    launcher = "slurm" if Path(argv[0]).name == "srun" else mpi.family
    words, added = order_words(order.ranks, launcher, folder, mpi.version)
    own = without_hosts(argv)
    if variable := binding_apart(launcher, mpi.version):
        own, policy = without_binding(own)
        added = {**added, **({variable: policy} if policy else {})}
    return [own[0], *words, *own[1:]], {**env, **added}
