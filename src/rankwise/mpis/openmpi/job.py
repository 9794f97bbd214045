"""A job of Open MPI: what its launcher knows before it places ranks, and where releases 4 and 5 differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rankwise.core.files import is_file, read
from rankwise.core.knob_names import MCA_PREFIX
from rankwise.core.version import numbers
from rankwise.mpis.layout.request import Request
from rankwise.mpis.layout.topology import CpuLevels, Cpus
from rankwise.mpis.openmpi.words import Policy


@dataclass(frozen=True)
class Release:
    """`deals`: ranks of objects take turns; else those of an object follow each other. Names of the variables and the
    parameters that map and bind."""

    deals: bool
    map_variable: str
    bind_variable: str
    map_parameter: str
    bind_parameter: str


OLD = Release(
    deals=True,
    map_variable="OMPI_MCA_rmaps_base_mapping_policy",
    bind_variable="OMPI_MCA_hwloc_base_binding_policy",
    map_parameter="rmaps_base_mapping_policy",
    bind_parameter="hwloc_base_binding_policy",
)
NEW = Release(
    deals=False,
    map_variable="PRTE_MCA_rmaps_default_mapping_policy",
    bind_variable="PRTE_MCA_hwloc_default_binding_policy",
    map_parameter="rmaps_default_mapping_policy",
    bind_parameter="hwloc_default_binding_policy",
)


_PARAMETER = re.compile(r"^[ \t]*(\w+)[ \t]*=[ \t]*(\S.*)$", re.MULTILINE)
_LIST_OF_FILES = "OMPI_MCA_mca_base_param_files"


def saved(version: str, prefix: Path | None, environ: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """What the files of parameters set, by the variable that it stands for, with the words that say so. `prefix`: of
    the installation, where it is known. Raises UsageError for a file that cannot be read.

    5.0.11 was seen to take the mapping from ~/.prte and ~/.pmix, and not from ~/.openmpi."""
    settings: dict[str, tuple[str, str]] = {}
    for family, path in _parameter_files(version, prefix, environ):
        if is_file(path):
            text = read(path, "no-parameters", "may you read it? mpirun does")
            rows = {
                name: (value.rstrip(), f"{name} = {value.rstrip()} in {path}")
                for name, value in _PARAMETER.findall(text)
            }
            settings = {f"{family}{name}": told for name, told in rows.items()} | settings
    return settings


def _parameter_files(version: str, prefix: Path | None, environ: Mapping[str, str]) -> Iterator[tuple[str, Path]]:
    """Before what variables each file stands, those of the user first."""
    listed = [Path(word) for word in re.split("[,:]", environ.get(_LIST_OF_FILES, "")) if word]
    # Packages of Linux keep what is below /usr in a folder of its own below /etc.
    system = [] if prefix is None else [Path("/etc/openmpi")] if prefix == Path("/usr") else [prefix / "etc"]
    names = [(MCA_PREFIX, "openmpi")]
    names += [("PRTE_MCA_", "prte"), ("PRTE_MCA_", "pmix")] if numbers(version) >= (5,) else []
    for family, name in names:
        files = [Path.home() / f".{name}/mca-params.conf", *(folder / f"{name}-mca-params.conf" for folder in system)]
        yield from ((family, path) for path in (listed if listed and name == "openmpi" else files))


@dataclass(frozen=True)
class Job:
    """`hosts`: those of each program; `room`: slots of each host; `unit`: what is a CPU, core or hwthread."""

    request: Request
    release: Release
    policy: Policy
    hosts: Sequence[Sequence[str]]
    room: Mapping[str, int]
    topologies: Mapping[str, CpuLevels]
    unit: str

    @property
    def oversubscribes(self) -> bool:
        return "oversubscribe" in self.policy.flags

    def objects(self, host: str) -> tuple[Cpus, ...]:
        """The objects of a host that ranks are mapped to; none where they are mapped to the host."""
        by = self.policy.by
        return () if by in ("slot", "node", "list") else self.topologies[host].at(by)


@dataclass(frozen=True)
class Placed:
    """A rank before it is bound: the object in which it is mapped, None for a whole host, and that object's number."""

    host: str
    part: int
    object: Cpus | None
    at: int = 0
