"""`mpi`: the MPIs of this machine, each with what serves as its engine: listed, named, added, installed, removed."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rankwise.core import process, words
from rankwise.core.at_once import answers_of
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.nearest import did_you_mean
from rankwise.core.reach import to_host
from rankwise.core.records import Mpi
from rankwise.measure.build import with_engine, with_engines
from rankwise.mpis import catalog
from rankwise.mpis import install as installer
from rankwise.mpis.agent import agent_for
from rankwise.mpis.catalog import choose_mpis, remove
from rankwise.mpis.gpu_claims import gpu_claims
from rankwise.mpis.records import ListedMpi, MpisOfHosts

__all__ = ["add", "beside", "choose_mpis", "find_mpis", "find_mpis_on", "gpu_claims", "install", "mpi", "remove"]

_LIST: Final = "from rankwise.cli.start import main; import sys; sys.argv[1:] = ['mpi', 'list', '--json']; main()"
_BEGIN: Final = re.compile(r'\{\s*"schema"')  # behind what a shell prints when it starts
_LIMIT_S: Final = 60.0


def find_mpis() -> list[Mpi]:
    """Every MPI of this machine, the preferred first."""
    return with_engines(catalog.find_all())


def find_mpis_on(hosts: Sequence[str], agent: str | None = None) -> MpisOfHosts:
    """The MPIs of each of these hosts, where rankwise must lie at the same path. `agent` None takes the setting.

    Raises EnvironmentProblem where no host answers."""
    way = agent_for(hosts, agent)
    told, lost = answers_of(hosts, lambda host: _told(way, host))
    if lost and not told:
        raise next(iter(lost.values()))
    return MpisOfHosts(hosts=told, silent={host: why.in_a_line for host, why in lost.items()})


def _told(agent: str, host: str) -> tuple[ListedMpi, ...]:
    """What `rankwise mpi list` answers on a host."""
    done = process.run(to_host(agent, host, shlex.join([sys.executable, "-c", _LIST])), timeout_s=_LIMIT_S)
    begin = _BEGIN.search(done.stdout)
    if begin is None:
        last = words.one_line((done.stderr.strip() or "it printed no answer").splitlines()[-1][:200])
        raise EnvironmentProblem("no-answer", last, f"hosts need rankwise in the same place: {sys.executable}")
    try:
        envelope, _ = json.JSONDecoder().raw_decode(done.stdout, begin.start())
        told = envelope["data"] if envelope.get("ok", True) else envelope["error"]["message"]
        if isinstance(told, str):
            raise EnvironmentProblem(
                "no-answer", words.one_line(told[:200]), f"`rankwise mpi list` on {host} says more"
            )
        return tuple(words.convert(told, list[ListedMpi]))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, words.Refused) as error:
        raise EnvironmentProblem("no-answer", "its answer cannot be read", "install the same release there") from error


def mpi(name: str) -> Mpi:
    """The MPI with that name or prefix, also one that cannot be used; the preferred one without a name.

    Raises UsageError when there is none, EnvironmentProblem without a name where none is usable.
    """
    if not name:
        return with_engine(catalog.find(""))
    known = find_mpis()
    for candidate in known:
        if name in (candidate.name, candidate.prefix):
            return candidate
    names = [candidate.name for candidate in known]
    hint = did_you_mean(name, names) if names else "`rankwise mpi install mpich` gets one"
    raise UsageError("unknown-mpi", f"no MPI is called '{name}'", hint)


def add(path: Path) -> list[Mpi]:
    """Registers the MPIs of a prefix, or of a file or folder in one. Raises UsageError where there is none."""
    return with_engines(catalog.add(path))


def install(name: str, device: str = "") -> Mpi:
    """Installs an MPI from PyPI into a private prefix, with `device` `cuda` one that takes CUDA's pointers.

    Raises EnvironmentProblem when it cannot be fetched.
    """
    return with_engine(installer.install(name, device))


def beside(installed: Mpi) -> str:
    """A sentence about other installations of the same version, which `--mpi all` measures too; empty without any."""
    names = [
        mpi.name
        for mpi in catalog.find_all()
        if (mpi.family, mpi.version) == (installed.family, installed.version)
        and mpi.prefix != installed.prefix
        and mpi.is_usable
    ]
    if not names:
        return ""
    return (
        f"{installed.family} {installed.version} is here already, as {' and '.join(names)}: this installation is "
        f"called {installed.name}, and `--mpi all` measures each of them"
    )
