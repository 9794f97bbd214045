"""Traces of ranks whose node does not see the directory of results: they lie in a folder of the node's own."""

from __future__ import annotations

import binascii
import secrets
import shutil
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path, PurePath

from rankwise.core import process
from rankwise.core.at_once import on_each
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.files import put
from rankwise.core.reach import to_host
from rankwise.tracing.file import LENGTH

_LIMIT_S = 60.0


@contextmanager
def own_folder() -> Iterator[str]:
    """A folder that nobody can have made before: ranks make it on nodes that do not see the folder of results. So do
    those of this node where that folder was removed; what they made goes at the end."""
    own = f"/tmp/rankwise-trace-{secrets.token_hex(8)}"
    try:
        yield own
    finally:
        shutil.rmtree(own, ignore_errors=True)


def fetch(folder: Path, own: str, hosts: Sequence[str], agent: str) -> list[str]:
    """Brings the traces of every host's `own` folder into `folder` and removes them there; hosts that did not answer.
    `agent` takes HOST COMMAND."""
    # A trace is mostly zeros. Output is text, for launch agents may not pass bytes on as they are.
    script = f"test ! -d {own} || {{ tar -C {own} -czf - . | base64; rm -rf {own}; }}"

    def of(host: str) -> bool:
        done = process.run(to_host(agent, host, script), timeout_s=_LIMIT_S)
        return done.ok and _unpacked(done.stdout, folder)

    return [host for host, came in on_each(hosts, of).items() if not came]


def _unpacked(text: str, folder: Path) -> bool:
    """Writes the traces that a host sent; False where it sent something else."""
    try:
        if not (raw := binascii.a2b_base64(text)):
            return True
        with tarfile.open(fileobj=BytesIO(raw)) as sent:
            for member in sent:
                name, file = PurePath(member.name).name, sent.extractfile(member)
                if file is not None and name.endswith(".trace") and member.size <= LENGTH:
                    put(folder / name, file.read())
    except (ValueError, tarfile.TarError, EOFError, OSError, EnvironmentProblem):
        return False
    return True
