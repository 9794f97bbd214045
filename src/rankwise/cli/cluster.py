"""`rankwise cluster`: a cluster as a plan: made, checked, shown, rendered into files, held against the nodes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Hosts, Quiet
from rankwise.cli.shapes import Group
from rankwise.core import settings
from rankwise.core.errors import Exit, UsageError
from rankwise.core.options import Agent, Argument, Option, Seed
from rankwise.core.reach import SSH
from rankwise.core.units import plural

app = Group("cluster", help="Plan a cluster in one file, render every node's files, hold the nodes against it.")

PlanFile = Annotated[Path, Argument("A cluster.toml or its folder.", metavar="PLAN")]


@command("cluster new", below=app)
def new(
    file: Annotated[Path, Argument("The plan to write.", metavar="FILE")],
    *,
    hosts: Hosts = None,
    name: Annotated[str, Option("Name of the plan. Default: that of the file.")] = "",
    agent: Agent = None,
    quiet: Quiet = False,
) -> Answer:
    """Write the plan of hosts as they are, with comments: names, addresses, networks, measured latencies."""
    from rankwise.cli.watching import watching
    from rankwise.core.hostlist import parse_hosts
    from rankwise.verbs.cluster.new import new_plan, refuse_old, write_plan

    if not hosts:
        raise UsageError("no-hosts", "no hosts are named", "add --hosts n1,n2 or node[01-16]")
    refuse_old(file)
    chosen = settings.value("agent", agent) or SSH
    with watching(quiet) as watcher:
        made = new_plan(parse_hosts(hosts), name or file.stem, agent=chosen, watcher=watcher)
    written = write_plan(made.text, file)

    told = [str(written), f"rankwise cluster verify {written}", *(f"not in it: {words}" for words in made.lost)]
    data = {"file": str(written), "lost": list(made.lost)}
    return Answer(data, lambda: told, Exit.ANSWER_IS_NO if made.lost else Exit.DONE)


@command("cluster check", below=app)
def check(plan: PlanFile) -> Answer:
    """Check a plan: print each error with its reason and its line. No host is contacted."""
    from rankwise.report.not_looked import not_looked
    from rankwise.verbs.cluster.files import check_of, endpoint_names

    checked = check_of(plan)

    sound = f"{plan}: sound, {len(endpoint_names(checked.plan))} endpoints"
    told = [*not_looked(checked.not_looked), f"{sound}, {plural(len(checked.plan.networks), 'network')}"]
    return Answer(checked, lambda: told, warnings=list(checked.plan.warnings))


@command("cluster show", below=app)
def show(
    plan: PlanFile,
    *,
    svg: Annotated[Path | None, Option("Write the drawing as SVG to this file.", metavar="FILE")] = None,
) -> Answer:
    """Show a plan: its endpoints with addresses, networks, what each kind of path should carry."""
    from rankwise.report.cluster import plan_lines
    from rankwise.report.svg_map import write_svg
    from rankwise.verbs.cluster.files import read_plan, to_map

    declared_plan = read_plan(plan)
    declared = to_map(declared_plan)
    drawing = write_svg(declared, svg) if svg else None

    drawn = [f"drawing: {drawing}"] if drawing else []
    return Answer(
        declared_plan, lambda: [*plan_lines(declared_plan, declared), *drawn], warnings=list(declared_plan.warnings)
    )


@command("cluster render", below=app)
def render(
    plan: PlanFile,
    folder: Annotated[Path, Argument("An empty folder, or that of an earlier rendering.", metavar="FOLDER")],
    *,
    diff: Annotated[bool, Option("Print what would change; write nothing.", "--diff")] = False,
    templates: Annotated[
        Path | None,
        Option("Folder of your own templates; they replace built-in ones of the same name.", metavar="FOLDER"),
    ] = None,
    interface_files: Annotated[
        str,
        Option("Format of network files: ifcfg, networkmanager, netplan or networkd. Default: as in the plan."),
    ] = "",
) -> Answer:
    """Write every file that the endpoints of a plan need: names, networks, exports, mounts, users, MPI, ssh."""
    from rankwise.verbs.cluster.files import difference, rendered_files, write

    declared, files = rendered_files(plan, templates, interface_files)
    if diff:
        text = difference(files, folder)
        return Answer(
            {"diff": text}, lambda: [text.removesuffix("\n")] if text else [], warnings=list(declared.warnings)
        )
    written, gone = write(files, folder)

    told = [
        f"{folder}: {plural(len(written), 'file')}" + (f", {len(gone)} taken away" if gone else ""),
        f"  {folder}/INSTALL.txt says how they get to their places",
        f"  rankwise lab up {folder}      tries them on this machine",
    ]
    return Answer({"written": written, "removed": gone}, lambda: told, warnings=list(declared.warnings))


@command("cluster verify", below=app)
def verify(
    plan: PlanFile,
    *,
    agent: Agent = None,
    lab: Annotated[str | None, Option("Verify the endpoints of this lab.", "--lab")] = None,
    no_connect: Annotated[bool, Option("Do not test connections between endpoints.", "--no-connect")] = False,
    every: Annotated[bool, Option("Print every difference of an endpoint.", "--all")] = False,
    seed: Seed = 1,
    quiet: Quiet = False,
) -> Answer:
    """Compare endpoints with their plan: each difference with the actual value, the planned value, and the file."""
    from rankwise.cli.watching import watching
    from rankwise.report.cluster import check_lines
    from rankwise.verbs.cluster.verify import verify as hold

    chosen = settings.value("agent", agent) or SSH
    if lab is not None:
        from rankwise.verbs import lab as labs

        chosen = labs.agent_of(labs.lab(lab or None))
    with watching(quiet) as watcher:
        result = hold(plan, agent=chosen, in_lab=lab is not None, connect=not no_connect, seed=seed, watcher=watcher)
    bad = bool(result.mismatches or result.silent)
    return Answer(
        result,
        lambda: check_lines(result, 0 if every else 8),
        Exit.ANSWER_IS_NO if bad else Exit.DONE,
    )
