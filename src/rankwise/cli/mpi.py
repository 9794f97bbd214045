"""`rankwise mpi`: which MPIs this machine has, what is wrong with each, and what can be set on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from rankwise.cli import knobs
from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Hosts, Quiet
from rankwise.cli.shapes import Group
from rankwise.core import settings
from rankwise.core.errors import Exit
from rankwise.core.grouped import grouped
from rankwise.core.hostlist import parse_hosts
from rankwise.core.options import MPIS, Agent, Argument, Option
from rankwise.core.records import Mpi

app = Group("mpi", help="MPI installations and their settings.")
app.add_command(knobs.app)
Name = Annotated[str, Argument("A name or prefix from `rankwise mpi list`.", complete=MPIS)]


@command("mpi list", below=app)
def list_(hosts: Hosts = None, agent: Agent = None) -> Answer:
    """Show every MPI of this machine, the preferred first; or what differs between hosts."""
    from rankwise.verbs import mpi as verb

    if hosts is not None:
        from rankwise.report import mpis as report

        told = verb.find_mpis_on(parse_hosts(hosts), agent)
        return Answer(told, lambda: report.lines(told), Exit.ANSWER_IS_NO if told.silent else Exit.DONE)
    mpis = verb.find_mpis()

    none = ["There is no MPI on this machine. `rankwise mpi install mpich` gets one, without root."]
    return Answer([_data(mpi) for mpi in mpis], lambda: _table(mpis) if mpis else none)


@command("mpi show", below=app)
def show(
    name: Annotated[
        str, Argument("An MPI, as `rankwise mpi list` names it. Default: the preferred one.", complete=MPIS)
    ] = "",
) -> Answer:
    """Show all about one MPI: files, ABI, transports, GPU support, engine, environment, problems."""
    from rankwise.verbs import mpi as verb

    mpi = verb.mpi(settings.value("mpi", name or None))
    gpu = verb.gpu_claims(mpi)
    return Answer({**_data(mpi), "gpu": gpu}, lambda: _details(mpi, gpu))


@command("mpi add", below=app)
def add(path: Annotated[Path, Argument("Prefix of an MPI, or a file or folder in it.")]) -> Answer:
    """Register an MPI that was not found by itself."""
    from rankwise.verbs import mpi as verb

    mpis = verb.add(path)
    return Answer([_data(mpi) for mpi in mpis], lambda: _table(mpis))


@command("mpi install", below=app)
def install(
    name: Annotated[str, Argument("mpich, openmpi or impi.")],
    *,
    device: Annotated[
        str, Option("cuda: a second installation, whose UCX and settings are for CUDA.", "--device")
    ] = "",
    quiet: Quiet = False,
) -> Answer:
    """Install an MPI from PyPI into a private prefix, without root."""
    from rankwise.cli.watching import shown
    from rankwise.verbs import mpi as verb

    with shown(quiet):
        mpi = verb.install(name, device)
        beside = verb.beside(mpi)
    use = f"\n`rankwise mpi show {mpi.name}` has the line that makes it the MPI of your shell."
    return Answer(_data(mpi), lambda: [*_table([mpi]), use], warnings=[beside] if beside else [])


@command("mpi remove", below=app)
def remove(name: Name) -> Answer:
    """Forget an added MPI, or delete one that rankwise installed."""
    from rankwise.verbs import mpi as verb

    done = verb.remove(name)
    return Answer({"removed": name, "how": done}, lambda: [done])


def _data(mpi: Mpi) -> dict[str, object]:
    import msgspec

    return {**msgspec.to_builtins(mpi), "usable": mpi.is_usable}


def _table(mpis: list[Mpi]) -> Iterator[str]:
    from rankwise.report.tables import fitted, told

    # The column without a limit comes last: where lines wrap, the others still stand below each other.
    rows = [("name", "version", "ABI", "engine", "found by", "transports")]
    for mpi in mpis:
        engine = (mpi.engine or "none").split(":")[0] if mpi.is_usable else "unusable"
        rows.append((mpi.name, mpi.version or "?", mpi.abi, engine, mpi.where, " ".join(mpi.transports)))
    yield from fitted(rows)
    affected = grouped((problem, mpi.name) for mpi in mpis for problem in mpi.problems)
    for problem, names in affected.items():
        how = "cannot be used" if problem.fatal else "note"
        yield from ("", *told(f"{', '.join(names)}: {how}: {problem.message}", "  "))
        yield from told(f"  -> {problem.hint}", "     ") if problem.hint else []


def _export(mpi: Mpi, launcher: str) -> str:
    """What to type so that its compilers and launchers are the usual ones, and its programs find it."""
    first = {"PATH": str(Path(launcher).parent)}
    rest = dict(mpi.env)
    if mpi.library:
        own = rest.pop("LD_LIBRARY_PATH", "")
        first["LD_LIBRARY_PATH"] = ":".join(filter(None, (own, str(Path(mpi.library).parent))))
    words = [f'{name}="{_in_quotes(folder)}${{{name}:+:${name}}}"' for name, folder in first.items()]
    return " ".join(["export", *words, *(f'{name}="{_in_quotes(value)}"' for name, value in rest.items())])


def _in_quotes(value: str) -> str:
    return re.sub(r'[\\"$`]', r"\\\g<0>", value)


def _details(mpi: Mpi, gpu: tuple[str, ...]) -> Iterator[str]:
    rows = {
        "name": mpi.name,
        "version": mpi.version or "?",
        "found by": mpi.where,
        "prefix": mpi.prefix,
        "launcher": mpi.launcher or "none",
        "library": f"{mpi.library} ({mpi.soname})",
        "ABI": mpi.abi,
        "compiler": mpi.compiler or "none",
        "transports": " ".join(mpi.transports) or "unknown",
        "GPUs": "; ".join(gpu) or "unknown",
        "engine": mpi.engine or "none",
        **{f"${name}": value for name, value in mpi.env.items()},
        **({"in a shell": _export(mpi, mpi.launcher)} if mpi.launcher else {}),
    }
    for title, value in rows.items():
        yield f"{title:18} {value}"
    for problem in mpi.problems:
        yield f"{'problem' if problem.fatal else 'note':18} {problem.message}"
        if problem.hint:
            yield f"{'':18} -> {problem.hint}"
