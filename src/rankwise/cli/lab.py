"""`rankwise lab`: a cluster plan made real in namespaces of this machine, used, broken on purpose, taken down."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

import click

from rankwise.cli.after_dashes import PassingOn
from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Allow, Json
from rankwise.cli.shapes import Group
from rankwise.core import units
from rankwise.core.errors import Exit
from rankwise.core.options import Argument, Option

if TYPE_CHECKING:
    from rankwise.lab.records import Lab

app = Group("lab", help="Emulate a cluster on this machine: namespaces joined by links with delay and rate.")
fault = Group("fault", help="Add faults to a lab on purpose, list and remove them.")
app.add_command(fault)

LabName = Annotated[str | None, Option("Name of the lab. Not needed when only one is up.", "--lab")]


@command("lab up", below=app)
def up(
    plan: Annotated[Path, Argument("A cluster.toml, or the folder of its rendered files.")],
    *,
    name: Annotated[str | None, Option("Name of the lab. Default: the name of the plan.")] = None,
    share: Annotated[
        list[Path] | None, Option("Keep this folder visible in the lab, where /tmp is private. Repeatable.")
    ] = None,
    rootless: Annotated[bool, Option("Use a user namespace even as root.", "--rootless")] = False,
    rates_only: Annotated[bool, Option("Limit rates but not delays; needs no TAP devices.", "--rates-only")] = False,
    lifetime: Annotated[str, Option("End the lab after this time. 0s: never.")] = "0s",
    allow: Allow = None,
) -> Answer:
    """Bring up the cluster of a plan: an endpoint per host and card, links as declared, calibrated."""
    from rankwise.cli.watching import shown
    from rankwise.verbs import lab as verb

    # A lab takes from seconds to minutes to come up
    words = {"endpoints": "starting endpoints", "links": "joining them by links", "calibration": "measuring the links"}
    with shown(quiet=False) as live:
        lab = verb.up(
            plan,
            name=name,
            shares=share or (),
            lifetime_s=round(units.parse_duration(lifetime)),
            rootless=rootless,
            rates_only=rates_only,
            begins=lambda stage: live.phase(words[stage]) if stage in words else None,
        )

    told = [
        f"lab '{lab.name}' is up",
        *_described(lab),
        f"  rankwise lab run --lab {lab.name} -- COMMAND      runs a command on {verb.front_of(lab)}",
        f"  rankwise lab down {lab.name}",
    ]
    return Answer(_summary(lab), lambda: told, warnings=list(lab.warnings))


@command("lab run", below=app, cls=PassingOn)
def run(
    context: click.Context,
    on: Annotated[str | None, Option("Endpoint to run on. Default: the head, or the first host.")] = None,
    network: Annotated[str | None, Option("Network for messages between ranks.")] = None,
    lab: LabName = None,
    json: Json = False,
) -> Answer:
    """Run a command where jobs are launched from; it finds a launch agent in RANKWISE_AGENT."""
    from rankwise.verbs import lab as verb

    chosen = verb.lab(lab)
    front = on or verb.front_of(chosen)
    variables = verb.job_variables(chosen, front, network)
    return _execute(chosen, front, context.args, as_json=json, variables=variables)


@command("lab exec", below=app, cls=PassingOn)
def execute(
    context: click.Context,
    node: Annotated[str, Argument("An endpoint of the lab.")],
    lab: LabName = None,
    json: Json = False,
) -> Answer:
    """Run a command in one endpoint."""
    from rankwise.verbs import lab as verb

    return _execute(verb.lab(lab), node, context.args, as_json=json)


@command("lab list", below=app)
def list_labs() -> Answer:
    """Show the labs of this user, the plan of each, and its active faults."""
    from rankwise.verbs import lab as verb

    labs = verb.labs()
    data = [
        {
            "name": there.name,
            "alive": there.lab is not None,
            "problem": there.problem,
            **(_summary(there.lab) if there.lab else {}),
        }
        for there in labs
    ]

    def lines() -> Iterator[str]:
        if not labs:
            yield "no lab is up"
        for there in labs:
            mend = f"; `rankwise lab down {there.name}` removes what is left of it" if there.problem else ""
            yield f"{there.name}: {there.problem}{mend}" if mend else there.name
            if there.lab:
                yield from _described(there.lab)

    return Answer(data, lines)


@command("lab down", below=app)
def down(
    name: Annotated[str | None, Argument("Name of the lab. Not needed when only one is up.")] = None,
    every: Annotated[bool, Option("Take down every lab of this user, also remains of crashes.", "--all")] = False,
) -> Answer:
    """End a lab and remove everything that it made, in whatever state it is."""
    from rankwise.verbs import lab as verb

    gone = verb.down(name, every=every)
    return Answer({"down": gone}, lambda: ["down: " + (", ".join(gone) or "nothing was up")])


@command("lab fault kinds", below=fault)
def fault_kinds() -> Answer:
    """List the kinds of faults."""
    from rankwise.verbs import lab as verb

    kinds = verb.fault_kinds()

    told = [f"{name + ' ' + row['usage']:34} {row['meaning']}; e.g. {row['example']}" for name, row in kinds.items()]
    return Answer(kinds, lambda: told)


@command("lab fault add", below=fault)
def fault_add(
    kind: Annotated[str, Argument("Kind of fault, as `rankwise lab fault kinds` lists them.")],
    args: Annotated[list[str] | None, Argument("Arguments of this kind. A and B may hold wildcards.")] = None,
    *,
    network: Annotated[str | None, Option("Affect only this network.")] = None,
    one_way: Annotated[bool, Option("Affect only messages from A to B.", "--one-way")] = False,
    lab: LabName = None,
) -> Answer:
    """Add a fault to a lab: a slow, lossy or cut link, for example."""
    from rankwise.verbs import lab as verb

    changed, added = verb.add_fault(verb.lab(lab), kind, args or [], network=network, one_way=one_way)
    return Answer(added, lambda: _faults(changed))


@command("lab fault list", below=fault)
def fault_list(lab: LabName = None) -> Answer:
    """List the faults that are active."""
    from rankwise.verbs import lab as verb

    chosen = verb.lab(lab)
    return Answer(list(chosen.faults), lambda: _faults(chosen))


@command("lab fault clear", below=fault)
def fault_clear(
    number: Annotated[int | None, Argument("Number of the fault. Default: all of them.")] = None,
    lab: LabName = None,
    json: Json = False,
) -> Answer:
    """Remove one fault, or all of them."""
    from rankwise.verbs import lab as verb

    before = verb.lab(lab)
    changed = verb.clear_faults(before, number)
    left = {fault.id for fault in changed.faults}

    repaired = [
        f"repaired {item.id}: {' '.join([item.kind, *item.args])}" for item in before.faults if item.id not in left
    ]
    return Answer(list(changed.faults), lambda: [*repaired, *_faults(changed)])


def _execute(
    lab: Lab, node: str, words: list[str], *, as_json: bool, variables: Mapping[str, str] = MappingProxyType({})
) -> Answer:
    """Becomes the command (signals, terminal and exit status are then its own), or wraps its output in an envelope."""
    from rankwise.core import process
    from rankwise.core.errors import UsageError
    from rankwise.verbs.lab import command_in

    words = words[1:] if words[:1] == ["--"] else words
    if words[:1] in (["--lab"], ["--on"], ["--network"], ["--json"]):
        hint = "options come first: `rankwise lab exec --lab NAME NODE -- COMMAND`"
        raise UsageError("options-first", f"{words[0]} stands where the command should be", hint)
    if not words:
        raise UsageError("no-command", "no command was given", "write it after --")
    line, env = command_in(lab, node, words, variables)
    if not as_json:
        os.execve(line[0], line, env)
    done = process.run(line, env=env, timeout_s=float(7 * 86400))
    data = {"endpoint": node, "command": words, "status": done.returncode, "stdout": done.stdout, "stderr": done.stderr}
    return Answer(data, status=Exit.DONE if done.ok else Exit.MEASUREMENT_FAILED)


def _summary(lab: Lab) -> dict[str, object]:
    from rankwise.verbs.lab import agent_of, endpoint_names

    return {
        "name": lab.name,
        "plan": lab.plan.name,
        "endpoints": endpoint_names(lab),
        "networks": {network.name: network.slowdown for network in lab.plan.networks},
        "agent": agent_of(lab),
        "overhead_s": lab.overhead_s,
        "floor_s": lab.floor_s,
        "residual_s": lab.residual_s,
        "rootless": lab.rootless,
        "faults": list(lab.faults),
    }


def _described(lab: Lab) -> Iterator[str]:
    from rankwise.report.tables import told
    from rankwise.verbs.lab import agent_of, endpoint_names

    yield from told(f"  endpoints  {', '.join(endpoint_names(lab))}", " " * 13)
    for network in lab.plan.networks:
        stretched = f", {network.slowdown:g} times slower than declared" if network.slowdown != 1.0 else ""
        yield f"  network    {network.name}: {network.model}, MTU {network.mtu}{stretched}"
    if lab.rates_only:
        yield "  links      rates as declared, no delays: without a switch"
    else:
        yield from told(
            f"  links      {units.format_seconds(lab.overhead_s)} of each hop's own cost is taken off every delay; "
            f"no delay below {units.format_seconds(lab.floor_s)}",
            " " * 13,
        )
    yield f"  agent      {agent_of(lab)}"
    for item in lab.faults:
        yield f"  broken     {item.id}: {item.kind} {' '.join(item.args)}"


def _faults(lab: Lab) -> Iterator[str]:
    for item in lab.faults:
        where = f" on {item.network}" if item.network else ""
        yield f"{item.id}: {item.kind} {' '.join(item.args)}{where}"
    if not lab.faults:
        yield "nothing is broken"
