"""`rankwise cluster`: a cluster as a plan: made, checked, shown, rendered into files, held against the nodes."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from rankwise.cli.envelope import Answer, command
from rankwise.cli.options import Agent, Hosts, Json, Quiet, Seed
from rankwise.core import settings
from rankwise.core.errors import Exit, UsageError

app = typer.Typer(
    no_args_is_help=True, help="Plan a cluster in one file, render every node's files, hold the nodes against it."
)

PlanFile = Annotated[Path, typer.Argument(help="A cluster.toml.", metavar="PLAN")]
AnyPlan = Annotated[Path, typer.Argument(help="A cluster.toml, or the folder of its rendered files.", metavar="PLAN")]


@app.command("new")
@command("cluster new")
def new(
    file: Annotated[Path, typer.Argument(help="The plan to write.", metavar="FILE")],
    *,
    hosts: Hosts = None,
    name: Annotated[str, typer.Option(help="Name of the plan. Default: that of the file.")] = "",
    agent: Agent = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Write the plan of hosts as they are, with comments: names, addresses, networks, measured latencies."""
    from rankwise.cli.watching import watching
    from rankwise.core.hostlist import parse_hosts
    from rankwise.verbs.cluster.new import new_plan, write_plan

    if not hosts:
        raise UsageError("no-hosts", "no hosts are named", "add --hosts n1,n2 or node[01-16]")
    if file.exists():
        raise UsageError("exists", f"{file} is there already", "name another file, or move it away")
    chosen = settings.load({"agent": agent})["agent"].value or "ssh -o BatchMode=yes"
    with ExitStack() as stack:
        made = new_plan(
            parse_hosts(hosts),
            name or file.stem,
            agent=chosen,
            watcher=watching(stack, quiet, lambda _run, _total_s: ""),
        )
    written = write_plan(made.text, file)

    def tell() -> None:
        print(f"{written}\nrankwise cluster verify {written}")
        for words in made.lost:
            print(f"not in it: {words}")

    data = {"file": str(written), "lost": list(made.lost)}
    return Answer(data, tell, Exit.ANSWER_IS_NO if made.lost else Exit.DONE)


@app.command("check")
@command("cluster check")
def check(plan: PlanFile, json: Json = False) -> Answer:
    """Check a plan: print each error with its reason and its line. No host is contacted."""
    from rankwise.report.not_looked import not_looked
    from rankwise.verbs.cluster.files import check_of, endpoint_names

    found = check_of(plan)

    def tell() -> None:
        networks = len(found.plan.networks)
        print("\n".join(not_looked(found.not_looked)))
        print(
            f"{plan}: sound, {len(endpoint_names(found.plan))} endpoints, "
            f"{networks} network{'' if networks == 1 else 's'}"
        )

    return Answer(found, tell, warnings=list(found.plan.warnings))


@app.command("show")
@command("cluster show")
def show(
    plan: PlanFile,
    *,
    svg: Annotated[Path | None, typer.Option(help="Write the drawing as SVG to this file.", metavar="FILE")] = None,
    json: Json = False,
) -> Answer:
    """Show a plan: its endpoints with addresses, networks, what each kind of path should carry."""
    from rankwise.report.cluster import plan_lines
    from rankwise.report.map_files import write_svg
    from rankwise.verbs.cluster.files import map_of, plan_of

    found = plan_of(plan)
    declared = map_of(found)
    drawing = write_svg(declared, svg) if svg else None

    def tell() -> None:
        print("\n".join(plan_lines(found, declared)))
        if drawing:
            print(f"drawing: {drawing}")

    return Answer(found, tell, warnings=list(found.warnings))


@app.command("render")
@command("cluster render")
def render(
    plan: PlanFile,
    folder: Annotated[Path, typer.Argument(help="An empty folder, or that of an earlier rendering.", metavar="FOLDER")],
    *,
    diff: Annotated[bool, typer.Option("--diff", help="Print what would change; write nothing.")] = False,
    templates: Annotated[
        Path | None,
        typer.Option(
            help="Folder of your own templates; they replace built-in ones of the same name.", metavar="FOLDER"
        ),
    ] = None,
    interface_files: Annotated[
        str,
        typer.Option(
            help="Format of network files: ifcfg, networkmanager, netplan or networkd. Default: as in the plan."
        ),
    ] = "",
    json: Json = False,
) -> Answer:
    """Write every file that the endpoints of a plan need: names, networks, exports, mounts, users, MPI, ssh."""
    from rankwise.verbs.cluster.files import changes, put, rendered_files

    found, files = rendered_files(plan, templates, interface_files)
    if diff:
        text = changes(files, folder)
        return Answer({"diff": text}, lambda: print(text, end=""), warnings=list(found.warnings))
    written, gone = put(files, folder)

    def tell() -> None:
        print(f"{folder}: {len(written)} files" + (f", {len(gone)} taken away" if gone else ""))
        print(f"  {folder}/INSTALL.txt says how they get to their places")
        print(f"  rankwise lab up {folder}      tries them on this machine")

    return Answer({"written": written, "removed": gone}, tell, warnings=list(found.warnings))


@app.command("verify")
@command("cluster verify")
def verify(
    plan: AnyPlan,
    *,
    agent: Agent = None,
    lab: Annotated[str | None, typer.Option("--lab", help="Verify the endpoints of this lab.")] = None,
    no_connect: Annotated[
        bool, typer.Option("--no-connect", help="Do not test connections between endpoints.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="Print every difference of an endpoint.")] = False,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Compare endpoints with their plan: each difference with the actual value, the planned value, and the file."""
    from rankwise.cli.watching import watching
    from rankwise.report.cluster import check_lines
    from rankwise.verbs.cluster.verify import VerifyOptions
    from rankwise.verbs.cluster.verify import verify as hold

    loaded = settings.load({"agent": agent})
    chosen = loaded["agent"].value or "ssh -o BatchMode=yes"
    if lab is not None:
        from rankwise.verbs import lab as labs

        chosen = labs.agent_of(labs.lab(lab or None))
    options = VerifyOptions(plan=plan, agent=chosen, in_lab=lab is not None, connect=not no_connect, seed=seed)
    with ExitStack() as stack:
        result = hold(options, watching(stack, quiet, lambda _run, _total_s: ""))
    bad = bool(result.mismatches or result.silent)
    return Answer(
        result,
        lambda: print("\n".join(check_lines(result, 0 if every else 8))),
        Exit.ANSWER_IS_NO if bad else Exit.DONE,
    )
