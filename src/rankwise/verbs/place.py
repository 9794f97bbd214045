"""`place`: the order of ranks that takes the least modelled time on a machine."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from rankwise.apply.builds import tuned_build
from rankwise.apply.file import write
from rankwise.apply.rank_files import LAUNCHERS, write_order
from rankwise.core.errors import UsageError
from rankwise.core.files import read
from rankwise.core.records import (
    DefaultAndChosen,
    Map,
    Mpi,
    Placed,
    PlacedRank,
    RankOrder,
    Trace,
    Tuning,
    TuningLine,
    decode,
)
from rankwise.model.machine import machine_of, sharing
from rankwise.model.resources import timed
from rankwise.mpis import catalog
from rankwise.optimise.order_cost import Costs, Objective
from rankwise.optimise.rank_order import best_order
from rankwise.optimise.traffic import HINT, Traffic, matrix, pattern, pattern_ranks
from rankwise.tracing.traffic import traffic_of_trace
from rankwise.verbs import runs

__all__ = ["LAUNCHERS", "place_ranks", "traffic_of", "tuning_of", "with_tuning", "written"]


def traffic_of(name: str, endpoints: int, ranks: int = 0, size_bytes: int = 1 << 20, out: str | None = None) -> Traffic:
    """The traffic of a pattern, of a matrix in a file, or of a trace: a file of `trace export --format json` or a run
    that is stored in `out`. For `ranks` ranks (0: as many as it says, else all endpoints).

    Raises UsageError for an unknown pattern, a matrix that makes no sense and a trace that lacks ranks.
    """
    if (trace := _trace(name, out)) is not None:
        if ranks and ranks != trace.world:
            raise UsageError("bad-trace", f"{name} is of {trace.world} ranks, not {ranks}", "leave --ranks away")
        return traffic_of_trace(trace)
    if _is_file(name):
        found = matrix(read(Path(name), "no-matrix", HINT), name, size_bytes)
        if ranks and ranks != found.ranks:
            raise UsageError("bad-matrix", f"{name} is of {found.ranks} ranks, not {ranks}", "leave --ranks away")
        return found
    return pattern(name, ranks or pattern_ranks(name) or endpoints, size_bytes)


def _is_file(name: str) -> bool:
    """Whether a word names a file: a pattern of that name is the pattern, and `./ring` the file."""
    if Path(name).suffix == ".csv":
        return True
    try:
        pattern_ranks(name)
    except UsageError:
        return Path(name).is_file()
    return False


def _trace(name: str, out: str | None) -> Trace | None:
    """The trace of this name; None where it names a pattern, a matrix, or nothing that is stored."""
    if Path(name).suffix == ".json":
        return decode(Trace, read(Path(name), "no-trace", HINT).encode(), source=name)
    if _is_file(name):
        return None
    try:
        pattern_ranks(name)
    except UsageError as unknown:
        try:
            run, answer = runs.answer(name, out)
        except UsageError as error:
            raise unknown if error.code in ("no-such-run", "no-store") else error from None
        if not isinstance(answer, Trace):
            raise UsageError("no-trace", f"run {run.id} is not a trace but of kind '{run.kind}'", HINT) from None
        return answer
    return None


def place_ranks(
    machine: Map,
    traffic: Traffic,
    *,
    objective: Objective = "makespan",
    pins: Mapping[int, str] = {},
    fabric: str = "",
    shares_adapters: bool | None = None,
) -> Placed:
    """The chosen order and what the model says of it and of the default, in which rank i is on endpoint i of the map.
    `shares_adapters`: as in `machine_of`.

    Raises UsageError for more ranks than endpoints, a pair without a path, and pins that cannot be.
    """
    places = machine_of(machine, fabric, shares_adapters)
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


def tuning_of(placed: Placed, mpi: Mpi) -> Tuning:
    """The order as a tuning of one line for a build, which `rankwise run` follows. Not verified: it is modelled."""
    order = RankOrder(machine=placed.machine, pattern=placed.pattern, ranks=placed.ranks)
    line = TuningLine(
        id="rank-order",
        why=f"another order of ranks takes less modelled time for {placed.pattern}",
        undo="take this line out",
        placement=order,
    )
    return Tuning(
        name=f"{placed.pattern} on {placed.machine}",
        build=tuned_build(mpi),
        machine=placed.machine,
        ranks=len(placed.ranks),
        lines=(line,),
        hosts=tuple(rank.host for rank in placed.ranks),
    )


def with_tuning(placed: Placed, mpi: str, file: Path) -> Placed:
    """The answer with its order written as a tuning for the MPI of that name, the preferred one without."""
    write(tuning_of(placed, catalog.find(mpi)), file)
    return replace(placed, files={**placed.files, str(file): f"rankwise run --tuning {file} -- mpirun ..."})


def written(placed: Placed, machine: Map, launcher: str, folder: Path) -> Placed:
    """The answer with the files of a launcher written into `folder`."""
    names = [endpoint.id for endpoint in machine.endpoints]
    return replace(placed, files=write_order(placed.ranks, launcher, folder, names))
