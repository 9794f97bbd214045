"""`lab`: a cluster plan made real in namespaces of this machine, used, broken on purpose, taken down."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from rankwise.cluster.plan import read_plan
from rankwise.core.errors import UsageError
from rankwise.core.files import is_folder
from rankwise.lab import endpoint, faults, state
from rankwise.lab.down import down as take_down
from rankwise.lab.records import Fault, Lab
from rankwise.lab.up import up as bring_up
from rankwise.mpis import transport


def up(
    plan: Path,
    *,
    name: str | None = None,
    shares: Sequence[Path] = (),
    lifetime_s: int = 0,
    rootless: bool = False,
    rates_only: bool = False,
    begins: Callable[[str], object] = lambda _stage: None,
) -> Lab:
    """Brings up the cluster of a plan, or of the folder of its rendered files; `lifetime_s` 0 is for ever.
    `begins` is called with each of `lab.up.STAGES` before it begins.

    Raises UsageError for a plan that makes no sense, EnvironmentProblem where this machine cannot carry it.
    """
    return bring_up(
        read_plan(plan),
        files=plan if is_folder(plan) else None,
        name=name,
        shares=tuple(shares),
        lifetime_s=lifetime_s,
        rootless=rootless,
        rates_only=rates_only,
        begins=begins,
    )


def down(name: str | None = None, *, every: bool = False) -> list[str]:
    """Ends a lab (the only one, or with `every` all) and removes what it made; the names of those that were up.

    Raises UsageError for an unknown name, and where several are up and none is named.
    """
    known = state.names()
    if name is None and not every and len(known) > 1:
        raise UsageError("which-lab", f"{len(known)} labs are up: {', '.join(known)}", "name one, or --all")
    if name and name not in known:
        raise UsageError("no-lab", f"there is no lab '{name}'", f"labs: {', '.join(known) or 'none'}")
    return [lab for lab in (known if every or name is None else [name]) if take_down(lab)]


def labs() -> list[state.Known]:
    """The labs of this user, with what is wrong with each."""
    return state.known()


def lab(name: str | None = None) -> Lab:
    """The lab of that name, or the only one. Raises UsageError when there is none, or several."""
    return state.choose(name)


def endpoint_names(chosen: Lab) -> list[str]:
    """Names of its hosts and cards."""
    return endpoint.endpoint_names(chosen)


def agent_of(chosen: Lab) -> str:
    """The launch agent that reaches its endpoints."""
    return endpoint.agent_of(chosen)


def front_of(chosen: Lab) -> str:
    """The endpoint from which jobs are launched: the head, else the first host."""
    return chosen.plan.head or chosen.plan.nodes[0].name


def command_in(
    chosen: Lab, node: str, words: Sequence[str], variables: Mapping[str, str] = MappingProxyType({})
) -> tuple[list[str], dict[str, str]]:
    """The command line and the environment of a command in an endpoint. Raises UsageError for an unknown endpoint."""
    return endpoint.command_line(chosen, node, words), endpoint.environment_of(chosen, os.environ, variables)


def job_variables(chosen: Lab, front: str, network: str | None) -> dict[str, str]:
    """What makes every MPI talk over that network (None: over the one that joins all) in jobs started on `front`."""
    interfaces = endpoint.job_interfaces(chosen, front, network)
    return dict(transport.pinned_any(interfaces)) if interfaces else {}


def entering(
    name: str, words: Sequence[str], on: str | None = None, folders: Sequence[Path] = ()
) -> tuple[list[str], dict[str, str]]:
    """The command line and environment of a command where jobs of the lab are launched from, or on the endpoint `on`.

    Raises UsageError for one of `folders` that is private there: what is written to it would be lost.
    """
    chosen = state.choose(name)
    # A head that is on no network cannot be reached by what it launches.
    connected = any(port.endpoint == chosen.plan.head for port in chosen.ports)
    front = on or (chosen.plan.head if chosen.plan.head and connected else chosen.plan.nodes[0].name)
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".rankwise-") as mark:
            if not endpoint.run(chosen, front, ["test", "-e", str(Path(mark.name).resolve())]).ok:
                raise UsageError(
                    "private-folder",
                    f"{folder} is another folder inside the lab, /tmp is private there",
                    f"a folder elsewhere, or `rankwise lab up --share {folder.resolve()} ...`",
                )
    return command_in(chosen, front, words)


def fault_kinds() -> dict[str, dict[str, str]]:
    """What can be broken: how each kind is written, what it does, an example."""
    return {
        name: {"usage": kind.usage, "meaning": kind.meaning, "example": kind.example.format(a="n1", b="n2")}
        for name, kind in faults.KINDS.items()
    }


def add_fault(
    chosen: Lab, kind: str, args: Sequence[str], *, network: str | None = None, one_way: bool = False
) -> tuple[Lab, Fault]:
    """Breaks something; the lab as it is then, and the fault. Raises UsageError for an unknown kind or arguments."""
    changed = faults.add(chosen, kind, list(args), network=network, one_way=one_way)
    return changed, changed.faults[-1]


def clear_faults(chosen: Lab, number: int | None = None) -> Lab:
    """Mends one fault, or all; the lab as it is then. Raises UsageError for an unknown number."""
    return faults.clear(chosen, number)
