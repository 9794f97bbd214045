"""`cluster verify`: the endpoints of a plan, looked at and connected, held against it."""

from __future__ import annotations

import time
from pathlib import Path

from rankwise.cluster.facts import facts_of, without_bridges
from rankwise.cluster.plan import read_plan
from rankwise.cluster.reach import connections, try_all
from rankwise.cluster.records import ClusterCheck, ClusterPlan
from rankwise.cluster.render import Rendered, read, render
from rankwise.cluster.ways import SAMPLE, ways
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.files import is_folder
from rankwise.core.grouped import grouped
from rankwise.core.not_looked import RATES
from rankwise.core.reach import SSH
from rankwise.core.units import few, plural
from rankwise.measure.watcher import Watcher
from rankwise.verbs.cluster.compare import NOT_IN_A_LAB, PlanComparison, compare
from rankwise.verbs.cluster.look import see_all


def verify(
    file: Path,
    *,
    agent: str = SSH,
    in_lab: bool = False,
    connect: bool = True,
    seed: int = 1,
    watcher: Watcher | None = None,
) -> ClusterCheck:
    """Looks at every endpoint, tries who connects to whom, and tells what is not as planned.

    `file` is a plan, or the folder of its rendered files, whose lines are then named. `in_lab` leaves out what a lab
    does not have; `connect` False leaves out who reaches whom. Raises UsageError for a plan that is not sound,
    EnvironmentProblem where no endpoint answers.
    """
    watcher = watcher or Watcher()
    begin_s = time.monotonic()
    folder = file if is_folder(file) else None
    plan = read_plan(file)
    facts = list(facts_of(plan).values())
    if in_lab:
        facts = [without_bridges(item) for item in facts]
    watcher.phase(f"looking at {plural(len(facts), 'endpoint')}")
    seen, silent = see_all(agent, facts, plan)
    if silent and not seen:
        whys = "\n".join(f"{few(names)}: {why}" for why, names in grouped((w, n) for n, w in silent.items()).items())
        raise EnvironmentProblem("no-answer", f"no endpoint of the plan answers:\n{whys}", f"try `{agent} HOST true`")
    comparison = PlanComparison(plan, _files(plan, folder))
    compare(facts, seen, comparison, in_lab=in_lab)
    left_out = [f"{RATES} (rankwise map --lab {plan.name})" if in_lab else f"{RATES} (rankwise map --plan {file})"]
    left_out += [NOT_IN_A_LAB] if in_lab else []
    left_out += [] if connect else ["connections: --no-connect"]
    chosen, pairs = ways(plan, seen.keys(), seed) if connect else ([], 0)
    tried = 0
    if chosen:
        watcher.phase(f"trying {len(chosen)} connections")
        reached, mute = try_all(agent, chosen)
        comparison.found += connections(reached)
        comparison.count += len(reached)
        tried = len(reached)
        left_out += [f"connections of {name}: {why}" for name, why in mute.items()]
        if len(chosen) < pairs:
            left_out.append(
                f"{pairs - len(chosen)} of {pairs} connections: each endpoint tried {SAMPLE} of each network, "
                f"so an endpoint that is cut off is seen, and of single bad pairs {len(chosen) / pairs:.0%}"
            )
    return ClusterCheck(
        plan=plan.name,
        endpoints=len(facts),
        facts=comparison.count,
        pairs=pairs,
        pairs_tried=tried,
        mismatches=tuple(comparison.found),
        silent=silent,
        not_looked=tuple(left_out),
        wall_s=time.monotonic() - begin_s,
    )


def _files(plan: ClusterPlan, folder: Path | None) -> dict[str, Rendered]:
    """The files as planned, or as they lie in a folder now."""
    rendered = render(plan)
    if folder is None:
        return rendered
    return read(rendered, folder)
