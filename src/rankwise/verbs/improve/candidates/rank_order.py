"""The same ranks on other places: the order that takes the least modelled time for what the trace says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rankwise.core.records import PlacedRank, RankOrder, TuningLine
from rankwise.core.units import format_seconds
from rankwise.decide.order_cost import Costs, Machine, machine_of
from rankwise.decide.rank_order import best_order
from rankwise.decide.trace_traffic import traffic_of_trace
from rankwise.placement.launch_words import is_launcher, several_programs
from rankwise.verbs.improve.case import Case, Offer
from rankwise.verbs.improve.machine import endpoints_for, map_of


def why_not(case: Case) -> str:
    """Why no order is sought; empty where one is."""
    if case.trace is None:
        return "the program was not traced"
    if len(case.ranks) != case.trace.world or any(rank.number < 0 for rank in case.ranks):
        return "the short start did not show every rank's host"
    if len(set(case.hosts)) < 2:
        return "all ranks are on one host, whose paths differ little"
    if several_programs(case.argv):
        return "the launch line starts several programs"
    if not (is_launcher(case.argv[0]) or Path(case.argv[0]).name == "srun"):
        return "what starts the ranks is no launcher that takes an order"
    return ""


def offers(case: Case) -> Iterator[Offer]:
    """The best order, where it is another one than the default."""
    assert case.trace is not None
    hosts, options = case.hosts, case.options
    machine, case.map_words = map_of(case.mpi, hosts, options.out, case.jury.watcher.phase, options.seed)
    traffic = traffic_of_trace(case.trace)
    costs = Costs(traffic, places_of(machine_of(machine), hosts))
    solution = best_order(costs, "makespan", seed=options.seed)
    if solution.order == tuple(range(costs.ranks)):
        return
    import numpy as np

    default_s = costs.value(np.arange(costs.ranks), "makespan")[0]
    chosen_s = costs.value(np.array(solution.order, dtype=np.int64), "makespan")[0]
    ranks = tuple(
        PlacedRank(rank=rank, default=hosts[rank], chosen=hosts[place], host=hosts[place])
        for rank, place in enumerate(solution.order)
    )
    moved = sum(rank.default != rank.chosen for rank in ranks)
    line = TuningLine(
        id="rank-order",
        why=f"messages of the busiest rank take {format_seconds(default_s)} by default, {format_seconds(chosen_s)} in "
        "this order, by the map",
        undo="take this line out",
        placement=RankOrder(machine=machine.name, pattern=traffic.name, ranks=ranks),
    )
    # Only the time inside MPI can become shorter, by as much as messages do.
    yield Offer(f"{moved} ranks on other hosts", line, 1.0 / (1.0 - _share(case) * (1.0 - chosen_s / default_s)))


def _share(case: Case) -> float:
    """The part of what is judged that is inside MPI: of a whole run the start of the job is none of it."""
    traced_s = max((rank.time_s for rank in case.trace.ranks), default=0.0) if case.trace else 0.0
    of_run = 1.0 if case.options.figure else min(1.0, traced_s / case.jury.run_s)
    return (case.share or 0.0) * of_run


def places_of(machine: Machine, hosts: Sequence[str]) -> Machine:
    """A place for each rank, on its host: paths between ranks of two hosts are those between the hosts, and within one
    host those between its two endpoints. `machine` has `endpoints_for(hosts)`."""
    import numpy as np

    wanted = endpoints_for(hosts)
    first = {host: wanted.index(host) for host in wanted}
    second = {host: len(wanted) - 1 - wanted[::-1].index(host) for host in wanted}
    level = np.full((len(hosts), len(hosts)), -1, dtype=np.int64)
    for a, source in enumerate(hosts):
        for b, target in enumerate(hosts):
            if a != b:
                level[a, b] = machine.level[first[source], second[target] if source == target else first[target]]
    names = tuple(f"{host}#{rank}" for rank, host in enumerate(hosts))
    return Machine(names, tuple(machine.kinds[first[host]] for host in hosts), level, machine.transfers)
