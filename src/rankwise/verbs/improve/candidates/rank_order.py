"""The same ranks on other places: the order that takes the least modelled time for what the trace says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rankwise.core.launchers import is_launcher
from rankwise.core.units import format_seconds
from rankwise.model.machine import CostModel, machine_of
from rankwise.optimise.order_cost import Costs
from rankwise.optimise.rank_order import best_order
from rankwise.optimise.records import PlacedRank, RankOrder
from rankwise.placement.launch_words import several_programs
from rankwise.tracing.traffic import traffic_of_trace
from rankwise.tuning.records import TuningLine
from rankwise.verbs.improve.case import Case, Offer, between_hosts, modelled
from rankwise.verbs.improve.machine import endpoints_for, map_for


def why_not(case: Case) -> str:
    """Why no order is sought; empty where one is."""
    if why := between_hosts(case):
        return why
    if several_programs(case.argv):
        return "the launch line starts several programs"
    if len(set(filter(case.chosen, case.hosts))) < 2:
        return f"fewer than two hosts of the job match '{case.options.endpoints}'"
    if not (is_launcher(case.argv[0]) or Path(case.argv[0]).name == "srun"):
        return "the program that starts the ranks is not a launcher that takes an order"
    return ""


def offers(case: Case) -> Iterator[Offer]:
    """The best order, where it is another one than the default."""
    assert case.trace is not None
    hosts, options = case.hosts, case.options
    machine = map_for(case)
    traffic = traffic_of_trace(case.trace)
    costs = Costs(traffic, places_of(machine_of(machine), hosts))
    pins = {rank: rank for rank, host in enumerate(hosts) if not case.chosen(host)}
    solution = best_order(costs, "makespan", pins, seed=options.seed)
    if solution.order == tuple(range(costs.ranks)):
        return
    import numpy as np

    default_s = costs.time_s(np.arange(costs.ranks), "makespan")
    chosen_s = costs.time_s(np.array(solution.order, dtype=np.int64), "makespan")
    ranks = tuple(
        PlacedRank(rank=rank, default=hosts[rank], chosen=hosts[place], host=hosts[place])
        for rank, place in enumerate(solution.order)
    )
    moved = sum(rank.default != rank.chosen for rank in ranks)
    line = TuningLine(
        id="rank-order",
        why=f"messages of all ranks take {format_seconds(default_s)} by default, {format_seconds(chosen_s)} in "
        "this order, by the map",
        undo="take this line out",
        placement=RankOrder(machine=machine.name, pattern=traffic.name, ranks=ranks),
    )
    yield Offer(f"{moved} ranks on other hosts", line, modelled(case, chosen_s / default_s))


def places_of(machine: CostModel, hosts: Sequence[str]) -> CostModel:
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
    return machine.at([first[host] for host in hosts], names, level)
