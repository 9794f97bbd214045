"""`doctor --explain`: what a launcher makes of a line on these hosts, told by its rules, without a start."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rankwise.core import process
from rankwise.core.errors import UsageError
from rankwise.core.launchers import is_launcher
from rankwise.core.records import Mpi
from rankwise.diagnoses.records import Explained, OtherLine, ToldFact, ToldHost, ToldRank
from rankwise.inventory.records import NodeInventory
from rankwise.mpis import catalog
from rankwise.mpis.families import FAMILIES
from rankwise.mpis.family import MpiFamily
from rankwise.mpis.layout import srun as slurm
from rankwise.mpis.layout.request import Layout, LineRules, NotLaidOut, Part, RefusedLine, Request
from rankwise.mpis.layout.topology import CpuLevels, topology
from rankwise.mpis.slurm import pmi_list
from rankwise.placement.launch_words import expanded, parts_of, programs_of, set_by

_CHOOSE = re.compile(
    r"UCX_(TLS|NET_DEVICES)|FI_(PROVIDER|TCP_IFACE|OFI_RXM_\w+)|I_MPI_(FABRICS|OFI_PROVIDER|SHM\w*)"
    r"|OMPI_MCA_(pml|btl|mtl|osc)(_tcp_if_\w+)?|MPIR_CVAR_(NOLOCAL|CH4_NETMOD|CH4_SHM\w*)|MPICH_\w*(NETMOD|NIC)\w*"
)
"""Variables with which people choose how messages travel."""


AskedOf = Callable[[Sequence[str], str, Mapping[str, str]], Request]
"""A line, a release and variables, as a launcher reads them."""


@dataclass(frozen=True)
class Machines:
    """The nodes that a job runs on: those that were named, and what stands for the rest."""

    named: Mapping[str, NodeInventory]
    other: NodeInventory
    other_is: str
    here: str

    def source(self, host: str) -> str:
        """Where the topology of a host is from."""
        if host in self.named:
            return "recorded"
        if not self.other_is and self.is_here(host):
            return "this machine"
        return self.other_is or "taken to be like this machine"

    def is_here(self, host: str) -> bool:
        return host in (self.here, "localhost", "127.0.0.1", socket.gethostname())

    def node(self, host: str) -> NodeInventory:
        return self.named.get(host, self.other)


def explain(argv: Sequence[str], machines: Machines, mpi_name: str = "") -> Explained:
    """What the launcher of a line makes of it. `mpi_name`: whose launcher it is, where that cannot be seen here, as
    `openmpi` or `openmpi@5.0.11`.

    Raises UsageError for a line without a launcher, a launcher of no MPI that rankwise knows, and files that cannot be
    read.
    """
    if not argv:
        raise UsageError("no-program", "nothing follows --", "for example: -- mpirun -n 2 ./app")
    by_srun = Path(argv[0]).name == "srun"
    if not by_srun and not is_launcher(argv[0]):
        raise UsageError(
            "no-launcher",
            f"'{argv[0]}' is no launcher of MPI",
            "begin with mpirun, mpiexec or srun: its words are told",
        )
    mpi, family, version = _launcher(argv, mpi_name, by_srun=by_srun)
    typed, argv = argv, expanded(argv)
    known: dict[str, CpuLevels] = {}

    def topology_of(host: str) -> CpuLevels:
        if host not in known:
            known[host] = topology(machines.node(host))
            if not known[host].cpus:
                raise UsageError("no-cpus", f"{host} names no CPU that is online and allowed", "is it a recording?")
        return known[host]

    def request_of(line: Sequence[str], release: str, environ: Mapping[str, str]) -> Request:
        return Request(
            tuple(map(Part, parts_of(line))), environ, release, machines.here, topology_of, root=os.geteuid() == 0
        )

    request = request_of(argv, version, os.environ)
    rules = slurm.RULES if by_srun else FAMILIES[family].line_rules()
    title = "Slurm" if by_srun else FAMILIES[family].title
    if rules is None:
        raise UsageError(
            "not-told",
            f"rankwise does not know the rules of the launcher of {title}",
            "doctor -- LINE tries it instead",
        )
    prefix = Path(mpi.prefix) if mpi else None
    request = replace(request, saved=rules.saved(version, prefix, request.environ))
    facts = [*_variables(rules, request), *_facts(argv, request, FAMILIES.get(family), mpi, by_srun=by_srun)]
    try:
        layout = rules.lays_out(request)
    except NotLaidOut as why:
        raise UsageError("not-told", str(why), "doctor -- LINE tries it instead") from None
    except RefusedLine as why:
        return Explained(command=tuple(typed), launcher=title, version=version, facts=tuple(facts), refused=str(why))
    head = [
        ToldFact(what="mapping", value=layout.mapping, because=layout.why_mapping),
        ToldFact(what="binding", value=layout.binding, because=layout.why_binding),
    ]
    hosts = list(dict.fromkeys(seat.host for seat in layout.seats))
    return Explained(
        command=tuple(typed),
        launcher=title,
        version=version,
        facts=(*head, *facts),
        hosts=tuple(_host(host, topology_of(host), machines.source(host)) for host in hosts),
        ranks=tuple(
            ToldRank(number=rank, host=seat.host, cpus=seat.cpus, program=seat.part)
            for rank, seat in enumerate(layout.seats)
        ),
        notes=layout.notes,
        others=tuple(_others(layout, programs_of(argv), f"{title} {version}", request_of)),
    )


def _launcher(argv: Sequence[str], name: str, *, by_srun: bool) -> tuple[Mpi | None, str, str]:
    """The MPI whose launcher or library the line has, its family, and the launcher's version."""
    family, _, version = name.partition("@")
    if family in FAMILIES and version:
        return None, family, version
    mpi = catalog.find(name) if name else None
    if mpi is None and (path := shutil.which(argv[0])) and not by_srun:
        mpi = catalog.of_launcher(Path(path), catalog.find_all())
    if mpi is None and not by_srun:
        raise UsageError(
            "unknown-launcher",
            f"'{argv[0]}' is no launcher of an MPI on this machine",
            "name its MPI: --mpi openmpi@5.0.11, mpich@4.2 or impi@2021.18",
        )
    return mpi, mpi.family if mpi else "", mpi.version if mpi else ""


def _variables(rules: LineRules, request: Request) -> Iterator[ToldFact]:
    if passed := rules.passes(request):
        yield ToldFact(what="environment", value=passed)


def _facts(
    argv: Sequence[str], request: Request, family: MpiFamily | None, mpi: Mpi | None, *, by_srun: bool
) -> Iterator[ToldFact]:
    if by_srun:
        yield from _pmi_of_srun(request, family)
    else:
        yield ToldFact(what="PMI", value=family.served if family else "")
    chosen = {name: request.said(name) for name in (*request.saved, *request.environ) if _CHOOSE.fullmatch(name)}
    chosen |= {name: f"{name}={value} (from the line)" for _, name, value in set_by(argv) if _CHOOSE.fullmatch(name)}
    able = ", ".join(mpi.transports) if mpi else "not known, for the MPI is not here"
    because = "; ".join(chosen.values()) or "nothing chooses among them: the library does when it starts"
    yield ToldFact(what="transports", value=able, because=because)


def _pmi_of_srun(request: Request, family: MpiFamily | None) -> Iterator[ToldFact]:
    """By what ranks find each other: the PMI that srun serves, by the line, a variable or Slurm's default, and why
    ranks would not find each other by it, with what to type."""
    program = shutil.which("srun")
    offered = pmi_list(program) if program else ()
    said, variable = request.setting("SLURM_MPI_TYPE")
    flavour = request.whole.last("mpi") or said
    because = f"--mpi={flavour}" if request.whole.has("mpi") else f"{variable}={said}" if said else ""
    if not flavour and program:
        flavour, because = _default_pmi(), "MpiDefault of Slurm"
    unknown = "not known" if program else "not known, for there is no srun here"
    yield ToldFact(what="PMI", value=flavour or unknown, because=because)
    if flavour and (problem := _pmi_problem(flavour, offered, family)):
        yield ToldFact(what="PMI problem", value=problem)


def _pmi_problem(flavour: str, offered: Sequence[str], family: MpiFamily | None) -> str:
    if offered and flavour not in offered:
        return f"srun offers {', '.join(offered)}, not {flavour}: add --mpi=ONE of them"
    if family is None or any(re.fullmatch(pattern, flavour) for pattern in family.pmi):
        return ""
    fits = [name for name in offered if any(re.fullmatch(pattern, name) for pattern in family.pmi)]
    wanted = " or ".join(fits) or "none of those that this srun offers"
    mend = f" (--mpi={fits[-1]})" if fits else ", so start it with its own launcher, or install Slurm's PMIx plug-in"
    return f"{family.title} does not speak {flavour}, so every rank would be alone: it needs {wanted}{mend}"


def _default_pmi() -> str:
    match = re.search(r"^MpiDefault\s*=\s*(\S+)", process.printed("scontrol", "show", "config"), re.MULTILINE)
    return match[1] if match else ""


def _host(name: str, known: CpuLevels, source: str) -> ToldHost:
    packages = tuple(
        tuple(core for core in known.at("core") if set(core) <= set(package)) for package in known.at("package")
    )
    return ToldHost(name=name, packages=packages, source=source)


def _others(layout: Layout, programs: Sequence[list[str]], own: str, request_of: AskedOf) -> Iterator[OtherLine]:
    """A line of each other launcher that lays the job out alike, by the same rules."""
    families = (
        (family.line_rules(), title, release) for family in FAMILIES.values() for title, release in family.tried
    )
    wanted = [(seat.host, seat.cpus, programs[seat.part]) for seat in layout.seats]

    def alike(words: Sequence[str], rules: LineRules, release: str) -> bool:
        try:
            seats = rules.lays_out(request_of(words, release, {})).seats
        except RefusedLine:
            return False
        parts = programs_of(words)
        return [(seat.host, seat.cpus, parts[seat.part]) for seat in seats] == wanted

    for rules, title, release in [*families, (slurm.RULES, "Slurm", "")]:
        if own.startswith(title) or rules is None:
            continue
        known = (shlex.join(words) for words in rules.as_lines(layout.seats, programs) if alike(words, rules, release))
        yield OtherLine(launcher=title, line=next(known, ""))
