"""Brings each endpoint the program that fits it, where no file system is shared, and takes it away afterwards."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import secrets
import select
import shlex
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rankwise.core import process
from rankwise.core.at_once import on_each
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.reach import SSH, to_host
from rankwise.core.records import Mpi
from rankwise.measure import build
from rankwise.measure.endpoints import Entry
from rankwise.measure.source import SOURCE, source_define, sources

_LIMIT_S = 120.0
_BUILD_LIMIT_S = 600.0


@dataclass
class Staged:
    """`programs`: the program's path on each endpoint, by endpoint id. `left_behind`: what could not be removed."""

    programs: dict[str, str] = field(default_factory=dict)
    left_behind: list[str] = field(default_factory=list)
    _built: dict[tuple[str, str], bytes] = field(default_factory=dict, repr=False)
    _clean: ExitStack = field(default_factory=ExitStack, repr=False)


@contextmanager
def staged(mpi: Mpi, entries: Iterable[Entry], agent: str | None = None, source: Path = SOURCE) -> Iterator[Staged]:
    """Within it every endpoint has its engine: this MPI's own here and where the file system is shared, a verified
    copy elsewhere, one built on the endpoint where its architecture differs or it names a compiler.

    `agent` takes HOST COMMAND... and runs it there; ssh when None. Raises EnvironmentProblem `no-contact`,
    `staging-failed` or `build-failed`; whatever was copied by then is removed.
    """
    result = Staged()
    ready: dict[tuple[object, ...], str] = {}
    with result._clean:
        for entry in entries:
            key = (entry.address, entry.prefix, entry.engine, entry.compiler, entry.folder)
            if key not in ready:
                ready[key] = _engine_on(mpi, entry, agent, source, result)
            result.programs[entry.id] = ready[key]
        yield result


@contextmanager
def staged_files(files: Sequence[tuple[Entry, Path]], agent: str | None = None) -> Iterator[Staged]:
    """Within it each endpoint has the file that it is named with: this very file where the file system is shared, a
    verified copy elsewhere. `agent` and errors as for `staged`."""
    wanted = {(entry.address, file, entry.folder): entry for entry, file in files}
    result = Staged()

    def bring(place: tuple[str | None, Path, str]) -> str:
        address, file, _ = place
        return str(file) if address is None else _brought(_Host(address, agent), file, wanted[place], result)

    with result._clean:
        ready = on_each(wanted, bring)
        result.programs = {entry.id: ready[entry.address, file, entry.folder] for entry, file in files}
        yield result


def without(paths: Sequence[Path], entries: Iterable[Entry], agent: str | None = None) -> list[str]:
    """The endpoints that lack one of these files or folders, by their ids."""
    listed = list(entries)
    hosts = list(dict.fromkeys(entry.address for entry in listed if entry.address is not None))

    command = " && ".join(f"test -e {shlex.quote(str(path))}" for path in paths)

    def has(name: str) -> bool:
        return _Host(name, agent).run(command).ok

    answers = on_each(hosts, has)
    return [entry.id for entry in listed if not (entry.address is None or answers[entry.address])]


def _engine_on(mpi: Mpi, entry: Entry, agent: str | None, source: Path, result: Staged) -> str:
    if entry.address is None:
        return entry.engine or str(build.engine_for(mpi, source))
    host = _Host(entry.address, agent)
    arch = entry.arch or host.ask("uname -m").strip()
    if entry.compiler is None and (entry.engine is not None or arch == os.uname().machine):
        engine = Path(entry.engine).absolute() if entry.engine else build.engine_for(mpi, source)
        return _brought(host, engine, entry, result)
    folder = _folder(host, entry, result)
    wrapper = _wrapper(mpi, entry)
    # Endpoints that are alike get what the first of them has built.
    if known := result._built.get((arch, wrapper)):
        return _put(host, known, f"{folder}/rankwise-engine", "the engine that was built for it")
    program = _build_there(mpi, entry, host, source, folder)
    result._built[arch, wrapper] = base64.b64decode(host.ask(f"base64 {shlex.quote(program)}"))
    return program


class _Host:
    """One endpoint, reached through the agent."""

    def __init__(self, name: str, agent: str | None) -> None:
        self.name = name
        self._agent = agent or SSH

    def run(self, command: str, data: bytes | None = None, limit_s: float = _LIMIT_S) -> process.Completed:
        """Runs a shell command there. It travels as one string, as launchers send theirs."""
        return process.run(to_host(self._agent, self.name, command), timeout_s=limit_s, input_bytes=data)

    def start(self, command: str) -> process.Job:
        """Starts a shell command there, which reads what is written to its standard input."""
        return process.Job.start(to_host(self._agent, self.name, command), stdin=process.PIPE)

    def ask(self, command: str) -> str:
        """What the command printed; EnvironmentProblem `no-contact` when it failed."""
        done = self.run(command)
        if not done.ok:
            hint = "try that command by hand; --agent or `agent` in the endpoints file names another way to get there"
            raise EnvironmentProblem("no-contact", f"cannot reach {self.name}: {done.describe()}", hint)
        return done.stdout


def _shares(host: _Host, folder: Path) -> bool:
    """Whether the endpoint sees this very folder: it can read a word that was only just written."""
    word = secrets.token_hex(16)
    try:
        with tempfile.NamedTemporaryFile("w", dir=folder, prefix=".rankwise-") as file:
            file.write(word)
            file.flush()
            return host.run(f"cat {shlex.quote(file.name)}").stdout.strip() == word
    except OSError:
        # An engine in a folder that we may not write (a system-wide wheel): copying is always right.
        return False


def _folder(host: _Host, entry: Entry, result: Staged) -> str:
    """A new folder there. A shell removes it when its input closes: when we are done, or have been killed."""
    folder = f"{entry.folder.rstrip('/')}/rankwise-{secrets.token_hex(6)}"
    there = shlex.quote(folder)
    holder = host.start(f"(umask 077 && mkdir {there} && echo made) && cat > /dev/null; rm -rf {there}")
    assert holder.popen.stdout is not None
    ready, _, _ = select.select([holder.popen.stdout], [], [], _LIMIT_S)
    if not ready or holder.popen.stdout.readline() != b"made\n":
        raise _failed(host, f"cannot make a folder under {entry.folder}", holder.let_end(_LIMIT_S))
    result._clean.callback(_remove, holder, f"{host.name}:{folder}", result)
    return folder


def _remove(holder: process.Job, where: str, result: Staged) -> None:
    if not holder.let_end(_LIMIT_S).ok:
        result.left_behind.append(where)


def _brought(host: _Host, program: Path, entry: Entry, result: Staged) -> str:
    if _shares(host, program.parent):
        return str(program)
    folder = _folder(host, entry, result)
    return _put(host, program.read_bytes(), f"{folder}/{program.name}", str(program))


def _put(host: _Host, data: bytes, target: str, what: str) -> str:
    there = shlex.quote(target)
    done = host.run(f"cat > {there} && chmod 700 {there}", data)
    if not done.ok:
        raise _failed(host, f"cannot copy {what} to {target}", done)
    check = host.run(f"sha256sum {there} && test -x {there}")
    if check.stdout.split()[:1] != [hashlib.sha256(data).hexdigest()]:
        raise _failed(host, f"the copy {target} differs from {what}", check)
    if not check.ok:
        raise _failed(host, f"{target} may not be executed there (a noexec mount?)", check)
    return target


def _wrapper(mpi: Mpi, entry: Entry) -> str:
    return entry.compiler or shlex.quote(f"{entry.prefix or mpi.prefix}/bin/mpicxx")


def _build_there(mpi: Mpi, entry: Entry, host: _Host, source: Path, folder: str) -> str:
    done = host.run(f"tar -xf - -C {shlex.quote(folder)}", _archive(source))
    if not done.ok:
        raise _failed(host, "cannot copy the engine's source", done)
    target = f"{folder}/rankwise-engine"
    prefix = entry.prefix or mpi.prefix
    variables = [f"{name}={value.replace(mpi.prefix, prefix)}" for name, value in mpi.env.items()]
    command = [
        "env",
        *variables,
        *shlex.split(_wrapper(mpi, entry)),
        *build.FLAGS,
        source_define(source),
        *(f"{folder}/{file.name}" for file in sources(source)),
        "-o",
        target,
        "-lrt",
        "-pthread",
    ]
    done = host.run(shlex.join(command), limit_s=_BUILD_LIMIT_S)
    if not done.ok:
        hint = "name its C++ wrapper (`compiler`) or a ready engine (`engine`) in the endpoints file"
        raise EnvironmentProblem("build-failed", f"no engine for {entry.id}: {done.describe()}", hint)
    return target


def _archive(source: Path) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.add(source, arcname=".")
    return buffer.getvalue()


def _failed(host: _Host, what: str, done: process.Completed) -> EnvironmentProblem:
    return EnvironmentProblem(
        "staging-failed",
        f"{host.name}: {what}: {done.describe()}",
        "`folder` in the endpoints file names another place; it must be writable, executable and have room",
    )
