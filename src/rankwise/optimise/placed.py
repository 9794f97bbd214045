"""The order of ranks that takes the least modelled time on a machine, beside that of the map."""

from __future__ import annotations

from collections.abc import Mapping

from rankwise.core.errors import UsageError
from rankwise.model.machine import known_machine_of, sharing
from rankwise.model.records import Map
from rankwise.model.resources import timed
from rankwise.optimise.order_cost import Costs, Objective
from rankwise.optimise.rank_order import best_order
from rankwise.optimise.records import DefaultAndChosen, Placed, PlacedRank
from rankwise.optimise.traffic import Traffic


def placed(
    machine: Map,
    traffic: Traffic,
    *,
    objective: Objective = "makespan",
    pins: Mapping[int, str] = {},
    fabric: str = "",
    shares_adapters: bool | None = None,
) -> Placed:
    """The chosen order and what the model says of it and of the default, in which rank i is on endpoint i of the map.
    `shares_adapters`: as in `known_machine_of`.

    Raises UsageError for more ranks than endpoints, a pair without a path, and pins that cannot be.
    """
    places = known_machine_of(machine, fabric, shares_adapters)
    costs = Costs(traffic, places)
    numbers = {}
    for rank, name in pins.items():
        if name not in places.names:
            raise UsageError("bad-pin", f"the map has no endpoint '{name}'", f"it has: {', '.join(places.names)}")
        numbers[rank] = places.names.index(name)
    solution = best_order(costs, objective, numbers)
    import numpy as np

    orders = {"default": np.arange(costs.ranks), "chosen": np.array(solution.order, dtype=np.int64)}
    value = {name: costs.time_s(order, objective) for name, order in orders.items()}
    total = {name: costs.value(order, "total")[0] for name, order in orders.items()}
    busy = {name: timed(traffic.sends, places, order) for name, order in orders.items()}
    worst = {name: costs.slowest(order) for name, order in orders.items()}
    endpoints = machine.endpoints

    def both(figures: dict[str, float | None]) -> DefaultAndChosen:
        kept = {name: None if figure == float("inf") else figure for name, figure in figures.items()}
        return DefaultAndChosen(default=kept["default"], chosen=kept["chosen"])

    chosen_s = value["chosen"]
    return Placed(
        machine=machine.name,
        pattern=traffic.name,
        objective=objective,
        ranks=tuple(
            PlacedRank(
                rank=rank,
                default=endpoints[rank].id,
                chosen=endpoints[at].id,
                # An endpoint of a plan is a host or card of that name; a core belongs to its node.
                host=endpoints[at].node if endpoints[at].cpus else endpoints[at].id,
                cpus=endpoints[at].cpus,
            )
            for rank, at in enumerate(solution.order)
        ),
        modelled_s=both({**value}),
        total_s=both({**total}),
        bottleneck_bytes_per_s=both({name: rate for name, (_, _, rate) in worst.items()}),
        slowest={
            name: (endpoints[int(orders[name][a])].id, endpoints[int(orders[name][b])].id)
            for name, (a, b, _) in worst.items()
            if a >= 0
        },
        exact=solution.exact,
        bound_s=solution.bound,
        gap=max(chosen_s / solution.bound - 1.0, 0.0) if solution.bound > 0 else 0.0,
        sharing=sharing(machine, places),
        busiest={name: answer.busiest for name, answer in busy.items() if answer.busiest},
    )
