"""Applications improved on the published cluster in a lab: what `improve` finds for their default order, and proves."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec.structs import replace

from benchmarks.goals import Goal, Report, share
from rankwise.cluster.plan import read_plan
from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem, MeasurementFailed
from rankwise.core.records import Improved, Lab, Mpi
from rankwise.core.units import format_seconds
from rankwise.lab import endpoint
from rankwise.lab.down import down
from rankwise.lab.up import up
from rankwise.mpis import catalog
from rankwise.mpis.install import install

_LAB = "improve-lab"
_EXAMPLES = Path(__file__).parents[1] / "examples"
_FIGURE = r"step +([0-9.]+) s"
_SLOWDOWN = 60.0
"""Of the fast network, three times the plan's own: ten ranks on two cores then still wait for links, not for a core."""


@dataclass(frozen=True)
class _Example:
    """`compiler`: a wrapper that makes the program, empty for one that an interpreter runs. `least`: the gain that it
    must reach."""

    source: str
    compiler: str
    args: tuple[str, ...]
    least: float


@dataclass(frozen=True)
class _Effort:
    """How often each example is improved, and the budget of each time."""

    repeats: int = 5
    budget_s: float = 300.0


_EXAMPLES_RUN = (
    _Example("ring.c", "mpicc", ("1048576", "8"), 2.0),
    _Example("halo3d.f90", "mpif90", ("128", "8"), 1.2),
    _Example("transpose.py", "", ("262144", "8"), 1.2),
)


def improve_lab(family: str, quick: bool) -> Report:
    """The default order is that of the hosts' names, which puts neighbours on the slowest paths."""
    effort = _Effort(1, 170.0) if quick else _Effort()
    method = (
        f"ten endpoints of examples/phi-cluster.toml in a lab {_SLOWDOWN:g} times slower, {family}, "
        f"`improve --budget {effort.budget_s:.0f}s` by the program's own figure, "
        f"{effort.repeats} times each; a gain counts when it is proven"
    )
    mpi = install(family)
    with TemporaryDirectory(prefix="rankwise-improve-lab-") as text:
        folder = Path(text)
        plan = read_plan(_EXAMPLES / "phi-cluster.toml")
        slower = (replace(net, slowdown=_SLOWDOWN) if net.slowdown > 1.0 else net for net in plan.networks)
        plan = replace(plan, networks=tuple(slower))
        try:
            lab = up(plan, name=_LAB, shares=(folder,), lifetime_s=7200)
        except EnvironmentProblem as problem:
            return Report(method, (Goal("applications in a lab", problem.message, "a lab", None),))
        try:
            found = {one.source: _improved(lab, mpi, one, folder, effort) for one in _EXAMPLES_RUN}
        finally:
            down(_LAB)
    goals, rows = [], []
    for example in _EXAMPLES_RUN:
        answers = found[example.source]
        if isinstance(answers, str):
            goals.append(Goal(example.source, answers, "the program", None))
            continue
        proven = (one.whole for one in answers if isinstance(one, Improved) and one.answer == "faster")
        gains = [whole.ratio for whole in proven if whole is not None]
        won = sum(gain.ratio >= example.least for gain in gains)
        least = max(1, len(answers) - 1)
        goals.append(
            Goal(
                f"{example.source}: a proven gain of {example.least:g}x or more",
                share(won, len(answers)),
                f">= {least} of {len(answers)}",
                won >= least,
            )
        )
        rows += [_row(example.source, one) for one in answers]
    return Report(method, tuple(goals), ("program", "answer", "gain", "lines", "took"), tuple(rows))


def _improved(lab: Lab, mpi: Mpi, example: _Example, folder: Path, effort: _Effort) -> list[Improved | str] | str:
    """The answer of every repeat, each with a store of its own, or why it failed; a reason where there is no such
    program here."""
    if example.compiler == "mpif90" and not Path(mpi.prefix, "bin", example.compiler).exists():
        # Wheels of MPICH and Open MPI have no Fortran, Debian's packages do.
        mpi = next((one for one in catalog.find_all() if one.family == mpi.family and one.prefix == "/usr"), mpi)
    program = _program(mpi, example, folder)
    if isinstance(program, str):
        return program
    hosts = [end for node in lab.plan.nodes for end in (node.name, *(card.name for card in node.cards))]
    job = [str(mpi.launcher), *_on(lab, mpi, hosts), "-n", str(len(hosts)), *program, *example.args]
    answers: list[Improved | str] = []
    for number in range(effort.repeats):
        out = folder / f"{Path(example.source).stem}-{number}"
        words = ["improve", "--budget", f"{effort.budget_s:.0f}s", "--figure", _FIGURE, "--out", str(out), "--seed",
                 str(number + 1), "--file", str(out / "tuning.toml"), "--json", "--quiet", "--", *job]  # fmt: skip
        rankwise = str(Path(sys.executable).with_name("rankwise"))
        argv = [rankwise, "lab", "run", "--lab", lab.name, "--network", "infiniband", "--", rankwise, *words]
        done = process.run(argv, timeout_s=3 * effort.budget_s + 120, cwd="/")
        try:
            answer = msgspec.json.decode(done.stdout)
        except msgspec.DecodeError:
            raise MeasurementFailed("improve-lab", done.describe(), "run this line by hand") from None
        answers.append(msgspec.convert(answer["data"], Improved) if answer["ok"] else answer["error"]["message"])
    return answers


def _on(lab: Lab, mpi: Mpi, hosts: Sequence[str]) -> list[str]:
    """The words of a launch line that put a rank on each host."""
    agent = endpoint.agent_of(lab)
    if mpi.family == "openmpi":
        name = ("--mca", "plm_rsh_agent") if mpi.version.startswith("4.") else ("--prtemca", "plm_ssh_agent")
        return [*name, agent, "--bind-to", "none", "--host", ",".join(f"{host}:1" for host in hosts)]
    return ["-launcher", "rsh", "-launcher-exec", agent, "-hosts", ",".join(hosts), "-ppn", "1"]


def _program(mpi: Mpi, example: _Example, folder: Path) -> Sequence[str] | str:
    """The words that start an example; a reason where it cannot be had."""
    source = _EXAMPLES / example.source
    if not example.compiler:
        done = process.run([sys.executable, "-c", "import mpi4py"], timeout_s=30)
        words = ["env", f"MPI4PY_LIBMPI={mpi.library}", sys.executable, str(source)]
        return words if done.ok else "mpi4py is not installed"
    wrapper = Path(mpi.prefix, "bin", example.compiler)
    if mpi.prefix == "/usr":
        wrapper = Path(f"/usr/bin/{example.compiler}.{mpi.family}")
    if not wrapper.exists() or shutil.which("gcc") is None:
        return f"{mpi.name} has no {example.compiler}"
    program = folder / source.stem
    done = process.run([wrapper, "-O2", source, "-o", program, f"-Wl,-rpath,{mpi.prefix}/lib"], timeout_s=120,
                       env={**os.environ, **mpi.env})  # fmt: skip
    if done.ok:
        return [str(program)]
    said = [line for line in done.stderr.splitlines() if "error" in line.lower()] or ["it does not compile"]
    return f"{mpi.name}, {example.compiler}: {said[0]}"


def _row(source: str, answer: Improved | str) -> tuple[str, ...]:
    if isinstance(answer, str):
        return source, f"failed: {answer.splitlines()[-1]}", "-", "-", "-"
    ratio = answer.whole.ratio if answer.whole is not None else None
    gain = f"{ratio.ratio:.2f}x ({ratio.low:.2f} to {ratio.high:.2f})" if ratio is not None else "-"
    taken = ", ".join(line.id for line in answer.lines) or "-"
    return source, answer.answer, gain, taken, format_seconds(answer.run.provenance.measuring_s)
