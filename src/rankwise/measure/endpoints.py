"""The endpoints file: unequal endpoints of one job, in TOML, and the places that they become."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from rankwise.core import files, knob_trust, permission, toml, words
from rankwise.core.errors import UsageError
from rankwise.core.files import is_file
from rankwise.core.records import Endpoint, Record
from rankwise.core.words import (
    Count,
    CpuNumber,
    EnvironmentName,
    FullPath,
    InterfaceOrNetwork,
    PlainName,
    Prose,
    ReachedHost,
    Title,
    Value,
)

Kind = Literal["core", "card", "gpu"]


class EndpointDefaults(Record, frozen=True, kw_only=True):
    """What endpoints of one kind may share. `arch` None is asked of the endpoint.

    `prefix`: where its MPI lies when elsewhere than on the launching side. `engine`: a ready program for it, a file of
    the launching side. `compiler`: the C++ wrapper on the endpoint that builds the engine there. `folder`: where a
    copy may be put for the time of the job. `program`: what `rankwise run` starts there. `threads`: OMP_NUM_THREADS.
    `container`: the command that starts a program in a container there (`apptainer exec IMAGE`).
    """

    arch: PlainName | None = None
    prefix: FullPath | None = None
    engine: Prose | None = None
    compiler: Prose | None = None
    env: dict[EnvironmentName, Value] = msgspec.field(default_factory=dict)
    folder: FullPath = "/tmp"
    program: Prose | None = None
    threads: Count | None = None
    container: Value | None = None


class Entry(EndpointDefaults, frozen=True, kw_only=True):
    """One `[[endpoint]]`: `address` None is this machine."""

    id: Title
    address: ReachedHost | None = None
    kind: Kind = "core"
    cpus: tuple[CpuNumber, ...] = ()


class EndpointsFile(Record, frozen=True, kw_only=True):
    """All endpoints in rank order, those of a kind with what `kinds` gives to it. `agent`: a command that takes
    HOST COMMAND... and runs it there; ssh if absent."""

    endpoint: tuple[Entry, ...]
    kinds: dict[Kind, EndpointDefaults] = msgspec.field(default_factory=dict)
    agent: Value | None = None
    interface: InterfaceOrNetwork | None = None


def read(path: str | Path) -> EndpointsFile:
    """The endpoints of a TOML file. Raises UsageError that names what does not fit, and what would run as the user that
    the setting `allow` does not name."""
    hint = "an endpoints file has [[endpoint]] tables with id, and address, cpus, prefix ... where they differ"
    try:
        text = files.read(Path(path), "no-endpoints-file", "give the path of a file")
        file = words.convert(toml.loads(text), EndpointsFile)
    except (toml.TomlError, words.Refused) as error:
        raise UsageError("bad-endpoints-file", f"{path}: {error}", hint) from error
    file = replace(file, endpoint=tuple(_of_its_kind(entry, file.kinds) for entry in file.endpoint))
    _check(str(path), file, hint)
    permission.check(path, _named(file))
    return file


def _named(file: EndpointsFile) -> dict[str, str]:
    """What the file names of programs that would run, by field, and of variables that load code or name programs."""
    named = {"agent": file.agent}
    for entry in file.endpoint:
        fields = {"engine": entry.engine, "compiler": entry.compiler, "program": entry.program,
                  "container": entry.container, "prefix": entry.prefix}  # fmt: skip
        variables = {name: value for name, value in entry.env.items() if knob_trust.does(f"env:{name}")}
        named = {**fields, **variables} | {name: value for name, value in named.items() if value}
    return {name: named[name] or "" for name in sorted(named) if named[name]}


def _of_its_kind(entry: Entry, kinds: Mapping[Kind, EndpointDefaults]) -> Entry:
    """The endpoint with what its kind has and it does not say itself; threads are a variable."""
    plain, shared = EndpointDefaults(), kinds.get(entry.kind, EndpointDefaults())
    fields = {
        name: getattr(shared, name)
        for name in EndpointDefaults.__struct_fields__
        if getattr(entry, name) == getattr(plain, name)
    }
    if entry.engine or entry.compiler:  # either is how the endpoint gets its engine
        fields |= {"engine": entry.engine, "compiler": entry.compiler}
    threads = entry.threads or shared.threads
    env = {**({"OMP_NUM_THREADS": str(threads)} if threads else {}), **shared.env, **entry.env}
    return replace(entry, **{**fields, "env": env})


def endpoints(file: EndpointsFile, here: str) -> tuple[Endpoint, ...]:
    """The records that plans and maps use; `here` is this machine's name."""
    return tuple(
        Endpoint(
            id=entry.id,
            node=entry.address or here,
            kind=entry.kind,
            cpus=entry.cpus,
            address=entry.address,
            arch=entry.arch,
        )
        for entry in file.endpoint
    )


def _words(command: str) -> list[str]:
    """The words of a command; none where its quotes do not match."""
    try:
        return shlex.split(command)
    except ValueError:
        return []


def _check(path: str, file: EndpointsFile, hint: str) -> None:
    def refuse(message: str) -> UsageError:
        return UsageError("bad-endpoints-file", f"{path}: {message}", hint)

    if not file.endpoint:
        raise refuse("it names no endpoint")
    if file.agent is not None and not _words(file.agent):
        raise refuse(f"agent = '{file.agent[:60]}' is no command")
    seen: set[str] = set()
    for entry in file.endpoint:
        if entry.id in seen:
            raise refuse(f"two endpoints are called '{entry.id}'")
        seen.add(entry.id)
        if entry.container is not None and not _words(entry.container):
            raise refuse(f"endpoint '{entry.id}' has container = '{entry.container}', which is no command")
        if entry.threads is not None and entry.threads < 1:
            raise refuse(f"endpoint '{entry.id}' has threads = {entry.threads}; name at least one")
        if entry.address == "":
            raise refuse(f"endpoint '{entry.id}' has the address '', which is not a host")
        if entry.engine is not None and entry.compiler is not None:
            raise refuse(f"endpoint '{entry.id}' has an engine and a compiler; one of them is enough")
        if entry.engine is not None and not is_file(entry.engine):
            raise refuse(f"the engine of endpoint '{entry.id}' is not there: {entry.engine}")
    prefixes: dict[str | None, str | None] = {}
    for entry in file.endpoint:
        if prefixes.setdefault(entry.address, entry.prefix) != entry.prefix:
            raise refuse(f"{entry.address or 'this machine'} has two MPI prefixes; a job has one per host")
